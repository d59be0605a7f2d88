//! What is exported of a grid: its rows, in its order, and nothing that an import would change.

use crate::support::{World, code, filter};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::AppError;
use celeiro_app::api::ById;
use celeiro_app::export::api::{BeginExport, begin_export, export_state};
use celeiro_app::export::request::ExportFormat;
use celeiro_app::files::transfer::api::{ReadDownload, read_download};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{GridQuery, GridSort, GridTest};
use serde_json::{Value, json};
use std::time::Duration;

/// The file's text.
async fn export_text(world: &World, request: BeginExport) -> Result<String, AppError> {
    let mut state = begin_export(&world.app, &world.caller, request).await?;
    while state.file.is_none() {
        assert!(state.error.is_none(), "{state:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        state = export_state(&world.app, &world.caller, ById { id: state.id }).await?;
    }
    let file = state.file.unwrap();
    let piece = read_download(&world.app, &world.caller, ReadDownload { id: file.id, offset: 0 }).await?;
    Ok(String::from_utf8(STANDARD.decode(piece.data).unwrap()).unwrap())
}

fn of_view(query: &GridQuery, columns: &[&str], format: ExportFormat) -> BeginExport {
    BeginExport {
        kind: Kind::Items,
        format,
        query: Some(query.clone()),
        columns: Some(columns.iter().map(|name| (*name).to_owned()).collect()),
        ..BeginExport::default()
    }
}

async fn fill(world: &World) {
    for n in 0..40_u32 {
        let draft = ItemDraft {
            // Some are known by their names alone.
            external_id: (n % 3 > 0).then(|| format!("P-{n}")),
            name: format!("Produto {n:02}"),
            manufacturer: Some(format!("Fábrica {}", n % 4)),
            category: Some(if n % 2 == 0 { "Adubo" } else { "Veneno" }.into()),
            price: (n % 5 > 0)
                .then(|| celeiro_domain::catalog::Price::parse(&format!("{}", n * 7 % 31)).unwrap()),
            tags: vec!["a, b".into(), n.to_string()],
            notes: (n % 4 == 0).then(|| format!("Nota {n}\nsegunda linha")),
            attributes: json!({ "dose": n, "cor": ["azul", "verde"] }).as_object().unwrap().clone(),
            ..ItemDraft::default()
        };
        world.create(draft).await;
    }
}

#[tokio::test]
async fn an_export_of_a_view_has_its_rows_in_its_order_and_its_columns() {
    let world = World::new().await;
    fill(&world).await;
    let query = GridQuery {
        text: Some("produto".into()),
        filters: vec![
            filter("category", GridTest::Is, &["adubo"]),
            filter("attributes.dose", GridTest::Above, &["10"]),
            filter("manufacturer", GridTest::IsNot, &["fábrica 2"]),
        ],
        sort: vec![GridSort { column: "price".into(), descending: true }],
        ..GridQuery::default()
    };
    let shown: Vec<String> =
        world.grid(query.clone()).await.rows.into_iter().map(|row| row.item.name).collect();
    assert!(shown.len() > 5 && shown.len() < 20, "{shown:?}");
    // The page of the grid does not count.
    let paged = GridQuery { offset: Some(2), limit: Some(3), ..query.clone() };
    let columns = ["price", "completeness", "updatedAt", "category"];
    let file = export_text(&world, of_view(&paged, &columns, ExportFormat::Csv)).await.unwrap();
    let mut lines = file.trim_start_matches('\u{feff}').lines();
    assert_eq!(lines.next(), Some("external_id,name,category,manufacturer,price,currency"));
    let names: Vec<String> = lines.map(|line| line.split(',').nth(1).unwrap().to_owned()).collect();
    assert_eq!(names, shown);
    let lines = export_text(&world, of_view(&query, &["attributes.cor"], ExportFormat::Jsonl)).await.unwrap();
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["attributes"]["cor"], json!(["azul", "verde"]));
    assert!(first.get("price").is_none() && first.get("tags").is_none(), "{first}");
    world.close().await;
}

#[tokio::test]
async fn what_is_exported_of_a_view_changes_nothing_when_it_is_imported() {
    let world = World::new().await;
    fill(&world).await;
    let before = world.checksum().await;
    let operations = world.log().await.len();
    let query = GridQuery {
        filters: vec![filter("category", GridTest::Is, &["veneno"])],
        sort: vec![GridSort { column: "name".into(), descending: true }],
        ..GridQuery::default()
    };
    for columns in [&["price"][..], &["attributes.dose", "tags"], &["status", "currency", "description"], &[]]
    {
        for format in [ExportFormat::Csv, ExportFormat::Jsonl] {
            let file = export_text(&world, of_view(&query, columns, format)).await.unwrap();
            world.import(file).await;
            assert_eq!(world.checksum().await, before, "{columns:?} {format:?}");
            assert_eq!(world.log().await.len(), operations, "{columns:?} {format:?}");
        }
    }
    world.close().await;
}

#[tokio::test]
async fn a_view_that_cannot_be_asked_is_not_exported() {
    let world = World::new().await;
    let query = GridQuery { filters: vec![filter("nome", GridTest::Is, &["x"])], ..GridQuery::default() };
    assert_eq!(code(export_text(&world, of_view(&query, &[], ExportFormat::Csv)).await), "unknown_filter");
    let query = GridQuery::default();
    assert_eq!(
        code(export_text(&world, of_view(&query, &["preço"], ExportFormat::Csv)).await),
        "unknown_filter"
    );
    let empty = export_text(&world, of_view(&query, &["price"], ExportFormat::Csv)).await.unwrap();
    assert_eq!(
        empty.trim_start_matches('\u{feff}').trim_end(),
        "external_id,name,manufacturer,price,currency"
    );
    world.close().await;
}
