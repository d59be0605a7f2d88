//! What the tests share: a program on a database of its own, and ways to ask it.

use celeiro_app::api::ById;
use celeiro_app::catalog::history;
use celeiro_app::catalog::history::{UndoOperation, UndoOutcome, undo_operation};
use celeiro_app::catalog::items::{CreateItem, UpdateItem, create_item, get_item, update_item};
use celeiro_app::import::{ImportRequest, import_file, sandbox::use_parser_program};
use celeiro_app::sheet::cell_edits::{Cell, EditCells, EditedCells, edit_cells};
use celeiro_app::sheet::edits::{
    BulkEdit, BulkEditOutcome, BulkPreview, PreviewBulkEdit, Selection, bulk_edit, preview_bulk_edit,
};
use celeiro_app::sheet::grid::{GridPage, grid};
use celeiro_app::{App, AppError, Caller};
use celeiro_domain::catalog::{Item, ItemDraft, Price};
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::{Change, ChangeAction, GridFilter, GridQuery, GridSort, GridTest};
use celeiro_store::cluster::Login;
use celeiro_tests::databases::{TestDatabase, to_url};
use celeiro_tests::program::open;
use serde_json::Value;
use sqlx::postgres::{PgPool, PgPoolOptions};
use std::path::Path;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// A running program, and the tests' own connections to its database.
pub struct World {
    pub app: App,
    pub caller: Caller,
    pub pool: PgPool,
    database: TestDatabase,
    dir: TempDir,
}

impl World {
    /// A program with nothing in its database.
    pub async fn new() -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_parser-for-tests"));
        let dir = tempfile::tempdir().unwrap();
        let fill = async |login: &Login| {
            let template = tempfile::tempdir().unwrap();
            open(template.path(), &to_url(login), &[]).await.close().await.unwrap();
        };
        let database = TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "sheet", fill).await;
        let app = open(dir.path(), &database.url(), &[]).await;
        let options = database.login.connect_options();
        let pool = PgPoolOptions::new().max_connections(3).connect_with(options).await.unwrap();
        Self { app, caller: caller_named("ana"), pool, database, dir }
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.pool.close().await;
        self.app.close().await.unwrap();
        self.database.remove().await;
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    /// Imports a file of items, and answers the operation.
    pub async fn import(&self, bytes: impl Into<Vec<u8>>) -> Uuid {
        let request = ImportRequest::of_bytes(Kind::Items, bytes.into(), "file", "ana");
        let operation = request.operation_id;
        import_file(self.app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap();
        operation
    }

    pub async fn create(&self, draft: ItemDraft) -> Item {
        create_item(
            &self.app,
            &self.caller,
            CreateItem { draft, operation_id: None, sources: Default::default() },
        )
        .await
        .unwrap()
    }

    pub async fn item(&self, id: Uuid) -> Item {
        get_item(&self.app, &self.caller, ById { id }).await.unwrap().item
    }

    /// Saves an item by hand, and answers the operation.
    pub async fn save(&self, item: &Item, change: impl FnOnce(&mut ItemDraft)) -> Uuid {
        let operation = Uuid::new_v4();
        let mut draft = ItemDraft::from(item.clone());
        change(&mut draft);
        let request = UpdateItem {
            id: item.id,
            version: item.version,
            draft,
            changed_attributes: None,
            operation_id: Some(operation),
            sources: Default::default(),
        };
        update_item(&self.app, &self.caller, request).await.unwrap();
        operation
    }

    pub async fn grid(&self, query: GridQuery) -> GridPage {
        grid(&self.app, &self.caller, query).await.unwrap()
    }

    /// The names that a grid with these filters shows, in its order.
    pub async fn names(&self, filters: Vec<GridFilter>, sort: &[(&str, bool)]) -> Vec<String> {
        let sort = sort
            .iter()
            .map(|(column, descending)| GridSort { column: (*column).into(), descending: *descending })
            .collect();
        let page = self.grid(GridQuery { filters, sort, ..GridQuery::default() }).await;
        assert_eq!(page.total as usize, page.rows.len());
        page.rows.into_iter().map(|row| row.item.name).collect()
    }

    pub async fn preview(&self, selection: Selection, changes: Vec<Change>) -> Result<BulkPreview, AppError> {
        preview_bulk_edit(&self.app, &self.caller, PreviewBulkEdit { kind: None, selection, changes }).await
    }

    /// A bulk edit as people make it: looked at, then made.
    pub async fn bulk(&self, selection: Selection, changes: Vec<Change>) -> BulkEditOutcome {
        let preview = self.preview(selection.clone(), changes.clone()).await.unwrap();
        let request = BulkEdit { kind: None, selection, changes, expect: preview.digest, operation_id: None };
        let done = bulk_edit(&self.app, &self.caller, request).await.unwrap();
        assert_eq!((done.changed, done.unchanged), (preview.changed, preview.unchanged));
        done
    }

    pub async fn cells(&self, cells: Vec<Cell>) -> EditedCells {
        let request = EditCells { kind: None, cells, merge: false, catalog: None, operation_id: None };
        edit_cells(&self.app, &self.caller, request).await.unwrap()
    }

    /// Cells as the sheet writes them: writers of other fields do not hinder each other.
    pub async fn merge_cells(&self, cells: Vec<Cell>) -> EditedCells {
        let request = EditCells { kind: None, cells, merge: true, catalog: None, operation_id: None };
        edit_cells(&self.app, &self.caller, request).await.unwrap()
    }

    pub async fn undo(&self, id: Uuid) -> UndoOutcome {
        undo_operation(&self.app, &self.caller, undo_request(id)).await.unwrap()
    }

    /// Everything that people know of the items that are not deleted, as one number.
    pub async fn checksum(&self) -> String {
        sqlx::query_scalar(
            "SELECT count(*) || ' ' || coalesce(md5(string_agg(md5((id, external_id, name, description, category, \
             manufacturer, price, currency, tags, status, attributes, notes)::text), '' ORDER BY id)), '') \
             FROM catalog_items WHERE deleted_at IS NULL",
        )
        .fetch_one(&self.pool)
        .await
        .unwrap()
    }

    /// The operations of all users, the latest first.
    pub async fn log(&self) -> Vec<history::OperationSummary> {
        let request = history::ListOperations { limit: Some(500), ..Default::default() };
        history::list_operations(&self.app, &self.caller, request).await.unwrap().rows
    }

    /// What the grid's copy holds is what it should hold.
    pub async fn assert_grid_is_true(&self) {
        let wrong: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM catalog_grid g FULL JOIN catalog_grid_rows r ON r.item_id = g.item_id \
             WHERE to_jsonb(g) IS DISTINCT FROM to_jsonb(r)",
        )
        .fetch_one(&self.pool)
        .await
        .unwrap();
        assert_eq!(wrong, 0, "rows of the grid differ from the items");
    }
}

