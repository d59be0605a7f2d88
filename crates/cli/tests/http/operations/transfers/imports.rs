//! Imports step by step: looked at, previewed, mended, carried out, cancelled; what was exported is read again.

use super::{carried_out, counts, fetch, own_server, upload, wait_for_end};
use crate::server::{Server, shared_server};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The row of this number with one of eight faults, or none.
fn row(number: u32, fault: Option<u32>) -> String {
    let is = |kind| fault == Some(kind);
    let id = if is(6) { "T-2".to_owned() } else { format!("T-{number}") };
    let name = if is(0) { " ".to_owned() } else { format!("Zorzal {number}") };
    let price = if is(1) { "dez reais" } else { "12,50" };
    let status = if is(2) { "talvez" } else { "ativo" };
    let currency = if is(3) { "R$" } else { "BRL" };
    let attributes = if is(4) { "\"{\"\"cor\"\": }\"" } else { "\"{\"\"cor\"\": 1}\"" };
    let category = if is(7) { "c".repeat(400) } else { "Geral".into() };
    let end = if is(5) { ";a mais" } else { "" };
    format!("{id};{name};{price};{status};{currency};{attributes};{category}{end}\n")
}

#[test]
fn planted_faults_come_up_at_their_cells_and_the_error_file_imports_clean_once_mended() {
    let mut server = own_server("transfers-faults");
    let faults: Vec<u32> = (0..37).map(|n| 13 + n * 26).collect();
    let mut file = "external_id;name;price;status;currency;attributes;category\n".to_owned();
    for number in 2..=1_001_u32 {
        let fault = faults.iter().position(|row| *row == number).map(|n| n as u32 % 8);
        file.push_str(&row(number, fault));
    }
    let id = upload(&server, "import", "../../catálogo.csv", file.as_bytes());
    let request = json!({ "uploadId": id, "kind": "items" });

    let preview = carried_out(&server, "/api/imports/preview", &request);
    assert_eq!(preview["fileName"], "catálogo.csv");
    let errors = preview["result"]["report"]["errors"].as_array().unwrap();
    let rows: Vec<u64> = errors.iter().map(|e| e["row"].as_u64().unwrap()).collect();
    assert_eq!(rows, faults.iter().map(|row| u64::from(*row)).collect::<Vec<_>>());
    let places = [("name", "required"), ("price", "invalid_price"), ("status", "invalid_status")];
    for (error, (column, code)) in errors.iter().zip(places) {
        assert_eq!((&error["column"], &error["code"]), (&json!(column), &json!(code)));
    }
    assert_eq!(counts(&preview["result"]), [963, 0, 0, 37]);
    assert_eq!(server.get("/api/catalog/items?text=zorzal").send().json()["total"], 0, "it only counted");

    let done = carried_out(&server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [963, 0, 0, 37]);
    let address = format!("/api/imports/{}/errors", done["id"].as_str().unwrap());
    let errors = server.post(&address).json("{}").send().json();
    assert_eq!(errors["name"], "catálogo-rejeitadas.csv");
    let text = String::from_utf8(fetch(&server, errors["id"].as_str().unwrap())).unwrap();
    // With the row that others repeat, beside which they are repeated again until they are mended.
    assert_eq!(text.lines().count(), 39);
    assert!(text.contains("13;name: "), "{text}");

    let mended = mend(&text);
    let id = upload(&server, "import", "mended.csv", mended.as_bytes());
    let again = carried_out(&server, "/api/imports", &json!({ "uploadId": id, "kind": "items" }));
    assert_eq!(counts(&again["result"]), [37, 0, 1, 0], "{}", again["result"]["report"]["errors"]);
    let names = server.get("/api/catalog/items?text=zorzal+13").send().json();
    assert!(names["rows"][0]["attributes"].get("Celeiro: motivo").is_none());
    assert_eq!(server.stop(), Some(0));
}

/// What a person would do in a spreadsheet: the good values in the place of the bad.
fn mend(text: &str) -> String {
    let mut lines = text.lines();
    let mut mended = format!("{}\n", lines.next().unwrap());
    for line in lines {
        let number: u32 = line.split(';').next().unwrap().parse().unwrap();
        write!(mended, "{number};mended;{}", row(number, None)).unwrap();
    }
    mended
}

