//! A backup before the schema of Celeiro's own database is changed. A team's server has a keeper of its own,
//! who backs it up.

use super::folder::{BackupFile, BackupFolder};
use super::make::{BackupSource, write_backup};
use super::room::{ROOM_BESIDE, measure_files};
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_store::{Connection, PendingMigration};
use chrono::{DateTime, Local, TimeDelta, Utc};
use std::path::Path;

/// How many of them are kept.
const MOST_KEPT: usize = 2;
/// How long one serves the next attempts to start: people may have worked with an older program since.
const SERVES: TimeDelta = TimeDelta::minutes(10);

/// Makes a backup before the schema is changed as `pending` says, unless `BACKUP_BEFORE_MIGRATION` is off.
///
/// # Errors
/// `backup_no_room` with what is needed, and whatever keeps a backup from being made: nothing was changed then.
pub(crate) async fn back_up_before_migration(
    config: &Config,
    connection: &Connection,
    pending: PendingMigration,
) -> Result<(), AppError> {
    if config.switch("BACKUP_BEFORE_MIGRATION") == Some(false) || matches!(connection, Connection::Server(_))
    {
        return Ok(());
    }
    let folder = BackupFolder::prepare(config)?;
    folder.remove_abandoned();
    let file = folder.before_migration_path(pending.from, Local::now().date_naive());
    // A start that failed after its backup must not make another one at each attempt.
    let earlier = folder.list_before_migrations().into_iter().find(|earlier| earlier.path == file);
    if !earlier.is_some_and(|earlier| is_fresh(earlier.made_at, Utc::now())) {
        check_room(&folder.path, config.data_dir(), pending)?;
        tracing::info!(from = pending.from, to = pending.to, "a backup before the schema is changed");
        write_backup(BackupSource::of_config(config, connection.clone())?, &file, |_| ()).await?;
    }
    for old in choose_superfluous(&folder.list_before_migrations(), &file) {
        std::fs::remove_file(&old.path).ok();
    }
    Ok(())
}

/// Whether a backup made at `made_at` is still of what is there `now`; one of a time to come is not.
fn is_fresh(made_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (TimeDelta::zero()..SERVES).contains(&(now - made_at))
}

/// Those of `files`, the latest first, that are too many beside the one just made, which stays whatever day the
/// others are of.
fn choose_superfluous<'a>(files: &'a [BackupFile], just_made: &Path) -> Vec<&'a BackupFile> {
    files.iter().filter(|file| file.path != just_made).skip(MOST_KEPT - 1).collect()
}

/// Refuses a disk that may become full: the backup is at most as large as the database and the files.
fn check_room(folder: &Path, data_dir: &Path, pending: PendingMigration) -> Result<(), AppError> {
    let needed = pending.database_bytes + measure_files(&data_dir.join("files")) + ROOM_BESIDE;
    match celeiro_store::cluster::free_bytes(folder)? {
        free if free < needed => Err(AppError::new(Code::BackupNoRoom)
            .with("neededMb", needed.div_ceil(1_000_000))
            .with("freeMb", free / 1_000_000)
            .with("setting", "BACKUP_BEFORE_MIGRATION")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_was_just_made_serves_and_stays() {
        let now = DateTime::UNIX_EPOCH;
        for (minutes, fresh) in [(-1, false), (0, true), (9, true), (10, false), (600, false)] {
            assert_eq!(is_fresh(now - TimeDelta::minutes(minutes), now), fresh, "{minutes}");
        }
        let file =
            |day: &str| BackupFile { path: day.into(), day: day.parse().unwrap(), made_at: now, bytes: 1 };
        let files = ["2031-01-02", "2031-01-01", "2026-11-28"].map(file);
        let gone = choose_superfluous(&files, Path::new("2026-11-28"));
        assert_eq!(gone, [&files[1]]);
    }
}
