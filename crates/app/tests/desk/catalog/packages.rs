//! A product with its packages, from the form through search, history and undo into files and back.

use crate::support::World;
use celeiro_app::api::ById;
use celeiro_app::catalog::history::{item_history, undo_operation};
use celeiro_app::catalog::items::{create_item, get_item, update_item};
use celeiro_app::export::export_records;
use celeiro_app::export::request::{ExportFormat, ExportRequest};
use celeiro_app::import::{ImportReport, ImportRequest, import_file};
use celeiro_app::search::api::search;
use celeiro_domain::search::{Fusion, Kind, SearchRequest};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const EAN: &str = "7891000315507";

impl World {
    async fn finds(&self, query: &str) -> Vec<Uuid> {
        let request = SearchRequest { query: query.into(), ..SearchRequest::default() };
        let found = search(&self.app, &self.caller, request).await.unwrap().results;
        found.into_iter().filter_map(|hit| hit.item).map(|item| item.id).collect()
    }

    async fn packages(&self, id: Uuid) -> Value {
        json!(get_item(&self.app, &self.caller, ById { id }).await.unwrap().item.packages)
    }

    async fn export_items(&self, format: ExportFormat) -> Vec<u8> {
        let request = ExportRequest { kind: Kind::Items, format, bom: false };
        let parts: Vec<_> =
            export_records(self.app.store(), request).map(|part| part.unwrap().bytes).collect().await;
        parts.concat()
    }

