//! Bulk edits: previewed first, then applied in one statement, so that triggers run once.
//!
//! Crate `domain` decides what an edit makes of a record; this file reads the records in the order of their ids, locks
//! them, and writes them. Writers of many records exclude each other (see `write::alone`).

use crate::catalog::fields::definitions::read_definitions;
use crate::connection::transaction::begin_transaction;
use crate::connection::waiting::cancelling::Backend;
use crate::connection::write::{
    BegunWrite, FEW, finish, lock_bulk_exclusive, lock_bulk_shared, retry_on_deadlock,
};
use crate::search::candidates::table;
use crate::sheet::cell_edit::{CellEdit, CellEditOutcome, CellRefusal};
use crate::sheet::clashes::{describe_cell_clash, find_clashing_columns};
use crate::sheet::grid::all_ids;
use crate::sheet::held_records::{HeldRecord, hold_records, load_held_records, load_wire_record};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::EditSample;
use celeiro_domain::sheet::{Column, EditRecord, GridPlan, Step, apply_all};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, QueryBuilder};
use std::collections::{HashMap, HashSet};
use std::future::Future;
use uuid::Uuid;

/// Records read at once.
const CHUNK: usize = 1_000;
/// Records written at once, so that it can be told how far an edit is.
const WRITTEN: usize = 250;
/// Problems and differences that are told; the rest is counted.
const TOLD_PROBLEMS: usize = 200;
const TOLD_DIFFERENCES: usize = 50;
/// Clashes of which it is looked up who wrote first.
const TOLD_CLASHES: usize = 200;

/// Which records.
#[derive(Debug, Clone)]
pub enum RecordSelection {
    /// These, in order of their ids.
    Ids(Vec<Uuid>),
    /// All rows of a grid but some.
    All(GridPlan, Vec<Uuid>),
}

/// A record that cannot take an edit.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RefusedEdit {
    /// The record.
    pub id: Uuid,
    /// Its title.
    pub name: String,
    /// The field.
    pub error: FieldError,
}

/// What an edit of many records does, or would do.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct BulkOutcome {
    /// Records that are meant.
    pub matched: i64,
    /// Records that become different.
    pub changed: i64,
    /// Records that are so already.
    pub unchanged: i64,
    /// The first records that cannot take it.
    pub problems: Vec<RefusedEdit>,
    /// How many there are of them.
    pub problem_count: i64,
    /// The first differences.
    pub sample: Vec<EditSample>,
    /// Stands for the records with their versions and for the edit.
    pub digest: String,
}

/// The same edit of many records.
#[derive(Debug, Clone, Copy)]
pub struct ManyEdit<'a> {
    /// What they are.
    pub kind: Kind,
    /// Which.
    pub selected: &'a RecordSelection,
    /// What happens to each.
    pub steps: &'a [Step],
    /// The digest of the preview that was looked at.
    pub expect: &'a str,
}

/// Columns of a record that get new values, by their names in the table.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    pub ids: Vec<Uuid>,
    pub fields: Vec<Value>,
}

impl Store {
    /// Previews a bulk edit of the sheet: what it would do to the selected records.
    pub async fn preview_edit(
        &self,
        kind: Kind,
        selected: &RecordSelection,
        steps: &[Step],
    ) -> Result<BulkOutcome, StoreError> {
        self.run_long(async {
            // One moment for all records, and nothing that could be kept.
            let mut tx = begin_transaction(&self.pool).await?;
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .execute(&mut *tx)
                .await?;
            Ok(examine(&mut tx, kind, selected, steps, false).await?.0)
        })
        .await
    }

