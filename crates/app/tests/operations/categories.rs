//! The tree of categories: what takes items along, what filters find, what is refused, and taking it back.

use crate::desk::{Desk, code, each};
use serde_json::{Value, json};

impl Desk {
    /// Herbicides, which a field, an expectation, a view and a supplier name, and items of other categories.
    async fn herbicides(&self) {
        for name in ["Glifosato", "Atrazina"] {
            let more = json!({ "category": "Herbicidas", "attributes": { "teor": 480 } });
            self.item(name, more).await;
        }
        self.item("Mancozebe", json!({ "category": "Fungicidas", "attributes": { "classe": "III" } })).await;
        let field =
            json!({ "key": "teor", "name": "Teor", "fieldType": "number", "requiredIn": ["herbicidas"] });
        self.ok("save_field", field).await;
        let settled = json!({ "category": "Fungicidas", "attributes": ["classe"] });
        self.ok("settle_expectation", settled).await;
        let filters = json!([{ "column": "category", "test": "is", "values": ["Herbicidas", "Fungicidas"] }]);
        let view = json!({ "name": "Venenos", "content": { "filters": filters } });
        self.call_as("bia", "save_view", view).await.unwrap();
        let content = json!({ "defaults": { "category": "HERBICIDAS" } });
        let profile = json!({ "kind": "items", "name": "Nortox", "content": content });
        self.ok("save_import_profile", profile).await;
    }

    async fn change(&self, change: Value) -> Value {
        self.ok("change_category", json!({ "change": change })).await
    }

    async fn take_back_change(&self, operation: &Value) -> Value {
        self.ok("undo_operation", json!({ "id": operation })).await
    }

    /// The categories by name, each with its parent and with its items with those below it.
    async fn tree(&self) -> Vec<(String, Value, i64)> {
        let list = self.ok("list_categories", json!({})).await;
        let row = |row: &Value| {
            let name = row["name"].as_str().unwrap().to_owned();
            (name, row["parent"].clone(), row["itemsInAll"].as_i64().unwrap())
        };
        let mut rows: Vec<_> = list["rows"].as_array().unwrap().iter().map(row).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    }

    /// The categories that field, view and supplier name, and what the categories are expected to say.
    async fn mentions(&self) -> Value {
        let fields = self.ok("list_fields", json!({})).await;
        let views = self.call_as("bia", "list_views", json!({})).await.unwrap();
        let profiles = self.ok("import_profiles", json!({ "kind": "items" })).await;
        json!([
            fields[0]["requiredIn"],
            views[0]["content"]["filters"][0]["values"],
            profiles[0]["content"]["defaults"]["category"],
        ])
    }

    async fn list_expected_keys(&self, category: &str) -> Vec<String> {
        let found = self.ok("category_expectation", json!({ "category": category })).await;
        let attributes = found["attributes"].as_array().unwrap().iter();
        let expected = attributes.filter(|one| one["expected"] == true);
        let mut keys: Vec<String> = expected.map(|one| one["key"].as_str().unwrap().to_owned()).collect();
        keys.sort();
        keys
    }
}

fn row(name: &str, parent: Value, items: i64) -> (String, Value, i64) {
    (name.into(), parent, items)
}