    async fn import_items(&self, file: Vec<u8>) -> ImportReport {
        let request = ImportRequest::of_bytes(Kind::Items, file, "items", "test");
        import_file(self.app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap()
    }
}

fn read<T: serde::de::DeserializeOwned>(request: Value) -> T {
    serde_json::from_value(request).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_go_through_search_history_undo_and_files_and_stay_what_they_are() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    let (app, caller) = (&world.app, &world.caller);
    let sack =
        json!({ "label": "saco 25 kg", "code": "ZQX-25", "ean": EAN, "price": 189.9, "status": "ativo" });
    let drum =
        json!({ "label": "galão 5 L", "code": null, "ean": null, "price": 298.0, "status": "inativo" });

    let wrong = json!({ "name": "Zeolita", "packages": [{ "label": " ", "ean": "7891000315508" }] });
    let error = create_item(app, caller, read(wrong)).await.unwrap_err();
    let told = error.to_body(caller.lang).details.unwrap();
    let fields: Vec<&str> =
        told["fields"].as_array().unwrap().iter().filter_map(|one| one["field"].as_str()).collect();
    assert_eq!(fields, ["packages[0].label", "packages[0].ean"]);

    let grouped =
        json!({ "label": "saco 25 kg", "code": "ZQX-25", "ean": "789 1000 31550 7", "price": 189.9 });
    let item = json!({ "name": "Zeolita", "packages": [grouped, drum] });
    let item = create_item(app, caller, read(item)).await.unwrap();
    assert_eq!(json!(item.packages), json!([sack, drum]));
    for query in [EAN, "789 1000 31550 7", "07891000315507", "zqx-25"] {
        for fusion in Fusion::ALL {
            let request =
                SearchRequest { query: query.into(), fusion: Some(fusion), ..SearchRequest::default() };
            let found = search(app, caller, request).await.unwrap().results;
            let first = found.first().and_then(|hit| hit.item.as_ref()).map(|found| found.id);
            assert_eq!(first, Some(item.id), "{query} {fusion:?}");
        }
    }

    let unsaid = json!({ "id": item.id, "version": 1, "name": "Zeolita moída" });
    let renamed = update_item(app, caller, read(unsaid)).await.unwrap();
    assert_eq!(renamed.packages, item.packages, "what a save does not speak of stays");
    let operation = Uuid::now_v7();
    let dearer =
        json!({ "label": "saco 25 kg", "code": "ZQX-25", "ean": EAN, "price": 199.9, "status": "ativo" });
    let update = json!({ "id": item.id, "version": renamed.version, "name": "Zeolita moída",
        "packages": [dearer], "operationId": operation });
    let changed = update_item(app, caller, read(update)).await.unwrap();
    assert_eq!(json!(changed.packages), json!([dearer]));
    let late = json!({ "id": item.id, "version": renamed.version, "name": "Zeolita", "packages": [] });
    let error = update_item(app, caller, read(late)).await.unwrap_err();
    assert_eq!(error.code().as_str(), "conflict");

    let history = item_history(app, caller, read(json!({ "id": item.id }))).await.unwrap();
    let change = history[0].changes.iter().find(|change| change.field == "packages").unwrap();
    assert_eq!((&change.from, &change.to), (&json!([sack, drum]), &json!([dearer])));
    let undone = undo_operation(app, caller, read(json!({ "id": operation }))).await.unwrap();
    assert_eq!((undone.undone, undone.conflict_count), (1, 0));
    assert_eq!(world.packages(item.id).await, json!([sack, drum]));

    for format in [ExportFormat::Csv, ExportFormat::Xlsx, ExportFormat::Jsonl] {
        let report = world.import_items(world.export_items(format).await).await;
        assert_eq!(
            (report.created, report.updated, report.rejected),
            (0, 0, 0),
            "{format:?} {:?}",
            report.errors
        );
    }
    let file = "name,packages\nZeolita moída,\"[{\"\"label\"\":\"\"1 t\"\",\"\"ean\"\":\"\"1\"\"},3]\"\n";
    let report = world.import_items(file.into()).await;
    let columns: Vec<&str> = report.errors.iter().map(|error| error.column.as_str()).collect();
    assert_eq!((report.rejected, columns), (1, vec!["packages[1]", "packages[0].ean"]));
    let report = world.import_items("name,packages\nZeolita moída,\n".into()).await;
    assert_eq!(report.updated, 1, "a blank cell of a column that is there empties the list");
    assert_eq!(world.packages(item.id).await, json!([]));
    assert!(!world.finds(EAN).await.contains(&item.id), "what is gone finds nothing");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_prices_the_package_that_a_code_a_number_or_a_label_names() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    let item = json!({ "name": "Zanfertil Ureia Pecuária", "price": 99.0, "packages": [
        { "label": "saco 25 kg", "code": "ZU-25", "ean": EAN, "price": 189.9 },
        { "label": "saco 50 kg", "code": "55123", "price": 350.0 },
        { "label": "big bag 1.000 kg", "code": "ZU-BB", "price": 6500.0 },
        { "label": "cx 12x1 L", "code": "ZU-C", "price": 240.0, "status": "inativo" },
    ] });
    create_item(&world.app, &world.caller, read(item)).await.unwrap();
    for (message, told) in [
        (EAN, "· saco 25 kg: R$ 189,90"),
        ("quanto custa 7891000315507", "· saco 25 kg: R$ 189,90"),
        ("quanto custa 55123?", "· saco 50 kg: R$ 350,00"),
        ("quanto custa ZU-BB", "· big bag 1.000 kg: R$ 6.500,00"),
        ("quanto custa o saco de 30 da zanfertil ureia?", "· R$ 99,00; saco 25 kg: R$ 189,90"),
        ("quanto custa a caixa da zanfertil ureia?", "· R$ 99,00; saco 25 kg: R$ 189,90"),
        ("quanto dá 3 sacos de 25 kg da zanfertil ureia?", "= R$ 569,70"),
    ] {
        let answer = world.ask(message).await.answer;
        assert!(
            answer.contains("**Zanfertil Ureia Pecuária**") && answer.contains(told),
            "{message}: {answer}"
        );
        let mut listed = answer.lines().filter(|line| line.starts_with("- **"));
        assert!(listed.all(|line| line.contains("Zanfertil")), "{message}: {answer}");
    }
    let first = world.ask("quanto custa a zanfertil ureia?").await;
    for (message, told) in [
        ("e o big bag?", "· big bag 1.000 kg: R$ 6.500,00"),
        ("quanto custa 55123?", "· saco 50 kg: R$ 350,00"),
        ("e 15?", "- 15 × **Zanfertil Ureia Pecuária**"),
    ] {
        let answer = world.go_on(first.conversation_id, message).await.answer;
        assert!(answer.contains(told), "{message}: {answer}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_called_packages_that_holds_no_lists_is_an_attribute() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    for (file, name) in [
        ("name,packages\nZircolita,12\nQuartzolim,\n", "zircolita"),
        ("{\"name\": \"Wolframita\", \"packages\": 12}\n", "wolframita"),
    ] {
        let report = world.import_items(file.into()).await;
        assert_eq!(report.rejected, 0, "{:?}", report.errors);
        let id = world.finds(name).await[0];
        let item = get_item(&world.app, &world.caller, ById { id }).await.unwrap().item;
        assert_eq!((&item.attributes["packages"], item.packages.len()), (&json!(12), 0), "{name}");
    }
    world.close().await;
}
