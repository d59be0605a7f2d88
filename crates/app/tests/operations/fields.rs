//! Fields that are defined: what a definition would do, what it makes of saves, cells, files, and taking it back.

use crate::desk::{Desk, each};
use celeiro_app::catalog::fields::searched::reread_searched_fields;
use serde_json::{Value, json};

fn definition() -> Value {
    json!({
        "key": "teor", "name": "Teor do ingrediente", "unit": "g/L", "fieldType": "number",
        "requiredIn": ["Herbicidas"],
    })
}

/// The first field that an operation is refused for, and what is wrong with it.
fn first(refusal: (String, Value)) -> (String, String) {
    let (code, details) = refusal;
    assert_eq!(code, "invalid_fields", "{details}");
    let text = |name: &str| details["fields"][0][name].as_str().unwrap().to_owned();
    (text("field"), text("code"))
}

#[tokio::test]
async fn a_field_is_defined_over_what_is_there_and_read_by_its_type_from_then_on() {
    let desk = Desk::new().await;
    let herbicide = |teor: &str| json!({ "category": "Herbicidas", "attributes": { "teor": teor } });
    let readable = desk.item("Glifosato", herbicide("480 g/L")).await;
    let misfit = desk.item("Atrazina", herbicide("muito")).await;
    let found = desk.ok("find_fields", json!({})).await;
    assert_eq!(each(&found["undefined"], "key"), ["teor"]);
    let preview = desk.ok("preview_field", json!({ "field": definition() })).await;
    let counts = ["items", "fitting", "readable", "misfits", "lacking"].map(|name| preview[name].clone());
    assert_eq!(counts, [2, 0, 1, 1, 0].map(|count| json!(count)), "{preview}");
    assert_eq!(
        (&preview["sample"][0]["value"], &preview["sample"][0]["name"]),
        (&json!("muito"), &json!("Atrazina"))
    );

    let field = desk.ok("save_field", definition()).await;
    assert_eq!(field["expectedIn"], json!(["Herbicidas"]), "what is required is expected");
    let expected = desk.ok("category_expectation", json!({ "category": "herbicidas" })).await;
    assert_eq!(each(&expected["attributes"], "expected"), [true]);
    let twin = json!({ "key": "outro", "name": "TEOR do ingrediente", "unit": "g/l", "fieldType": "text" });
    assert_eq!(first(desk.refusal("save_field", twin).await), ("name".into(), "taken".into()));

    // A value that does not fit stays, and stands in the way of no other change.
    let update = |name: &str, teor: &str| {
        let mut update = herbicide(teor);
        update["id"] = misfit["id"].clone();
        update["version"] = misfit["version"].clone();
        update["name"] = json!(name);
        update
    };
    let refused = desk.refusal("update_item", update("Atrazina", "pouco")).await;
    assert_eq!(first(refused), ("attributes.teor".into(), "invalid_number".into()));
    let renamed = desk.ok("update_item", update("Atrazina 500", "muito")).await;
    assert_eq!(renamed["attributes"]["teor"], "muito");
    let without = desk.refusal("create_item", json!({ "name": "Diuron", "category": "Herbicidas" })).await;
    assert_eq!(first(without), ("attributes.teor".into(), "required".into()));
    let cell = json!({
        "id": readable["id"], "version": readable["version"], "field": "attributes.teor", "value": "360,5 g/L",
    });
    let edited = desk.ok("edit_cells", json!({ "cells": [cell] })).await;
    assert_eq!(edited["rows"][0]["error"], Value::Null, "{edited}");
    let item = desk.ok("get_item", json!({ "id": readable["id"] })).await;
    assert_eq!(item["attributes"]["teor"], 360.5);

    let file =
        "nome;categoria;teor do ingrediente (g/L)\nDiuron;Herbicidas;500,5\nSimazina;Herbicidas;alto\n";
    let upload = desk.send(file.as_bytes()).await;
    let (_, done) = desk.watch("run_import", &upload).await;
    let report = &done["result"]["report"];
    assert_eq!((&report["created"], &report["rejected"]), (&json!(1), &json!(1)), "{done}");
    assert_eq!(report["errors"][0]["column"], "teor do ingrediente (g/L)");
    let items = desk.ok("list_items", json!({ "text": "diuron" })).await;
    assert_eq!(items["rows"][0]["attributes"], json!({ "teor": 500.5 }));
    let request = json!({ "kind": "items", "format": "csv", "attributeColumns": true });
    let (file, _) = desk.export_file(request).await;
    assert!(file.contains("Teor do ingrediente (g/L)"), "{file}");

    let history = desk.ok("field_history", json!({ "id": field["id"] })).await;
    assert_eq!(each(&history, "undoable"), [true]);
    let undo = |change: &Value| json!({ "id": field["id"], "operation": change["operation"] });
    let undone = desk.ok("undo_field_change", undo(&history[0])).await;
    assert_eq!((&undone["field"], desk.ok("list_fields", json!({})).await), (&Value::Null, json!([])));
    assert_eq!(desk.refusal("undo_field_change", undo(&history[0])).await.0, "operation_not_undoable");
    let history = desk.ok("field_history", json!({ "id": field["id"] })).await;
    let back = desk.ok("undo_field_change", undo(&history[0])).await;
    assert_eq!(back["field"]["requiredIn"], json!(["Herbicidas"]));
    let late =
        crate::desk::merge_fields(definition(), json!({ "id": field["id"], "version": field["version"] }));
    assert_eq!(desk.refusal("save_field", late).await.0, "conflict");
    desk.close().await;
}