#[tokio::test]
async fn a_rename_takes_items_and_what_names_the_category_along_and_comes_back_whole() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    let gone =
        desk.item("Paraquate", json!({ "category": "herbicidas", "attributes": { "teor": 200 } })).await;
    desk.ok("delete_item", json!({ "id": gone["id"] })).await;
    let before = desk.mentions().await;
    let change = json!({ "type": "rename", "category": "herbicidas", "name": "Limpa-lote" });
    let preview = desk.ok("preview_category", json!({ "change": change })).await;
    assert_eq!((&preview["items"], &preview["version"]), (&json!(2), &json!(0)), "{preview}");
    assert_eq!(each(&preview["mentions"], "kind"), ["field", "view", "importProfile"]);
    // The view is another person's alone.
    assert_eq!(each(&preview["mentions"], "name"), [&json!("Teor"), &Value::Null, &json!("Nortox")]);
    assert_eq!(desk.mentions().await, before, "a preview changes nothing");

    let done = desk.change(change.clone()).await;
    assert_eq!(desk.tree().await, [row("Fungicidas", Value::Null, 1), row("Limpa-lote", Value::Null, 2)]);
    let after = json!([["Limpa-lote"], ["Limpa-lote", "Fungicidas"], "Limpa-lote"]);
    assert_eq!(desk.mentions().await, after);
    assert_eq!(desk.list_expected_keys("limpa-lote").await, ["teor"]);
    assert!(desk.list_expected_keys("herbicidas").await.is_empty());
    let found = desk.ok("search", json!({ "query": "limpa-lote" })).await;
    assert_eq!(found["results"].as_array().unwrap().len(), 2, "the words of items follow");
    let restored = desk.ok("restore_item", json!({ "id": gone["id"] })).await;
    assert_eq!(restored["category"], "Limpa-lote");

    let undone = desk.take_back_change(&done["operationId"]).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(3), &json!(0)), "{undone}");
    assert_eq!(desk.mentions().await, before);
    assert_eq!(desk.list_expected_keys("herbicidas").await, ["teor"]);
    assert_eq!(desk.tree().await, [row("Fungicidas", Value::Null, 1), row("Herbicidas", Value::Null, 3)]);
    desk.take_back_change(&undone["operationId"]).await;
    assert_eq!(desk.mentions().await, after);
    assert_eq!(desk.tree().await[1], row("Limpa-lote", Value::Null, 3));
    desk.close().await;
}

#[tokio::test]
async fn a_merge_makes_one_category_of_two_and_leaves_what_was_changed_since() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.change(json!({ "type": "create", "name": "Dessecantes", "parent": "Herbicidas" })).await;
    let change = json!({ "type": "merge", "category": "Herbicidas", "into": "fungicidas" });
    let preview = desk.ok("preview_category", json!({ "change": change })).await;
    assert_eq!(
        (&preview["items"], &preview["below"], &preview["expected"]),
        (&json!(2), &json!(1), &json!(["teor", "classe"])),
        "{preview}"
    );
    let operation = "11111111-0000-4000-8000-000000000001";
    let request = json!({ "change": change, "version": preview["version"], "operationId": operation });
    let done = desk.ok("change_category", request.clone()).await;
    assert_eq!((&done["name"], &done["items"]), (&json!("Fungicidas"), &json!(2)));
    assert_eq!(desk.ok("change_category", request).await, done, "the same again is the first answer");
    let merged = [row("Dessecantes", json!("Fungicidas"), 0), row("Fungicidas", Value::Null, 3)];
    assert_eq!(desk.tree().await, merged);
    assert_eq!(desk.mentions().await, json!([["Fungicidas"], ["Fungicidas"], "Fungicidas"]));
    assert_eq!(desk.list_expected_keys("Fungicidas").await, ["classe", "teor"]);

    // One item got another category, and a person another expectation, since.
    let items = desk.ok("list_items", json!({ "text": "atrazina" })).await;
    let item = &items["rows"][0];
    let cell =
        json!({ "id": item["id"], "version": item["version"], "field": "category", "value": "Outros" });
    desk.ok("edit_cells", json!({ "cells": [cell] })).await;
    let settled = json!({ "category": "Fungicidas", "attributes": ["classe", "teor", "cor"] });
    desk.ok("settle_expectation", settled).await;
    let undone = desk.take_back_change(&json!(operation)).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(1)), "{undone}");
    let back = [
        row("Dessecantes", json!("Herbicidas"), 0),
        row("Fungicidas", Value::Null, 1),
        row("Herbicidas", Value::Null, 1),
        row("Outros", Value::Null, 1),
    ];
    assert_eq!(desk.tree().await, back);
    assert_eq!(desk.list_expected_keys("Fungicidas").await, ["classe", "cor", "teor"]);
    assert_eq!(desk.list_expected_keys("Herbicidas").await, ["teor"]);
    desk.close().await;
}

