//! Bulk edits of the sheet: the same change of many records with a preview, and blocks of cells.

use super::grid::plan_grid;
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::messages::{edit_error, name_of};
use crate::runtime::tasks::Meter;
use celeiro_domain::catalog::FieldError;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::EditSample;
use celeiro_domain::sheet::{Change, GridQuery, Step, read_steps};
use celeiro_store::{BulkOutcome, ManyEdit, RecordSelection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;
use uuid::Uuid;

/// Records that one selection names by their ids at most.
const MAX_IDS: usize = 100_000;

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

/// Previews a bulk edit of the sheet; changes nothing.
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
    let steps = read_typed_steps(app, kind, &request.changes).await?;
    let selected = request.selection.resolve(kind)?;
    let found = app.store().preview_edit(kind, &selected, &steps).await?;
    Ok(BulkPreview {
        matched: found.matched as u32,
        changed: found.changed as u32,
        unchanged: found.unchanged as u32,
        problems: describe_problems(app, caller.lang, &found).await?,
        problem_count: found.problem_count as u32,
        sample: found.sample,
        digest: found.digest,
    })
}

/// What the changes mean; values of attributes that are defined are read by their fields.
pub(crate) async fn read_typed_steps(
    app: &App,
    kind: Kind,
    changes: &[Change],
) -> Result<Vec<Step>, AppError> {
    let steps = read_steps(kind, changes).map_err(AppError::fields)?;
    let fields = app.store().field_definitions().await?;
    let typed: Result<Vec<Step>, FieldError> = steps.into_iter().map(|step| step.read_by(&fields)).collect();
    typed.map_err(|error| AppError::fields(vec![error]))
}

/// Makes the same change to many records, in one transaction. Under its operation id `get_measurement`
/// returns its progress, and `cancel_measurement` ends it: nothing is changed then.
///
/// # Errors
/// `cancelled`; `selection_changed` where the preview is stale, and what
/// [`preview_bulk_edit`] refuses.
pub async fn bulk_edit(app: &App, caller: &Caller, request: BulkEdit) -> Result<BulkEditOutcome, AppError> {
    let kind = request.kind.unwrap_or_default();
    let steps = read_typed_steps(app, kind, &request.changes).await?;
    let selected = request.selection.resolve(kind)?;
    let write = new_write(caller, request.operation_id);
    let edit = ManyEdit { kind, selected: &selected, steps: &steps, expect: &request.expect };
    let work = async |meter: &Meter| {
        let note_progress = |done, total| meter.note(done, total);
        Ok(app.store().bulk_edit(&edit, &write, note_progress, meter.wait_for_cancel()).await?)
    };
    let found = app.inner.measuring.run_task(caller.owner(), request.operation_id, work).await?;
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
        problems: describe_problems(app, caller.lang, &found).await?,
        problem_count: found.problem_count as u32,
    })
}

impl Selection {
    /// Converts the selected rows of the sheet to records that the database can find.
    ///
    /// # Errors
    /// `invalid_request` where it is not exactly one of both, or names too many; `unknown_filter`, `invalid_filter`.
    pub(crate) fn resolve(&self, kind: Kind) -> Result<RecordSelection, AppError> {
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
            (None, Some(query)) => Ok(RecordSelection::All(plan_grid(kind, query)?, self.except.clone())),
            _ => Err(AppError::invalid_request("selection: ids | all")),
        }
    }
}

/// Refused edits, each with its message in `lang`.
async fn describe_problems(app: &App, lang: Lang, found: &BulkOutcome) -> Result<Vec<EditProblem>, AppError> {
    if found.problems.is_empty() {
        return Ok(Vec::new());
    }
    let fields = app.store().field_definitions().await?;
    let problem = |p: &celeiro_store::RefusedEdit| EditProblem {
        id: p.id,
        name: p.name.clone(),
        field: p.error.field.clone(),
        code: name_of(&p.error.code),
        message: edit_error(lang, &p.error, &fields),
    };
    Ok(found.problems.iter().map(problem).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
