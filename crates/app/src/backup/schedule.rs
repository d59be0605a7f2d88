//! Daily backups while a window or a server runs. One that was missed is made soon after the start.

use super::folder::{self, find_backup_folder, list_daily};
use super::make::{BackupSource, write_backup};
use super::pruning::choose_expired;
use super::state::{note_attempt, read_failure};
use super::summary::BackupSummary;
use crate::app::App;
use crate::config::Config;
use crate::error::{AppError, Code};
use chrono::{DateTime, Local, NaiveDate, TimeDelta, Utc};
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long after the start the first look is: what people wait for comes before.
const AFTER_START: Duration = Duration::from_secs(300);
/// How often is looked whether a backup is due.
const ROUND: Duration = Duration::from_secs(600);
/// How long after a failure the next attempt is.
const AFTER_FAILURE: TimeDelta = TimeDelta::hours(1);

/// Makes the backups that are due, again and again, until `stop`.
pub(crate) async fn run_backup_rounds(app: &App, stop: &CancellationToken) {
    let mut pause = AFTER_START;
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        pause = ROUND;
        let config = app.config();
        if is_due(&config, Utc::now(), today()) {
            // A backup that the end of the program breaks off leaves nothing.
            tokio::select! {
                made = make_daily(app, |_| ()) => if let Err(error) = made {
                    tracing::warn!(%error, "the daily backup failed");
                },
                () = stop.cancelled() => return,
            }
        }
    }
}

/// The day by this machine's clock.
fn today() -> NaiveDate {
    Local::now().date_naive()
}

/// How many daily backups are kept; 0 switches them off.
pub(super) fn count_daily(config: &Config) -> u32 {
    config.number("BACKUP_KEEP_DAILY").unwrap_or(0.0) as u32
}

/// Whether today's backup is missing, and none failed a moment ago.
fn is_due(config: &Config, now: DateTime<Utc>, today: NaiveDate) -> bool {
    let failed_lately =
        read_failure(config.data_dir()).is_some_and(|failure| now - failure.at < AFTER_FAILURE);
    let made = list_daily(&find_backup_folder(config)).iter().any(|file| file.day == today);
    count_daily(config) > 0 && !made && !failed_lately
}

/// Makes the backup of today, in place of one that was made earlier on the same day, removes those that have
/// served their time, and remembers how it ended.
///
/// # Errors
/// As [`write_backup`].
pub(super) async fn make_daily(
    app: &App,
    note: impl Fn(u32) + Send + 'static,
) -> Result<BackupSummary, AppError> {
    let config = app.config();
    let made: Result<BackupSummary, AppError> = async {
        let folder = find_backup_folder(&config);
        folder::make_backup_folder(&folder)?;
        let made = write_backup(source_of(app).await?, &folder::daily_path(&folder, today()), note).await?;
        tracing::info!(bytes = made.bytes, rows = made.rows, files = made.files, "backup made");
        remove_expired(&folder, &config, today());
        Ok(made)
    }
    .await;
    match &made {
        Err(error) if matches!(error.code(), Code::BackupUnderWay | Code::Cancelled) => {}
        ended => note_attempt(config.data_dir(), ended.as_ref().map(drop), Utc::now()),
    }
    made
}

/// What the running program works on.
///
/// # Errors
/// PostgreSQL's programs are missing, or the database is closed.
pub async fn source_of(app: &App) -> Result<BackupSource, AppError> {
    BackupSource::of_config(app.settings().config_at_start(), app.connection().await?)
}

/// Removes daily backups that have served their time; one that cannot be removed goes another day.
fn remove_expired(folder: &Path, config: &Config, today: NaiveDate) {
    let files = list_daily(folder);
    let days: Vec<NaiveDate> = files.iter().map(|file| file.day).collect();
    let weekly = config.number("BACKUP_KEEP_WEEKLY").unwrap_or(0.0) as u32;
    let expired = choose_expired(&days, today, count_daily(config).max(1), weekly);
    let expired = files.iter().filter(|file| expired.contains(&file.day)).map(|file| file.path.clone());
    for path in expired.chain(folder::list_abandoned(folder, today)) {
        if let Err(error) = std::fs::remove_file(&path) {
            tracing::warn!(%error, "an old backup stays for now");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_backup_is_due_once_a_day_unless_it_is_switched_off_or_failed_a_moment_ago() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        let config = |daily: &str| {
            let given = [("CELEIRO_DATA_DIR", path.as_str()), ("BACKUP_KEEP_DAILY", daily)];
            let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
            Config::load(&BTreeMap::from(given), |_| None).unwrap()
        };
        let (now, today) = (DateTime::UNIX_EPOCH, NaiveDate::from_ymd_opt(1970, 1, 1).unwrap());
        assert!(is_due(&config("7"), now, today) && !is_due(&config("0"), now, today));
        note_attempt(folder.path(), Err(&AppError::new(Code::DiskFull)), now);
        assert!(!is_due(&config("7"), now, today) && is_due(&config("7"), now + AFTER_FAILURE, today));
        note_attempt(folder.path(), Ok(()), now);
        let backups = find_backup_folder(&config("7"));
        folder::make_backup_folder(&backups).unwrap();
        std::fs::write(folder::daily_path(&backups, today), "x").unwrap();
        assert!(!is_due(&config("7"), now, today));
        assert!(is_due(&config("7"), now, today.succ_opt().unwrap()));
    }
}
