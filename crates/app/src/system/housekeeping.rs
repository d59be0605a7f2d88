//! Housekeeping: purge of expired data. Deleted conversations, removed files, traces and query log entries beyond their
//! retention, search traces beyond the newest, and staged rows of killed imports. Images attached before scaled sizes
//! existed get theirs here too.

use crate::app::App;
use crate::catalog::attachments;
use crate::catalog::attachments::scaling::scale_older_images;
use crate::error::AppError;
use crate::query_log::MOST_TRACES;
use celeiro_store::ClearedStaging;
use chrono::{Duration as Days, Utc};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a deleted conversation can be brought back.
const DELETED_FOR_DAYS: i64 = 30;
/// How long a picture or file waits for its message to be sent.
const UNSENT_FOR_HOURS: i64 = 24;
/// How often is looked.
const ROUND: Duration = Duration::from_secs(6 * 3_600);

/// Purges expired data of the database and the data folder, again and again, until `stop`.
pub async fn run_housekeeping(app: &App, stop: &CancellationToken) {
    loop {
        match app.store().clear_dead_imports().await {
            Ok(ClearedStaging { imports: 0, .. }) => {}
            Ok(ClearedStaging { imports, bytes }) => {
                tracing::info!(imports, bytes, "rows of dead imports thrown away")
            }
            Err(error) => tracing::warn!(%error, "rows of dead imports stay for now"),
        }
        match purge_expired(app).await {
            Ok(()) => {}
            Err(error) => tracing::warn!(%error, "what is old stays for now"),
        }
        match scale_older_images(app, stop).await {
            Ok(0) => {}
            Ok(made) => tracing::info!(made, "older pictures have their sizes"),
            Err(error) => tracing::warn!(%error, "older pictures have no sizes yet"),
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Purges expired data once.
pub async fn purge_expired(app: &App) -> Result<(), AppError> {
    let now = Utc::now();
    let config = app.config();
    let kept_since = |name| {
        let days = config.number(name).unwrap_or(0.0) as i64;
        (days > 0).then(|| now - Days::days(days))
    };
    let traces_before = kept_since("TRACE_RETENTION_DAYS");
    let purged = app.store().purge_conversations(now - Days::days(DELETED_FOR_DAYS), traces_before).await?;
    let proposals = match traces_before {
        Some(before) => app.store().purge_program_actions(before).await?,
        None => 0,
    };
    let queries = match kept_since("QUERY_LOG_RETENTION_DAYS") {
        Some(before) => app.store().purge_query_log(before).await?,
        None => 0,
    };
    let searches = app.store().purge_search_traces(MOST_TRACES).await?;
    // After the conversations: what came with their messages has lost them by now.
    let unsent_before = now - Days::hours(UNSENT_FOR_HOURS);
    let of_messages = app.store().purge_message_attachments(unsent_before).await?;
    let (attachments, contents) =
        attachments::purge_attachments(app, kept_since("ATTACHMENT_RETENTION_DAYS")).await?;
    tracing::info!(attachments, of_messages, contents, "files thrown away");
    tracing::info!(
        conversations = purged.conversations,
        traces = purged.traces,
        searches,
        queries,
        proposals,
        "thrown away"
    );
    Ok(())
}