#[tokio::test]
async fn a_merge_into_a_category_that_nothing_was_expected_of_comes_back_with_what_names_it() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.item("Ureia", json!({ "category": "Adubos" })).await;
    desk.change(json!({ "type": "move", "category": "Adubos" })).await;
    let completeness = async || {
        let filter = json!({ "column": "category", "test": "is", "values": ["Adubos"] });
        let query = json!({ "text": "ureia", "filters": [filter] });
        desk.ok("grid", query).await["averageCompleteness"].as_f64().unwrap()
    };
    let (alone, before) = (completeness().await, desk.mentions().await);
    let change = json!({ "type": "merge", "category": "Herbicidas", "into": "Adubos" });
    let preview = desk.ok("preview_category", json!({ "change": change })).await;
    assert_eq!(preview["expected"], json!(["teor"]), "{preview}");
    let done = desk.change(change.clone()).await;
    assert!(completeness().await < alone, "what is expected is lacking");
    let undone = desk.take_back_change(&done["operationId"]).await;
    assert_eq!(completeness().await, alone);
    assert_eq!(desk.mentions().await, before);

    // Where all items got another category since, what names the category comes back alone, and once.
    desk.take_back_change(&undone["operationId"]).await;
    for name in ["glifosato", "atrazina"] {
        let items = desk.ok("list_items", json!({ "text": name })).await;
        let (id, version) = (&items["rows"][0]["id"], &items["rows"][0]["version"]);
        let cell = json!({ "id": id, "version": version, "field": "category", "value": "Outros" });
        desk.ok("edit_cells", json!({ "cells": [cell] })).await;
    }
    let undone = desk.take_back_change(&done["operationId"]).await;
    assert_eq!(undone["conflictCount"], 2, "{undone}");
    assert_ne!(undone["operationId"], Value::Null, "{undone}");
    assert_eq!(desk.mentions().await, before);
    let again = desk.take_back_change(&done["operationId"]).await;
    assert_eq!((&again["operationId"], &again["undone"]), (&Value::Null, &json!(0)), "{again}");
    desk.close().await;
}

#[tokio::test]
async fn a_filter_for_a_category_finds_the_items_of_all_below_it() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.change(json!({ "type": "create", "name": "Defensivos" })).await;
    desk.change(json!({ "type": "move", "category": "Fungicidas", "parent": "Defensivos" })).await;
    let moved =
        desk.change(json!({ "type": "move", "category": "herbicidas", "parent": "fungicidas" })).await;
    desk.item("Milho", json!({ "category": "Sementes" })).await;
    let count = async || {
        let filter = |test: &str| json!({ "column": "category", "test": test, "values": ["DEFENSIVOS"] });
        let is = desk.ok("grid", json!({ "filters": [filter("is")] })).await;
        let not = desk.ok("grid", json!({ "filters": [filter("isNot")] })).await;
        let search =
            json!({ "query": "glifosato atrazina mancozebe", "filters": { "category": "defensivos" } });
        let found = desk.ok("search", search.clone()).await;
        let facets = desk.ok("search_facets", search).await;
        let categories = facets["facets"]["categories"].as_array().unwrap();
        let parent = categories.iter().find(|one| one["value"] == "Defensivos").unwrap().clone();
        (is["total"].clone(), not["total"].clone(), found["results"].as_array().unwrap().len(), parent)
    };
    let parent = |count: i32| json!({ "value": "Defensivos", "count": count });
    assert_eq!(count().await, (json!(3), json!(1), 3, parent(3)));
    let facets = desk.ok("facets", json!({})).await;
    assert_eq!(facets["categories"][0], parent(3));
    // A place comes back although the category below it was renamed since.
    desk.change(json!({ "type": "rename", "category": "Fungicidas", "name": "Fungicida" })).await;
    let undone = desk.take_back_change(&moved["operationId"]).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(0)), "{undone}");
    assert_eq!(count().await, (json!(1), json!(3), 1, parent(1)));
    desk.close().await;
}