#[tokio::test]
async fn a_file_fills_a_field_of_texts_as_it_writes_them() {
    let desk = Desk::new().await;
    for field in [
        json!({ "key": "faixa", "name": "Faixa de uso", "fieldType": "text" }),
        json!({ "key": "grau", "name": "Grau", "fieldType": "choice", "allowed": ["2.0", "3.5"] }),
        json!({ "key": "certificado", "name": "Certificado", "fieldType": "choices", "allowed": ["falso", "verdadeiro"] }),
    ] {
        desk.ok("save_field", field).await;
    }
    let file = "nome;Faixa de uso;grau;Certificado;espessura\nAlfa;10.50;2.0;verdadeiro;1,50\nBeta;7.00;3.5;falso;2,25\n";
    let upload = desk.send(file.as_bytes()).await;
    let (_, done) = desk.watch("run_import", &upload).await;
    assert_eq!(done["result"]["report"]["rejected"], json!(0), "{done}");
    let items = desk.ok("list_items", json!({ "text": "alfa" })).await;
    assert_eq!(
        items["rows"][0]["attributes"],
        json!({ "faixa": "10.50", "grau": "2.0", "certificado": ["verdadeiro"], "espessura": 1.5 })
    );
    desk.close().await;
}

#[tokio::test]
async fn what_a_category_expects_outlasts_a_change_of_the_name() {
    let desk = Desk::new().await;
    desk.item("Mancozebe", json!({ "category": "Fungicidas", "attributes": { "teor": 480 } })).await;
    let field = desk.ok("save_field", definition()).await;
    let settled = json!({ "category": "Fungicidas", "attributes": ["teor"] });
    desk.ok("settle_expectation", settled).await;
    let more = json!({ "id": field["id"], "version": field["version"], "name": "Teor" });
    let renamed = desk.ok("save_field", crate::desk::merge_fields(definition(), more)).await;
    assert_eq!(renamed["expectedIn"], json!(["Fungicidas", "Herbicidas"]));
    desk.ok("settle_expectation", json!({ "category": "Adubos", "attributes": ["teor"] })).await;
    let history = desk.ok("field_history", json!({ "id": field["id"] })).await;
    let undo = json!({ "id": field["id"], "operation": history[0]["operation"] });
    let back = desk.ok("undo_field_change", undo).await;
    assert_eq!(
        (&back["field"]["name"], &back["field"]["expectedIn"]),
        (&json!("Teor do ingrediente"), &json!(["adubos", "Fungicidas", "Herbicidas"]))
    );
    // A category that requires the field expects it again once the field is back.
    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    for category in ["Fungicidas", "Herbicidas", "Adubos"] {
        let left = desk.ok("category_expectation", json!({ "category": category })).await;
        let is_expected = each(&left["attributes"], "expected").into_iter().any(|one| *one == json!(true));
        assert!(!is_expected, "a field that is deleted leaves no expectation: {left}");
    }
    desk.ok("settle_expectation", json!({ "category": "Herbicidas", "attributes": [] })).await;
    let restored = desk.ok("restore_field", json!({ "id": field["id"] })).await;
    assert_eq!(restored["expectedIn"], json!(["adubos", "Fungicidas", "Herbicidas"]));
    // A category of the tree is called as there, although it has no item.
    let created = json!({ "type": "create", "name": "Adubos" });
    desk.ok("change_category", json!({ "change": created })).await;
    let fields = desk.ok("list_fields", json!({})).await;
    assert_eq!(fields[0]["expectedIn"], json!(["Adubos", "Fungicidas", "Herbicidas"]));
    desk.close().await;
}

