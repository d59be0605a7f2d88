//! Operations on the queries of a set: add, change, exclude, delete.

use crate::api::{DeletedRecord, WriteById, new_write};
use crate::app::{App, Caller};
use crate::bench::judge::to_field_error;
use crate::error::{AppError, Code};
use celeiro_domain::bench::judging::{MAX_QUERIES, QueryDraft, RegressionCase, SetQuery, check_record};
use celeiro_domain::search::Kind;
use celeiro_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A query for a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddSetQuery {
    /// The set.
    pub id: Uuid,
    /// What is searched for, 1..8000 characters.
    pub query: String,
    /// Its name in files: one word, unique in the set; chosen where absent.
    #[serde(default)]
    pub key: Option<String>,
    /// Its class.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether no profile may come into force that answers it worse.
    #[serde(default)]
    pub protected: bool,
    /// What must and must not stand on top, where it is a regression case.
    #[serde(default)]
    pub case: Option<RegressionCase>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What is to be changed of a query; what is absent stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSetQuery {
    /// The query.
    pub id: Uuid,
    /// What is searched for.
    #[serde(default)]
    pub query: Option<String>,
    /// Its name in files.
    #[serde(default)]
    pub key: Option<String>,
    /// Its class; blank takes it away.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether it may not get worse.
    #[serde(default)]
    pub protected: Option<bool>,
    /// Whether it is put aside: kept, but not measured.
    #[serde(default)]
    pub skipped: Option<bool>,
    /// What must and must not stand on top; an empty one takes the case away.
    #[serde(default)]
    pub case: Option<RegressionCase>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Adds a query to a query set.
///
/// # Errors
/// `not_found`, also for a record of the case; `invalid_fields`, `query_key_taken`,
/// `query_set_too_large`.
pub async fn add_set_query(app: &App, caller: &Caller, request: AddSetQuery) -> Result<SetQuery, AppError> {
    let set = app.store().query_set(request.id).await?;
    let id = Uuid::now_v7();
    let draft = QueryDraft {
        key: request.key.unwrap_or_else(|| id.to_string()),
        query: request.query,
        class: request.class,
        protected: request.protected,
        skipped: false,
        case: with_external_ids(app, set.kind, request.case.unwrap_or_default()).await?,
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let write = new_write(caller, request.operation_id);
    let added = app.store().add_set_query(request.id, id, &draft, MAX_QUERIES, &write).await;
    Ok(app.store().set_query(added.map_err(name_in_error(&draft.key))?).await?)
}

/// Changes a query of a query set, or excludes it.
///
/// # Errors
/// As [`add_set_query`].
pub async fn update_set_query(
    app: &App,
    caller: &Caller,
    request: UpdateSetQuery,
) -> Result<SetQuery, AppError> {
    let known = app.store().set_query(request.id).await?;
    let kind = app.store().query_set(known.set_id).await?.kind;
    let case = match request.case {
        Some(case) => with_external_ids(app, kind, case).await?,
        None => known.case.clone().unwrap_or_default(),
    };
    let draft = QueryDraft {
        key: request.key.unwrap_or_else(|| known.key.clone()),
        query: request.query.unwrap_or_else(|| known.query.clone()),
        class: request.class.or_else(|| known.class.clone()),
        protected: request.protected.unwrap_or(known.protected),
        skipped: request.skipped.unwrap_or(known.skipped),
        case,
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let write = new_write(caller, request.operation_id);
    app.store().update_set_query(&known, &draft, &write).await.map_err(name_in_error(&draft.key))?;
    Ok(app.store().set_query(request.id).await?)
}

/// Deletes a query with its judgments, for good; `update_set_query` puts one aside.
///
/// # Errors
/// `not_found`.
pub async fn delete_set_query(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    app.store().delete_set_query(request.id, &new_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}

/// The case with every record by the name that search has for it.
async fn with_external_ids(app: &App, kind: Kind, case: RegressionCase) -> Result<RegressionCase, AppError> {
    let mut named = RegressionCase::default();
    for id in &case.expected {
        named.expected.push(record_name(app, kind, id).await?);
    }
    for id in &case.forbidden {
        named.forbidden.push(record_name(app, kind, id).await?);
    }
    Ok(named)
}

/// The name that search, and so judgments, have for the record that people know by `reference`: its
/// external id, or else our own.
///
/// # Errors
/// `not_found`, `invalid_fields` for what can be no name.
pub(crate) async fn record_name(app: &App, kind: Kind, reference: &str) -> Result<String, AppError> {
    let reference = check_record(reference).map_err(to_field_error)?;
    let id = app.store().find_record(kind, &reference).await?;
    let id = id.ok_or_else(|| AppError::new(Code::NotFound).with("reference", &reference))?;
    let external = app.store().external_ids(kind, &[id]).await?.remove(&id);
    Ok(external.unwrap_or_else(|| id.to_string()))
}

/// Turns a taken key and a full set into errors that name them.
fn name_in_error(key: &str) -> impl FnOnce(StoreError) -> AppError {
    move |error| match error {
        StoreError::Constraint(rule) if rule == "set_queries_key_once" => {
            AppError::new(Code::QueryKeyTaken).with("key", key)
        }
        StoreError::Constraint(rule) if rule == "set_queries_most" => {
            AppError::new(Code::QuerySetTooLarge).with("most", MAX_QUERIES)
        }
        other => other.into(),
    }
}
