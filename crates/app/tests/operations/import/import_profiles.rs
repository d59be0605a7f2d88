//! Profiles of suppliers that change, that look alike, and that know where a table is.

use crate::desk::Desk;
use crate::workbook::{Workbook, row};
use celeiro_app::import::watched_folder::{FolderRound, import_folder};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const LIST: &str = "Artigo;Denominacao;Custo fabrica\nA1;Basalto;10,00\n";

impl Desk {
    /// Keeps a profile that reads `upload` from `place`, with this factor for its prices.
    async fn keep_profile(&self, name: &str, upload: &Value, place: &Value, factor: f64) -> Value {
        let mut look = json!({ "kind": "items", "uploadId": upload, "profile": Uuid::nil() });
        look.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        let columns = self.ok("import_columns", look).await;
        let mut content = json!({
            "columns": [
                { "column": "Artigo", "target": "externalId" }, { "column": "Denominacao", "target": "name" },
                { "column": "Custo fabrica", "target": "price" },
            ],
            "priceRule": { "factor": factor },
        });
        content.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        let profile =
            json!({ "kind": "items", "name": name, "layout": columns["layout"], "content": content });
        self.ok("save_import_profile", profile).await
    }

    /// Changes the factor of a profile as it was read.
    fn with_factor(profile: &Value, factor: f64) -> Value {
        let mut changed = profile.clone();
        changed["content"]["priceRule"]["factor"] = json!(factor);
        changed
    }
}

#[tokio::test]
async fn a_rule_that_changed_after_a_check_asks_for_another_check() {
    let desk = Desk::new().await;
    let upload = desk.send(LIST.as_bytes()).await;
    let kept = desk.keep_profile("Pedras", &upload, &json!({}), 1.35).await;
    let by_profile = json!({ "kind": "items", "uploadId": upload, "profile": kept["id"] });
    desk.watch_request("preview_import", &by_profile).await;
    // The rows of the check go when others come; what a person has seen does not.
    for number in 0..5 {
        let other = desk.send(format!("nome;preço\nOutro {number};1,00\n").as_bytes()).await;
        desk.watch("preview_import", &other).await;
    }
    desk.ok("save_import_profile", Desk::with_factor(&kept, 1.5)).await;
    let late = Desk::with_factor(&kept, 1.4);
    assert_eq!(desk.refusal("save_import_profile", late).await.0, "profile_changed");
    assert_eq!(desk.refusal("run_import", by_profile.clone()).await.0, "profile_changed");

    desk.watch_request("preview_import", &by_profile).await;
    let mut run = by_profile.clone();
    run["operationId"] = json!(Uuid::now_v7());
    let done = desk.watch_request("run_import", &run).await;
    assert_eq!(done["result"]["report"]["created"], 1, "{done}");
    let items = desk.ok("list_items", json!({ "text": "basalto" })).await;
    assert_eq!(items["rows"][0]["price"], 15.0, "{items}");
    // Asked for again because its answer was lost, it is the import that was seen.
    let all = desk.ok("import_profiles", json!({ "kind": "items" })).await;
    desk.ok("save_import_profile", Desk::with_factor(&all[0], 2.0)).await;
    assert_eq!(desk.ok("run_import", run.clone()).await["id"], run["operationId"]);
    desk.close().await;
}