#[tokio::test]
async fn a_deletion_and_a_definition_are_taken_back_with_what_categories_expected() {
    let desk = Desk::new().await;
    desk.item("Mancozebe", json!({ "category": "Fungicidas", "attributes": { "teor": 480 } })).await;
    desk.ok("settle_expectation", json!({ "category": "Fungicidas", "attributes": ["teor"] })).await;
    let field = desk.ok("save_field", definition()).await;
    assert_eq!(field["expectedIn"], json!(["Fungicidas", "Herbicidas"]));
    let expecting = async || {
        let mut expecting = Vec::new();
        for category in ["Fungicidas", "Herbicidas"] {
            let found = desk.ok("category_expectation", json!({ "category": category })).await;
            let is_own = each(&found["attributes"], "own").into_iter().any(|one| *one == json!(true));
            expecting.extend(is_own.then_some(category));
        }
        expecting
    };
    let take_back = async || {
        let history = desk.ok("field_history", json!({ "id": field["id"] })).await;
        let undo = json!({ "id": field["id"], "operation": history[0]["operation"] });
        desk.ok("undo_field_change", undo).await
    };
    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    assert!(expecting().await.is_empty());
    assert_eq!(take_back().await["field"]["expectedIn"], json!(["Fungicidas", "Herbicidas"]));
    assert_eq!(expecting().await, ["Fungicidas", "Herbicidas"]);

    // A definition that is taken back takes with it what it made categories expect, and that alone.
    let other =
        json!({ "key": "classe", "name": "Classe", "fieldType": "text", "expectedIn": ["Fungicidas"] });
    let other = desk.ok("save_field", other).await;
    let history = desk.ok("field_history", json!({ "id": other["id"] })).await;
    let undo = json!({ "id": other["id"], "operation": history[0]["operation"] });
    desk.ok("undo_field_change", undo).await;
    let found = desk.ok("category_expectation", json!({ "category": "Fungicidas" })).await;
    assert_eq!(each(&found["attributes"], "key"), ["teor"], "{found}");
    desk.close().await;
}

#[tokio::test]
async fn a_category_that_there_is_not_is_named_before_and_after_the_save() {
    let desk = Desk::new().await;
    desk.item("Glifosato", json!({ "category": "Herbicidas" })).await;
    desk.ok("change_category", json!({ "change": { "type": "create", "name": "Adubos" } })).await;
    let more = json!({ "requiredIn": ["HERBICIDAS", "Nada"], "expectedIn": ["nada", "adubos", "Tudo"] });
    let asked = crate::desk::merge_fields(definition(), more);
    let preview = desk.ok("preview_field", json!({ "field": asked })).await;
    assert_eq!(preview["unknownCategories"], json!(["Nada", "Tudo"]), "{preview}");
    let saved = desk.ok("save_field", asked).await;
    assert_eq!(saved["unknownIn"], json!(["Nada", "tudo"]), "{saved}");
    let is_known = async |category: &str| {
        desk.ok("category_expectation", json!({ "category": category })).await["isKnown"].clone()
    };
    assert_eq!((is_known("herbicidas").await, is_known("Nada").await), (json!(true), json!(false)));
    desk.item("Sal", json!({ "category": "Nada", "attributes": { "teor": 1 } })).await;
    let fields = desk.ok("list_fields", json!({})).await;
    assert_eq!(fields[0]["unknownIn"], json!(["tudo"]), "an item has the other one by now");
    desk.close().await;
}