    /// Edits many records, where they are still those of the preview with the digest `expect`; else
    /// nothing is changed, as the digest of the answer tells. `report_progress` is told how many of how many
    /// records are written. `None` where it was cancelled in time: nothing is changed then.
    pub async fn bulk_edit(
        &self,
        edit: &ManyEdit<'_>,
        write: &Write,
        report_progress: impl Fn(usize, usize) + Sync,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Option<BulkOutcome>, StoreError> {
        let server = Backend::default();
        let editing = async { retry_on_deadlock!(self.edit_many(edit, write, &report_progress, &server)) };
        self.run_long(self.unless_cancelled(cancelled, &server, editing)).await
    }

    async fn edit_many(
        &self,
        edit: &ManyEdit<'_>,
        write: &Write,
        report_progress: &(impl Fn(usize, usize) + Sync),
        server: &Backend,
    ) -> Result<BulkOutcome, StoreError> {
        server.forget();
        let mut tx = match self.begin_many("bulk-edit", write).await? {
            BegunWrite::Done(result) => return parse_bulk_result(result),
            BegunWrite::New(tx) => tx,
        };
        server.is_of(&mut tx).await?;
        lock_bulk_exclusive(&mut tx).await?;
        let (outcome, edits) = examine(&mut tx, edit.kind, edit.selected, edit.steps, true).await?;
        if outcome.digest == edit.expect {
            let total = edits.ids.len();
            for (part, (ids, fields)) in
                edits.ids.chunks(WRITTEN).zip(edits.fields.chunks(WRITTEN)).enumerate()
            {
                report_progress(part * WRITTEN, total);
                let part = Edits { ids: ids.to_vec(), fields: fields.to_vec() };
                apply(&mut tx, edit.kind, &part).await?;
            }
            report_progress(total, total);
            finish(&mut tx, write, &serde_json::to_value(&outcome).unwrap_or_default()).await?;
            // From here on it is either there or not, and a cancellation comes too late.
            server.forget();
            tx.commit().await?;
        }
        server.forget();
        Ok(outcome)
    }

    /// Writes cells: each record whole or not at all. Where no record becomes different, nothing is kept
    /// of the operation.
    pub async fn edit_cells(
        &self,
        kind: Kind,
        cells: &[CellEdit],
        write: &Write,
    ) -> Result<CellEditOutcome, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let begun = match cells.len() {
                    ..=FEW => self.begin("edit-cells", write).await?,
                    _ => self.begin_many("edit-cells", write).await?,
                };
                let mut tx = match begun {
                    BegunWrite::Done(result) => return parse_bulk_result(result),
                    BegunWrite::New(tx) => tx,
                };
                if cells.len() > 1 {
                    lock_bulk_shared(&mut tx).await?;
                }
                let written = write_cells(&mut tx, kind, cells).await?;
                if written.changed > 0 {
                    finish(&mut tx, write, &serde_json::to_value(&written).unwrap_or_default()).await?;
                    tx.commit().await?;
                }
                Ok(written)
            })
        })
        .await
    }
}

/// Reads the stored result of an operation that has run before.
fn parse_bulk_result<T: serde::de::DeserializeOwned>(result: Value) -> Result<T, StoreError> {
    serde_json::from_value(result).map_err(|_| StoreError::Other("an operation without its result".into()))
}

/// What the edit does to each record; with `hold`, the records stay as they are until the end of the
/// transaction.
pub(crate) async fn examine(
    db: &mut PgConnection,
    kind: Kind,
    selected: &RecordSelection,
    steps: &[Step],
    hold: bool,
) -> Result<(BulkOutcome, Edits), StoreError> {
    let mut ids = match selected {
        RecordSelection::Ids(ids) => ids.clone(),
        RecordSelection::All(plan, except) => all_ids(&mut *db, plan, except).await?,
    };
    ids.sort_unstable();
    if hold {
        hold_records(db, kind, &ids).await?;
    }
    // Who brings back what is deleted means deleted records; else they are not meant.
    let with_deleted = match selected {
        RecordSelection::Ids(_) => steps.iter().any(|step| step.column == Column::Deleted),
        RecordSelection::All(plan, _) => plan.with_deleted,
    };
    let columns: Vec<Column> = steps.iter().map(|step| step.column.clone()).collect();
    let (mut outcome, mut edits, mut digest) = (BulkOutcome::default(), Edits::default(), Sha256::new());
    let (mut claimed, now) = (HashSet::new(), Utc::now());
    let fields = read_requirements(db, kind, steps.iter().any(Step::touches_requirements)).await?;
    digest.update(format!("{steps:?}"));
    for ids in ids.chunks(CHUNK) {
        let mut refused = HashMap::new();
        let mut changed = Vec::new();
        let held =
            load_held_records(db, kind, ids).await?.into_iter().filter(|held| with_deleted || !held.deleted);
        for before in held {
            outcome.matched += 1;
            digest.update(before.id);
            digest.update(before.version.to_be_bytes());
            let (mut record, mut deleted) = (before.record.clone(), before.deleted);
            match apply_all(&mut record, &mut deleted, steps, &fields, now) {
                Err(errors) => {
                    refused.extend(errors.into_iter().next().map(|error| (before.id, (before, error))));
                }
                Ok(()) if record == before.record && deleted == before.deleted => outcome.unchanged += 1,
                Ok(()) => changed.push((before, record, deleted)),
            }
        }
        if columns.contains(&Column::ExternalId) {
            changed = without_taken(db, kind, changed, &mut claimed, &mut refused).await?;
        }
        outcome.changed += changed.len() as i64;
        for (before, record, deleted) in changed {
            outcome.show(&before, &record, deleted, &columns);
            edits.push(before.id, &before, &record, deleted, &columns);
        }
        outcome.problem_count += refused.len() as i64;
        let mut problems: Vec<RefusedEdit> = refused
            .into_iter()
            .map(|(id, (before, error))| RefusedEdit { id, name: before.record.title().into(), error })
            .collect();
        problems.sort_by_key(|problem| problem.id);
        problems.truncate(TOLD_PROBLEMS.saturating_sub(outcome.problems.len()));
        outcome.problems.append(&mut problems);
    }
    // What is required may have changed since, and with it which records take the edit.
    digest.update(outcome.changed.to_be_bytes());
    outcome.digest = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((outcome, edits))
}