#[tokio::test]
async fn what_a_category_expects_and_requires_holds_for_those_below_it_wherever_they_move() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.change(json!({ "type": "create", "name": "Defensivos" })).await;
    desk.ok("settle_expectation", json!({ "category": "defensivos", "attributes": ["registro"] })).await;
    desk.change(json!({ "type": "move", "category": "Herbicidas", "parent": "Defensivos" })).await;
    desk.change(json!({ "type": "create", "name": "Dessecantes", "parent": "Herbicidas" })).await;
    assert_eq!(desk.list_expected_keys("Herbicidas").await, ["registro", "teor"]);
    assert_eq!(desk.list_expected_keys("dessecantes").await, ["registro", "teor"]);
    let found = desk.ok("category_expectation", json!({ "category": "Herbicidas" })).await;
    let attributes = found["attributes"].as_array().unwrap();
    let standing = |key: &str| {
        let one = attributes.iter().find(|one| one["key"] == key).unwrap();
        (one["own"].clone(), one["inheritedFrom"].clone())
    };
    assert_eq!(standing("registro"), (json!(false), json!("Defensivos")));
    assert_eq!(standing("teor"), (json!(true), Value::Null));

    // What is required above is asked for below, and counted by the preview of the field.
    let bare = json!({ "name": "Paraquate", "category": "Dessecantes" });
    let (code, details) = desk.refusal("create_item", bare.clone()).await;
    let refused = (code.as_str(), &details["fields"][0]["field"], &details["fields"][0]["code"]);
    assert_eq!(refused, ("invalid_fields", &json!("attributes.teor"), &json!("required")));
    let draft = crate::desk::merge_fields(bare, json!({ "status": "rascunho" }));
    desk.ok("create_item", draft).await;
    desk.item("Diquate", json!({ "category": "Dessecantes", "attributes": { "teor": 200 } })).await;
    let asked =
        json!({ "key": "registro", "name": "Registro", "fieldType": "text", "requiredIn": ["Defensivos"] });
    let preview = desk.ok("preview_field", json!({ "field": asked })).await;
    assert_eq!(preview["lacking"], 3, "two herbicides and one below them: {preview}");

    // The completeness that is stored is that which the row is told to have, when it is written and when the tree is.
    let missing = async |name: &str| -> Vec<String> {
        let grid = desk.ok("grid", json!({ "text": name })).await;
        let (row, average) = (&grid["rows"][0], grid["averageCompleteness"].as_f64().unwrap());
        assert!((row["completeness"].as_f64().unwrap() - average).abs() < 1e-9, "{name}: {grid}");
        let missing = row["missing"].as_array().unwrap().iter();
        let attributes = missing.filter_map(|one| one.as_str()?.strip_prefix("attributes."));
        attributes.map(str::to_owned).collect()
    };
    assert_eq!(missing("diquate").await, ["registro"]);
    assert_eq!(missing("glifosato").await, ["registro"]);
    assert!(missing("mancozebe").await.is_empty());
    let change = json!({ "type": "move", "category": "Fungicidas", "parent": "Herbicidas" });
    let preview = desk.ok("preview_category", json!({ "change": change })).await;
    assert_eq!(preview["expected"], json!(["registro", "teor"]), "{preview}");
    let moved = desk.change(change).await;
    assert_eq!(desk.list_expected_keys("Fungicidas").await, ["classe", "registro", "teor"]);
    assert_eq!(missing("mancozebe").await, ["registro", "teor"]);
    desk.take_back_change(&moved["operationId"]).await;
    assert_eq!(desk.list_expected_keys("Fungicidas").await, ["classe"]);
    assert!(missing("mancozebe").await.is_empty());

    // A category above that ceases to expect it, or has another name, is followed as well.
    desk.change(json!({ "type": "rename", "category": "Herbicidas", "name": "Mata-mato" })).await;
    assert_eq!(missing("diquate").await, ["registro"]);
    desk.ok("settle_expectation", json!({ "category": "Defensivos", "attributes": [] })).await;
    assert!(missing("diquate").await.is_empty() && missing("glifosato").await.is_empty());
    let unlike = "SELECT FROM catalog_grid g JOIN catalog_grid_rows r USING (item_id) \
        WHERE g.completeness <> r.completeness";
    assert_eq!(desk.run_sql(unlike).await.unwrap(), 0, "the grid is as the view makes it");
    desk.close().await;
}

