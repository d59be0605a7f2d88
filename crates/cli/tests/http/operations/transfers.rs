//! Files over HTTP: sent in pieces, imported step by step, exported, fetched in pieces.

use crate::server::{Server, shared_server, start};
use crate::support::{prepare_folder, tiny_model};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Sends a file whole.
pub fn upload(server: &Server, purpose: &str, name: &str, bytes: &[u8]) -> String {
    let begun = server.ok(
        "POST",
        "/api/uploads",
        &json!({ "name": name, "sizeBytes": bytes.len(), "purpose": purpose }),
    );
    let id = begun["id"].as_str().unwrap().to_owned();
    let size = begun["pieceBytes"].as_u64().unwrap() as usize;
    for (at, piece) in bytes.chunks(size).enumerate() {
        let body = json!({ "offset": at * size, "data": STANDARD.encode(piece) });
        server.ok("PUT", &format!("/api/uploads/{id}"), &body);
    }
    id
}

#[test]
fn a_piece_of_a_file_may_be_sent_as_it_is() {
    let bytes: Vec<u8> = (0..=255).collect();
    let begun = json!({ "name": "a.csv", "sizeBytes": bytes.len(), "purpose": "import" });
    let begun = shared_server().ok("POST", "/api/uploads", &begun);
    let address = format!("/api/uploads/{}", begun["id"].as_str().unwrap());
    let send = |offset: usize, piece: &[u8]| {
        let request = shared_server().request("PUT", &format!("{address}?offset={offset}"));
        request.header("content-type", "application/octet-stream").body(piece).send()
    };
    assert_eq!(send(0, &bytes[..100]).json()["received"], 100);
    assert_eq!(send(0, &bytes[..100]).json()["received"], 100, "sent twice, taken once");
    assert_eq!(send(150, &bytes[150..]).error(400), "invalid_request");
    assert_eq!(send(100, &bytes[100..]).json()["received"], 256);
    let elsewhere = shared_server().post("/api/uploads").header("content-type", "application/octet-stream");
    assert_eq!(elsewhere.body(bytes).send().error(415), "unsupported_media_type");
}

/// Fetches a file whole.
pub fn fetch(server: &Server, id: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let answer = server.get(&format!("/api/downloads/{id}?offset={}", bytes.len())).send().json();
        let piece = STANDARD.decode(answer["data"].as_str().unwrap()).unwrap();
        bytes.extend(piece);
        if bytes.len() as u64 >= answer["sizeBytes"].as_u64().unwrap() {
            return bytes;
        }
    }
}

/// Begins an import or its preview, and waits for its end.
pub fn carried_out(server: &Server, address: &str, request: &Value) -> Value {
    let begun = server.ok("POST", address, request);
    let address = format!("/api/imports/{}", begun["id"].as_str().unwrap());
    wait_for_end(server, &address)
}

fn wait_for_end(server: &Server, address: &str) -> Value {
    let state = || server.get(address).send().json();
    server.wait_until("it is over", || {
        let state = state();
        !state["result"].is_null() || !state["error"].is_null()
    });
    state()
}

fn export_file(server: &Server, request: &Value) -> (Value, Vec<u8>) {
    let begun = server.ok("POST", "/api/exports", request);
    let address = format!("/api/exports/{}", begun["id"].as_str().unwrap());
    server.wait_until("it is written", || !server.get(&address).send().json()["file"].is_null());
    let state = server.get(&address).send().json();
    let bytes = fetch(server, state["file"]["id"].as_str().unwrap());
    (state, bytes)
}

fn counts(result: &Value) -> [u64; 4] {
    ["created", "updated", "unchanged", "rejected"].map(|name| result["report"][name].as_u64().unwrap())
}

