//! Records that nothing but their ids tells apart: an export names those, and its import finds them.

use crate::support::{World, cells, counts};
use celeiro_app::export::export_records;
use celeiro_app::export::request::{ExportFormat, ExportRequest};
use celeiro_app::import::ImportRequest;
use celeiro_domain::catalog::FieldErrorCode::{
    DuplicateInFile, InvalidId, NeededForNew, Taken, UnknownRecord,
};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::search::Kind;
use celeiro_store::{Origin, Write};
use futures::StreamExt;
use uuid::Uuid;

const FORMATS: [ExportFormat; 3] = [ExportFormat::Csv, ExportFormat::Jsonl, ExportFormat::Xlsx];
/// An id that no record has.
const NOBODY: &str = "0192f0a0-0000-7000-8000-000000000001";

async fn export(world: &World, kind: Kind, format: ExportFormat) -> Vec<u8> {
    let parts = export_records(&world.store, ExportRequest { kind, format, bom: false });
    parts.map(|part| part.unwrap().bytes).concat().await
}

async fn text(world: &World, kind: Kind) -> String {
    String::from_utf8(export(world, kind, ExportFormat::Csv).await).unwrap()
}

async fn create(world: &World, id: Option<&str>, name: &str, about: &str) -> Uuid {
    let write = Write { operation_id: Uuid::now_v7(), actor: "test".into(), origin: Origin::Person };
    let draft = ItemDraft {
        external_id: id.map(str::to_owned),
        name: name.into(),
        description: Some(about.into()),
        manufacturer: Some("Ação".into()),
        ..ItemDraft::default()
    };
    world.store.create_item(&draft.check().unwrap(), &write).await.unwrap().id
}

async fn ask(world: &World, question: &str, answer: &str) -> Uuid {
    let write = Write { operation_id: Uuid::now_v7(), actor: "test".into(), origin: Origin::Person };
    let draft = FaqDraft { question: question.into(), answer: answer.into(), ..FaqDraft::default() };
    world.store.create_faq(&draft.check(chrono::Utc::now()).unwrap(), &write).await.unwrap().id
}

async fn about(world: &World, id: Uuid) -> String {
    world.store.item(id).await.unwrap().description.unwrap_or_default()
}