#[test]
fn rows_of_a_preview_are_told_from_what_to_what_and_decisions_count() {
    let mut server = own_server("transfers-rows");
    let first = "codigo;nome;categoria;preco\nR-1;Enxada;Ferramentas;45,90\nR-2;Foice;Ferramentas;38,00\n";
    let id = upload(&server, "import", "a.csv", first.as_bytes());
    let done = carried_out(&server, "/api/imports", &json!({ "uploadId": id, "kind": "items" }));
    assert_eq!(counts(&done["result"]), [2, 0, 0, 0]);

    let second = "codigo;nome;categoria;preco\nR-1;Enxada;FERRAMENTA;47,90\nR-2;Foice;Ferramentas;38,00\n\
        ;Subtotal;;85,90\n";
    let id = upload(&server, "import", "b.csv", second.as_bytes());
    let mut request = json!({ "uploadId": id, "kind": "items" });
    let preview = carried_out(&server, "/api/imports/preview", &request);
    let report = &preview["result"]["report"];
    assert_eq!((&report["leftOut"], &report["doubts"][0]["rows"][0]["row"]), (&json!(1), &json!(4)));
    assert_eq!(
        (&report["newValues"][0]["near"], &report["newValueCount"]),
        (&json!("Ferramentas"), &json!(1))
    );
    let address = format!("/api/imports/{}/rows", preview["id"].as_str().unwrap());
    let rows = server.get(&format!("{address}?group=updated")).send().json();
    assert_eq!((&rows["total"], &rows["rows"][0]["row"]), (&json!(1), &json!(2)), "{rows}");
    let fields: Vec<&str> = rows["rows"][0]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|change| change["field"].as_str())
        .collect();
    assert_eq!(fields, ["category", "price"]);
    let behind = server.get(&format!("{address}?group=unchanged&offset=1&limit=5")).send().json();
    assert_eq!((&behind["total"], &behind["rows"]), (&json!(1), &json!([])));

    request["merges"] = json!([{ "field": "category", "from": "FERRAMENTA", "to": "Ferramentas" }]);
    request["leaveOut"] = json!({ "kinds": [], "rows": [3] });
    let done = carried_out(&server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [1, 1, 0, 0], "{done}");
    assert_eq!(done["result"]["report"]["newValueCount"], 0, "that is of previews");
    request["merges"] = json!([{ "field": "category", "from": "a", "to": " " }]);
    let refused = server.post("/api/imports/preview").json(request.to_string()).send();
    assert_eq!(refused.error(422), "invalid_fields");
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn a_person_says_what_columns_are_mends_a_cell_and_is_remembered() {
    let server = shared_server();
    let file = "Cod;Artefato;Vlr;Obs\nQ-1;Quartzito um;1,50;a\nQ-2;Quartzito dois;caro;b\n";
    let id = upload(server, "import", "lista.csv", file.as_bytes());
    let look = json!({ "uploadId": id, "kind": "items" });
    let columns = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!(columns["columns"][1]["samples"], json!(["Quartzito um", "Quartzito dois"]));
    assert_eq!(columns["columns"][1]["target"], "attribute");
    assert_eq!(columns["remembered"], false);

    let said = json!([
        { "column": "Cod", "target": "externalId" }, { "column": "Artefato", "target": "name" },
        { "column": "Vlr", "target": "price" }, { "column": "Obs", "target": "nothing" },
    ]);
    let mut request = json!({ "uploadId": id, "kind": "items", "columns": said });
    let preview = carried_out(server, "/api/imports/preview", &request);
    let error = &preview["result"]["report"]["errors"][0];
    assert_eq!(
        (&error["row"], &error["column"], &error["value"]),
        (&json!(3), &json!("Vlr"), &json!("caro"))
    );

    request["fixes"] = json!([{ "row": 3, "column": "Vlr", "value": "2,75" }]);
    let preview = carried_out(server, "/api/imports/preview", &request);
    assert_eq!(counts(&preview["result"]), [2, 0, 0, 0]);
    let again = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!(again["remembered"], false, "what only counts teaches nothing");

    request["operationId"] = json!("0b5b0f5e-7a57-4b52-9d0a-5f4f4c3f7a01");
    let done = carried_out(server, "/api/imports", &request);
    assert_eq!((counts(&done["result"]), &done["id"]), ([2, 0, 0, 0], &request["operationId"]));
    assert_eq!(
        carried_out(server, "/api/imports", &request)["result"],
        done["result"],
        "asked twice, done once"
    );
    let found = server.get("/api/catalog/items?text=quartzito+dois").send().json();
    assert_eq!((&found["rows"][0]["price"], &found["rows"][0]["attributes"]), (&json!(2.75), &json!({})));

    let other =
        upload(server, "import", "outra.csv", b"cod;artefato;vlr;obs\nQ-3;Quartzito tr\xc3\xaas;2;c\n");
    let columns = server.ok("POST", "/api/imports/columns", &json!({ "uploadId": other, "kind": "items" }));
    assert_eq!(columns["remembered"], true);
}

/// Replaces the bytes of the only upload of `server`: who reads the file again notices.
fn replace_upload(server: &Server, bytes: &[u8]) {
    let mut folders = std::fs::read_dir(server.data_dir.join("transfers")).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    for file in std::fs::read_dir(folder).unwrap() {
        std::fs::write(file.unwrap().path(), bytes).unwrap();
    }
}

