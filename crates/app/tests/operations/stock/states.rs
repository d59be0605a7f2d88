//! What is gone, there or not counted: in totals, the sheet, searches, answers and exports.

use crate::desk::{Desk, each, merge_fields};
use celeiro_domain::search::Lang;
use serde_json::{Value, json};

#[tokio::test]
async fn a_search_finds_by_its_stock_what_is_gone_what_is_there_and_what_was_never_counted() {
    let desk = Desk::new().await;
    let gone = desk.item("Base gone", json!({ "price": 5 })).await;
    let left = desk.item("Base left", json!({ "price": 9 })).await;
    desk.item("Base uncounted", json!({ "price": 7 })).await;
    let count = async |item: &Value, quantity: u32| {
        let counts = json!([{ "quantity": quantity }]);
        desk.ok("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    count(&gone, 0).await;
    let counted = count(&left, 4).await;
    let find_names = async |filters: Value, more: Value| {
        let request = merge_fields(json!({ "query": "base", "filters": filters }), more);
        let found = desk.ok("search", request).await;
        let hits = found["results"].as_array().unwrap().iter();
        let mut names: Vec<String> =
            hits.map(|hit| hit["item"]["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    for fusion in ["relevance", "enhanced", "simple", "rrf"] {
        let by =
            async |stock: Value| find_names(json!({ "stock": stock }), json!({ "fusion": fusion })).await;
        assert_eq!(by(json!("out")).await, ["Base gone"], "{fusion}");
        assert_eq!(by(json!("some")).await, ["Base left"], "{fusion}");
        assert_eq!(by(json!(["out", "unknown"])).await, ["Base gone", "Base uncounted"], "{fusion}");
    }
    let cheap =
        find_names(json!({ "stock": ["out", "some"], "minPrice": 6 }), json!({ "sort": "priceAsc" })).await;
    assert_eq!(cheap, ["Base left"], "conditions add up");

    // What is counted anew or taken back counts at once.
    count(&gone, 2).await;
    desk.ok("undo_operation", json!({ "id": counted["operationId"] })).await;
    assert_eq!(find_names(json!({ "stock": "some" }), json!({})).await, ["Base gone"]);
    assert_eq!(find_names(json!({ "stock": "out" }), json!({})).await, Vec::<String>::new());

    let make_request = |key: &str, value: &str| json!({ "query": "base", "filters": { key: value } });
    let wrong = desk.call("search", make_request("stock", "pouco")).await.unwrap_err().to_body(Lang::En);
    assert_eq!(wrong.code, "invalid_request");
    assert!(wrong.message.contains("out, some, unknown"), "{}", wrong.message);
    let other = desk.call("search", make_request("cor", "out")).await.unwrap_err().to_body(Lang::En);
    assert_eq!(other.code, "unknown_filter");
    assert!(other.message.contains("maxPrice, tags, stock"), "{}", other.message);
    desk.close().await;
}

#[tokio::test]
async fn totals_are_of_items_that_were_counted() {
    let desk = Desk::new().await;
    let counted = desk.item("Base", json!({})).await;
    let other = desk.item("Rasoura", json!({})).await;
    let none_left = json!([{ "quantity": 0, "countedAt": "2026-01-10T10:00:00Z" }]);
    desk.ok("set_item_stock", json!({ "id": counted["id"], "counts": none_left })).await;
    let totals = desk.ok("list_stock_totals", json!({ "items": [counted["id"], other["id"]] })).await;
    assert_eq!(each(&totals, "itemId"), [&counted["id"]], "what was not counted is unknown");
    assert_eq!(
        (&totals[0]["stock"]["isOut"], &totals[0]["stock"]["countedOn"]),
        (&json!(true), &json!("2026-01-10"))
    );
    let many: Vec<&Value> = std::iter::repeat_n(&counted["id"], 101).collect();
    assert_eq!(desk.refusal("list_stock_totals", json!({ "items": many })).await.0, "invalid_request");
    desk.close().await;
}

/// What the sheet says of the stock of all items: the state of each by the filter that finds it.
async fn states_by_filter(desk: &Desk) -> Vec<(String, &'static str)> {
    let mut states = Vec::new();
    for state in ["out", "some", "unknown"] {
        let filter = json!({ "column": "stock", "test": "is", "values": [state] });
        let page = desk.ok("grid", json!({ "filters": [filter] })).await;
        for row in page["rows"].as_array().unwrap() {
            states.push((row["item"]["name"].as_str().unwrap().to_owned(), state));
        }
    }
    states.sort();
    states
}

#[tokio::test]
async fn the_sheet_is_filtered_and_ordered_by_the_stock_that_its_totals_say() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L" }, { "label": "20 L" }]);
    let both = desk.item("Both counted", json!({ "packages": packages })).await;
    let half = desk.item("Half counted", json!({ "packages": packages })).await;
    let plain = desk.item("Plain", json!({})).await;
    let units = desk.item("Two units", json!({})).await;
    let empty = desk.item("None left", json!({})).await;
    let uncounted = desk.item("Uncounted", json!({})).await;
    let at = "2026-01-10T10:00:00Z";
    let count = |package: Value, place: &str, quantity: f64, unit: &str| json!({ "package": package, "place": place, "quantity": quantity, "unit": unit, "countedAt": at });
    let set = async |item: &Value, counts: Value| {
        desk.ok("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    set(&both, json!([count(json!("5 L"), "", 3.0, "gl"), count(json!("20 L"), "", 0.0, "gl")])).await;
    set(&half, json!([count(json!("5 L"), "", 0.0, "gl")])).await;
    let counted = json!([count(json!(null), "Loja", 2.5, "UN"), count(json!(null), "Galpão", 4.0, "un")]);
    set(&plain, counted).await;
    set(&units, json!([count(json!(null), "Loja", 2.0, "UN"), count(json!(null), "Galpão", 4.0, "cx")]))
        .await;
    let gone = set(&empty, json!([count(json!(null), "", 0.0, "")])).await;

    let known = ["Both counted", "Plain", "Two units"].map(|name| (name.to_owned(), "some"));
    let unknown = ["Half counted", "Uncounted"].map(|name| (name.to_owned(), "unknown"));
    let mut expected: Vec<(String, &str)> = known.into_iter().chain(unknown).collect();
    expected.push(("None left".into(), "out"));
    expected.sort();
    assert_eq!(states_by_filter(&desk).await, expected);

    // The totals that cells show are of the same rules.
    let ids = [&both, &half, &plain, &units, &empty, &uncounted].map(|item| item["id"].clone());
    let totals = desk.ok("list_stock_totals", json!({ "items": ids })).await;
    let told = totals.as_array().unwrap().len();
    assert_eq!(told, 4, "{totals}");

    let names = async |query: Value| {
        let page = desk.ok("grid", query).await;
        let rows = page["rows"].as_array().unwrap().clone();
        rows.iter().map(|row| row["item"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let sorted = names(json!({ "sort": [{ "column": "stock" }, { "column": "name" }] })).await;
    assert_eq!(
        sorted,
        ["None left", "Plain", "Both counted", "Two units", "Half counted", "Uncounted"],
        "sums, then what is there without one, then the unknown"
    );
    let most = names(json!({ "sort": [{ "column": "stock", "descending": true }] })).await;
    assert_eq!(most[..2], ["Plain", "None left"]);
    let range = json!([
        { "column": "stock", "test": "above", "values": ["6,5"] }, { "column": "stock", "test": "below", "values": ["6.5"] },
    ]);
    assert_eq!(names(json!({ "filters": range })).await, ["Plain"]);

    // What is known changes with the packages on sale, and with what is taken back.
    let on_sale = json!([{ "label": "5 L" }, { "label": "20 L", "status": "inativo" }]);
    let edited = merge_fields(half.clone(), json!({ "packages": on_sale }));
    let change = json!({ "id": half["id"], "version": half["version"], "name": "Half counted", "packages": edited["packages"] });
    desk.ok("update_item", change).await;
    desk.ok("undo_operation", json!({ "id": gone["operationId"] })).await;
    let states = states_by_filter(&desk).await;
    assert!(states.contains(&("Half counted".into(), "out")), "{states:?}");
    assert!(states.contains(&("None left".into(), "unknown")), "{states:?}");
    let unlike = "SELECT FROM catalog_grid g JOIN catalog_grid_rows r USING (item_id) \
        WHERE (g.stock, g.stock_state) IS DISTINCT FROM (r.stock, r.stock_state)";
    assert_eq!(desk.run_sql(unlike).await.unwrap(), 0, "the grid is as the view makes it");
    desk.close().await;
}

#[tokio::test]
async fn a_search_and_an_answer_say_what_is_gone_and_nothing_of_what_was_not_counted() {
    let desk = Desk::new().await;
    let item = desk.item("Base fungicida", json!({})).await;
    desk.item("Rasoura fungicida", json!({})).await;
    let set = async |quantity: f64| {
        desk.ok("set_item_stock", json!({ "id": item["id"], "counts": [{ "quantity": quantity }] })).await
    };
    set(0.0).await;
    let search = async || desk.ok("search", json!({ "query": "fungicida" })).await["results"].clone();
    let found = search().await;
    let stock_of = |found: &Value, name: &str| {
        let hit = found.as_array().unwrap().iter().find(|hit| hit["item"]["name"] == name).unwrap();
        hit["stock"].clone()
    };
    assert_eq!(stock_of(&found, "Base fungicida")["isOut"], true);
    assert_eq!(stock_of(&found, "Rasoura fungicida"), Value::Null);
    let answer = desk.ask("tem fungicida?").await["answer"].as_str().unwrap().to_owned();
    assert_eq!(answer.matches("acabou (contagem de").count(), 1, "{answer}");
    for message in ["o que acabou?", "quais produtos estão sem estoque?", "quais fungicidas acabaram?"] {
        let gone = desk.ask(message).await["answer"].as_str().unwrap().to_owned();
        assert!(
            gone.contains("**Base fungicida**") && gone.contains("Acabou, pela última contagem:"),
            "{gone}"
        );
        assert!(!gone.contains("Rasoura"), "what was not counted is not known to be gone: {gone}");
    }
    set(3.0).await;
    assert_eq!(stock_of(&search().await, "Base fungicida")["quantity"], 3.0);
    desk.close().await;
}

#[tokio::test]
async fn an_export_has_the_stock_in_sight_with_the_day_of_its_count() {
    let desk = Desk::new().await;
    let base = desk.item("Base", json!({ "externalId": "1" })).await;
    let lime = desk.item("Cal", json!({ "externalId": "2" })).await;
    desk.item("Sal", json!({ "externalId": "3" })).await;
    for (item, quantity, unit) in [(&base, "12,5", "gl"), (&lime, "0", "")] {
        let count = json!({ "quantity": quantity, "unit": unit, "countedAt": "2026-01-10T12:00:00Z" });
        desk.ok("set_item_stock", json!({ "id": item["id"], "counts": [count] })).await;
    }
    let request = |dialect: &str| {
        json!({
            "kind": "items", "format": "csv", "columns": ["name", "stock"], "dialect": dialect,
            "withCounted": true,
        })
    };
    let (file, _) = desk.export_file(request("excel_br")).await;
    assert_eq!(
        file,
        "\u{feff}Código externo;Fabricante;Nome;Celeiro: estoque\n\
         1;;Base;12,5 gl (10/01/2026)\n2;;Cal;acabou (10/01/2026)\n3;;Sal;\n"
    );
    let (file, _) = desk.export_file(request("plain")).await;
    assert!(file.contains(",Celeiro: stock\n1,Base,,12.5 gl (2026-01-10)\n"), "{file}");
    assert!(file.contains("\n2,Cal,,out of stock (2026-01-10)\n3,Sal,,\n"), "{file}");
    desk.close().await;
}
