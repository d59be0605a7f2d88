//! Operations on backups: the last one, the last failure, and a new one.

use super::daily::schedule::make_daily;
use super::facts::{BackupFacts, BackupState};
use super::summary::BackupSummary;
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::runtime::tasks::Meter;
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use uuid::Uuid;

/// How often the progress of a backup is noted.
const NOTE_EVERY: Duration = Duration::from_millis(200);

/// A backup is to be made now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeBackup {
    /// Chosen by the client, to see with `getMeasurement` how far it is, in parts of a hundred.
    #[serde(default)]
    pub measure_id: Option<Uuid>,
}

/// The daily backups: where they are, the last one, why the last attempt failed.
///
/// # Errors
/// `file_unreadable` where the folder does not answer; what else cannot be read is not there.
pub async fn backup_state(app: &App, caller: &Caller, _: Empty) -> Result<BackupState, AppError> {
    let config = app.config();
    let of = config.clone();
    let read = move || Ok(BackupFacts::read(&of, Utc::now()));
    Ok(app.inner.backup_looks.try_run(&config, read).await?.to_state(caller.lang))
}

/// Makes the backup of today now, in place of one that was made earlier on the same day; beside it where the new one
/// lacks attached files.
///
/// # Errors
/// `backup_disk_full`, `file_unreadable`, `file_unwritable`, `backup_under_way`, `backup_tool_failed`, `cancelled`.
pub async fn make_backup(app: &App, caller: &Caller, request: MakeBackup) -> Result<BackupSummary, AppError> {
    let work = async |meter: &Meter| {
        let done = Arc::new(AtomicU32::new(0));
        let noted = done.clone();
        let making = make_daily(app, move |part| noted.store(part, Ordering::Relaxed));
        meter
            .run(async {
                tokio::select! {
                    made = making => made,
                    never = note_progress(meter, &done) => match never {},
                }
            })
            .await
    };
    app.inner.measuring.run_task(caller.owner(), request.measure_id, work).await
}

/// Notes parts of a hundred as they come, until it is dropped.
async fn note_progress(meter: &Meter, done: &AtomicU32) -> Infallible {
    loop {
        meter.note(done.load(Ordering::Relaxed) as usize, 100);
        tokio::time::sleep(NOTE_EVERY).await;
    }
}
