//! Groups of synonyms: changed as a whole or word by word, tried before they are saved.

use crate::desk::{Desk, code, each};
use futures::future::join_all;
use serde_json::{Value, json};

fn group(name: &str, terms: &[&str]) -> Value {
    json!({ "kind": "generic", "name": name, "terms": terms })
}

#[tokio::test]
async fn words_are_added_to_a_group_whatever_the_case_of_its_name_and_taken_out_again() {
    let desk = Desk::new().await;
    let change = |name: &str, add: &[&str], remove: &[&str]| json!({ "kind": "generic", "name": name, "add": add, "remove": remove });
    let made = desk.ok("change_synonyms", change("Galão", &["galão", "bombona"], &[])).await;
    assert_eq!(made["version"], 1);
    let more = desk.ok("change_synonyms", change("GALAO", &["tambor"], &["BOMBONA"])).await;
    assert_eq!((&more["id"], &more["name"]), (&made["id"], &json!("Galão")), "it keeps its own spelling");
    let terms: Vec<&str> = more["terms"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
    assert!(terms.contains(&"tambor") && !terms.contains(&"bombona"), "{terms:?}");
    let elsewhere = desk.refusal("change_synonyms", change("Balde", &["balde", "tambor"], &[])).await;
    assert_eq!(elsewhere.0, "invalid_fields", "a word stands in one group of a kind: {}", elsewhere.1);
    desk.close().await;
}

#[tokio::test]
async fn a_group_asked_for_twice_is_made_once_and_a_deleted_one_gives_its_words_away() {
    let desk = Desk::new().await;
    let mut once = group("Galão", &["galão", "bombona"]);
    once["operationId"] = json!(uuid::Uuid::new_v4());
    let made = desk.ok("create_synonym_group", once.clone()).await;
    assert_eq!(desk.ok("create_synonym_group", once).await, made);
    desk.ok("delete_synonym_group", json!({ "id": made["id"] })).await;
    assert_eq!(code(desk.call("delete_synonym_group", json!({ "id": made["id"] })).await), "not_found");
    for (name, terms, word) in [("galao", ["galao"], "galao"), ("Balde", ["Bombona"], "Bombona")] {
        let other = desk.ok("create_synonym_group", group(name, &terms)).await;
        let (refused, details) = desk.refusal("restore_synonym_group", json!({ "id": made["id"] })).await;
        let told = &details["fields"][0];
        assert_eq!((refused.as_str(), &told["code"]), ("invalid_fields", &json!("in_another_group")));
        assert_eq!((&told["value"], &told["allowed"]), (&json!(word), &json!(name)));
        desk.ok("delete_synonym_group", json!({ "id": other["id"] })).await;
    }
    let back = desk.ok("restore_synonym_group", json!({ "id": made["id"] })).await;
    assert_eq!(back["terms"], made["terms"]);
    desk.close().await;
}

#[tokio::test]
async fn of_people_who_save_a_group_at_once_one_does_and_the_others_see_it() {
    let desk = Desk::new().await;
    let made = desk.ok("create_synonym_group", group("Galão", &["galão"])).await;
    let change = |word: &str| {
        let mut change = group("Galão", &["galão", word]);
        change["id"] = made["id"].clone();
        change["version"] = json!(1);
        change
    };
    let words = ["bombona", "tambor", "lata", "frasco"];
    let answers = join_all(words.map(|word| desk.call_as(word, "update_synonym_group", change(word)))).await;
    let done: Vec<&Value> = answers.iter().filter_map(|answer| answer.as_ref().ok()).collect();
    assert_eq!((done.len(), &done[0]["version"]), (1, &json!(2)));
    for error in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        let (code, details) = crate::desk::code_and_details(error);
        assert_eq!((code.as_str(), &details["current"]["terms"]), ("conflict", &done[0]["terms"]));
    }
    desk.close().await;
}

#[tokio::test]
async fn a_change_is_tried_on_queries_before_it_is_saved_and_a_saved_one_is_found_at_once() {
    let desk = Desk::new().await;
    desk.item("Bombona de óleo", json!({})).await;
    let find =
        async || desk.ok("search", json!({ "query": "galão" })).await["results"].as_array().unwrap().len();
    assert_eq!(find().await, 0);
    let try_it = json!({ "group": group("galão", &["galão", "bombona"]), "queries": ["galão", "óleo"] });
    let seen = desk.ok("preview_synonyms", try_it).await;
    assert_eq!((&seen["queries"], &seen["touched"]), (&json!(2), &json!(1)), "{seen}");
    assert_eq!(each(&seen["effects"], "query"), ["galão"]);
    assert_eq!(find().await, 0, "a preview stores nothing");
    let made = desk.ok("create_synonym_group", group("galão", &["galão", "bombona"])).await;
    assert_eq!(find().await, 1);
    let without = desk.ok("preview_synonyms", json!({ "id": made["id"], "queries": ["galão"] })).await;
    assert_eq!(each(&without["effects"], "query"), ["galão"]);
    assert_eq!(code(desk.call("preview_synonyms", json!({ "id": 999_999 })).await), "not_found");
    desk.close().await;
}
