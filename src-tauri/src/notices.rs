//! Reminders that come due, as notifications of the system: they are seen where the window is hidden, too.

use crate::language::PageLanguage;
use celeiro_app::host::{Host, HostState};
use celeiro_app::personal::notices::{ReminderNotice, list_reminder_notices};
use chrono::{DateTime, Utc};
use notify_rust::{Notification, Timeout};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tauri::async_runtime::spawn_blocking;
use uuid::Uuid;

/// How often it is looked what came due.
const ROUND: Duration = Duration::from_secs(10);

/// Shows what comes due from now on, each once, until the host is closed. A system without notifications is asked
/// again for the next one; the page says it in any case.
pub async fn show_notices(host: Arc<Host>, language: Arc<PageLanguage>) {
    let since = Utc::now();
    let mut shown: HashSet<(Uuid, DateTime<Utc>)> = HashSet::new();
    loop {
        tokio::time::sleep(ROUND).await;
        let app = match host.state() {
            HostState::Ready(app) => app,
            HostState::Closed => return,
            HostState::Starting(_) | HostState::Failed(_) => continue,
        };
        match list_reminder_notices(&app, language.get(), since).await {
            Ok(notices) => {
                for notice in notices.into_iter().rev() {
                    if shown.insert(notice.key) {
                        show(notice).await;
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "notifications wait for now"),
        }
    }
}

/// Hands it to the system, which may take seconds to say no. What a person noted is in no log.
async fn show(notice: ReminderNotice) {
    let handed = spawn_blocking(move || {
        Notification::new()
            .appname("Celeiro")
            .summary(&notice.summary)
            .body(&notice.body)
            .timeout(Timeout::Never)
            .show()
            .map(drop)
    });
    match handed.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the system shows no notification"),
        Err(error) => tracing::warn!(%error, "a notification was not handed to the system"),
    }
}
