//! What was done: the history of a record, the log of operations, and taking one back.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::catalog::undo_access::{may_undo, require_own, require_write};
use crate::error::{AppError, Code, Missing};
use celeiro_domain::catalog::{
    FieldError, FieldErrorCode, HistoryEntry, OperationRecord, RecordChange, UndoConflict,
};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use celeiro_store::{LoggedOperation, MentionKind, UndoPlan, UndoneOperation};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const MAX_PAGE: u32 = 500;
/// Changes of the tree of categories that are told of an operation.
const MOST_TREE_CHANGES: i64 = 200;
/// The kind of an operation that joined products.
const JOIN: &str = "join-items";

/// Whose history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// The record, deleted or not.
    pub id: Uuid,
    /// Entries to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Entries wanted, 1..500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Which operations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListOperations {
    /// Operations to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Operations wanted, 1..500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Of this person alone.
    #[serde(default)]
    pub actor: Option<String>,
    /// Of the caller alone.
    #[serde(default)]
    pub mine: Option<bool>,
}

/// Why an operation cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndoBlocker {
    /// It was taken back already; what did so can be taken back in turn.
    Undone,
    /// None of the records is there any more.
    Purged,
    /// It is another person's, which administrators alone take back.
    NotYours,
}

/// An operation on records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationSummary {
    /// Its id.
    pub id: Uuid,
    /// What it did: `create-item`, `update-faq`, `delete-items`, `import`, `bulk-edit`,
    /// `edit-cells`, `price-change`, `undo`, ….
    pub kind: String,
    /// The actor.
    pub actor: String,
    /// Whether that is the caller.
    pub mine: bool,
    /// From where: `person`, `ai-suggestion`, `import`, `assistant`.
    pub source: String,
    /// The person who confirmed it, where the assistant proposed it.
    pub confirmed_by: Option<String>,
    /// The program that proposed it, by the name that it gives itself; absent where the own assistant did.
    #[serde(default)]
    pub proposed_by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// Records that it changed.
    pub records: u32,
    /// Categories of the tree that it changed.
    pub categories: u32,
    /// What it is of, as people call it: the file of an import of stock, the category of a change of the tree
    /// (`Adubos → Fertilizantes`). At most 300 characters.
    #[serde(default)]
    pub subject: Option<String>,
    /// The record, where it changed one alone and that is still there, deleted or not.
    pub record: Option<OperationRecord>,
    /// How many of them it created.
    pub created: u32,
    /// Fields that it changed in records that were there.
    pub fields: Vec<String>,
    /// The operation that took this one back, where one is in force.
    pub undone_by: Option<Uuid>,
    /// The operation that this one took back.
    pub undoes: Option<Uuid>,
    /// Whether there is something to take back.
    pub undoable: bool,
    /// Why there is not.
    pub why_not: Option<UndoBlocker>,
}

/// A page of operations, the latest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationPage {
    /// The operations.
    pub rows: Vec<OperationSummary>,
    /// How many there are in all.
    pub total: u32,
}

/// One operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetOperation {
    /// The operation.
    pub id: Uuid,
    /// Changed records to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Changed records wanted, 1..500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What an operation did to a category, or what names a category and followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationTreeChange {
    /// What followed; null where a category itself was changed.
    pub mention: Option<FollowingKind>,
    /// Its name; null where it is gone, or is a view that another person keeps for themselves.
    pub name: Option<String>,
    /// Of a category: where it stood, `Defensivos › Herbicidas`; null where it was not in the tree.
    pub from: Option<String>,
    /// Of a category: where the operation put it; null where it took it out of the tree.
    pub to: Option<String>,
}

/// What followed a change of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FollowingKind {
    /// A defined field that the category requires.
    Field,
    /// A saved view that filters by it.
    View,
    /// A supplier whose products get it where a file says nothing.
    ImportProfile,
    /// What the items of a category are expected to say.
    Expectation,
}

impl From<MentionKind> for FollowingKind {
    fn from(kind: MentionKind) -> Self {
        match kind {
            MentionKind::Field => Self::Field,
            MentionKind::View => Self::View,
            MentionKind::ImportProfile => Self::ImportProfile,
            MentionKind::Expectation => Self::Expectation,
        }
    }
}

