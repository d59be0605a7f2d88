//! Operations on synonym groups, and the impact of a change.

use crate::api::{Empty, login_of, new_write};
use crate::app::{App, Caller};
use crate::catalog::impact::{QueryEffect, QueryToCompare, load_watched_queries, of_synonyms};
use crate::error::AppError;
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::search::Kind;
use celeiro_domain::synonyms::{GroupKind, StoredGroup, SynonymGroup, SynonymIndex};
use celeiro_domain::text::{QueryText, normalize_text};
use celeiro_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::Arc;
use uuid::Uuid;

/// A new group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateSynonymGroup {
    /// Its content.
    #[serde(flatten)]
    pub group: SynonymGroup,
    /// Chosen by the client: asking again under the same id creates nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A changed group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateSynonymGroup {
    /// Which.
    pub id: i32,
    /// The version that the change started from.
    pub version: i32,
    /// Its whole new content.
    #[serde(flatten)]
    pub group: SynonymGroup,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A write about one group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteSynonymGroup {
    /// Which.
    pub id: i32,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A change of synonyms that is not made yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewSynonyms {
    /// The group that would change or go; none where one would come.
    #[serde(default)]
    pub id: Option<i32>,
    /// The group as it would be; none where it would go.
    #[serde(default)]
    pub group: Option<SynonymGroup>,
    /// What is searched; the catalog where absent.
    #[serde(default)]
    pub kind: Kind,
    /// Queries it is tried on, 300 at most; where there are none, those of the query sets and those
    /// asked most often.
    #[serde(default)]
    pub queries: Vec<String>,
}

/// What a change of synonyms would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymPreview {
    /// Queries looked at.
    pub queries: u32,
    /// Those in which the group has a say.
    pub touched: u32,
    /// Those whose first ten hits would change; those that lose most lead.
    pub effects: Vec<QueryEffect>,
}

/// Words to be added to a group or taken out of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeSynonyms {
    /// What the group's words name.
    pub kind: GroupKind,
    /// The word that stands for the group; one that is not there is created.
    pub name: String,
    /// Words that mean the same.
    #[serde(default)]
    pub add: Vec<String>,
    /// Words that do not.
    #[serde(default)]
    pub remove: Vec<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists all synonym groups.
pub async fn list_synonyms(app: &App, _: &Caller, _: Empty) -> Result<Vec<StoredGroup>, AppError> {
    Ok(app.store().synonym_groups().await?)
}

/// Creates a synonym group.
///
/// # Errors
/// `invalid_fields`, also where a term stands in another group of its kind.
pub async fn create_synonym_group(
    app: &App,
    caller: &Caller,
    request: CreateSynonymGroup,
) -> Result<StoredGroup, AppError> {
    // Asked again, the group itself would stand in its own way.
    if let Some(id) = request.operation_id
        && let Some(made) = app.store().group_made_by(id, login_of(caller)).await?
    {
        return Ok(made);
    }
    let group = check_group(app, request.group, None).await?;
    let made = app.store().create_synonym_group(&group, &new_write(caller, request.operation_id)).await?;
    app.forget();
    Ok(made)
}

/// Replaces a synonym group.
///
/// # Errors
/// `conflict` with the group as it is now, `not_found`, `invalid_fields`.
pub async fn update_synonym_group(
    app: &App,
    caller: &Caller,
    request: UpdateSynonymGroup,
) -> Result<StoredGroup, AppError> {
    let group = check_group(app, request.group, Some(request.id)).await?;
    let write = new_write(caller, request.operation_id);
    let saved = app.store().update_synonym_group(request.id, request.version, &group, &write).await?;
    app.forget();
    Ok(saved)
}

