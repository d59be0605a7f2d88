//! Scheduler of daily backups while a window or a server runs. A missed backup is made soon after the start.

use super::pruning::choose_expired;
use super::state::{note_attempt, read_failure};
use crate::app::App;
use crate::backup::folder::{BackupFolder, count_daily};
use crate::backup::making::make::{BackupSource, write_backup_as};
use crate::backup::making::room::{ROOM_BESIDE, measure_attached_files, require_room};
use crate::backup::making::target::{BackupNames, KeepRule};
use crate::backup::summary::BackupSummary;
use crate::config::Config;
use crate::error::{AppError, Code};
use chrono::{DateTime, Local, NaiveDate, TimeDelta, Utc};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long after the start the first look is: what people wait for comes before.
const AFTER_START: Duration = Duration::from_secs(300);
/// How often is looked whether a backup is due.
const ROUND: Duration = Duration::from_secs(600);
/// How soon a folder is looked at again that did not answer: the first look wakes the disks of one that slept, and
/// after a whole round they sleep again.
const AFTER_SILENCE: Duration = Duration::from_secs(30);
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
        let config = app.config();
        let due = app.inner.daily_backup_looks.run(move || is_due(&config, Utc::now(), today())).await;
        // Once: a mount that is dead answers at no look.
        pause = if due.is_none() && pause != AFTER_SILENCE { AFTER_SILENCE } else { ROUND };
        if due.is_none() {
            tracing::warn!("the folder of backups does not answer");
        }
        if due == Some(true) {
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

/// Whether today's backup is missing, and none failed a moment ago.
fn is_due(config: &Config, now: DateTime<Utc>, today: NaiveDate) -> bool {
    // A failure of a time to come is one of a clock that was wrong.
    let is_lately = |at: DateTime<Utc>| (TimeDelta::zero()..AFTER_FAILURE).contains(&(now - at));
    let failed_lately = read_failure(config.data_dir()).is_some_and(|failure| is_lately(failure.at));
    let made = BackupFolder::find(config)
        .is_some_and(|folder| folder.list_daily().iter().any(|file| file.day == today));
    count_daily(config) > 0 && !made && !failed_lately
}

/// Makes the backup of today, in place of one that was made earlier on the same day, removes those that have
/// served their time, and remembers how it ended. Nothing is removed or replaced while attached files are missing:
/// older backups may be the only ones that have them.
///
/// # Errors
/// As [`super::making::make::write_backup`]; `file_unreadable` where the folder does not answer.
pub(in crate::backup) async fn make_daily(
    app: &App,
    note: impl Fn(u32) + Send + 'static,
) -> Result<BackupSummary, AppError> {
    let config = app.config();
    let made: Result<BackupSummary, AppError> = async {
        let folder = prepare_folder(app, &config).await?;
        let source = source_of(app).await?;
        let incomplete = source.is_managed().then_some(BackupSummary::find_incomplete);
        let (whole, lacking) = (folder.daily_path(today()), folder.lacking_path(today()));
        // With a team's server files are on other machines too: each backup lacks some, and the latest counts.
        let lacking = source.is_managed().then_some(lacking.as_path());
        let names = BackupNames { whole: &whole, lacking, rule: KeepRule::Any };
        let made = write_backup_as(source, names, note).await?;
        tracing::info!(bytes = made.bytes, rows = made.rows, files = made.files, "backup made");
        let incomplete = incomplete.and_then(|find| find(&made));
        if incomplete.is_none() {
            let config = config.clone();
            let removing = move || remove_expired(&folder, &config, today());
            if app.inner.daily_backup_looks.run(removing).await.is_none() {
                tracing::warn!("the folder of backups does not answer: old backups stay for now");
            }
        }
        note_attempt(config.data_dir(), incomplete.as_ref().map_or(Ok(()), Err), Utc::now());
        Ok(made)
    }
    .await;
    match &made {
        Err(error) if !matches!(error.code(), Code::BackupUnderWay | Code::Cancelled) => {
            note_attempt(config.data_dir(), Err(error), Utc::now());
        }
        _ => {}
    }
    made
}

/// The folder of backups, which answers and has room. Counting attached files may take longer than a folder may
/// take to answer.
async fn prepare_folder(app: &App, config: &Arc<Config>) -> Result<BackupFolder, AppError> {
    let (looks, of) = (&app.inner.daily_backup_looks, config.clone());
    let prepare = move || {
        let folder = BackupFolder::prepare(&of)?;
        folder.remove_abandoned();
        let expected = expect_bytes(&folder);
        Ok((folder, expected))
    };
    let (folder, expected) = looks.try_run(config, prepare).await?;
    let bytes = match expected {
        Some(bytes) => bytes,
        None => measure_attached_files(config).await?,
    };
    let require = move || require_room(&folder.path, bytes + ROOM_BESIDE).map(|()| folder);
    looks.try_run(config, require).await
}

/// How many bytes the next backup takes: a little more than the last one; none where there is no last one.
fn expect_bytes(folder: &BackupFolder) -> Option<u64> {
    folder.list_daily().iter().max_by_key(|file| file.made_at).map(|file| file.bytes / 5 * 6)
}

/// Finds what daily backups save: the database and the data folder of the running program.
///
/// # Errors
/// PostgreSQL's programs are missing, or the database is closed.
pub async fn source_of(app: &App) -> Result<BackupSource, AppError> {
    BackupSource::of_config(app.settings().config_at_start(), app.connection().await?)
}

/// Removes daily backups that have served their time; one that cannot be removed goes another day.
fn remove_expired(folder: &BackupFolder, config: &Config, today: NaiveDate) {
    // Where none are made by themselves, those that people made are theirs to remove.
    let daily = count_daily(config);
    if daily == 0 {
        return;
    }
    let files = folder.list_daily();
    let days: Vec<NaiveDate> = files.iter().map(|file| file.day).collect();
    let weekly = config.number("BACKUP_KEEP_WEEKLY").unwrap_or(0.0) as u32;
    let expired = choose_expired(&days, today, daily, weekly);
    for file in files.iter().filter(|file| expired.contains(&file.day)) {
        if let Err(error) = std::fs::remove_file(&file.path) {
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
        assert!(is_due(&config("7"), now - TimeDelta::seconds(1), today), "a failure of a time to come");
        note_attempt(folder.path(), Ok(()), now);
        let backups = BackupFolder::prepare(&config("7")).unwrap();
        std::fs::write(backups.daily_path(today), "x").unwrap();
        assert!(!is_due(&config("7"), now, today));
        let tomorrow = today.succ_opt().unwrap();
        assert!(is_due(&config("7"), now, tomorrow));
        remove_expired(&backups, &config("0"), tomorrow + TimeDelta::days(90));
        assert_eq!(backups.list_daily().len(), 1, "switched off, nothing is removed");
        std::fs::write(backups.lacking_path(today), "x").unwrap();
        std::fs::write(backups.daily_path(tomorrow), "x").unwrap();
        remove_expired(&backups, &config("2"), tomorrow);
        assert_eq!(backups.list_daily().len(), 3, "the second of a day stays as long as the first");
        remove_expired(&backups, &config("1"), tomorrow + TimeDelta::days(90));
        assert_eq!(backups.list_daily().len(), 1, "both go with their day");
    }
}