/// An operation with what it changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationDetail {
    /// The operation.
    pub operation: OperationSummary,
    /// What it did to the tree of categories and took along, the first 200.
    pub tree: Vec<OperationTreeChange>,
    /// A page of what it changed.
    pub changes: Vec<RecordChange>,
    /// How many changes there are in all.
    pub total: u32,
}

/// Whose operations may be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndoScope {
    /// Those of the caller, as the key for undo in the window does.
    Mine,
    /// Those of every user, as far as the caller may take them back.
    #[default]
    Anyone,
}

/// An operation to be taken back, as a whole or in part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoOperation {
    /// The operation.
    pub id: Uuid,
    /// These records alone.
    #[serde(default)]
    pub record_ids: Option<Vec<Uuid>>,
    /// These fields alone: `price`, `attributes.formulacao`, or `attributes` for all of them.
    #[serde(default)]
    pub fields: Option<Vec<String>>,
    /// Whose operations may be taken back; those of every user where absent.
    #[serde(default)]
    pub scope: Option<UndoScope>,
    /// Only says what would happen.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Why a record cannot be touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UntouchableReason {
    /// It is not there any more.
    Purged,
    /// Another record has its external id now.
    ExternalIdTaken,
}

/// A record that cannot be brought back to what it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Untouchable {
    /// The record.
    pub record_id: Uuid,
    /// Why.
    pub reason: UntouchableReason,
}

/// What was taken back, and what was not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoOutcome {
    /// The operation that did it, to be taken back in turn; absent in a dry run, and where there was
    /// nothing to do.
    pub operation_id: Option<Uuid>,
    /// Records of which something was taken back.
    pub undone: u32,
    /// How many of these were created by the operation and are deleted now.
    pub deleted: u32,
    /// Fields that were changed since, the first 500.
    pub conflicts: Vec<UndoConflict>,
    /// How many there are of them.
    pub conflict_count: u32,
    /// Records that cannot be brought back, the first 500.
    pub untouchable: Vec<Untouchable>,
    /// How many there are of them.
    pub untouchable_count: u32,
}

/// The saves of an item and what was done to its relations, its stock and the order of its pictures, the latest first.
///
/// # Errors
/// `not_found`.
pub async fn item_history(app: &App, _: &Caller, request: History) -> Result<Vec<HistoryEntry>, AppError> {
    history(app, Kind::Items, &request).await
}

/// The saves of a FAQ, the latest first.
///
/// # Errors
/// `not_found`.
pub async fn faq_history(app: &App, _: &Caller, request: History) -> Result<Vec<HistoryEntry>, AppError> {
    history(app, Kind::Faqs, &request).await
}

/// The saves of the record with this id or external id, be it an item or a FAQ.
///
/// # Errors
/// `not_found`.
pub async fn history_by_name(app: &App, name: &str) -> Result<Vec<HistoryEntry>, AppError> {
    let (kind, id) = app.store().record_called(name).await.map_err(Missing::Record.explain(name))?;
    history(app, kind, &History { id, offset: None, limit: Some(MAX_PAGE) }).await
}

async fn history(app: &App, kind: Kind, request: &History) -> Result<Vec<HistoryEntry>, AppError> {
    let (offset, limit) = page(request.offset, request.limit, 100);
    let revisions = match kind {
        Kind::Items => app.store().item_history(request.id, offset, limit).await?,
        Kind::Faqs => app.store().history(kind, request.id, offset, limit).await?,
    };
    if revisions.is_empty() && offset == 0 {
        return Err(Missing::Record.refuse(request.id));
    }
    Ok(revisions)
}

/// Operations on records and on the tree of categories, the latest first.
pub async fn list_operations(
    app: &App,
    caller: &Caller,
    request: ListOperations,
) -> Result<OperationPage, AppError> {
    let (offset, limit) = page(request.offset, request.limit, 50);
    let mine = request.mine.unwrap_or(false).then(|| caller.actor.clone());
    // No name has a zero byte, which the database takes in no text.
    let actor = mine.or(request.actor).map(|actor| actor.replace('\0', "\u{fffd}"));
    let (rows, total) = app.store().operations(actor.as_deref(), offset, limit).await?;
    let rows = rows.into_iter().map(|operation| summary(caller, operation)).collect();
    Ok(OperationPage { rows, total: total as u32 })
}

