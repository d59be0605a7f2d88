//! Stock of items: counts, lists of counts with bad rows, and what a search says of them.

use crate::desk::{Desk, each, merge_fields};
use celeiro_app::catalog::stock::file::stock_file::read_stock_file;
use celeiro_domain::search::Lang;
use serde_json::{Value, json};

const EAN: &str = "7891000315507";

impl Desk {
    async fn levels(&self, item: &Value) -> Value {
        self.ok("get_item_stock", json!({ "id": item["id"] })).await["levels"].clone()
    }
}

#[tokio::test]
async fn counts_are_stored_whole_and_a_later_one_is_never_overwritten() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L" }, { "label": "20 L" }]);
    let item = desk.item("Base", json!({ "packages": packages })).await;
    let set = async |counts: Value| {
        desk.call("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    let counts = json!([
        { "package": "5 L", "place": " Loja ", "quantity": "12,5", "unit": "gl", "countedAt": "2026-01-10T10:00:00Z" },
        { "package": "20 L", "quantity": 0, "countedAt": "2026-01-09T10:00:00Z" },
    ]);
    let first = set(counts.clone()).await.unwrap();
    assert_eq!(first["changed"], 2);
    assert_eq!(
        (&first["stock"]["total"]["isOut"], &first["stock"]["total"]["countedOn"]),
        (&json!(false), &json!("2026-01-09"))
    );
    assert_eq!(set(counts).await.unwrap()["operationId"], Value::Null, "nothing is another");
    let refusal = async |counts: Value| {
        desk.refusal("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    let older = json!([
        { "package": "20 L", "quantity": 4 },
        { "package": "5 L", "place": "Loja", "quantity": 3, "countedAt": "2026-01-01T10:00:00Z" },
    ]);
    assert_eq!(refusal(older).await.1["path"], "counts[1]");
    assert_eq!(refusal(json!([{ "package": "1 L", "quantity": 1 }])).await.0, "stock_refused");
    assert_eq!(refusal(json!([{ "quantity": 1, "place": "x".repeat(121) }])).await.0, "invalid_fields");
    assert_eq!(refusal(json!([])).await.0, "invalid_request");
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [0.0, 12.5], "all or none");

    let gone = set(json!([{ "package": "20 L", "quantity": null }])).await.unwrap();
    assert_eq!(
        (gone["changed"].clone(), &gone["stock"]["total"]),
        (json!(1), &Value::Null),
        "unknown is not nothing"
    );
    let stale = desk.ok("undo_operation", json!({ "id": first["operationId"] })).await;
    assert_eq!((&stale["undone"], &stale["conflictCount"]), (&json!(1), &json!(0)), "{stale}");
    assert_eq!(desk.levels(&item).await, json!([]));
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;
    assert_eq!(each(&history, "operation")[0], "undo");
    assert_eq!(history.as_array().unwrap().len(), 4, "the item and three changes of its stock");
    desk.close().await;
}