pub fn caller_named(actor: &str) -> Caller {
    Caller { actor: actor.into(), ..Caller::local(Lang::En) }
}

pub fn undo_request(id: Uuid) -> UndoOperation {
    UndoOperation { id, record_ids: None, fields: None, scope: None, dry_run: None, operation_id: None }
}

pub fn ids(ids: impl IntoIterator<Item = Uuid>) -> Selection {
    Selection { ids: Some(ids.into_iter().collect()), ..Selection::default() }
}

pub fn all(filters: Vec<GridFilter>) -> Selection {
    Selection { all: Some(GridQuery { filters, ..GridQuery::default() }), ..Selection::default() }
}

pub fn filter(column: &str, test: GridTest, values: &[&str]) -> GridFilter {
    GridFilter { column: column.into(), test, values: values.iter().map(|v| (*v).to_owned()).collect() }
}

pub fn change(field: &str, action: ChangeAction, value: &str) -> Change {
    Change { field: field.into(), action, value: Some(value.into()), find: None }
}

pub fn cell(item: &Item, field: &str, value: impl Into<Value>) -> Cell {
    seen_cell(item, field, value, Value::Null)
}

/// A cell in which the person saw `seen`.
pub fn seen_cell(item: &Item, field: &str, value: impl Into<Value>, seen: impl Into<Value>) -> Cell {
    let (value, seen) = (value.into(), seen.into());
    Cell { id: item.id, version: item.version, field: field.into(), value, seen }
}

pub fn named_draft(name: &str) -> ItemDraft {
    ItemDraft { name: name.into(), ..ItemDraft::default() }
}

pub fn priced_draft(name: &str, price: &str) -> ItemDraft {
    ItemDraft { price: Some(Price::parse(price).unwrap()), ..named_draft(name) }
}

/// The code that an operation fails with.
pub fn code<T: std::fmt::Debug>(result: Result<T, AppError>) -> &'static str {
    result.unwrap_err().code().as_str()
}