fn summary(caller: &Caller, operation: LoggedOperation) -> OperationSummary {
    let why_not = if operation.undone_by.is_some() {
        Some(UndoBlocker::Undone)
    } else if !operation.any_left {
        Some(UndoBlocker::Purged)
    } else {
        (!may_undo(caller, &operation.actor)).then_some(UndoBlocker::NotYours)
    };
    OperationSummary {
        id: operation.id,
        kind: operation.kind,
        mine: operation.actor == caller.actor,
        actor: operation.actor,
        source: operation.source,
        confirmed_by: operation.confirmed_by,
        proposed_by: operation.proposed_by,
        at: operation.at,
        records: operation.records as u32,
        categories: operation.categories as u32,
        subject: operation.subject,
        record: operation.record,
        created: operation.created as u32,
        fields: operation.fields,
        undone_by: operation.undone_by,
        undoes: operation.undoes,
        undoable: why_not.is_none(),
        why_not,
    }
}

/// One operation with a page of what it changed.
///
/// # Errors
/// `not_found`, also for operations that changed neither a record nor the tree of categories.
pub async fn get_operation(
    app: &App,
    caller: &Caller,
    request: GetOperation,
) -> Result<OperationDetail, AppError> {
    let (offset, limit) = page(request.offset, request.limit, 50);
    let (operation, changes, total) = app
        .store()
        .operation(request.id, offset, limit)
        .await
        .map_err(Missing::Operation.explain(request.id))?;
    let tree = app.store().category_traces(request.id, &caller.actor, MOST_TREE_CHANGES).await?;
    let tree = tree.into_iter().map(|one| OperationTreeChange {
        mention: one.mention.map(FollowingKind::from),
        name: one.name,
        from: one.from,
        to: one.to,
    });
    Ok(OperationDetail {
        operation: summary(caller, operation),
        tree: tree.collect(),
        changes,
        total: total as u32,
    })
}

/// Takes an operation back: each field that still has the value that the operation gave it. What was
/// changed since is listed and left alone. Taking back is an operation too. A join of products is taken back whole, or
/// nothing of it: what was changed since is listed.
///
/// # Errors
/// `not_found`, `operation_not_undoable` where it changed no record, `operation_not_yours`, `forbidden` where it
/// wrote what the caller may not write, `invalid_fields` where one of `fields` is none.
pub async fn undo_operation(
    app: &App,
    caller: &Caller,
    request: UndoOperation,
) -> Result<UndoOutcome, AppError> {
    known_fields(request.fields.as_deref().unwrap_or_default())?;
    let operation = app.store().operation_owner(request.id).await;
    let operation = operation.map_err(Missing::Operation.explain(request.id))?;
    if request.scope == Some(UndoScope::Mine) && operation.actor != caller.actor {
        return Err(AppError::new(Code::OperationNotYours).with("actor", operation.actor));
    }
    require_own(caller, &operation.actor)?;
    if !operation.changed_records {
        return Err(AppError::new(Code::OperationNotUndoable).with("kind", operation.kind));
    }
    require_write(caller, operation.changed_records, &operation.personal_kinds)?;
    if operation.kind == JOIN && (request.record_ids.is_some() || request.fields.is_some()) {
        return Err(AppError::invalid_request("a join is taken back whole").detail("path", "recordIds"));
    }
    let plan = UndoPlan {
        operation: request.id,
        records: request.record_ids,
        fields: request.fields,
        dry_run: request.dry_run.unwrap_or(false),
    };
    let write = new_write(caller, request.operation_id);
    let undone = app.store().undo(&plan, &write).await?;
    app.forget_values();
    Ok(undo_outcome(undone))
}