#[tokio::test]
async fn a_list_of_counts_names_its_bad_rows_and_loses_no_good_one() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "ean": EAN, "code": "B5" }]);
    let item = desk.item("Base", json!({ "externalId": "B", "packages": packages })).await;
    let other = desk.item("Óleo mineral", json!({ "externalId": "OM" })).await;
    let file = tempfile::Builder::new().suffix(".csv").tempfile().unwrap();
    let text = "Posição de estoque;;;;\nCód.;EAN;Produto;Depósito;Qtd. disp.\n;7891000315507;Base 5 L;Loja;1.250\n\
        OM;;Óleo;Galpão;12,5\nZZ;;Nada;Loja;1\nOM;;Óleo;Loja;dez\n;;Total;;1262,5\n";
    std::fs::write(file.path(), text).unwrap();
    let rows = read_stock_file(&desk.app, &desk.caller, file.path().to_owned(), None).await.unwrap().rows;
    let request = |dry_run: bool| json!({ "rows": rows, "dryRun": dry_run });
    let looked = desk.ok("import_stock", request(true)).await;
    assert_eq!((&looked["changed"], &looked["operationId"]), (&json!(2), &Value::Null), "{looked}");
    assert_eq!(desk.levels(&item).await, json!([]), "nothing was stored");
    let done = desk.ok("import_stock", request(false)).await;
    assert_eq!((&done["changed"], &done["problemCount"]), (&json!(2), &json!(2)), "{done}");
    let told: Vec<_> =
        done["problems"].as_array().unwrap().iter().map(|one| (&one["row"], &one["code"])).collect();
    assert_eq!(told, [(&json!(5), &json!("not_found")), (&json!(6), &json!("invalid_quantity"))]);
    let level = &desk.levels(&item).await[0];
    assert_eq!(
        (&level["package"], &level["quantity"]),
        (&json!("5 L"), &json!(1250.0)),
        "12,5 shows the comma"
    );
    assert_eq!(each(&desk.levels(&other).await, "place"), ["Galpão"]);
    let twice = json!({ "rows": [{ "code": "OM", "quantity": 1 }, { "code": "om", "quantity": 2 }] });
    let twice = desk.ok("import_stock", twice).await;
    assert_eq!(each(&twice["problems"], "code"), ["twice", "twice"]);
    assert_eq!(each(&twice["problems"], "otherRow"), [2, 1]);
    assert_eq!(each(&twice["problems"], "product"), ["OM", "om"]);
    let loud = json!({ "rows": [{ "code": "OM", "place": "GALPAO", "quantity": 3 }] });
    let recount = desk.ok("import_stock", loud).await;
    assert_eq!(each(&desk.levels(&other).await, "place"), ["Galpão"], "one place, however it is written");
    assert_eq!(each(&desk.levels(&other).await, "quantity"), [3.0]);
    desk.ok("undo_operation", json!({ "id": recount["operationId"] })).await;
    desk.ok("undo_operation", json!({ "id": done["operationId"] })).await;
    assert_eq!((desk.levels(&item).await, desk.levels(&other).await), (json!([]), json!([])));
    desk.close().await;
}

#[tokio::test]
async fn a_file_that_was_sent_is_looked_at_stored_once_and_taken_back() {
    let desk = Desk::new().await;
    let item = desk.item("Base", json!({ "externalId": "B" })).await;
    let first = json!([{ "place": "Loja", "quantity": 4, "countedAt": "2026-01-10T10:00:00Z" }]);
    desk.ok("set_item_stock", json!({ "id": item["id"], "counts": first })).await;
    let text = "Fechamento;;\nMaterial;Onde;Quanto\nB;LOJA;1.250\nB;Galpão;2\nZZ;Loja;1\n";
    let upload = desk.send(text.as_bytes()).await;

    let unknown = desk.ok("stock_file_columns", json!({ "uploadId": upload })).await;
    assert_eq!(unknown["headingRow"], Value::Null, "no name of a column is known: {unknown}");
    let chosen = desk.ok("stock_file_columns", json!({ "uploadId": upload, "headingRow": 2 })).await;
    assert_eq!(each(&chosen["columns"], "name"), ["Material", "Onde", "Quanto"]);

    let refusal = async |columns: Value| {
        let request = json!({ "uploadId": upload, "headingRow": 2, "columns": columns });
        desk.refusal("preview_stock_file", request).await.0
    };
    assert_eq!(refusal(json!([{ "at": 0, "column": "code" }])).await, "invalid_fields");
    let twice = json!([{ "at": 0, "column": "code" }, { "at": 1, "column": "code" }]);
    assert_eq!(refusal(twice).await, "invalid_request");

    let columns = json!([
        { "at": 0, "column": "code" }, { "at": 1, "column": "place" }, { "at": 2, "column": "quantity" },
    ]);
    let request = json!({
        "uploadId": upload, "headingRow": 2, "columns": columns, "decimal": "comma", "countedAt": "2026-02-01",
        "operationId": "00000000-0000-4000-8000-0000000000a1",
    });
    let looked = desk.ok("preview_stock_file", request.clone()).await;
    assert_eq!(
        (&looked["changed"], each(&looked["problems"], "row")),
        (&json!(2), vec![&json!(5)]),
        "{looked}"
    );
    assert_eq!(each(&looked["sample"], "place"), ["Loja", "Galpão"], "as the place is spelled already");
    assert_eq!(each(&looked["sample"], "before"), [&json!(4.0), &Value::Null]);
    assert_eq!(each(&looked["sample"], "quantity"), [1250.0, 2.0]);
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [4.0], "nothing was stored");

    let mut request = request;
    request["digest"] = looked["digest"].clone();
    let done = desk.ok("import_stock_file", request.clone()).await;
    let again = desk.ok("import_stock_file", request.clone()).await;
    assert_eq!((&again["operationId"], &again["changed"]), (&done["operationId"], &json!(2)));
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [2.0, 1250.0]);
    let looked_again = desk.ok("preview_stock_file", request).await;
    assert_eq!(
        (&looked_again["changed"], &looked_again["unchanged"]),
        (&json!(0), &json!(2)),
        "a look is new"
    );
    desk.ok("undo_operation", json!({ "id": done["operationId"] })).await;
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [4.0]);
    desk.close().await;
}