#[tokio::test]
async fn what_the_tree_cannot_hold_is_refused_with_what_is_allowed() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.change(json!({ "type": "move", "category": "Fungicidas", "parent": "Herbicidas" })).await;
    let refusal = async |change: Value| desk.refusal("change_category", json!({ "change": change })).await;
    let under = json!({ "type": "move", "category": "herbicidas", "parent": "FUNGICIDAS" });
    assert_eq!(refusal(under).await.0, "category_cycle");
    assert_eq!(refusal(json!({ "type": "delete", "category": "Fungicidas" })).await.0, "category_not_empty");
    assert_eq!(refusal(json!({ "type": "delete", "category": "Nada" })).await.0, "not_found");
    let (code_of, details) = refusal(json!({ "type": "create", "name": "fungicídas" })).await;
    assert_eq!((code_of.as_str(), &details["fields"][0]["code"]), ("invalid_fields", &json!("taken")));
    for level in 2..8 {
        let above = if level == 2 { "Fungicidas".into() } else { format!("Nível {level}") };
        let name = format!("Nível {}", level + 1);
        desk.change(json!({ "type": "create", "name": name, "parent": above })).await;
    }
    let deep = json!({ "type": "create", "name": "Nível 9", "parent": "nivel 8" });
    assert_eq!(refusal(deep).await.0, "category_too_deep");
    assert_eq!(refusal(json!({ "type": "shrink", "category": "A" })).await.0, "invalid_request");
    // A category in which another one was made since cannot be taken away by undoing.
    let made = desk.change(json!({ "type": "create", "name": "Adubos" })).await;
    let below = desk.change(json!({ "type": "create", "name": "Foliares", "parent": "Adubos" })).await;
    let undone = desk.take_back_change(&made["operationId"]).await;
    assert_eq!((&undone["operationId"], &undone["conflictCount"]), (&Value::Null, &json!(1)), "{undone}");
    let conflict = &undone["conflicts"][0];
    assert_eq!((&conflict["field"], &conflict["now"]), (&json!("categoriesBelow"), &json!("Foliares")));
    desk.take_back_change(&below["operationId"]).await;
    desk.take_back_change(&made["operationId"]).await;
    assert!(desk.tree().await.iter().all(|(name, ..)| name != "Adubos"));
    desk.close().await;
}

#[tokio::test]
async fn a_move_is_taken_back_with_what_stands_below_the_category_since() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    desk.change(json!({ "type": "create", "name": "Defensivos" })).await;
    let change = json!({ "type": "move", "category": "Herbicidas", "parent": "Defensivos" });
    let moved = desk.change(change).await;
    desk.change(json!({ "type": "create", "name": "Dessecantes", "parent": "Herbicidas" })).await;
    let undone = desk.take_back_change(&moved["operationId"]).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(0)), "{undone}");
    let tree = desk.tree().await;
    assert!(tree.contains(&row("Herbicidas", Value::Null, 2)), "{tree:?}");
    assert!(tree.contains(&row("Dessecantes", json!("Herbicidas"), 0)), "{tree:?}");
    desk.close().await;
}

#[tokio::test]
async fn a_rename_is_taken_back_where_categories_stand_below_it_since_also_if_items_alone_had_it() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    let renamed =
        desk.change(json!({ "type": "rename", "category": "Herbicidas", "name": "Mata-mato" })).await;
    desk.change(json!({ "type": "create", "name": "Dessecantes", "parent": "Mata-mato" })).await;
    let log = desk.ok("list_operations", json!({ "limit": 2 })).await;
    assert_eq!(each(&log["rows"], "subject"), ["Dessecantes", "Herbicidas → Mata-mato"]);
    let undone = desk.take_back_change(&renamed["operationId"]).await;
    assert_eq!(undone["conflictCount"], 0, "{undone}");
    let tree = desk.tree().await;
    assert!(tree.contains(&row("Herbicidas", Value::Null, 2)), "{tree:?}");
    assert!(tree.contains(&row("Dessecantes", json!("Herbicidas"), 0)), "{tree:?}");
    assert!(tree.iter().all(|(name, ..)| name != "Mata-mato"), "{tree:?}");
    desk.close().await;
}