/// What `fields` may hold besides the columns of the grid.
const OTHER_FIELDS: [&str; 9] = [
    "attributes",
    "packages",
    "external_id",
    "approved_at",
    "deleted_at",
    "deleted",
    "relations",
    "stock",
    "images",
];
/// What is said to be allowed.
const UNDO_FIELDS: &str = "externalId, name, description, category, manufacturer, price, currency, tags, \
    status, notes, packages, attributes, attributes.KEY, relations, stock, images, question, answer, approvedAt";

fn known_fields(names: &[String]) -> Result<(), AppError> {
    let is_known = |name: &str| {
        let column = |kind| Column::parse(kind, name).is_some();
        OTHER_FIELDS.contains(&name) || column(Kind::Items) || column(Kind::Faqs)
    };
    let unknown = names.iter().filter(|name| !is_known(name));
    let errors: Vec<FieldError> = unknown
        .map(|name| FieldError::new("fields", FieldErrorCode::UnknownField, name, UNDO_FIELDS))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(AppError::fields(errors)) }
}

pub(crate) fn undo_outcome(undone: UndoneOperation) -> UndoOutcome {
    let untouchable = |(record_id, purged): (Uuid, bool)| Untouchable {
        record_id,
        reason: if purged { UntouchableReason::Purged } else { UntouchableReason::ExternalIdTaken },
    };
    UndoOutcome {
        operation_id: undone.operation_id,
        undone: undone.undone as u32,
        deleted: undone.deleted as u32,
        conflicts: undone.conflicts,
        conflict_count: undone.conflict_count as u32,
        untouchable: undone.untouchable.into_iter().map(untouchable).collect(),
        untouchable_count: undone.untouchable_count as u32,
    }
}

fn page(offset: Option<u32>, limit: Option<u32>, usual: u32) -> (i64, i64) {
    (i64::from(offset.unwrap_or(0)), i64::from(limit.unwrap_or(usual).clamp(1, MAX_PAGE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_people_or_tables_name_them_and_all_that_are_none_are_listed() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let known = [
            "price",
            "externalId",
            "external_id",
            "attributes",
            "attributes.cor",
            "answer",
            "deleted",
            "notes",
        ];
        known_fields(&names(&known)).unwrap();
        known_fields(&[]).unwrap();
        let error = known_fields(&names(&["price", "cor", "preço"])).unwrap_err();
        assert_eq!(error.code(), Code::InvalidFields);
        let body = error.to_body(celeiro_domain::search::Lang::En);
        let fields = body.details.unwrap()["fields"].as_array().unwrap().len();
        assert_eq!(fields, 2, "each of them: {}", body.message);
    }

    #[test]
    fn a_page_has_its_usual_length_and_never_more_than_the_most() {
        assert_eq!(page(None, None, 50), (0, 50));
        assert_eq!(page(Some(7), Some(0), 50), (7, 1));
        assert_eq!(page(Some(u32::MAX), Some(u32::MAX), 50), (i64::from(u32::MAX), i64::from(MAX_PAGE)));
    }

    #[test]
    fn an_operation_that_was_taken_back_says_so_even_where_its_records_are_gone() {
        let logged = |undone_by: Option<Uuid>, any_left: bool| LoggedOperation {
            id: Uuid::nil(),
            kind: "import".into(),
            actor: "ana".into(),
            source: "import".into(),
            confirmed_by: None,
            proposed_by: None,
            at: DateTime::UNIX_EPOCH,
            records: 3,
            categories: 0,
            created: 3,
            fields: Vec::new(),
            undone_by,
            undoes: None,
            any_left,
            subject: None,
            record: None,
        };
        let caller = Caller { actor: "ana".into(), ..Caller::local(celeiro_domain::search::Lang::En) };
        let told = |undone_by, any_left| {
            let told = summary(&caller, logged(undone_by, any_left));
            assert_eq!(told.undoable, told.why_not.is_none());
            (told.mine, told.why_not)
        };
        assert_eq!(told(None, true), (true, None));
        assert_eq!(told(None, false), (true, Some(UndoBlocker::Purged)));
        assert_eq!(told(Some(Uuid::nil()), true), (true, Some(UndoBlocker::Undone)));
        assert_eq!(told(Some(Uuid::nil()), false), (true, Some(UndoBlocker::Undone)));
    }
}