#[tokio::test]
async fn a_column_for_each_place_is_several_counts_of_a_row_and_the_log_names_the_file() {
    let desk = Desk::new().await;
    let base = desk.item("Base", json!({ "externalId": "B" })).await;
    let oil = desk.item("Óleo", json!({ "externalId": "O" })).await;
    let text = "Código;Produto;Loja Centro;Saldo Depósito 2;Total\nB;Base;3;1,5;4,5\nO;Óleo;;7;7\nTotal;;3;8,5;11,5\n";
    let upload = desk.send(text.as_bytes()).await;
    let looked = desk.ok("stock_file_columns", json!({ "uploadId": upload })).await;
    assert_eq!(
        each(&looked["columns"], "place"),
        [&Value::Null, &Value::Null, &json!("Loja Centro"), &json!("Depósito 2"), &Value::Null],
        "{looked}"
    );
    assert_eq!(
        each(&looked["columns"], "column"),
        [&json!("code"), &json!("name"), &json!("quantity"), &json!("quantity"), &Value::Null],
        "the sum of the places is none of them"
    );
    let columns = json!([
        { "at": 0, "column": "code" },
        { "at": 2, "column": "quantity", "place": "Loja Centro" },
        { "at": 3, "column": "quantity", "place": "Galpão" },
    ]);
    let request = json!({ "uploadId": upload, "columns": columns });
    let done = desk.ok("import_stock_file", request).await;
    assert_eq!((&done["changed"], &done["problemCount"]), (&json!(3), &json!(0)), "{done}");
    assert_eq!(each(&desk.levels(&base).await, "place"), ["Galpão", "Loja Centro"]);
    assert_eq!(each(&desk.levels(&oil).await, "quantity"), [7.0]);
    let twice = json!([
        { "at": 0, "column": "code" },
        { "at": 2, "column": "quantity", "place": "Loja" },
        { "at": 3, "column": "quantity", "place": "LOJA" },
    ]);
    let refused = desk.refusal("preview_stock_file", json!({ "uploadId": upload, "columns": twice })).await;
    assert_eq!((refused.0.as_str(), &refused.1["path"]), ("invalid_request", &json!("columns")));

    let log = desk.ok("list_operations", json!({})).await;
    let logged = &log["rows"][0];
    assert_eq!((&logged["kind"], &logged["source"]), (&json!("import-stock"), &json!("import")));
    assert_eq!(logged["subject"], "a.csv");
    desk.close().await;
}

