//! The catalog desk: pages of the grid, saves, and an edit of ten thousand items taken back.

use celeiro_app::catalog::history::{UndoOperation, undo_operation};
use celeiro_app::catalog::items::{UpdateItem, update_item};
use celeiro_app::sheet::cell_edits::{Cell, EditCells, edit_cells};
use celeiro_app::sheet::edits::{BulkEdit, PreviewBulkEdit, Selection, bulk_edit, preview_bulk_edit};
use celeiro_app::sheet::grid::{GridPage, grid};
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Lang;
use celeiro_domain::sheet::{Change, ChangeAction, GridFilter, GridQuery, GridSort, GridTest};
use std::time::{Duration, Instant};
use uuid::Uuid;

const PAGES: usize = 200;
const SAVES: usize = 100;
const EDITED: u32 = 10_000;
/// A person looks at what an edit did before taking it back; meanwhile the indexes of words take in
/// what the edit put off.
const A_LOOK: Duration = Duration::from_secs(5);

/// Measures and prints; what it edits it takes back.
pub async fn measure(app: &App) {
    let caller = Caller::local(Lang::PtBr);
    let whole = page(app, &caller, GridQuery::default()).await;
    println!("grid of {} items, mean completeness {:.2}", whole.total, whole.average_completeness);
    pages(app, &caller, &whole).await;
    saves(app, &caller, &whole).await;
    edit_and_undo(app, &caller, whole.total.min(EDITED)).await;
}

async fn page(app: &App, caller: &Caller, query: GridQuery) -> GridPage {
    grid(app, caller, query).await.expect("a page")
}

/// Two filters and a sort, of everything that people filter and sort by, on the first page and behind.
async fn pages(app: &App, caller: &Caller, whole: &GridPage) {
    let rows = &whole.rows;
    let filters = |at: usize| {
        let item = &rows[at % rows.len()].item;
        let is = |column: &str, value: &Option<String>| {
            condition(column, GridTest::Is, value.as_deref().unwrap_or_default())
        };
        let first = match at % 4 {
            0 => is("category", &item.category),
            1 => condition("status", GridTest::Is, "ativo"),
            2 => condition("tags", GridTest::Is, item.tags.first().map_or("soja", String::as_str)),
            _ => condition("name", GridTest::Contains, &item.name.chars().take(3).collect::<String>()),
        };
        let second = match at % 3 {
            0 => is("manufacturer", &item.manufacturer),
            1 => condition("price", GridTest::Above, &(at * 37).to_string()),
            // Never the same conditions twice: nothing was counted before.
            _ => condition("completeness", GridTest::Above, &format!("{:.4}", 0.3 + at as f64 / 1_000.0)),
        };
        vec![first, second]
    };
    let sorts = ["name", "price", "updatedAt", "completeness", "category", "manufacturer", "createdAt"];
    let mut took = Vec::new();
    let mut slowest = (0.0, String::new());
    for at in 0..PAGES {
        let query = GridQuery {
            filters: filters(at),
            sort: vec![GridSort { column: sorts[at % sorts.len()].into(), descending: at % 2 == 0 }],
            offset: Some(if at % 5 == 4 { 300 } else { 0 }),
            ..GridQuery::default()
        };
        let told = format!("{query:?}");
        let begun = Instant::now();
        page(app, caller, query).await;
        let ms = milliseconds(begun);
        took.push(ms);
        if ms > slowest.0 {
            slowest = (ms, told);
        }
    }
    show("page of 100 rows, two filters and a sort", &took, "p95 under 30 ms");
    println!("  slowest: {:.1} ms: {}", slowest.0, slowest.1);
}

fn condition(column: &str, test: GridTest, value: &str) -> GridFilter {
    GridFilter { column: column.into(), test, values: vec![value.into()] }
}

async fn saves(app: &App, caller: &Caller, whole: &GridPage) {
    let (mut forms, mut cells) = (Vec::new(), Vec::new());
    for row in whole.rows.iter().cycle().take(SAVES.min(whole.rows.len())) {
        let mut draft = ItemDraft::from(row.item.clone());
        draft.description = draft.description.map(|text| format!("{text} revisto"));
        let (id, version) = (row.item.id, row.item.version);
        let begun = Instant::now();
        let request = UpdateItem {
            id,
            version,
            draft,
            changed_attributes: None,
            operation_id: None,
            sources: Default::default(),
        };
        let saved = update_item(app, caller, request).await.expect("a save");
        forms.push(milliseconds(begun));
        let cell = Cell {
            id,
            version: saved.version,
            field: "price".into(),
            value: 77.7.into(),
            seen: Default::default(),
        };
        let begun = Instant::now();
        let request =
            EditCells { kind: None, cells: vec![cell], merge: false, catalog: None, operation_id: None };
        let done = edit_cells(app, caller, request).await.expect("a cell");
        cells.push(milliseconds(begun));
        assert!(done.rows[0].error.is_none());
    }
    show("save of an item's form", &forms, "under 20 ms");
    show("save of a cell", &cells, "under 20 ms");
}

async fn edit_and_undo(app: &App, caller: &Caller, count: u32) {
    let mut ids: Vec<Uuid> = Vec::new();
    while ids.len() < count as usize {
        let query = GridQuery { offset: Some(ids.len() as u32), limit: Some(500), ..GridQuery::default() };
        ids.extend(page(app, caller, query).await.rows.iter().map(|row| row.item.id));
    }
    let change = |field: &str, action, value: &str| Change {
        field: field.into(),
        action,
        value: Some(value.into()),
        find: None,
    };
    for changes in [
        vec![change("price", ChangeAction::Percent, "5")],
        vec![change("price", ChangeAction::Percent, "5"), change("tags", ChangeAction::Add, "promoção")],
    ] {
        let names: Vec<&str> = changes.iter().map(|change| change.field.as_str()).collect();
        let name = names.join(" and ");
        let selection = Selection { ids: Some(ids.clone()), ..Selection::default() };
        let begun = Instant::now();
        let request = PreviewBulkEdit { kind: None, selection: selection.clone(), changes: changes.clone() };
        let preview = preview_bulk_edit(app, caller, request).await.expect("a preview");
        println!("preview of {count} items, {name}: {:.2} s", milliseconds(begun) / 1_000.0);
        let begun = Instant::now();
        let request = BulkEdit { kind: None, selection, changes, expect: preview.digest, operation_id: None };
        let done = bulk_edit(app, caller, request).await.expect("an edit");
        println!("bulk edit of them: {:.2} s", milliseconds(begun) / 1_000.0);
        tokio::time::sleep(A_LOOK).await;
        let begun = Instant::now();
        let request = UndoOperation {
            id: done.operation_id,
            record_ids: None,
            fields: None,
            scope: None,
            dry_run: None,
            operation_id: None,
        };
        let undone = undo_operation(app, caller, request).await.expect("an undo");
        assert_eq!(undone.undone, done.changed);
        let seconds = milliseconds(begun) / 1_000.0;
        println!("undo of it: {seconds:.2} s (promise: under 5 s for 10,000)");
    }
}

fn show(name: &str, all: &[f64], promise: &str) {
    let (p50, p95) = (percentile(all, 50.0), percentile(all, 95.0));
    println!("{name}: p50 {p50:.1} ms, p95 {p95:.1} ms (promise: {promise})");
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}
