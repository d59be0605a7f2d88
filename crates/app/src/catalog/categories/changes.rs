//! Operations that change the category tree. A change is undone by the undo of its operation
//! ([`super::super::history::undo_operation`]).

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code, Missing};
use celeiro_domain::catalog::categories::{
    CategoryChange, CategoryRefusal, MAX_CATEGORIES, MAX_CATEGORY_DEPTH,
};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_store::{CategoryEdit, MentionKind, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A change that is looked at before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewCategory {
    /// The change.
    pub change: CategoryChange,
}

/// A change that is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeCategory {
    /// The change.
    pub change: CategoryChange,
    /// The version of the category that the change started from, 0 where items alone have it; not compared where absent.
    #[serde(default)]
    pub version: Option<i32>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What something is that names a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CategoryMentionKind {
    /// A defined field that the category requires.
    Field,
    /// A saved view that filters by it.
    View,
    /// A supplier whose products get it where a file says nothing.
    ImportProfile,
}

/// Something that names the category and follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryMention {
    /// What it is.
    pub kind: CategoryMentionKind,
    /// Its name; null of a view that another person keeps for themselves.
    pub name: Option<String>,
}

/// What a change would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryPreview {
    /// The name of the category afterwards; of one that is merged, that of the other.
    pub name: String,
    /// The version of the category, which the change names; 0 where items alone have it, null where it is new.
    pub version: Option<i32>,
    /// Items that get another category.
    pub items: u32,
    /// Categories below it, which go along.
    pub below: u32,
    /// Attributes that the items of either of two categories, or of the one that moves, are expected to have from then on,
    /// beside those that they are expected to have now.
    pub expected: Vec<String>,
    /// What else names the category, and follows.
    pub mentions: Vec<CategoryMention>,
}

/// What was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryOutcome {
    /// The operation, to be undone.
    pub operation_id: Uuid,
    /// The name of the category afterwards; of one that was merged, that of the other.
    pub name: String,
    /// Items that got another category, deleted ones too.
    pub items: u32,
}

/// What a change would do; changes nothing.
///
/// # Errors
/// `invalid_fields` for a name that is blank, too long or that of another category, or one category too many; `not_found`; `category_cycle` where
/// a category would stand under itself or under one below it, `category_too_deep`, `category_not_empty`.
pub async fn preview_category(
    app: &App,
    caller: &Caller,
    request: PreviewCategory,
) -> Result<CategoryPreview, AppError> {
    let change = request.change.check().map_err(AppError::fields)?;
    let outlook = app.store().preview_category_change(&change, &caller.actor).await?.map_err(refuse)?;
    let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    let mentions = outlook.mentions.into_iter().filter_map(|one| {
        let kind = match one.kind {
            MentionKind::Field => CategoryMentionKind::Field,
            MentionKind::View => CategoryMentionKind::View,
            MentionKind::ImportProfile => CategoryMentionKind::ImportProfile,
            MentionKind::Expectation => return None,
        };
        Some(CategoryMention { kind, name: one.name })
    });
    Ok(CategoryPreview {
        name: outlook.name,
        version: outlook.version,
        items: number(outlook.items),
        below: number(outlook.below),
        expected: outlook.expected,
        mentions: mentions.collect(),
    })
}

/// Changes the tree: makes a category, gives one another name or place, makes one of two, or takes an empty one away.
/// Items and what else names the category follow, as one operation.
///
/// # Errors
/// What [`preview_category`] refuses; `conflict` with the category as it is, null where it is gone, where it was changed
/// since it was seen.
pub async fn change_category(
    app: &App,
    caller: &Caller,
    request: ChangeCategory,
) -> Result<CategoryOutcome, AppError> {
    let write = new_write(caller, request.operation_id);
    let yours = request.clone();
    let change = request.change.check().map_err(AppError::fields)?;
    let edit = CategoryEdit { change: &change, version: request.version };
    let edited = app.store().change_category(edit, &write).await.map_err(|error| match error {
        conflict @ StoreError::Conflict(_) => AppError::from(conflict).detail("yours", &yours),
        other => other.into(),
    })?;
    let edited = edited.map_err(refuse)?;
    app.forget_values();
    let items = u32::try_from(edited.items).unwrap_or(u32::MAX);
    Ok(CategoryOutcome { operation_id: write.operation_id, name: edited.name, items })
}

fn refuse(refusal: CategoryRefusal) -> AppError {
    match refusal {
        CategoryRefusal::Missing(name) => Missing::Category.refuse(name),
        CategoryRefusal::Taken(name) => {
            AppError::fields(vec![FieldError::new("name", FieldErrorCode::Taken, &name, "")])
        }
        CategoryRefusal::Cycle { category, parent } => {
            AppError::new(Code::CategoryCycle).with("category", category).with("parent", parent)
        }
        CategoryRefusal::TooDeep => AppError::new(Code::CategoryTooDeep).with("most", MAX_CATEGORY_DEPTH),
        CategoryRefusal::TooMany => {
            let most = format!("0..{MAX_CATEGORIES}");
            AppError::fields(vec![FieldError::new("name", FieldErrorCode::NotPossible, "", most)])
        }
        CategoryRefusal::NotEmpty { category, items } => {
            AppError::new(Code::CategoryNotEmpty).with("category", category).with("items", items)
        }
    }
}