#[tokio::test]
async fn a_deleted_field_is_listed_until_it_is_restored_or_defined_anew() {
    let desk = Desk::new().await;
    let list_deleted = async || desk.ok("find_fields", json!({})).await["deleted"].clone();
    let field = desk.ok("save_field", definition()).await;
    assert_eq!(list_deleted().await, json!([]));
    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    let listed = list_deleted().await;
    assert_eq!(
        (&listed[0]["id"], &listed[0]["name"]),
        (&field["id"], &json!("Teor do ingrediente")),
        "{listed}"
    );
    desk.ok("restore_field", json!({ "id": field["id"] })).await;
    assert_eq!(list_deleted().await, json!([]));
    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    desk.ok("save_field", definition()).await;
    assert_eq!(list_deleted().await, json!([]), "its attribute is defined again");
    desk.close().await;
}

#[tokio::test]
async fn a_category_expects_a_field_as_it_is_spelled_and_no_longer_than_it_requires_it() {
    let desk = Desk::new().await;
    let more = json!({ "requiredIn": ["Não existe"] });
    let saved = desk.ok("save_field", crate::desk::merge_fields(definition(), more)).await;
    assert_eq!((&saved["expectedIn"], &saved["unknownIn"]), (&json!(["Não existe"]), &json!(["Não existe"])));
    let settled = json!({ "category": "Adubos", "attributes": ["teor"] });
    desk.ok("settle_expectation", settled).await;
    let more = json!({ "id": saved["id"], "version": saved["version"], "requiredIn": [] });
    let freed = desk.ok("save_field", crate::desk::merge_fields(definition(), more)).await;
    assert_eq!((&freed["expectedIn"], &freed["unknownIn"]), (&json!(["adubos"]), &json!(["adubos"])));
    let history = desk.ok("field_history", json!({ "id": saved["id"] })).await;
    let undo = json!({ "id": saved["id"], "operation": history[0]["operation"] });
    let back = desk.ok("undo_field_change", undo).await;
    assert_eq!(back["field"]["expectedIn"], json!(["adubos", "Não existe"]));
    desk.close().await;
}

#[tokio::test]
async fn filters_have_room_for_defined_fields_before_others() {
    let desk = Desk::new().await;
    let attributes: Value = (0..25).map(|at| (format!("a{at:02}"), json!("x"))).collect();
    desk.item("Um", json!({ "attributes": attributes })).await;
    desk.item("Dois", json!({ "attributes": attributes })).await;
    desk.item("Raro", json!({ "attributes": { "raro": "y" } })).await;
    desk.ok("save_field", json!({ "key": "raro", "name": "Raro", "fieldType": "text" })).await;
    let hidden = json!({ "key": "a00", "name": "Interno", "fieldType": "text", "filterable": false });
    desk.ok("save_field", hidden).await;
    let facets = desk.ok("facets", json!({})).await;
    let keys = each(&facets["attributes"], "key");
    assert_eq!((keys.len(), keys[0], keys[1]), (24, &json!("raro"), &json!("a01")), "{facets}");
    desk.close().await;
}

#[tokio::test]
async fn cells_and_bulk_edits_ask_for_what_a_category_requires_as_the_form_does() {
    let desk = Desk::new().await;
    let herbicide = json!({ "category": "Herbicidas", "attributes": { "teor": 480 } });
    let whole = desk.item("Glifosato", herbicide).await;
    let lacking = desk.item("Atrazina", json!({ "category": "Herbicidas" })).await;
    desk.ok("save_field", definition()).await;
    let cell = |item: &Value, field: &str, value: Value| json!({ "id": item["id"], "version": 1, "field": field, "value": value });
    let cells = [cell(&whole, "attributes.teor", Value::Null), cell(&lacking, "name", json!("Atrazina 500"))];
    let rows = desk.ok("edit_cells", json!({ "cells": cells })).await["rows"].clone();
    let error = &rows[0]["error"];
    assert_eq!((&error["code"], &error["field"]), (&json!("required"), &json!("attributes.teor")), "{rows}");
    assert!(error["message"].as_str().unwrap().contains("Teor do ingrediente (g/L)"), "{error}");
    assert_eq!(rows[1]["error"], Value::Null, "what it lacked before is in the way of no other cell: {rows}");

    let selection = json!({ "ids": [whole["id"], lacking["id"]] });
    let changes = json!([{ "field": "attributes.teor", "action": "clear" }]);
    let bulk = json!({ "selection": selection, "changes": changes });
    let preview = desk.ok("preview_bulk_edit", bulk.clone()).await;
    assert_eq!((&preview["changed"], &preview["unchanged"]), (&json!(0), &json!(1)), "{preview}");
    assert_eq!(preview["problems"][0]["code"], "required", "{preview}");
    let made =
        desk.ok("bulk_edit", crate::desk::merge_fields(bulk, json!({ "expect": preview["digest"] }))).await;
    assert_eq!((&made["changed"], &made["problemCount"]), (&json!(0), &json!(1)), "{made}");
    desk.close().await;
}