/// What the fields that are defined require of records; nothing where the edit cannot change whether they have it.
async fn read_requirements(
    db: &mut PgConnection,
    kind: Kind,
    is_touched: bool,
) -> Result<DefinedFields, StoreError> {
    match kind {
        Kind::Items if is_touched => read_definitions(db).await,
        Kind::Items | Kind::Faqs => Ok(DefinedFields::default()),
    }
}

type ChangedRecord = (HeldRecord, EditRecord, bool);

/// Takes out those whose new external id another record has, or would have by this very edit.
async fn without_taken(
    db: &mut PgConnection,
    kind: Kind,
    changed: Vec<ChangedRecord>,
    claimed: &mut HashSet<String>,
    refused: &mut HashMap<Uuid, (HeldRecord, FieldError)>,
) -> Result<Vec<ChangedRecord>, StoreError> {
    let new_id = |(before, record, _): &ChangedRecord| {
        let (old, new) = (before.record.value(&Column::ExternalId), record.value(&Column::ExternalId));
        (old != new).then(|| new.as_str().map(str::to_owned)).flatten()
    };
    let wanted: Vec<String> = changed.iter().filter_map(new_id).collect();
    claimed.extend(taken_ids(db, kind, &wanted).await?);
    let mut kept = Vec::new();
    for change in changed {
        match new_id(&change) {
            Some(id) if !claimed.insert(id.clone()) => {
                let error = FieldError::new("externalId", FieldErrorCode::Taken, &id, "");
                refused.insert(change.0.id, (change.0, error));
            }
            _ => kept.push(change),
        }
    }
    Ok(kept)
}

/// The external ids among `wanted` that a record has already.
async fn taken_ids(
    db: &mut PgConnection,
    kind: Kind,
    wanted: &[String],
) -> Result<HashSet<String>, StoreError> {
    if wanted.is_empty() {
        return Ok(HashSet::new());
    }
    let mut sql =
        QueryBuilder::new(format!("SELECT external_id FROM {} WHERE external_id = ANY(", table(kind)));
    sql.push_bind(wanted).push(")");
    let taken: Vec<String> = sql.build_query_scalar().fetch_all(db).await?;
    Ok(taken.into_iter().collect())
}

impl BulkOutcome {
    fn show(&mut self, before: &HeldRecord, after: &EditRecord, deleted: bool, columns: &[Column]) {
        let mut seen = HashSet::new();
        for column in columns.iter().filter(|column| seen.insert(*column)) {
            let difference = match column {
                Column::Deleted => {
                    (before.deleted != deleted).then(|| (json!(before.deleted), json!(deleted)))
                }
                column => before.record.difference(after, column),
            };
            if let Some((from, to)) = difference
                && self.sample.len() < TOLD_DIFFERENCES
            {
                let name = before.record.title().to_owned();
                self.sample.push(EditSample { id: before.id, name, field: column.name(), from, to });
            }
        }
    }
}

impl Edits {
    fn push(&mut self, id: Uuid, before: &HeldRecord, after: &EditRecord, deleted: bool, columns: &[Column]) {
        let mut fields = after.stored_values(columns);
        fields.remove(Column::Deleted.column_name());
        if before.deleted != deleted {
            fields.insert("deleted_at".into(), if deleted { json!("now") } else { Value::Null });
        }
        self.ids.push(id);
        self.fields.push(Value::Object(fields));
    }
}

