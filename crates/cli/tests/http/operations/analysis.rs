//! The analyst's operations over HTTP.

use crate::server::{shared_server, start};
use crate::support::prepare_folder;
use serde_json::{Value, json};

fn sum(rows: &Value) -> f64 {
    rows.as_array().unwrap().iter().map(|row| row["value"].as_f64().unwrap()).sum()
}

#[test]
fn two_records_are_told_apart_and_one_that_is_not_there_is_not_found() {
    // Other tests count what the shared catalog gives.
    let server = start(&prepare_folder("analysis"), &[], &[]);
    server.wait_until_ready();
    let save_item = |name: &str, tags: &[&str]| {
        let item = server.ok("POST", "/api/catalog/items", &json!({ "name": name, "tags": tags }));
        item["id"].as_str().unwrap().to_owned()
    };
    let (a, b) = (save_item("Roçadeira Tatu", &["roçadeira"]), save_item("Lâmina de roçadeira", &["peça"]));
    let search = json!({ "query": "roçadeira" });
    let told = server.ok("POST", "/api/rag/explain", &json!({ "search": search, "item": a, "against": b }));
    assert_eq!((&told["found"], &told["against"]["found"]), (&true.into(), &true.into()), "{told}");
    let gap = told["score"].as_f64().unwrap() - told["against"]["score"].as_f64().unwrap();
    assert!((sum(&told["difference"]) - gap).abs() < 1e-9);
    let missing = server.post("/api/rag/explain").json(json!({ "search": search, "item": "no" }).to_string());
    assert_eq!(missing.send().error(404), "not_found");

    let turned =
        server.ok("POST", "/api/rag/counterfactual", &json!({ "search": search, "above": a, "below": b }));
    assert!(["already", "weight", "noWeight"].contains(&turned["outcome"].as_str().unwrap()), "{turned}");
    let mut profile = server.get("/api/profiles/default").send().json();
    profile["items"]["relevance"]["evidence"] = 0.into();
    let moved = server.ok("POST", "/api/rag/rerank", &json!({ "search": search, "profile": profile }));
    assert_eq!((&moved["searchedAgain"], &moved["pinned"]), (&json!([]), &json!([])));
    let hits = moved["hits"].as_array().unwrap();
    assert!(hits.len() >= 2);
    for hit in hits {
        assert!(
            hit["title"].as_str().is_some_and(|title| title.to_lowercase().contains("roçadeira")),
            "{hit}"
        );
        assert!((sum(&hit["explanation"]["details"]) - hit["score"].as_f64().unwrap()).abs() < 1e-9, "{hit}");
    }
    let plain = server.ok(
        "POST",
        "/api/rag/rerank",
        &json!({ "search": search, "profile": profile, "fusion": "simple" }),
    );
    assert_eq!((&plain["fusion"], &plain["searchedAgain"]), (&"simple".into(), &json!(["terms"])), "{plain}");
}

#[test]
fn a_search_laid_open_holds_both_lists_and_the_order_of_the_search() {
    let server = shared_server();
    for name in ["Trilhadeira Aurora", "Trilhadeira Boreal", "Peneira de trilhadeira"] {
        server.ok("POST", "/api/catalog/items", &json!({ "name": name }));
    }
    let search = json!({ "query": "trilhadeira", "limit": 2 });
    let found = server.ok("POST", "/api/rag/search", &search);
    let open = server.ok("POST", "/api/rag/inspect", &search);
    let candidates = open["candidates"].as_array().unwrap();
    let shown: Vec<&Value> = candidates.iter().filter(|c| c["cut"].is_null()).collect();
    let hits = found["results"].as_array().unwrap();
    assert_eq!(shown.len(), hits.len());
    for (candidate, hit) in shown.iter().zip(hits) {
        assert_eq!(
            (&candidate["record"]["id"], &candidate["hit"]["score"]),
            (&hit["item"]["id"], &hit["score"])
        );
        assert_eq!(candidate["hit"]["explanation"], hit["explanation"]);
    }
    let cut: Vec<&Value> = candidates.iter().filter(|c| c["cut"] == "result_limit").collect();
    assert!(!cut.is_empty(), "three are found and two shown: {open}");
    for candidate in &cut {
        assert!(candidate["margin"].as_f64().unwrap() >= 0.0, "{candidate}");
        let score = candidate["hit"]["score"].as_f64().unwrap();
        assert!((sum(&candidate["hit"]["explanation"]["details"]) - score).abs() < 1e-9, "{candidate}");
    }
    let ranks = |of: &str| {
        let mut ranks: Vec<u64> = candidates.iter().filter_map(|c| c["hit"][of].as_u64()).collect();
        ranks.sort_unstable();
        ranks
    };
    let words = ranks("lexicalRank");
    assert_eq!(words, (1..=words.len() as u64).collect::<Vec<_>>(), "no place twice, none left out");
    assert_eq!(open["stages"]["shown"], 2);
    assert_eq!(open["profile"]["name"], found["profile"]);
    let blank = server.ok("POST", "/api/rag/inspect", &json!({ "query": " " }));
    assert_eq!(blank["candidates"], json!([]));
}

#[test]
fn the_search_behind_an_answer_opens_as_it_was() {
    let server = shared_server();
    server.ok("POST", "/api/catalog/items", &json!({ "name": "Despalhador Ventania" }));
    let answer = server.ok("POST", "/api/chat", &json!({ "message": "tem despalhador ventania?" }));
    let trace = answer["debug"]["traceId"].as_str().unwrap().to_owned();
    let open = server.get(&format!("/api/traces/{trace}/searches/0")).send().json();
    assert!(open["recordedAt"].is_string(), "{open}");
    let first = &open["candidates"][0];
    assert_eq!(
        (&first["place"], &first["record"]["title"]),
        (&1.into(), &"Despalhador Ventania".into()),
        "{open}"
    );
    let missing = server.get(&format!("/api/traces/{trace}/searches/9")).send();
    assert_eq!(missing.error(404), "not_found");
}

#[test]
fn a_profile_is_saved_compared_and_refused_where_it_makes_no_sense() {
    let server = shared_server();
    let mut profile = server.get("/api/profiles/default").send().json();
    profile["name"] = "http".into();
    profile["items"]["relevance"]["vector"] = 1.into();
    let saved = server.ok("POST", "/api/profiles", &json!({ "profile": profile, "reason": "a try" }));
    assert_eq!((&saved["version"], &saved["active"]), (&1.into(), &false.into()));
    let shown = server.get("/api/profiles/http").send().json();
    assert_eq!(shown["versions"][0]["reason"], "a try");
    let diff = server.get("/api/profile-diff?a=default&b=http").send().json();
    assert_eq!(diff[0]["path"], "items.relevance.vector");
    server.ok("POST", "/api/catalog/items", &json!({ "externalId": "JUDGED-1", "name": "Adubo julgado" }));
    let judged = json!({ "JUDGED-1": 1 });
    let set = json!({ "queries": [{ "id": "q", "query": "adubo", "class": "x", "judgments": judged }] });
    let report = server.ok(
        "POST",
        "/api/profiles/compare",
        &json!({ "before": "default", "after": "http", "set": set }),
    );
    assert_eq!((&report["overall"]["queries"], &report["pValue"]), (&1.into(), &1.0.into()), "{report}");
    profile["items"]["relevance"]["vector"] = (-1).into();
    let refused = server.post("/api/profiles").json(json!({ "profile": profile }).to_string()).send();
    assert_eq!(refused.error(422), "invalid_profile");
}