#[tokio::test]
async fn of_two_profiles_of_one_place_none_reads_a_file_by_itself() {
    let desk = Desk::new().await;
    // The first table is found; the profiles say the other one.
    let file = format!("Código;Produto;Preço\n1;Pá;10,00\n2;Enxada;20,00\n{LIST}");
    let upload = desk.send(file.as_bytes()).await;
    let place = json!({ "headerRow": 4 });
    let first = desk.keep_profile("Norte", &upload, &place, 1.2).await;
    let look = json!({ "kind": "items", "uploadId": upload });
    let columns = desk.ok("import_columns", look.clone()).await;
    assert_eq!((&columns["profile"]["id"], &columns["twins"]), (&first["id"], &json!([])), "{columns}");
    assert_eq!(columns["file"]["headerRow"], 4);
    desk.keep_profile("Sul", &upload, &place, 1.35).await;
    let columns = desk.ok("import_columns", look).await;
    assert_eq!(columns["profile"], Value::Null, "{columns}");
    let mut twins: Vec<&str> =
        columns["twins"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    twins.sort_unstable();
    assert_eq!(twins, ["Norte", "Sul"]);
    desk.close().await;
}

#[tokio::test]
async fn a_row_of_the_header_is_one_of_the_sheet_that_is_found() {
    let desk = Desk::new().await;
    let cover: String = (1..=10).map(|at| row(at, &["Condições de venda", "à vista"])).collect();
    let rows = [
        row(3, &["Código", "Produto", "Preço"]),
        row(4, &["1", "Pá", "10,00"]),
        row(5, &["Artigo", "Denominacao", "Custo fabrica"]),
        row(6, &["A1", "Basalto", "10,00"]),
    ];
    let book = Workbook::default().sheet("Capa", &cover, "").sheet("Tabela", &rows.concat(), "").bytes();
    let upload = desk.send(&book).await;
    let there = json!({ "sheet": "Tabela", "headerRow": 5 });
    let kept = desk.keep_profile("Pedras", &upload, &there, 1.2).await;
    let mut without_sheet = kept.clone();
    without_sheet["content"]["sheet"] = Value::Null;
    desk.ok("save_import_profile", without_sheet).await;
    let look = json!({ "kind": "items", "uploadId": upload, "profile": kept["id"] });
    let columns = desk.ok("import_columns", look).await;
    assert_eq!(columns["profile"]["missing"], json!([]), "{columns}");
    assert_eq!((&columns["file"]["sheet"], &columns["file"]["headerRow"]), (&json!("Tabela"), &json!(5)));
    desk.close().await;
}

#[tokio::test]
async fn values_that_a_person_has_merged_are_merged_by_the_profile_from_the_next_file_on() {
    let desk = Desk::new().await;
    let file = |code: &str, name: &str| {
        format!("Artigo;Denominacao;Custo fabrica;Grupo\n{code};{name};10,00;HERB.\n").into_bytes()
    };
    let upload = desk.send(&file("A1", "Basalto")).await;
    let kept = desk.keep_profile("Pedras", &upload, &json!({}), 1.2).await;
    let merges = json!([{ "field": "category", "from": "HERB.", "to": "Herbicidas" }]);
    let run = |upload: &Value, more: Value| {
        let asked = json!({ "kind": "items", "uploadId": upload, "profile": kept["id"], "operationId": Uuid::now_v7() });
        crate::desk::merge_fields(asked, more)
    };
    let category = async |text: &str| {
        desk.ok("list_items", json!({ "text": text })).await["rows"][0]["category"].clone()
    };
    let list_merges = async |upload: &Value| {
        let columns = desk.ok("import_columns", json!({ "kind": "items", "uploadId": upload })).await;
        columns["profile"]["merges"].clone()
    };
    assert_eq!(list_merges(&upload).await, json!([]), "the control");
    desk.watch_request("run_import", &run(&upload, json!({ "merges": merges }))).await;
    assert_eq!(category("basalto").await, "Herbicidas");

    let second = desk.send(&file("A2", "Granito")).await;
    assert_eq!(list_merges(&second).await, merges);
    desk.watch_request("run_import", &run(&second, json!({}))).await;
    assert_eq!(category("granito").await, "Herbicidas", "without a word");

    // A person who takes the value apart has it as it is, and the next file too.
    let third = desk.send(&file("A3", "Quartzo")).await;
    desk.watch_request("run_import", &run(&third, json!({ "merges": [] }))).await;
    assert_eq!((category("quartzo").await, list_merges(&third).await), (json!("HERB."), json!([])));
    desk.close().await;
}

#[tokio::test]
async fn a_file_in_the_watched_folder_that_a_profile_reads_is_imported_and_another_waits_with_the_reason() {
    let desk = Desk::new().await;
    let upload = desk.send(LIST.as_bytes()).await;
    desk.keep_profile("Pedras", &upload, &json!({}), 1.2).await;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let doubtful = LIST.to_owned() + "A2;Granito;caro\nA3;Quartzo;caro\n";
    for (name, text) in
        [("pedras.csv", LIST), ("outra.csv", "Produto;Preço\nBalde;5,00\n"), ("pior.csv", doubtful.as_str())]
    {
        std::fs::write(at(name), text).unwrap();
    }
    let (now, stop) = (SystemTime::now(), CancellationToken::new());
    let round = async |now: SystemTime| import_folder(&desk.app, folder.path(), now, &stop).await.unwrap();
    assert_eq!(round(now).await, FolderRound::default(), "what may still be written waits");
    let later = now + Duration::from_secs(90);
    assert_eq!(round(later).await, FolderRound { imported: 1, refused: 2 });
    let items = desk.ok("list_items", json!({})).await;
    assert_eq!((&items["total"], &items["rows"][0]["price"]), (&json!(1), &json!(12.0)));
    assert!(at("importados/pedras.csv").exists() && !at("pedras.csv").exists());
    let reason = |name: &str| std::fs::read_to_string(at("recusados").join(name)).unwrap();
    assert!(reason("outra.csv.txt").starts_with("Nenhum perfil"), "{}", reason("outra.csv.txt"));
    let worse = reason("pior.csv.txt");
    assert!(
        worse.starts_with("Nada foi gravado") && worse.contains("- 2 linhas recusadas, de 3\n"),
        "{worse}"
    );
    assert_eq!(worse.matches("\n- ").count(), 1, "no cause that does not apply: {worse}");
    assert!(worse.contains("\nlinha 3, "), "the rejected rows are named: {worse}");

    // It is an operation like any other, and is taken back like one.
    let operations = desk.ok("list_operations", json!({})).await;
    assert_eq!(operations["rows"][0]["subject"], "pedras.csv");
    let operation = operations["rows"][0]["id"].clone();
    desk.ok("undo_operation", json!({ "id": operation })).await;
    assert_eq!(desk.ok("list_items", json!({})).await["total"], 0);
    assert_eq!(round(later).await, FolderRound::default(), "nothing is read twice");
    desk.close().await;
}
