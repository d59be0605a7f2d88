//! Edits as in a sheet: the same change of many records, seen before it is made, and blocks of cells.

use super::grid::plan;
use crate::api::write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::messages::{field_error, name_of};
use crate::runtime::tasks::Meter;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::EditSample;
use celeiro_domain::sheet::{Change, GridQuery, Step, read_steps};
use celeiro_store::{BulkOutcome, CellEdit, CellRefusal, ManyEdit, RecordSelection};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Records that one selection names by their ids at most.
const MAX_IDS: usize = 100_000;
/// Cells that one request writes at most.
const MAX_CELLS: usize = 20_000;

/// Which records: these, or all that a grid has but some. Exactly one of `ids` and `all`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Selection {
    /// These, at most 100,000.
    #[serde(default)]
    pub ids: Option<Vec<Uuid>>,
    /// Everything that the grid finds, whatever its page.
    #[serde(default)]
    pub all: Option<GridQuery>,
    /// But not these.
    #[serde(default)]
    pub except: Vec<Uuid>,
}

/// A bulk edit to be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewBulkEdit {
    /// Items where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Which records.
    pub selection: Selection,
    /// What happens to each of them, in this order.
    pub changes: Vec<Change>,
}

/// A bulk edit to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkEdit {
    /// Items where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Which records.
    pub selection: Selection,
    /// What happens to each of them, in this order.
    pub changes: Vec<Change>,
    /// The `digest` of the preview: where the records are not those of the preview any more, nothing
    /// is changed.
    pub expect: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A record that stays as it is, because the change cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditProblem {
    /// The record.
    pub id: Uuid,
    /// Its name, or its question.
    pub name: String,
    /// The field.
    pub field: String,
    /// What is wrong, as in the report of an import (`required`, `invalid_price`, …).
    pub code: String,
    /// The same for people, with what is allowed.
    pub message: String,
}

/// What a bulk edit would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// Records that are meant.
    pub matched: u32,
    /// Records that would be different.
    pub changed: u32,
    /// Records that are so already.
    pub unchanged: u32,
    /// Records that cannot take the change, the first 200.
    pub problems: Vec<EditProblem>,
    /// How many there are of them.
    pub problem_count: u32,
    /// The first 50 fields that would be different.
    pub sample: Vec<EditSample>,
    /// Stands for the records as they are and the changes; `bulk_edit` wants it back.
    pub digest: String,
}

/// What a bulk edit did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkEditOutcome {
    /// The operation, to be looked at and undone.
    pub operation_id: Uuid,
    /// Records that are different now.
    pub changed: u32,
    /// Records that were so already.
    pub unchanged: u32,
    /// Records that could not take the change, the first 200.
    pub problems: Vec<EditProblem>,
    /// How many there are of them.
    pub problem_count: u32,
}

/// A cell and what is to stand in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Cell {
    /// The record.
    pub id: Uuid,
    /// The version that the person saw.
    pub version: i32,
    /// The field: `price`, `tags`, `attributes.formulacao`.
    pub field: String,
    /// A text as a person types it, or a number, a list, a switch; null empties the cell. `now` in
    /// `approvedAt` of a FAQ approves the answer at this moment.
    #[serde(default)]
    pub value: Value,
    /// What stood in the cell for that person, as `grid` gives it; counts with `merge`.
    #[serde(default)]
    pub seen: Value,
}

/// Cells to be written as one operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditCells {
    /// Items where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The cells, at most 20,000.
    pub cells: Vec<Cell>,
    /// Where a record was changed since its `version`, its cells are written all the same as long as each
    /// of these fields is still as `seen`, or is already what it is to become.
    #[serde(default)]
    pub merge: bool,
    /// The database that the person had in sight (`status.database.id`); in another one nothing is
    /// written.
    #[serde(default)]
    pub catalog: Option<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Why a row was not written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    /// `conflict`, `not_found`, `duplicate_external_id`, or what is wrong with the field.
    pub code: String,
    /// The field, where it is about one.
    pub field: Option<String>,
    /// The same for people.
    pub message: String,
    /// In a conflict, the record as it is now.
    pub current: Option<Value>,
    /// In a conflict of a request with `merge`, the fields that another writer has changed.
    pub clashes: Vec<FieldClash>,
}

/// A field that another writer has changed meanwhile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldClash {
    /// The field.
    pub field: String,
    /// What stands there now.
    pub now: Value,
    /// The name of the writer, where it is known.
    pub changed_by: Option<String>,
    /// When.
    pub changed_at: Option<DateTime<Utc>>,
    /// By which operation.
    pub operation_id: Option<Uuid>,
}

