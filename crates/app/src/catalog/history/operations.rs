//! The log of operations with the changes of each.

use super::paging::clamp_page;
use super::undo::UndoBlocker;
use crate::app::{App, Caller};
use crate::catalog::undo_access::may_undo;
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::{OperationRecord, RecordChange};
use celeiro_store::{LoggedOperation, MentionKind};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Changes of the tree of categories that are told of an operation.
const MOST_TREE_CHANGES: i64 = 200;

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

/// Operations on records and on the tree of categories, the latest first.
pub async fn list_operations(
    app: &App,
    caller: &Caller,
    request: ListOperations,
) -> Result<OperationPage, AppError> {
    let (offset, limit) = clamp_page(request.offset, request.limit, 50);
    let mine = request.mine.unwrap_or(false).then(|| caller.actor.clone());
    // No name has a zero byte, which the database takes in no text.
    let actor = mine.or(request.actor).map(|actor| actor.replace('\0', "\u{fffd}"));
    let (rows, total) = app.store().operations(actor.as_deref(), offset, limit).await?;
    let rows = rows.into_iter().map(|operation| summarize_operation(caller, operation)).collect();
    Ok(OperationPage { rows, total: total as u32 })
}

fn summarize_operation(caller: &Caller, operation: LoggedOperation) -> OperationSummary {
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

/// Reads one operation of the history with a page of the changes that it made.
///
/// # Errors
/// `not_found`, also for operations that changed neither a record nor the tree of categories.
pub async fn get_operation(
    app: &App,
    caller: &Caller,
    request: GetOperation,
) -> Result<OperationDetail, AppError> {
    let (offset, limit) = clamp_page(request.offset, request.limit, 50);
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
        operation: summarize_operation(caller, operation),
        tree: tree.collect(),
        changes,
        total: total as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_that_was_taken_back_says_so_even_where_its_records_are_gone() {
        let make_operation = |undone_by: Option<Uuid>, any_left: bool| LoggedOperation {
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
        let summarize_undo = |undone_by, any_left| {
            let told = summarize_operation(&caller, make_operation(undone_by, any_left));
            assert_eq!(told.undoable, told.why_not.is_none());
            (told.mine, told.why_not)
        };
        assert_eq!(summarize_undo(None, true), (true, None));
        assert_eq!(summarize_undo(None, false), (true, Some(UndoBlocker::Purged)));
        assert_eq!(summarize_undo(Some(Uuid::nil()), true), (true, Some(UndoBlocker::Undone)));
        assert_eq!(summarize_undo(Some(Uuid::nil()), false), (true, Some(UndoBlocker::Undone)));
    }
}