/// Writes single cells. Their records are locked in the order of ids, so that two writers cannot
/// block each other.
async fn write_cells(
    db: &mut PgConnection,
    kind: Kind,
    cells: &[CellEdit],
) -> Result<CellEditOutcome, StoreError> {
    let mut ids: Vec<Uuid> = cells.iter().map(|cell| cell.id).collect();
    ids.sort_unstable();
    hold_records(db, kind, &ids).await?;
    let mut held: HashMap<Uuid, HeldRecord> =
        load_held_records(db, kind, &ids).await?.into_iter().map(|h| (h.id, h)).collect();
    let (mut written, mut changed, mut columns) = (CellEditOutcome::default(), Vec::new(), Vec::new());
    let now = Utc::now();
    let is_touched = cells.iter().any(|cell| cell.steps.iter().any(Step::touches_requirements));
    let fields = read_requirements(db, kind, is_touched).await?;
    for cell in cells {
        let Some(before) = held.remove(&cell.id) else {
            written.refused.push((cell.id, CellRefusal::NotFound));
            continue;
        };
        let clashes = find_clashing_columns(&before, cell, &fields, now);
        let is_newer = cell.seen.is_none() && before.version != cell.version;
        let restores = cell.steps.iter().any(|step| step.column == Column::Deleted);
        if before.deleted && !restores {
            written.refused.push((cell.id, CellRefusal::NotFound));
        } else if is_newer || !clashes.is_empty() {
            for column in clashes {
                let told = written.clashes.len() < TOLD_CLASHES;
                written.clashes.push(describe_cell_clash(db, kind, &before, column, told).await?);
            }
            let current = load_wire_record(db, kind, cell.id).await?;
            written.refused.push((cell.id, CellRefusal::Conflict(Box::new(current))));
        } else {
            let (mut record, mut deleted) = (before.record.clone(), before.deleted);
            match apply_all(&mut record, &mut deleted, &cell.steps, &fields, now) {
                Err(errors) => {
                    let first = errors.into_iter().next().map(CellRefusal::Field);
                    written.refused.push((cell.id, first.unwrap_or(CellRefusal::NotFound)));
                }
                Ok(()) if record == before.record && deleted == before.deleted => {
                    written.versions.insert(cell.id, before.version);
                }
                Ok(()) => {
                    columns.push((cell.id, cell.steps.iter().map(|s| s.column.clone()).collect::<Vec<_>>()));
                    changed.push((before, record, deleted));
                }
            }
        }
    }
    let mut taken = HashMap::new();
    let changed = without_taken(db, kind, changed, &mut HashSet::new(), &mut taken).await?;
    for (id, (_, error)) in taken {
        written.refused.push((id, CellRefusal::ExternalIdTaken(error.value)));
    }
    let columns: HashMap<Uuid, Vec<Column>> = columns.into_iter().collect();
    let mut edits = Edits::default();
    for (before, record, deleted) in &changed {
        if let Some(columns) = columns.get(&before.id) {
            edits.push(before.id, before, record, *deleted, columns);
        }
    }
    written.changed = edits.ids.len() as i64;
    written.versions.extend(apply(db, kind, &edits).await?);
    Ok(written)
}

/// Writes the columns that the edits name, and no others: a trigger that folds texts runs where a
/// statement names a text. Answers the new versions.
pub(crate) async fn apply(
    db: &mut PgConnection,
    kind: Kind,
    edits: &Edits,
) -> Result<HashMap<Uuid, i32>, StoreError> {
    let named: HashSet<&str> =
        edits.fields.iter().filter_map(Value::as_object).flat_map(|f| f.keys().map(String::as_str)).collect();
    let columns: Vec<(&str, &str)> =
        COLUMNS.iter().filter(|(column, _)| named.contains(column)).copied().collect();
    if columns.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = QueryBuilder::new(format!("UPDATE {} AS r SET ", table(kind)));
    let mut list = sql.separated(", ");
    for (column, value) in columns {
        list.push(format!("{column} = CASE WHEN e.fields ? '{column}' THEN {value} ELSE r.{column} END"));
    }
    sql.push(" FROM unnest(").push_bind(&edits.ids).push("::uuid[], ").push_bind(&edits.fields);
    sql.push("::jsonb[]) AS e(id, fields) WHERE r.id = e.id RETURNING r.id, r.version");
    let versions: Vec<(Uuid, i32)> = sql.build_query_as().fetch_all(db).await?;
    Ok(versions.into_iter().collect())
}

/// Columns and how their values are read from `e.fields`. `now` is read as the transaction's time.
const COLUMNS: [(&str, &str); 16] = [
    ("external_id", "e.fields ->> 'external_id'"),
    ("name", "e.fields ->> 'name'"),
    ("description", "e.fields ->> 'description'"),
    ("notes", "e.fields ->> 'notes'"),
    ("category", "e.fields ->> 'category'"),
    ("manufacturer", "e.fields ->> 'manufacturer'"),
    ("price", "(e.fields ->> 'price')::numeric(16, 4)"),
    ("currency", "coalesce(e.fields ->> 'currency', 'BRL')"),
    ("question", "e.fields ->> 'question'"),
    ("answer", "e.fields ->> 'answer'"),
    ("approved_at", "(e.fields ->> 'approved_at')::timestamptz"),
    ("tags", "ARRAY(SELECT jsonb_array_elements_text(e.fields -> 'tags'))"),
    ("status", "e.fields ->> 'status'"),
    ("attributes", "e.fields -> 'attributes'"),
    ("packages", "coalesce(nullif(e.fields -> 'packages', 'null'), '[]')"),
    ("deleted_at", "(e.fields ->> 'deleted_at')::timestamptz"),
];