#[tokio::test]
async fn an_undo_is_of_what_the_operation_was_of() {
    let desk = Desk::new().await;
    desk.item("Base", json!({ "externalId": "B" })).await;
    let upload = desk.send("Código;Saldo\nB;3\n".as_bytes()).await;
    desk.ok("import_stock_file", json!({ "uploadId": upload })).await;
    desk.ok("change_category", json!({ "change": { "type": "create", "name": "Adubos" } })).await;
    for subject in ["Adubos", "a.csv"] {
        let log = desk.ok("list_operations", json!({})).await;
        let rows = log["rows"].as_array().unwrap();
        let taken = rows.iter().find(|row| row["subject"] == subject && row["kind"] != "undo").unwrap();
        desk.ok("undo_operation", json!({ "id": taken["id"] })).await;
        let log = desk.ok("list_operations", json!({})).await;
        let undo = &log["rows"][0];
        assert_eq!((&undo["kind"], &undo["subject"]), (&json!("undo"), &json!(subject)), "{log}");
    }
    desk.close().await;
}

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
async fn what_is_wrong_with_a_row_of_several_places_is_told_once_or_with_its_place() {
    let desk = Desk::new().await;
    let base = desk.item("Base", json!({ "externalId": "B" })).await;
    let text = "Código;Loja Centro;Depósito 2;Total;Data\nB;3;abc;3;28/11/2025\nZZ;1;2;3;28/11/2025\n\
        B;-2;4;2;28/11/2025\nB;1;2;4;28/11/2199\n";
    let upload = desk.send(text.as_bytes()).await;
    let looked = desk.ok("preview_stock_file", json!({ "uploadId": upload })).await;
    let told: Vec<_> = looked["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["row"].clone(), one["code"].clone(), one["place"].clone()))
        .collect();
    assert_eq!(
        told,
        [
            (json!(2), json!("invalid_quantity"), json!("Depósito 2")),
            (json!(3), json!("not_found"), json!("")),
            (json!(4), json!("quantity_out_of_range"), json!("Loja Centro")),
            (json!(5), json!("date_in_future"), json!("")),
        ],
        "{looked}"
    );
    assert_eq!((&looked["problemCount"], &looked["changed"]), (&json!(4), &json!(2)));
    assert_eq!(looked["unlikeSums"], 1, "that of the last row: {looked}");
    assert_eq!(desk.levels(&base).await, json!([]));
    desk.close().await;
}

#[tokio::test]
async fn two_columns_of_one_store_are_of_one_place() {
    let desk = Desk::new().await;
    desk.item("Base", json!({ "externalId": "B" })).await;
    let upload = desk.send("Código;Loja Centro;Loja centro\nB;3;4\n".as_bytes()).await;
    let looked = desk.ok("stock_file_columns", json!({ "uploadId": upload })).await;
    assert_eq!(
        each(&looked["columns"], "place"),
        [&Value::Null, &json!("Loja Centro"), &json!("Loja centro")],
        "no store is made up: {looked}"
    );
    let looked = desk.ok("preview_stock_file", json!({ "uploadId": upload })).await;
    assert_eq!(each(&looked["problems"], "code")[0], "twice", "{looked}");
    assert_eq!(looked["changed"], 0);
    desk.close().await;
}

#[tokio::test]
async fn each_sheet_is_of_its_place_and_a_count_without_one_is_told_beside_places() {
    let desk = Desk::new().await;
    let item = desk.item("Base", json!({ "externalId": "B" })).await;
    for (place, quantity) in [("Loja", 5), ("Galpão", 2)] {
        let upload = desk.send(format!("Codigo;Saldo\nB;{quantity}\n").as_bytes()).await;
        let done = desk.ok("import_stock_file", json!({ "uploadId": upload, "place": place })).await;
        assert_eq!((&done["changed"], &done["mixedPlaces"]), (&json!(1), &json!(0)), "{done}");
    }
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [2.0, 5.0]);
    let upload = desk.send(b"Codigo;Saldo\nB;7\n").await;
    let looked = desk.ok("preview_stock_file", json!({ "uploadId": upload })).await;
    assert_eq!(looked["mixedPlaces"], 1, "the total would be 14: {looked}");
    let none_left = json!({ "rows": [{ "code": "B", "quantity": 0 }], "dryRun": true });
    assert_eq!(desk.ok("import_stock", none_left).await["mixedPlaces"], 0, "nothing is added");
    let zeros = desk.item("Rasoura", json!({ "externalId": "000123" })).await;
    let looked =
        desk.ok("import_stock", json!({ "rows": [{ "code": "123", "quantity": 4 }], "dryRun": true })).await;
    assert_eq!(
        (&looked["sample"][0]["itemId"], &looked["sample"][0]["saidCode"]),
        (&zeros["id"], &json!("123")),
        "{looked}"
    );
    let upload = desk.send(b"Codigo;Saldo\n").await;
    assert_eq!(desk.refusal("preview_stock_file", json!({ "uploadId": upload })).await.0, "invalid_request");
    desk.close().await;
}