/// Result of one row of a cell edit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedRow {
    /// The record.
    pub id: Uuid,
    /// Its version now; absent where it was not written.
    pub version: Option<i32>,
    /// Why it was not written.
    pub error: Option<RowError>,
}

/// Result of a cell edit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedCells {
    /// The operation, to be looked at and undone; absent where no record became different.
    pub operation_id: Option<Uuid>,
    /// One for each record, in the order of its first cell.
    pub rows: Vec<EditedRow>,
}

/// What a bulk edit would do; changes nothing.
///
/// # Errors
/// `invalid_fields` where a change makes no sense, `invalid_request`, `unknown_filter`,
/// `invalid_filter`.
pub async fn preview_bulk_edit(
    app: &App,
    caller: &Caller,
    request: PreviewBulkEdit,
) -> Result<BulkPreview, AppError> {
    let kind = request.kind.unwrap_or_default();
    let steps = read_steps(kind, &request.changes).map_err(AppError::fields)?;
    let selected = request.selection.resolve(kind)?;
    let found = app.store().preview_edit(kind, &selected, &steps).await?;
    Ok(BulkPreview {
        matched: found.matched as u32,
        changed: found.changed as u32,
        unchanged: found.unchanged as u32,
        problems: problems(caller.lang, &found),
        problem_count: found.problem_count as u32,
        sample: found.sample,
        digest: found.digest,
    })
}

/// Makes the same change to many records, in one transaction. Under its operation id `get_measurement`
/// returns its progress, and `cancel_measurement` ends it: nothing is changed then.
///
/// # Errors
/// `cancelled`; `selection_changed` where the preview is stale, and what
/// [`preview_bulk_edit`] refuses.
pub async fn bulk_edit(app: &App, caller: &Caller, request: BulkEdit) -> Result<BulkEditOutcome, AppError> {
    let kind = request.kind.unwrap_or_default();
    let steps = read_steps(kind, &request.changes).map_err(AppError::fields)?;
    let selected = request.selection.resolve(kind)?;
    let write = write(caller, request.operation_id);
    let edit = ManyEdit { kind, selected: &selected, steps: &steps, expect: &request.expect };
    let work = async |meter: &Meter| {
        let told = |done, total| meter.note(done, total);
        Ok(app.store().bulk_edit(&edit, &write, told, meter.wait_for_cancel()).await?)
    };
    let found = app.inner.measuring.run_task(request.operation_id, work).await?;
    let found = found.ok_or_else(|| AppError::new(Code::Cancelled))?;
    if found.digest != request.expect {
        return Err(AppError::new(Code::SelectionChanged)
            .detail("matched", found.matched)
            .detail("changed", found.changed)
            .detail("unchanged", found.unchanged)
            .detail("digest", &found.digest));
    }
    app.forget_values();
    Ok(BulkEditOutcome {
        operation_id: write.operation_id,
        changed: found.changed as u32,
        unchanged: found.unchanged as u32,
        problems: problems(caller.lang, &found),
        problem_count: found.problem_count as u32,
    })
}

/// Writes cells: each row whole or not at all, the rows of others not hindered by it.
///
/// # Errors
/// `invalid_request` where there are no cells or too many, `other_catalog`.
pub async fn edit_cells(app: &App, caller: &Caller, request: EditCells) -> Result<EditedCells, AppError> {
    let kind = request.kind.unwrap_or_default();
    if request.cells.is_empty() || request.cells.len() > MAX_CELLS {
        return Err(AppError::invalid_request(format!("cells: 1..{MAX_CELLS}")));
    }
    if let Some(meant) = &request.catalog
        && *meant != app.store().database_id().await?
    {
        return Err(AppError::new(Code::OtherCatalog));
    }
    let (order, edits, mut refused) = rows(kind, request.cells, request.merge);
    let write = write(caller, request.operation_id);
    let written = app.store().edit_cells(kind, &edits, &write).await?;
    for (id, refusal) in written.refused {
        refused.insert(id, refusal);
    }
    let mut clashes: HashMap<Uuid, Vec<FieldClash>> = HashMap::new();
    for clash in written.clashes {
        clashes.entry(clash.record_id).or_default().push(FieldClash {
            field: clash.field,
            now: clash.now,
            changed_by: clash.changed_by,
            changed_at: clash.changed_at,
            operation_id: clash.operation_id,
        });
    }
    let row = |id: Uuid| EditedRow {
        id,
        version: written.versions.get(&id).copied(),
        error: refused.get(&id).map(|refusal| RowError {
            clashes: clashes.remove(&id).unwrap_or_default(),
            ..row_error(caller.lang, refusal)
        }),
    };
    Ok(EditedCells {
        operation_id: (written.changed > 0).then_some(write.operation_id),
        rows: order.into_iter().map(row).collect(),
    })
}

