//! Lists of counts: files, columns of places, bad rows.

use super::EAN;
use crate::desk::{Desk, each};
use celeiro_app::catalog::stock::file::stock_file::read_stock_file;
use serde_json::{Value, json};

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
async fn a_list_that_comes_again_on_its_day_changes_nothing() {
    let desk = Desk::new().await;
    let item = desk.item("Base", json!({ "externalId": "B" })).await;
    let upload = desk.send(b"Codigo;Deposito;Saldo;Un\nB;Loja;5;L\nB;Galpao;2;L\n").await;
    let request = json!({ "uploadId": upload });
    let first = desk.ok("import_stock_file", request.clone()).await;
    assert_eq!((&first["changed"], first["operationId"].is_string()), (&json!(2), true), "{first}");
    let levels = desk.levels(&item).await;
    let second = desk.ok("import_stock_file", request).await;
    assert_eq!(
        (&second["changed"], &second["unchanged"], &second["operationId"]),
        (&json!(0), &json!(2), &Value::Null),
        "{second}"
    );
    assert_eq!(desk.levels(&item).await, levels);
    let other = json!({ "rows": [{ "code": "B", "place": "LOJA", "quantity": 5, "unit": "un" }] });
    assert_eq!(desk.ok("import_stock", other).await["changed"], 1, "another unit is another count");
    desk.close().await;
}