#[test]
fn what_was_previewed_is_imported_without_reading_the_file_again_unless_it_is_to_be_read_otherwise() {
    let mut server = own_server("transfers-staged");
    let rows = |word: &str| format!("id;nome;preco\nS-1;{word} um;1,50\nS-2;{word} dois;caro\n");
    let file = rows("Quartzito");
    let id = upload(&server, "import", "lista.csv", file.as_bytes());
    let mut request = json!({ "uploadId": id, "kind": "items" });
    let preview = carried_out(&server, "/api/imports/preview", &request);
    assert_eq!(counts(&preview["result"]), [1, 0, 0, 1]);

    let other = rows("Arenitoso");
    assert_eq!(other.len(), file.len());
    replace_upload(&server, other.as_bytes());
    let done = carried_out(&server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [1, 0, 0, 1], "the rows that were previewed");
    assert_eq!(done["result"]["report"]["errors"], preview["result"]["report"]["errors"]);
    let count_items =
        |text: &str| server.get(&format!("/api/catalog/items?text={text}")).send().json()["total"].clone();
    assert_eq!((count_items("quartzito"), count_items("arenitoso")), (json!(1), json!(0)));

    // Rows of another preview are not those of this request.
    carried_out(&server, "/api/imports/preview", &request);
    request["fixes"] = json!([{ "row": 3, "column": "preco", "value": "2,75" }]);
    let last = rows("Granitico");
    replace_upload(&server, last.as_bytes());
    let done = carried_out(&server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [1, 1, 0, 0]);
    assert_eq!((count_items("arenitoso"), count_items("granitico")), (json!(0), json!(2)));
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn a_row_that_looks_like_a_record_of_another_id_is_named() {
    let server = shared_server();
    let made = json!({ "name": "Pirilampo de teste", "manufacturer": "Ação", "externalId": "PIR-1" });
    let made = server.ok("POST", "/api/catalog/items", &made);
    let file = "id;nome;fabricante\nPIR-2;pirilampo de TESTE;acao\n";
    let id = upload(server, "import", "a.csv", file.as_bytes());
    let request = json!({ "uploadId": id, "kind": "items" });
    let preview = carried_out(server, "/api/imports/preview", &request);
    assert_eq!(preview["result"]["lookalikeCount"], 1);
    let row = &preview["result"]["lookalikes"][0];
    assert_eq!((&row["row"], &row["id"], &row["externalId"]), (&json!(2), &made["id"], &json!("PIR-1")));
}

fn export_file(server: &Server, request: &Value) -> (Value, Vec<u8>) {
    let begun = server.ok("POST", "/api/exports", request);
    let address = format!("/api/exports/{}", begun["id"].as_str().unwrap());
    server.wait_until("it is written", || !server.get(&address).send().json()["file"].is_null());
    let state = server.get(&address).send().json();
    let bytes = fetch(server, state["file"]["id"].as_str().unwrap());
    (state, bytes)
}

#[test]
fn an_import_of_an_export_changes_nothing() {
    let server = shared_server();
    for (name, price) in [("=SOMA(A1) xilofone", 1.125), ("Xilofone; \"novo\"", 9.9)] {
        let item = json!({ "name": name, "price": price, "tags": ["a; b", "2,4-D"], "attributes": { "n": 1.5, "t": "007" } });
        server.ok("POST", "/api/catalog/items", &item);
    }
    for format in ["csv", "xlsx", "jsonl"] {
        let request = json!({ "kind": "items", "format": format, "query": { "text": "xilofone" } });
        let (state, bytes) = export_file(server, &request);
        assert_eq!(
            (&state["written"], &state["file"]["name"]),
            (&json!(2), &json!(format!("celeiro-items.{format}")))
        );
        if format == "csv" {
            assert!(String::from_utf8_lossy(&bytes).contains("'=SOMA(A1)"), "a formula is defused");
        }
        let id = upload(server, "import", "a", &bytes);
        let preview =
            carried_out(server, "/api/imports/preview", &json!({ "uploadId": id, "kind": "items" }));
        assert_eq!(counts(&preview["result"]), [0, 0, 2, 0], "{format}");
    }
}

#[test]
fn a_cancelled_import_writes_nothing_and_two_at_once_write_both() {
    let mut server = own_server("transfers-two");
    let file = |name: &str, rows: u32| {
        let mut text = "id;nome\n".to_owned();
        (0..rows).for_each(|n| writeln!(text, "{name}-{n};{name} {n}").unwrap());
        text
    };
    let request = |server: &Server, text: &str| json!({ "uploadId": upload(server, "import", "a.csv", text.as_bytes()), "kind": "items" });
    let begun = server.ok("POST", "/api/imports", &request(&server, &file("Desistido", 60_000)));
    let address = format!("/api/imports/{}", begun["id"].as_str().unwrap());
    server.ok("POST", &format!("{address}/cancel"), &json!({}));
    assert_eq!(wait_for_end(&server, &address)["error"]["code"], "cancelled");
    assert_eq!(server.get("/api/catalog/items").send().json()["total"], 0);

    let requests = ["Um", "Dois"].map(|name| request(&server, &file(name, 500)));
    let begun = requests.map(|request| server.ok("POST", "/api/imports", &request));
    for import in begun {
        let state = wait_for_end(&server, &format!("/api/imports/{}", import["id"].as_str().unwrap()));
        assert_eq!(counts(&state["result"]), [500, 0, 0, 0]);
    }
    assert_eq!(server.stop(), Some(0));
}