/// Adds words to a group, which is created where it is not there, or takes some out.
///
/// # Errors
/// `invalid_fields`, also where a word stands in another group of the kind; `conflict` where a person
/// saved the group at the same moment.
pub async fn change_synonyms(
    app: &App,
    caller: &Caller,
    request: ChangeSynonyms,
) -> Result<StoredGroup, AppError> {
    let groups = app.store().synonym_groups().await?;
    let named = normalize_text(&request.name);
    let same = |g: &SynonymGroup| g.kind == request.kind && normalize_text(&g.name) == named;
    let before = groups.into_iter().find(|stored| same(&stored.group));
    let removed: Vec<String> = request.remove.iter().map(|term| normalize_text(term)).collect();
    let make_group = |name: String, held: Vec<String>| {
        let kept = held.into_iter().filter(|term| !removed.contains(&normalize_text(term)));
        SynonymGroup { kind: request.kind, name, terms: kept.chain(request.add.clone()).collect() }
    };
    let operation_id = request.operation_id;
    let Some(StoredGroup { id, group, version, .. }) = before else {
        let group = make_group(request.name.clone(), Vec::new());
        return create_synonym_group(app, caller, CreateSynonymGroup { group, operation_id }).await;
    };
    let group = make_group(group.name, group.terms);
    update_synonym_group(app, caller, UpdateSynonymGroup { id, version, group, operation_id }).await
}

/// Deletes a synonym group; it can be restored.
///
/// # Errors
/// `not_found`.
pub async fn delete_synonym_group(
    app: &App,
    caller: &Caller,
    request: WriteSynonymGroup,
) -> Result<WriteSynonymGroup, AppError> {
    app.store().mark_group_deleted(request.id, true, &new_write(caller, request.operation_id)).await?;
    app.forget();
    Ok(request)
}

/// Restores a deleted synonym group.
///
/// # Errors
/// `not_found`; `invalid_fields` where a term of it was given to another of its kind meanwhile.
pub async fn restore_synonym_group(
    app: &App,
    caller: &Caller,
    request: WriteSynonymGroup,
) -> Result<StoredGroup, AppError> {
    if let Some(group) = app.store().deleted_synonym_group(request.id).await? {
        let stored = app.store().synonym_groups().await?;
        let others = stored.iter().map(|stored| &stored.group);
        let mut errors = group.check(others).err().unwrap_or_default();
        // What else would be refused today was stored once, and comes back as it was.
        errors.retain(|error| error.code == FieldErrorCode::InAnotherGroup);
        if !errors.is_empty() {
            return Err(AppError::fields(errors));
        }
    }
    app.store().mark_group_deleted(request.id, false, &new_write(caller, request.operation_id)).await?;
    app.forget();
    Ok(app.store().synonym_group(request.id).await?)
}

/// What a change of one group would do to watched queries; stores nothing.
///
/// # Errors
/// `not_found`, `invalid_fields`; as [`crate::search::api::search`].
pub async fn preview_synonyms(
    app: &App,
    _: &Caller,
    request: PreviewSynonyms,
) -> Result<SynonymPreview, AppError> {
    let stored = app.store().synonym_groups().await?;
    let find_group = |id: i32| stored.iter().find(|stored| stored.id == id).ok_or(StoreError::NotFound);
    let former = request.id.map(find_group).transpose()?.map(|stored| &stored.group);
    let rest: Vec<&SynonymGroup> =
        stored.iter().filter(|stored| Some(stored.id) != request.id).map(|stored| &stored.group).collect();
    let group = match request.group {
        Some(group) => Some(group.check(rest.iter().copied()).map_err(AppError::fields)?),
        None => None,
    };
    let after = SynonymIndex::new(rest.into_iter().chain(&group));
    let watched = load_watched_queries(app, request.kind, &request.queries).await?;
    let changed = SynonymIndex::new(former.into_iter().chain(&group));
    let touched: Vec<QueryToCompare> =
        watched.iter().filter(|w| changed.has_term_in(&QueryText::parse(&w.query))).cloned().collect();
    let effects = of_synonyms(app, request.kind, &touched, Arc::new(after)).await?;
    Ok(SynonymPreview { queries: watched.len() as u32, touched: touched.len() as u32, effects })
}

/// Checks a group against every stored one but the group `own`, which it replaces.
async fn check_group(app: &App, group: SynonymGroup, own: Option<i32>) -> Result<SynonymGroup, AppError> {
    let stored = app.store().synonym_groups().await?;
    let others = stored.iter().filter(|stored| Some(stored.id) != own).map(|stored| &stored.group);
    group.check(others).map_err(AppError::fields)
}
