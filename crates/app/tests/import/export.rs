//! Export, and that its import changes nothing.

use crate::support::{World, counts};
use celeiro_app::export::request::{ExportFormat, ExportRequest};
use celeiro_app::export::{ExportView, export_records, of_view};
use celeiro_domain::catalog::faq::{Approval, FaqDraft, read_approval};
use celeiro_domain::catalog::{FieldErrorCode, ItemDraft, Package, PackageStatus, Price, Status};
use celeiro_domain::search::{Kind, Sort};
use celeiro_domain::sheet::Column;
use celeiro_store::{Origin, Write};
use futures::StreamExt;
use serde_json::json;
use std::collections::BTreeSet;
use uuid::Uuid;

fn write() -> Write {
    Write { operation_id: Uuid::now_v7(), actor: "test".into(), origin: Origin::Person }
}

async fn export(world: &World, kind: Kind, format: ExportFormat, bom: bool) -> String {
    let mut parts = Box::pin(export_records(&world.store, ExportRequest { kind, format, bom }));
    let mut bytes = Vec::new();
    while let Some(part) = parts.next().await {
        bytes.extend(part.unwrap().bytes);
    }
    String::from_utf8(bytes).unwrap()
}

/// Texts that a spreadsheet would run, that look like separators, numbers, quotes or lines.
const ODD: [&str; 18] = [
    "=1+1",
    "+55 11",
    "-5",
    "@SUM(A1)",
    "'=1",
    "''+x",
    "'t Gooi",
    "a;b|c,d",
    "\"quoted\" \"\"",
    "2,4-D",
    "007",
    "true",
    "NaN",
    "[1]",
    "＝1",
    "Açúcar — 😀",
    "Ureia",
    "Adubo foliar",
];

fn packages(text: &str) -> Vec<Package> {
    let package = |label: String, code: Option<&str>| Package {
        label,
        code: code.map(str::to_owned),
        ean: None,
        price: Price::parse("1234.5678").ok(),
        status: PackageStatus::Inativo,
    };
    let whole = Package { ean: Some("7891000315507".into()), ..package("saco 25 kg".into(), Some(text)) };
    vec![package(format!("{text} 5 L"), None), whole]
}