#[tokio::test]
async fn what_is_stored_of_a_file_is_what_was_looked_at() {
    let desk = Desk::new().await;
    let item = desk.item("Base", json!({ "externalId": "B" })).await;
    let upload = desk.send(b"Codigo;Deposito;Saldo\nB;Loja;5\nB;Galpao;2\n").await;
    let preview = async || desk.ok("preview_stock_file", json!({ "uploadId": upload })).await;
    let import = |looked: &Value| json!({ "uploadId": upload, "digest": looked["digest"] });
    let looked = preview().await;
    assert_eq!(preview().await["digest"], looked["digest"], "a later now is no other outcome");
    // Another person counts meanwhile.
    let count = json!([{ "place": "Loja", "quantity": 9 }]);
    desk.ok("set_item_stock", json!({ "id": item["id"], "counts": count })).await;
    assert_eq!(desk.refusal("import_stock_file", import(&looked)).await.0, "selection_changed");
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [9.0], "nothing was stored");
    let looked = preview().await;
    assert_eq!(desk.ok("import_stock_file", import(&looked)).await["changed"], 2);
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [2.0, 5.0]);
    desk.close().await;
}

#[tokio::test]
async fn a_long_list_is_stored_as_one_operation_and_a_longer_one_not_at_all() {
    let desk = Desk::new().await;
    desk.item("Base", json!({ "externalId": "B" })).await;
    let list = |lines: usize| {
        let unknown = (1..lines).map(|at| format!("X{at};1\n")).collect::<String>();
        format!("Codigo;Saldo\nB;7\n{unknown}")
    };
    let upload = desk.send(list(50_000).as_bytes()).await;
    let done = desk.ok("import_stock_file", json!({ "uploadId": upload })).await;
    assert_eq!((&done["changed"], &done["problemCount"]), (&json!(1), &json!(49_999)));
    let upload = desk.send(list(50_001).as_bytes()).await;
    let longer = desk.refusal("import_stock_file", json!({ "uploadId": upload })).await;
    assert_eq!(longer.0, "invalid_request");
    // No file fills the memory of the program with cells.
    let further: String = (1..=300).map(|at| format!(";Coluna {at}")).collect();
    let wide = format!("Codigo;Saldo{further}\n{}", format!("B;7{}\n", ";1".repeat(300)).repeat(7_000));
    let upload = desk.send(wide.as_bytes()).await;
    assert_eq!(desk.refusal("preview_stock_file", json!({ "uploadId": upload })).await.0, "invalid_request");
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
async fn a_barcode_leads_to_its_product_on_sale_or_not() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "ean": EAN }]);
    let item = desk.item("Base", json!({ "status": "inativo", "packages": packages })).await;
    let own = desk.item("Pá", json!({ "attributes": { "Código de barras": "0-36000-29145-2" } })).await;
    let find = async |ean: &str| desk.ok("find_ean", json!({ "ean": ean })).await["matches"].clone();
    let found = find("0789-1000-31550-7").await;
    assert_eq!((&found[0]["itemId"], &found[0]["package"]), (&item["id"], &json!("5 L")));
    assert_eq!(find("0036000291452").await[0]["itemId"], own["id"]);
    assert_eq!(find("96385074").await, json!([]));
    assert_eq!(desk.refusal("find_ean", json!({ "ean": "7891000315508" })).await.0, "invalid_request");
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