#[tokio::test]
async fn a_field_that_is_left_out_of_the_search_finds_nothing_until_it_is_searched_again() {
    let desk = Desk::new().await;
    desk.item("Glifosato", json!({ "attributes": { "lote": "Zaratustra" } })).await;
    let count_hits = async || {
        let found = desk.ok("search", json!({ "query": "zaratustra" })).await;
        found["results"].as_array().unwrap().len()
    };
    assert_eq!(count_hits().await, 1);
    let hidden = json!({ "key": "lote", "name": "Lote", "fieldType": "text", "searchWeight": "none" });
    let field = desk.ok("save_field", hidden).await;
    let mut rounds = 0;
    while reread_searched_fields(&desk.app).await.unwrap() {
        rounds += 1;
    }
    assert_eq!(rounds, 2, "the items, and the end of them");
    assert_eq!(count_hits().await, 0);
    desk.item("Diuron", json!({ "attributes": { "lote": "Zaratustra" } })).await;
    assert_eq!(count_hits().await, 0, "nor by what is written since");
    let facets = desk.ok("facets", json!({})).await;
    assert_eq!(each(&facets["attributes"], "key"), ["lote"], "filters offer it all the same");
    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    while reread_searched_fields(&desk.app).await.unwrap() {}
    assert_eq!(count_hits().await, 2);
    desk.close().await;
}

#[tokio::test]
async fn a_strong_field_puts_what_it_names_first_and_the_explanation_says_so() {
    let desk = Desk::new().await;
    let active = desk.item("Beta", json!({ "attributes": { "ativo": "Zaratustra" } })).await;
    desk.item("Alfa", json!({ "attributes": { "lote": "Zaratustra" } })).await;
    let search = async || desk.ok("search", json!({ "query": "zaratustra" })).await["results"].clone();
    let scores = |hits: &Value| {
        let score = |id: bool| {
            let hits = hits.as_array().unwrap();
            let hit = hits.iter().find(|hit| (hit["item"]["id"] == active["id"]) == id);
            hit.unwrap()["score"].as_f64().unwrap()
        };
        (score(true), score(false))
    };
    let (named, other) = scores(&search().await);
    assert_eq!(named, other, "the control: both say it in an attribute");

    let strong = json!({ "key": "ativo", "name": "Ativo", "fieldType": "text", "searchWeight": "strong" });
    let field = desk.ok("save_field", strong).await;
    while reread_searched_fields(&desk.app).await.unwrap() {}
    let hits = search().await;
    assert_eq!(hits[0]["item"]["id"], active["id"], "{hits}");
    let (strong, unchanged) = scores(&hits);
    assert!(strong > named && strong > unchanged, "{hits}");
    let names_strong_fields = |hit: &Value| hit["explanation"].to_string().contains("strong fields");
    assert!(names_strong_fields(&hits[0]) && !names_strong_fields(&hits[1]), "{hits}");
    // What is written since is read so at once, and nothing of it is in the history.
    desk.item("Gama", json!({ "attributes": { "ativo": "Zaratustra" } })).await;
    let hits = search().await;
    assert!(names_strong_fields(&hits[0]) && names_strong_fields(&hits[1]), "{hits}");
    let history = desk.ok("item_history", json!({ "id": active["id"] })).await;
    assert!(history.as_array().unwrap().len() == 1 && !history.to_string().contains("strong"), "{history}");
    // A search that reads no attributes by words finds it no more than before.
    let plain = desk.ok("search", json!({ "query": "zaratustra", "fusion": "enhanced" })).await;
    assert_eq!(plain["lexicalCount"], 0, "{plain}");

    desk.ok("delete_field", json!({ "id": field["id"] })).await;
    while reread_searched_fields(&desk.app).await.unwrap() {}
    assert!(search().await.as_array().unwrap().iter().all(|hit| !names_strong_fields(hit)), "as before");
    desk.close().await;
}