async fn fill(world: &World) {
    for (n, text) in ODD.iter().enumerate() {
        let draft = ItemDraft {
            external_id: (n % 3 > 0).then(|| format!("{text}{n}")),
            name: (*text).into(),
            description: (n % 2 == 0).then(|| format!("{text}\nsegunda linha\n=terceira")),
            category: Some((*text).into()),
            manufacturer: (n % 4 == 0).then(|| format!("fabricante {text}")),
            price: (n % 2 == 1).then(|| Price::parse("999999999999.9999").unwrap()),
            currency: Some("USD".into()),
            tags: vec![(*text).into(), "fim".into()],
            status: Status::ALL[n % 3],
            attributes:
                json!({ *text: *text, "n": 1.5, "i": 7, "b": false, "z": null, "l": [1, {"x": "="}] })
                    .as_object()
                    .unwrap()
                    .clone(),
            notes: (n % 2 == 1).then(|| format!("{text}\n  =nota; com \"aspas\"")),
            packages: (n % 3 == 0).then(|| packages(text)),
        };
        world.store.create_item(&draft.check().unwrap(), &write()).await.unwrap();
        let faq = FaqDraft {
            external_id: (n % 2 == 0).then(|| format!("q{n}")),
            question: format!("{text}?"),
            answer: format!("{text}\n{text}"),
            tags: vec![(*text).into()],
            status: Status::ALL[n % 3],
            approved_at: [
                None,
                read_approval("03/05/2024"),
                read_approval("2024-05-03T08:09:10.123456-03:00"),
            ][n % 3],
        };
        world.store.create_faq(&faq.check(chrono::Utc::now()).unwrap(), &write()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_import_of_an_export_changes_nothing() {
    let world = World::new().await;
    fill(&world).await;
    let other = World::new().await;
    for kind in [Kind::Items, Kind::Faqs] {
        for (format, bom) in
            [(ExportFormat::Csv, false), (ExportFormat::Csv, true), (ExportFormat::Jsonl, false)]
        {
            let file = export(&world, kind, format, bom).await;
            assert_eq!(file.starts_with('\u{feff}'), bom);
            let report = world.import(kind, file.clone()).await.unwrap();
            assert_eq!(counts(&report), [0, 0, ODD.len() as u32, 0], "{format:?} {:?}", report.errors);
            assert!(report.warnings.is_empty());
            // Into another database, and out of it again: the same bytes.
            other.import(kind, file.clone()).await.unwrap();
            assert_eq!(export(&other, kind, format, bom).await, file, "{format:?}");
        }
    }
    other.close().await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_comes_back_as_it_was() {
    let world = World::new().await;
    fill(&world).await;
    let other = World::new().await;
    for kind in [Kind::Items, Kind::Faqs] {
        let request = ExportRequest { kind, format: ExportFormat::Xlsx, bom: false };
        let parts = export_records(&world.store, request).map(|part| part.unwrap().bytes);
        let file = parts.concat().await;
        let report = world.import(kind, file.clone()).await.unwrap();
        assert_eq!(counts(&report), [0, 0, ODD.len() as u32, 0], "{:?}", report.errors);
        other.import(kind, file).await.unwrap();
        let csv = |of| export(of, kind, ExportFormat::Csv, false);
        assert_eq!(csv(&other).await, csv(&world).await);
    }
    let long = celeiro_domain::catalog::ItemDraft {
        name: "Longo".into(),
        description: Some("x".repeat(40_000)),
        ..ItemDraft::default()
    };
    world.store.create_item(&long.check().unwrap(), &write()).await.unwrap();
    let request = ExportRequest { kind: Kind::Items, format: ExportFormat::Xlsx, bom: false };
    let parts: Vec<_> = export_records(&world.store, request).collect().await;
    let error = parts.into_iter().find_map(Result::err).unwrap().to_string();
    assert!(error.contains("Longo"), "{error}");
    other.close().await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_cell_of_a_csv_is_a_formula() {
    let world = World::new().await;
    fill(&world).await;
    for kind in [Kind::Items, Kind::Faqs] {
        let file = export(&world, kind, ExportFormat::Csv, false).await;
        let mut reader = csv::Reader::from_reader(file.as_bytes());
        for record in reader.records() {
            for cell in &record.unwrap() {
                let is_amount = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit() || b".,".contains(&b));
                if cell.strip_prefix('-').is_some_and(is_amount) {
                    continue;
                }
                assert!(
                    !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']),
                    "{cell}"
                );
            }
        }
    }
    world.close().await;
}

/// Records of an export of several pages, of a thousand each.
const RECORDS: u32 = 3_100;

#[tokio::test(flavor = "multi_thread")]
async fn what_exists_throughout_is_written_once_whatever_happens_meanwhile() {
    let world = World::new().await;
    let rows: String = (0..RECORDS).map(|n| format!("{n},Produto {n}\n")).collect();
    world.items(format!("id,name\n{rows}")).await;
    let mut parts = Box::pin(export_records(
        &world.store,
        ExportRequest { kind: Kind::Items, format: ExportFormat::Csv, bom: false },
    ));
    let mut file = Vec::new();
    let mut page = 0;
    let mut deleted = BTreeSet::new();
    while let Some(part) = parts.next().await {
        let part = part.unwrap();
        file.extend(part.bytes);
        // Old ones go, more new ones come than a page reaches back.
        for n in page * 30..page * 30 + 30 {
            let id = world.item(&n.to_string()).await.id;
            world.store.delete_item(id, &write()).await.unwrap();
            deleted.insert(n.to_string());
        }
        let new: String = (0..150).map(|n| format!("new {page} {n},Novo {page} {n}\n")).collect();
        world.items(format!("id,name\n{new}")).await;
        page += 1;
        if page == 3 {
            break;
        }
    }
    while let Some(part) = parts.next().await {
        file.extend(part.unwrap().bytes);
    }
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let written: Vec<String> = reader.records().map(|r| r.unwrap()[0].to_owned()).collect();
    let unique: BTreeSet<&String> = written.iter().collect();
    assert_eq!(unique.len(), written.len(), "something was written twice");
    for n in (0..RECORDS).map(|n| n.to_string()).filter(|n| !deleted.contains(n)) {
        assert!(unique.contains(&n), "{n} is missing");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_in_sight_is_written_with_its_currency_and_comes_back_in_it() {
    let world = World::new().await;
    let draft = ItemDraft {
        external_id: Some("1".into()),
        name: "Herbicida importado".into(),
        price: Price::parse("12.5").ok(),
        currency: Some("USD".into()),
        ..ItemDraft::default()
    };
    world.store.create_item(&draft.check().unwrap(), &write()).await.unwrap();
    let other = World::new().await;
    for format in [ExportFormat::Csv, ExportFormat::Jsonl, ExportFormat::Xlsx] {
        let request = ExportRequest { kind: Kind::Items, format, bom: false };
        let view = ExportView { columns: Some(vec![Column::Price]), ..ExportView::default() };
        let file = of_view(&world.store, request, view).map(|part| part.unwrap().bytes).concat().await;
        other.import(Kind::Items, file).await.unwrap();
        let item = other.item("1").await;
        assert_eq!(
            (item.price.unwrap().to_string(), item.currency),
            ("12.5".into(), "USD".into()),
            "{format:?}"
        );
    }
    other.close().await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_in_sight_are_written_with_their_currency() {
    let world = World::new().await;
    let request = ExportRequest { kind: Kind::Items, format: ExportFormat::Csv, bom: false };
    let view = ExportView { columns: Some(vec![Column::Packages]), ..ExportView::default() };
    let file = of_view(&world.store, request, view).map(|part| part.unwrap().bytes).concat().await;
    assert_eq!(String::from_utf8(file).unwrap(), "external_id,name,manufacturer,currency,packages\n");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_catalog_is_a_header() {
    let world = World::new().await;
    let file = export(&world, Kind::Items, ExportFormat::Csv, false).await;
    assert_eq!(
        file,
        "external_id,name,description,category,manufacturer,price,currency,tags,status,attributes,notes,packages\n"
    );
    assert_eq!(export(&world, Kind::Faqs, ExportFormat::Jsonl, false).await, "");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_says_when_an_answer_was_approved() {
    let world = World::new().await;
    let import = async |file: &str| world.import(Kind::Faqs, file).await.unwrap();
    let faqs = async || {
        let query = celeiro_store::ListQuery { limit: 10, sort: Sort::Name, ..Default::default() };
        world.store.list_faqs(&query).await.unwrap().rows
    };
    let report = import(
        "id;pergunta;resposta;Aprovado em\n1;A?;Sim.;03/05/2024\n2;B?;Sim.;\n3;C?;Sim.;2024-05-03\n4;D?;Sim.;ontem\n",
    )
    .await;
    assert_eq!(counts(&report), [3, 0, 0, 1]);
    let error = &report.errors[0];
    assert_eq!((error.row, error.column.as_str(), error.value.as_str()), (5, "Aprovado em", "ontem"));
    assert_eq!(error.code, FieldErrorCode::InvalidDate);
    let [a, b, c] = faqs().await.try_into().unwrap();
    assert_eq!((a.approved_at, a.approval), (read_approval("2024-05-03"), Approval::Approved));
    assert_eq!((b.approval, c.approved_at), (Approval::None, a.approved_at));
    // Another text under the approval of before; a column that is not there; a cell that is blank.
    let file = "id;pergunta;resposta;approvedAt\n1;A?;Não.;2024-05-03\n3;C?;Sim.;\n";
    assert_eq!(counts(&import(file).await), [0, 2, 0, 0]);
    assert_eq!(counts(&import("id;pergunta;resposta\n1;A?;Não.\n").await), [0, 0, 1, 0]);
    let [a, _, c] = faqs().await.try_into().unwrap();
    assert_eq!((a.approved_at, a.approval), (read_approval("2024-05-03"), Approval::Changed));
    assert_eq!((c.approved_at, c.approval), (None, Approval::None));
    let file = export(&world, Kind::Faqs, ExportFormat::Csv, false).await;
    assert!(file.contains("1,A?,Não.,,ativo,2024-05-03"), "{file}");
    assert_eq!(counts(&import(&file).await), [0, 0, 3, 0], "and nothing is approved anew by that");
    assert_eq!(faqs().await[0].approval, Approval::Changed);
    world.close().await;
}