#[tokio::test]
async fn of_two_renames_at_once_the_second_sees_that_the_category_was_changed() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    let rename = |name: &str| {
        let change = json!({ "type": "rename", "category": "Herbicidas", "name": name });
        json!({ "change": change, "version": 0 })
    };
    let (one, other) = tokio::join!(
        desk.call("change_category", rename("Um")),
        desk.call_as("bia", "change_category", rename("Outro"))
    );
    let made = if one.is_ok() { &one } else { &other }.as_ref().unwrap()["name"].clone();
    let lost = if one.is_ok() { other } else { one };
    assert_eq!(code(lost), "conflict");
    let names: Vec<String> = desk.tree().await.into_iter().map(|(name, ..)| name).collect();
    let mut expected = vec!["Fungicidas".to_owned(), made.as_str().unwrap().to_owned()];
    expected.sort();
    assert_eq!(names, expected);
    desk.close().await;
}

#[tokio::test]
async fn every_change_of_the_tree_stands_in_the_log_with_what_it_took_along_and_comes_back() {
    let desk = Desk::new().await;
    desk.herbicides().await;
    for change in [
        json!({ "type": "create", "name": "Defensivos" }),
        json!({ "type": "create", "name": "Sem nada" }),
        json!({ "type": "move", "category": "Herbicidas", "parent": "Defensivos" }),
        json!({ "type": "rename", "category": "Herbicidas", "name": "Limpa-lote" }),
        json!({ "type": "delete", "category": "Sem nada" }),
    ] {
        desk.change(change).await;
    }
    let log = desk.ok("list_operations", json!({ "limit": 5 })).await;
    let rows = log["rows"].as_array().unwrap();
    let kinds =
        ["delete", "rename", "move", "create", "create"].map(|kind| json!(format!("{kind}-category")));
    assert_eq!(each(&log["rows"], "kind"), kinds.iter().collect::<Vec<_>>(), "{log}");
    assert!(rows.iter().all(|row| row["undoable"] == true && row["categories"].as_i64() >= Some(1)), "{log}");
    assert_eq!(
        each(&log["rows"], "records"),
        [0, 2, 0, 0, 0].map(|count| json!(count)).iter().collect::<Vec<_>>()
    );

    let of = |at: usize| json!({ "id": rows[at]["id"] });
    let moved = desk.ok("get_operation", of(2)).await;
    let place = &moved["tree"].as_array().unwrap().iter().find(|one| one["name"] == "Limpa-lote").unwrap();
    assert_eq!(place["to"], json!("Defensivos › Herbicidas"), "{moved}");
    let renamed = desk.ok("get_operation", of(1)).await;
    let along: Vec<&Value> =
        renamed["tree"].as_array().unwrap().iter().filter(|one| !one["mention"].is_null()).collect();
    let find_name =
        |kind: &str| along.iter().find(|one| one["mention"] == kind).map(|one| one["name"].clone());
    assert_eq!(find_name("field"), Some(json!("Teor")), "{renamed}");
    assert_eq!(find_name("importProfile"), Some(json!("Nortox")));
    assert_eq!(find_name("view"), Some(Value::Null), "another person's view is not named");
    assert_eq!(renamed["total"], 2, "the items that went along");

    let undone = desk.take_back_change(&rows[0]["id"]).await;
    assert_eq!(undone["undone"], 1, "{undone}");
    assert!(desk.tree().await.iter().any(|(name, ..)| name == "Sem nada"));
    let log = desk.ok("list_operations", json!({ "limit": 2 })).await;
    assert_eq!(
        (&log["rows"][0]["kind"], &log["rows"][1]["whyNot"]),
        (&json!("undo"), &json!("undone")),
        "{log}"
    );
    desk.close().await;
}