/// The cells of each record together; a record with a cell that is none is not written.
fn rows(kind: Kind, cells: Vec<Cell>, merge: bool) -> (Vec<Uuid>, Vec<CellEdit>, HashMap<Uuid, CellRefusal>) {
    let (mut order, mut refused) = (Vec::new(), HashMap::new());
    let mut edits: HashMap<Uuid, CellEdit> = HashMap::new();
    for cell in cells {
        if !edits.contains_key(&cell.id) && !refused.contains_key(&cell.id) {
            order.push(cell.id);
        }
        let value = if is_approval(kind, &cell) { json!(Utc::now()) } else { cell.value };
        match Step::set(kind, &cell.field, value) {
            Ok(step) => {
                let seen = merge.then(HashMap::new);
                let new = || CellEdit { id: cell.id, version: cell.version, steps: Vec::new(), seen };
                let edit = edits.entry(cell.id).or_insert_with(new);
                if let Some(seen) = &mut edit.seen {
                    seen.insert(step.column.clone(), cell.seen);
                }
                // Cells that were seen in different states cannot all be current.
                edit.version = edit.version.min(cell.version);
                edit.steps.push(step);
            }
            Err(error) => drop(refused.insert(cell.id, CellRefusal::Field(error))),
        }
    }
    edits.retain(|id, _| !refused.contains_key(id));
    (order, edits.into_values().collect(), refused)
}

/// Whether the cell approves an answer now: by the clock that stores it, not that of a browser.
fn is_approval(kind: Kind, cell: &Cell) -> bool {
    kind == Kind::Faqs && cell.field == "approvedAt" && cell.value.as_str() == Some("now")
}

fn row_error(lang: Lang, refusal: &CellRefusal) -> RowError {
    match refusal {
        CellRefusal::Field(error) => RowError {
            code: name_of(&error.code),
            field: Some(error.field.clone()),
            message: field_error(lang, error.code, &error.allowed),
            current: None,
            clashes: Vec::new(),
        },
        CellRefusal::Conflict(current) => RowError {
            code: Code::Conflict.as_str().into(),
            field: None,
            message: AppError::new(Code::Conflict).message(lang),
            current: Some((**current).clone()),
            clashes: Vec::new(),
        },
        CellRefusal::NotFound => RowError {
            code: Code::NotFound.as_str().into(),
            field: None,
            message: AppError::new(Code::NotFound).message(lang),
            current: None,
            clashes: Vec::new(),
        },
        CellRefusal::ExternalIdTaken(id) => RowError {
            code: Code::DuplicateExternalId.as_str().into(),
            field: Some("externalId".into()),
            message: AppError::new(Code::DuplicateExternalId).with("externalId", id).message(lang),
            current: None,
            clashes: Vec::new(),
        },
    }
}

impl Selection {
    /// The selection as the database can find it.
    fn resolve(&self, kind: Kind) -> Result<RecordSelection, AppError> {
        match (&self.ids, &self.all) {
            (Some(ids), None) if ids.len() > MAX_IDS || self.except.len() > MAX_IDS => {
                Err(AppError::invalid_request(format!("selection.ids: 0..{MAX_IDS}")))
            }
            (Some(ids), None) => {
                let except: HashSet<&Uuid> = self.except.iter().collect();
                let mut ids: Vec<Uuid> = ids.iter().filter(|id| !except.contains(id)).copied().collect();
                ids.sort_unstable();
                ids.dedup();
                Ok(RecordSelection::Ids(ids))
            }
            (None, Some(query)) => Ok(RecordSelection::All(plan(kind, query)?, self.except.clone())),
            _ => Err(AppError::invalid_request("selection: ids | all")),
        }
    }
}

