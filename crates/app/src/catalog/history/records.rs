//! History of a record: its revisions, and operations on the rows that belong to it.

use super::paging::{MAX_PAGE, clamp_page};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::HistoryEntry;
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

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

/// The saves of an item and what was done to its relations, its stock and the order of its pictures, the latest first.
///
/// # Errors
/// `not_found`.
pub async fn item_history(app: &App, _: &Caller, request: History) -> Result<Vec<HistoryEntry>, AppError> {
    read_history(app, Kind::Items, &request).await
}

/// The saves of a FAQ, the latest first.
///
/// # Errors
/// `not_found`.
pub async fn faq_history(app: &App, _: &Caller, request: History) -> Result<Vec<HistoryEntry>, AppError> {
    read_history(app, Kind::Faqs, &request).await
}

/// The saves of the record with this id or external id, be it an item or a FAQ.
///
/// # Errors
/// `not_found`.
pub async fn history_by_name(app: &App, name: &str) -> Result<Vec<HistoryEntry>, AppError> {
    let (kind, id) = app.store().record_called(name).await.map_err(Missing::Record.explain(name))?;
    read_history(app, kind, &History { id, offset: None, limit: Some(MAX_PAGE) }).await
}

async fn read_history(app: &App, kind: Kind, request: &History) -> Result<Vec<HistoryEntry>, AppError> {
    let (offset, limit) = clamp_page(request.offset, request.limit, 100);
    let revisions = match kind {
        Kind::Items => app.store().item_history(request.id, offset, limit).await?,
        Kind::Faqs => app.store().history(kind, request.id, offset, limit).await?,
    };
    if revisions.is_empty() && offset == 0 {
        return Err(Missing::Record.refuse(request.id));
    }
    Ok(revisions)
}