/// Two that are the same but for what is said of them, a third that has a code, and one by itself.
async fn fill(world: &World) -> [Uuid; 3] {
    let first = create(world, None, "Ureia", "saco de 25 kg").await;
    let coded = create(world, Some("U-3"), "ureia", "a granel").await;
    let second = create(world, None, "URÉIA", "saco de 50 kg").await;
    create(world, None, "Foice", "cabo longo").await;
    ask(world, "Entregam?", "Sim.").await;
    ask(world, "ENTREGAM?", "Na região.").await;
    ask(world, "Até quando?", "Até as 18 h.").await;
    [first, second, coded]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_import_of_an_export_changes_nothing_where_records_look_the_same() {
    let world = World::new().await;
    fill(&world).await;
    for (kind, count) in [(Kind::Items, 4), (Kind::Faqs, 3)] {
        for format in FORMATS {
            let report = world.import(kind, export(&world, kind, format).await).await.unwrap();
            assert_eq!(counts(&report), [0, 0, count, 0], "{kind:?} {format:?} {:?}", report.errors);
            assert!(report.warnings.is_empty(), "{:?}", report.warnings);
            // Elsewhere they come under their ids, are found there again, and leave as they came.
            let other = World::new().await;
            let created = other.import(kind, export(&world, kind, format).await).await.unwrap();
            assert_eq!(counts(&created), [count, 0, 0, 0], "{kind:?} {format:?} {:?}", created.errors);
            assert_eq!(text(&other, kind).await, text(&world, kind).await, "{kind:?} {format:?}");
            let again = other.import(kind, export(&world, kind, format).await).await.unwrap();
            assert_eq!(counts(&again), [0, 0, count, 0], "{kind:?} {format:?} {:?}", again.errors);
            other.close().await;
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_records_that_look_the_same_are_exported_with_their_ids() {
    let world = World::new().await;
    let [first, second, _] = fill(&world).await;
    let file = text(&world, Kind::Items).await;
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let column = reader.headers().unwrap().iter().position(|name| name == "celeiro_id").unwrap();
    let ids: Vec<String> = reader.records().map(|row| row.unwrap()[column].to_owned()).collect();
    assert_eq!(ids, [first.to_string(), String::new(), second.to_string(), String::new()]);
    let write = Write { operation_id: Uuid::now_v7(), actor: "test".into(), origin: Origin::Person };
    world.store.delete_item(second, &write).await.unwrap();
    let coded = text(&world, Kind::Items).await;
    assert!(coded.contains(&first.to_string()), "the one with a code has its name too: {coded}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_with_an_id_changes_its_record_and_no_other() {
    let world = World::new().await;
    let [first, second, _] = fill(&world).await;
    let report = world
        .items(format!("celeiro_id,name,manufacturer,description,id\n{second},Ureia,Ação,novo,U-9\n"))
        .await;
    assert_eq!(counts(&report), [0, 1, 0, 0], "{:?}", report.errors);
    assert_eq!(
        (about(&world, first).await, about(&world, second).await),
        ("saco de 25 kg".into(), "novo".into())
    );
    assert_eq!(world.item("U-9").await.id, second, "and may give it a code");
    // Without a name it stays what it is called; a price alone is a change.
    let report = world.items(format!("celeiro_id,price\n{first},12.50\n{NOBODY},9.90\n")).await;
    assert_eq!((counts(&report), cells(&report)), ([0, 1, 0, 1], vec![(3, "name", NeededForNew)]));
    let told = report.errors[0].allowed.clone().unwrap();
    assert_eq!(told, format!("celeiro_id = {NOBODY}"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_leads_nowhere_is_refused_at_its_cell() {
    let world = World::new().await;
    let [first, second, _] = fill(&world).await;
    let before = text(&world, Kind::Items).await;
    let file = format!(
        "celeiro_id,id,name,manufacturer\n17,,Ureia,Ação\n{NOBODY},,Ureia,Ação\n{NOBODY},U-3,Outra,Ação\n\
         {first},U-3,Ureia,Ação\n{second},,Ureia,Ação\n{second},,Ureia,Ação\n,,Ureia,Ação\n"
    );
    let report = world.items(file).await;
    let expected = [
        (2, "celeiro_id", InvalidId),
        (3, "celeiro_id", UnknownRecord),
        (4, "celeiro_id", DuplicateInFile),
        (5, "id", Taken),
        (7, "celeiro_id", DuplicateInFile),
        (8, "name", DuplicateInFile),
    ];
    assert_eq!(cells(&report), expected, "{:?}", report.errors);
    // The row that is left is one of a name that is written in another way.
    assert_eq!(counts(&report), [0, 1, 0, 6]);
    let report = world.items(format!("celeiro_id,id,name\n{first},U-7,Ureia\n{second},U-7,Ureia\n")).await;
    assert_eq!(cells(&report), [(3, "id", DuplicateInFile)]);
    assert_ne!(text(&world, Kind::Items).await, before);
    world.close().await;
}

#[tokio::test]
async fn a_row_without_a_code_beside_one_of_its_name_is_the_same_record_each_time() {
    let world = World::new().await;
    for (at, expected) in [[2, 0, 0], [0, 0, 2], [0, 0, 2]].into_iter().enumerate() {
        let report = world.items("código;nome;preço\nA1;Pá;10,00\n;Pá;12,00\n").await;
        assert_eq!([report.created, report.updated, report.unchanged], expected, "item, run {at}");
        let faqs = "external_id;question;answer\nF1;Entregam?;Sim.\n;Entregam?;Na região.\n";
        let report = world.import(Kind::Faqs, faqs).await.unwrap();
        assert_eq!([report.created, report.updated, report.unchanged], expected, "question, run {at}");
    }
    world.close().await;
}

#[tokio::test]
async fn rows_that_find_one_record_by_its_name_lose_no_price() {
    let world = World::new().await;
    world.items("nome;preço\nGlifosato 480;9,00\nMilho;4,00\n").await;
    let report = world.items("código;nome;preço\nA1;Glifosato 480;10,00\nA2;Glifosato 480;45,00\n").await;
    assert_eq!((report.created, report.updated, report.unchanged), (1, 1, 0));
    for (code, price) in [("A1", "10"), ("A2", "45")] {
        assert_eq!(world.item(code).await.price.unwrap().to_string(), price, "{code}");
    }
    // A maker that the file does not name makes no other product of it.
    let mut request = ImportRequest::of_bytes(Kind::Items, "nome;preço\nMilho;5,00\n".into(), "file", "test");
    request.defaults.manufacturer = Some("Agro Sul".into());
    let report = world.run(request.clone()).await.unwrap();
    assert_eq!((report.created, report.updated), (0, 1));
    assert_eq!(world.find_named("Milho").await.manufacturer.as_deref(), Some("Agro Sul"));
    request.operation_id = Uuid::now_v7();
    let report = world.run(request).await.unwrap();
    assert_eq!((report.created, report.updated, report.unchanged), (0, 0, 1));
    world.close().await;
}