fn problems(lang: Lang, found: &BulkOutcome) -> Vec<EditProblem> {
    let problem = |p: &celeiro_store::RefusedEdit| EditProblem {
        id: p.id,
        name: p.name.clone(),
        field: p.error.field.clone(),
        code: name_of(&p.error.code),
        message: field_error(lang, p.error.code, &p.error.allowed),
    };
    found.problems.iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::catalog::{FieldError, FieldErrorCode};

    fn cell(id: Uuid, version: i32, field: &str, value: Value) -> Cell {
        Cell { id, version, field: field.into(), value, seen: json!("seen") }
    }

    #[test]
    fn cells_of_a_record_are_one_edit_from_the_oldest_state_that_was_seen() {
        let (a, b) = (Uuid::new_v4(), Uuid::new_v4());
        let cells = vec![
            cell(a, 3, "name", json!("A")),
            cell(b, 1, "name", json!("B")),
            cell(a, 2, "price", json!("10")),
        ];
        let (order, edits, refused) = rows(Kind::Items, cells, true);
        assert_eq!((order, refused.len(), edits.len()), (vec![a, b], 0, 2));
        let of_a = edits.iter().find(|edit| edit.id == a).unwrap();
        assert_eq!((of_a.version, of_a.steps.len(), of_a.seen.as_ref().unwrap().len()), (2, 2, 2));
        let (_, unmerged, _) = rows(Kind::Items, vec![cell(a, 3, "name", json!("A"))], false);
        assert!(unmerged[0].seen.is_none(), "the whole record must be as it was seen");
    }

    #[test]
    fn a_record_with_one_cell_that_is_none_is_not_written_at_all() {
        let (a, b) = (Uuid::new_v4(), Uuid::new_v4());
        for cells in [
            vec![
                cell(a, 1, "cor", json!("azul")),
                cell(a, 1, "name", json!("A")),
                cell(b, 1, "name", json!("B")),
            ],
            vec![
                cell(a, 1, "name", json!("A")),
                cell(b, 1, "name", json!("B")),
                cell(a, 1, "cor", json!("azul")),
            ],
        ] {
            let (order, edits, refused) = rows(Kind::Items, cells, true);
            assert_eq!((order, edits.len(), edits[0].id), (vec![a, b], 1, b));
            assert!(matches!(&refused[&a], CellRefusal::Field(error) if error.value == "cor"));
        }
    }

    #[test]
    fn an_answer_is_approved_by_the_clock_that_stores_it() {
        let now = cell(Uuid::new_v4(), 1, "approvedAt", json!("now"));
        assert!(is_approval(Kind::Faqs, &now));
        assert!(!is_approval(Kind::Items, &now));
        assert!(!is_approval(Kind::Faqs, &Cell { value: json!("2026-01-01"), ..now.clone() }));
        assert!(!is_approval(Kind::Faqs, &Cell { field: "answer".into(), ..now }));
    }

    #[test]
    fn each_refusal_of_a_row_has_a_code_a_sentence_and_its_field() {
        let field = FieldError::new("price", FieldErrorCode::InvalidPrice, "dez", "0..999999999999.9999");
        for (refusal, code, place) in [
            (CellRefusal::Field(field), "invalid_price", Some("price")),
            (CellRefusal::Conflict(Box::new(json!({ "name": "A" }))), "conflict", None),
            (CellRefusal::NotFound, "not_found", None),
            (CellRefusal::ExternalIdTaken("X-1".into()), "duplicate_external_id", Some("externalId")),
        ] {
            let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| row_error(lang, &refusal));
            assert_eq!((en.code.as_str(), en.field.as_deref()), (code, place));
            assert_ne!(pt.message, en.message, "{code}");
            assert!(!en.message.contains(['{', '}']), "{}", en.message);
            assert_eq!(en.current.is_some(), code == "conflict");
        }
    }

    #[test]
    fn a_selection_names_records_once_or_all_of_a_grid() {
        let (a, b) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let named = Selection { ids: Some(vec![b, a, b]), except: vec![a], ..Selection::default() };
        assert!(matches!(named.resolve(Kind::Items), Ok(RecordSelection::Ids(ids)) if ids == [b]));
        let all = Selection { all: Some(Default::default()), except: vec![a], ..Selection::default() };
        assert!(matches!(all.resolve(Kind::Items), Ok(RecordSelection::All(_, except)) if except == [a]));
        let both = Selection { ids: Some(vec![a]), ..all.clone() };
        let many = Selection { ids: Some(vec![a; MAX_IDS + 1]), ..Selection::default() };
        for wrong in [Selection::default(), both, many] {
            assert_eq!(wrong.resolve(Kind::Items).unwrap_err().code(), Code::InvalidRequest);
        }
    }
}