fn own_server(name: &str) -> Server {
    let server = start(&prepare_folder(name), &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    server
}

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

#[test]
fn a_profile_of_a_supplier_reads_the_files_of_its_layout() {
    let server = shared_server();
    let file = "Artigo;Denominacao;Custo fabrica\nSUP-1;Basalto um;10,00\nSUP-2;Basalto dois;10,31\n";
    let id = upload(server, "import", "fornecedor.csv", file.as_bytes());
    let look = json!({ "uploadId": id, "kind": "items" });
    let columns = server.ok("POST", "/api/imports/columns", &look);
    let profile = json!({
        "kind": "items", "name": "Basaltos  do Sul", "layout": columns["layout"],
        "content": {
            "columns": [
                { "column": "Artigo", "target": "externalId" }, { "column": "Denominacao", "target": "name" },
                { "column": "Custo fabrica", "target": "price" },
            ],
            "priceRule": { "factor": 1.35, "cents": 90 },
            "defaults": { "manufacturer": "Basaltos" },
        },
    });
    let refuse = |change: &dyn Fn(&mut Value), field: &str| {
        let mut wrong = profile.clone();
        change(&mut wrong);
        let answer = server.request("PUT", "/api/imports/profiles").json(wrong.to_string()).send();
        assert_eq!(answer.json()["details"]["fields"][0]["field"], field);
    };
    refuse(&|wrong| wrong["content"]["priceRule"]["factor"] = json!(-1.35), "priceRule.factor");
    refuse(&|wrong| wrong["name"] = json!(" "), "name");
    let kept = server.ok("PUT", "/api/imports/profiles", &profile);
    assert_eq!(kept["name"], "Basaltos do Sul");
    refuse(&|wrong| wrong["name"] = json!("BASALTOS DO SUL"), "name");

    let seen = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!((&seen["profile"]["id"], &seen["profile"]["missing"]), (&kept["id"], &json!([])));
    assert_eq!(seen["columns"][2]["target"], "price");
    let request = json!({ "uploadId": id, "kind": "items", "profile": kept["id"] });
    let done = carried_out(server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [2, 0, 0, 0]);
    let found = server.get("/api/catalog/items?text=basalto+dois").send().json();
    assert_eq!(
        (&found["rows"][0]["price"], &found["rows"][0]["manufacturer"]),
        (&json!(14.9), &json!("Basaltos"))
    );

    // A file that lacks a column of it is read by the names of its columns, and the column is told.
    let other =
        upload(server, "import", "b.csv", "Artigo;Produto;Preço\nSUP-3;Basalto três;5,00\n".as_bytes());
    let look = json!({ "uploadId": other, "kind": "items", "profile": kept["id"] });
    let seen = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!(seen["profile"]["missing"], json!(["Denominacao", "Custo fabrica"]));
    assert_eq!(
        (&seen["columns"][1]["target"], &seen["profile"]["priceRule"]),
        (&json!("name"), &Value::Null)
    );
    let request = json!({ "uploadId": other, "kind": "items", "profile": kept["id"] });
    carried_out(server, "/api/imports", &request);
    let found = server.get("/api/catalog/items?text=basalto+tres").send().json();
    assert_eq!(found["rows"][0]["price"].as_f64(), Some(5.0), "a price of sale is not raised once more");
    // That a cost is a price is true beside the rule alone: other files do not learn it.
    let third =
        upload(server, "import", "c.csv", "Custo fabrica;Denominacao;Cor\n5,00;Gnaisse;azul\n".as_bytes());
    let seen = server.ok("POST", "/api/imports/columns", &json!({ "uploadId": third, "kind": "items" }));
    assert_ne!(seen["columns"][0]["target"], "price");

    // A maker that people gave to a product stays when the profile reads the list again.
    let curated = "external_id;name;manufacturer\nSUP-1;Basalto um;Pedras Finas\n";
    let curated = upload(server, "import", "d.csv", curated.as_bytes());
    carried_out(server, "/api/imports", &json!({ "uploadId": curated, "kind": "items" }));
    let dearer = upload(server, "import", "e.csv", file.replace("10,00", "20,00").to_uppercase().as_bytes());
    carried_out(
        server,
        "/api/imports",
        &json!({ "uploadId": dearer, "kind": "items", "profile": kept["id"] }),
    );
    let found = server.get("/api/catalog/items?text=basalto+um").send().json();
    assert_eq!(
        (&found["rows"][0]["price"], &found["rows"][0]["manufacturer"]),
        (&json!(27.9), &json!("Pedras Finas"))
    );

    let mut renamed = profile.clone();
    (renamed["id"], renamed["name"]) = (kept["id"].clone(), json!("Basaltos"));
    server.ok("PUT", "/api/imports/profiles", &renamed);
    let all = server.get("/api/imports/profiles?kind=items").send().json();
    assert!(all.as_array().unwrap().iter().any(|one| one["name"] == "Basaltos"), "{all}");
    let address = format!("/api/imports/profiles/{}", kept["id"].as_str().unwrap());
    assert_eq!(server.request("DELETE", &address).send().json()["id"], kept["id"]);
    assert_eq!(server.request("DELETE", &address).send().error(404), "not_found");
    let again = server.request("PUT", "/api/imports/profiles").json(renamed.to_string()).send();
    assert_eq!(again.error(404), "not_found", "what was deleted does not come back");
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
    let named =
        |text: &str| server.get(&format!("/api/catalog/items?text={text}")).send().json()["total"].clone();
    assert_eq!((named("quartzito"), named("arenitoso")), (json!(1), json!(0)));

    // Rows of another preview are not those of this request.
    carried_out(&server, "/api/imports/preview", &request);
    request["fixes"] = json!([{ "row": 3, "column": "preco", "value": "2,75" }]);
    let last = rows("Granitico");
    replace_upload(&server, last.as_bytes());
    let done = carried_out(&server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [1, 1, 0, 0]);
    assert_eq!((named("arenitoso"), named("granitico")), (json!(0), json!(2)));
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

#[test]
fn an_upload_that_was_cut_off_is_gone_after_a_restart() {
    let mut server = own_server("transfers-cut");
    let begun = json!({ "name": "a.csv", "sizeBytes": 4_000_000, "purpose": "import" });
    let begun = server.ok("POST", "/api/uploads", &begun);
    let address = format!("/api/uploads/{}", begun["id"].as_str().unwrap());
    server.ok("PUT", &address, &json!({ "offset": 0, "data": STANDARD.encode([b'a'; 100_000]) }));
    let incomplete = json!({ "uploadId": begun["id"], "kind": "items" });
    let refused = server.post("/api/imports/columns").json(incomplete.to_string()).send();
    assert_eq!(refused.error(409), "upload_incomplete");

    let folder = server.data_dir.join("transfers");
    let folders = || std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(folders(), 1);
    server.kill();
    assert_eq!(folders(), 1, "a killed program tidies nothing");
    let mut next = start(&server.data_dir, &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    next.wait_until_ready();
    next.wait_until("it is thrown away", || folders() == 0);
    assert_eq!(
        next.request("PUT", &address).json(r#"{"offset":0,"data":""}"#).send().error(404),
        "transfer_gone"
    );
    assert_eq!(next.stop(), Some(0));
}

#[test]
fn what_cannot_be_sent_says_why() {
    let server = shared_server();
    let begin = |size: u64, purpose: &str| {
        let body = json!({ "name": "a", "sizeBytes": size, "purpose": purpose });
        server.post("/api/uploads").json(body.to_string()).send()
    };
    for (size, purpose, limit) in [(3 << 30, "import", "2048 MB"), (65 << 20, "attachment", "64 MB")] {
        let refused = begin(size, purpose);
        assert_eq!(refused.error(413), "too_large");
        assert!(refused.text().contains(limit), "{}", refused.text());
    }
    let id = begin(3, "import").json()["id"].as_str().unwrap().to_owned();
    let address = format!("/api/uploads/{id}");
    let append = |offset: u32, data: &str| {
        server.request("PUT", &address).json(json!({ "offset": offset, "data": data }).to_string()).send()
    };
    assert_eq!(append(1, "YQ==").error(400), "invalid_request");
    assert_eq!(append(0, "not base64").error(400), "invalid_request");
    assert_eq!(append(0, "YWFhYQ==").error(400), "invalid_request");
    assert_eq!(append(0, "YWFh").json()["received"], 3);
    let twice = json!({ "uploadId": id, "kind": "items", "columns": [
        { "column": "aaa", "target": "name" }, { "column": "bbb", "target": "name" }] });
    assert_eq!(server.post("/api/imports").json(twice.to_string()).send().error(400), "invalid_request");
}

fn attach(server: &Server, item: &Value, name: &str, bytes: &[u8]) -> crate::client::Answer {
    let upload = upload(server, "attachment", name, bytes);
    let address = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    server.post(&address).json(json!({ "uploadId": upload }).to_string()).send()
}

#[test]
fn a_file_whose_answer_was_lost_is_attached_once_and_answered_the_same() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Semeadora de teste" }));
    let files = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    let upload = upload(server, "attachment", "bula.txt", b"Dose de dois litros por hectare.");
    let request = json!({ "uploadId": upload, "operationId": "0b5b0f5e-7a57-4b52-9d0a-5f4f4c3f7a02" });
    let first = server.ok("POST", &files, &request);
    let again = server.ok("POST", &files, &request);
    assert_eq!(again["id"], first["id"]);
    assert_eq!(server.get(&files).send().json().as_array().unwrap().len(), 1);
    let other = json!({ "uploadId": upload, "operationId": "0b5b0f5e-7a57-4b52-9d0a-5f4f4c3f7a03" });
    assert_eq!(server.post(&files).json(other.to_string()).send().error(404), "transfer_gone");
}

#[test]
fn a_file_is_attached_read_found_taken_off_and_put_back() {
    // Vectors alone find a file, and a model that was fitted on the records of other tests knows none of its words.
    let model = tiny_model();
    let environment = [("EMBEDDING_MODEL_DIR", model.to_str().unwrap())];
    let server = &start(&prepare_folder("attached"), &["--rate", "0"], &environment);
    server.wait_until_ready();
    let item = server.ok(
        "POST",
        "/api/catalog/items",
        &json!({ "name": "Adubadeira de teste", "category": "Máquinas" }),
    );
    let files = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    assert_eq!(server.get(&files).send().json(), json!([]));
    let text = "Manual. O mecanismo quebramolas xistoso regula a vazão do rotor centrífugo.\n<script>alert(1)</script>\u{202e}Fim.";
    let answer = attach(server, &item, "../manual\0.md", text.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let file = answer.json();
    assert_eq!(
        (&file["name"], &file["format"], &file["chunks"]),
        (&json!("manual.md"), &json!("text"), &json!(1))
    );
    assert!(!file["textPreview"].as_str().unwrap().contains(['<', '\u{202e}']), "{file}");

    let again = attach(server, &item, "copy.md", text.as_bytes()).json();
    assert_eq!(again["id"], file["id"], "the same content is there once");
    assert_eq!(server.get(&files).send().json().as_array().unwrap().len(), 1);

    let id = file["id"].as_str().unwrap();
    let whole = server.get(&format!("/api/files/{id}/text")).send().json();
    assert!(whole["chunks"][0].as_str().unwrap().contains("quebramolas"));
    let download = server.post(&format!("/api/files/{id}/download")).json("{}").send().json();
    assert_eq!(fetch(server, download["id"].as_str().unwrap()), text.as_bytes(), "as it was sent");

    server.wait_until("search finds it", || server.get(&files).send().json()[0]["search"] == "ready");
    let query = json!({ "query": "mecanismo quebramolas regula a vazão do rotor centrífugo" });
    let found = server.ok("POST", "/api/rag/search", &query);
    let hit = found["results"].as_array().unwrap().iter().find(|hit| hit["item"]["id"] == item["id"]);
    let hit = hit.unwrap_or_else(|| panic!("{found}"));
    assert!(hit["snippet"].as_str().unwrap().contains("quebramolas"), "{hit}");

    assert_eq!(server.request("DELETE", &format!("/api/files/{id}")).send().status, 200);
    assert_eq!(server.get(&files).send().json(), json!([]));
    let back = server.post(&format!("/api/files/{id}/restore")).json("{}").send();
    assert_eq!((back.status, &back.json()["id"]), (200, &file["id"]));
}

#[test]
fn a_file_that_cannot_be_read_is_not_attached() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Balança de teste" }));
    for (bytes, status, code) in [
        (&b"%PDF-1.4 broken"[..], 400, "file_unreadable"),
        (b"PK\x03\x04 cut", 400, "file_unreadable"),
        (b"\x7fELF\x02\x01", 400, "file_format_unknown"),
        (b"", 400, "file_unreadable"),
    ] {
        let refused = attach(server, &item, "a.pdf", bytes);
        assert_eq!(refused.error(status), code);
        assert!(refused.json()["details"]["reason"].as_str().is_some());
    }
    let address = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    assert_eq!(server.get(&address).send().json(), json!([]));
}
