//! Operations on the query log: list and delete.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::chat::ownership::may_open;
use crate::error::AppError;
use celeiro_domain::insight::{LoggedQuery, QueryScope};
use celeiro_store::LogQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Duration;
use uuid::Uuid;

/// Entries on one page at most, and where nothing is said.
const MAX_PAGE: u32 = 200;
const USUAL_PAGE: u32 = 50;
/// How long a list waits for what was asked a moment ago.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Which entries are wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListQueries {
    /// Text that a query must hold, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Where it was asked; anywhere where absent.
    #[serde(default)]
    pub scope: Option<QueryScope>,
    /// Entries to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Entries wanted, 1..200; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Some of what was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryPage {
    /// Newest first.
    pub queries: Vec<LoggedQuery>,
    /// How many there are in all.
    pub total: u32,
    /// Whether what is asked is kept at present.
    pub enabled: bool,
    /// Entries that were left out since the program started, because too many came at once.
    pub dropped: u32,
}

/// All entries are to go.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteQueries {
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// How many entries went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteOutcome {
    /// Entries.
    pub deleted: u32,
}

/// Lists what was searched for and asked, newest first. Who works on the search is told the words and how they fared,
/// and of others neither the name nor a way into a conversation that the caller may not open.
pub async fn list_queries(app: &App, caller: &Caller, request: ListQueries) -> Result<QueryPage, AppError> {
    app.inner.query_log.wait_until_stored(PATIENCE).await;
    let query = LogQuery {
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        scope: request.scope,
        offset: request.offset.unwrap_or(0),
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE),
    };
    let page = app.store().logged_queries(&query).await?;
    let mut queries = page.rows;
    for entry in &mut queries {
        if !caller.owns(&entry.actor) {
            entry.actor.clear();
            close_way_in(app, caller, (&mut entry.conversation_id, &mut entry.trace_id)).await?;
        }
    }
    Ok(QueryPage {
        queries,
        total: u32::try_from(page.total).unwrap_or(u32::MAX),
        enabled: app.config().switch("QUERY_LOG_ENABLED").unwrap_or(true),
        dropped: app.inner.query_log.dropped_count(),
    })
}

/// Takes the conversation and the trace off what came of it, where the caller may not open the conversation.
pub(super) async fn close_way_in(
    app: &App,
    caller: &Caller,
    (conversation, trace): (&mut Option<Uuid>, &mut Option<Uuid>),
) -> Result<(), AppError> {
    if let Some(id) = *conversation
        && !may_open(app, caller, id).await?
    {
        (*conversation, *trace) = (None, None);
    }
    Ok(())
}

/// Deletes every entry of the query log, every trace of a search by itself, those in memory too, and what
/// was decided about gaps. Conversations stay.
pub async fn delete_queries(
    app: &App,
    caller: &Caller,
    request: DeleteQueries,
) -> Result<DeleteOutcome, AppError> {
    // What is on its way would come after the deletion.
    app.inner.query_log.wait_until_stored(PATIENCE).await;
    app.inner.query_log.forget();
    let deleted = app.store().delete_query_log(&new_write(caller, request.operation_id)).await?;
    Ok(DeleteOutcome { deleted: u32::try_from(deleted).unwrap_or(u32::MAX) })
}
