//! Operations that edit cells of the sheet: many at once, each row independent.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::messages::{edit_error, name_of};
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::Step;
use celeiro_store::{CellEdit, CellRefusal};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Cells that one request writes at most.
const MAX_CELLS: usize = 20_000;

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
    let fields = app.store().field_definitions().await?;
    let (order, edits, mut refused) = group_cells_by_record(kind, request.cells, request.merge, &fields);
    let write = new_write(caller, request.operation_id);
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
            ..row_error(caller.lang, refusal, &fields)
        }),
    };
    Ok(EditedCells {
        operation_id: (written.changed > 0).then_some(write.operation_id),
        rows: order.into_iter().map(row).collect(),
    })
}

/// The cells of each record together; a record with a cell that is none is not written.
fn group_cells_by_record(
    kind: Kind,
    cells: Vec<Cell>,
    merge: bool,
    fields: &DefinedFields,
) -> (Vec<Uuid>, Vec<CellEdit>, HashMap<Uuid, CellRefusal>) {
    let (mut order, mut refused) = (Vec::new(), HashMap::new());
    let mut edits: HashMap<Uuid, CellEdit> = HashMap::new();
    for cell in cells {
        if !edits.contains_key(&cell.id) && !refused.contains_key(&cell.id) {
            order.push(cell.id);
        }
        let value = if is_approval(kind, &cell) { json!(Utc::now()) } else { cell.value };
        match Step::set(kind, &cell.field, value).and_then(|step| step.read_by(fields)) {
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

/// Why a row was not written, in `lang`; a conflict carries the row as it is stored now.
fn row_error(lang: Lang, refusal: &CellRefusal, fields: &DefinedFields) -> RowError {
    match refusal {
        CellRefusal::Field(error) => RowError {
            code: name_of(&error.code),
            field: Some(error.field.clone()),
            message: edit_error(lang, error, fields),
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
        let (order, edits, refused) =
            group_cells_by_record(Kind::Items, cells, true, &DefinedFields::default());
        assert_eq!((order, refused.len(), edits.len()), (vec![a, b], 0, 2));
        let of_a = edits.iter().find(|edit| edit.id == a).unwrap();
        assert_eq!((of_a.version, of_a.steps.len(), of_a.seen.as_ref().unwrap().len()), (2, 2, 2));
        let (_, unmerged, _) = group_cells_by_record(
            Kind::Items,
            vec![cell(a, 3, "name", json!("A"))],
            false,
            &DefinedFields::default(),
        );
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
            let (order, edits, refused) =
                group_cells_by_record(Kind::Items, cells, true, &DefinedFields::default());
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
            let [pt, en] =
                [Lang::PtBr, Lang::En].map(|lang| row_error(lang, &refusal, &DefinedFields::default()));
            assert_eq!((en.code.as_str(), en.field.as_deref()), (code, place));
            assert_ne!(pt.message, en.message, "{code}");
            assert!(!en.message.contains(['{', '}']), "{}", en.message);
            assert_eq!(en.current.is_some(), code == "conflict");
        }
    }
}
