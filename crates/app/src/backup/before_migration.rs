//! Backup before a migration of Celeiro's own database. A team's server has an administrator, who is responsible for
//! its backups.

use super::daily::state::note_attempt;
use super::folder::{BackupFile, BackupFolder};
use super::folder_look::FolderLooks;
use super::making::make::{BackupSource, write_backup_as};
use super::making::room::{ROOM_BESIDE, measure_attached_files};
use super::making::target::{BackupNames, KeepRule};
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_store::{Connection, PendingMigration};
use chrono::{DateTime, Local, TimeDelta, Utc};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// How many of them are kept.
const MOST_KEPT: usize = 2;
/// How long one serves the next attempts to start: people may have worked with an older program since.
const SERVES: TimeDelta = TimeDelta::minutes(10);

/// Looks at the folder of backups, of all attempts to start: while a mount does not answer, they lose one thread
/// and not one each.
static LOOKS: LazyLock<FolderLooks> = LazyLock::new(FolderLooks::default);

/// Makes a backup before the schema is changed as `pending` says, unless `BACKUP_BEFORE_MIGRATION` is off. Older ones
/// go only where it lacks no attached file; one that does is remembered as that.
///
/// # Errors
/// `backup_no_room` with what is needed, `file_unreadable` where the folder does not answer, and whatever keeps a
/// backup from being made: nothing was changed then.
pub(crate) async fn back_up_before_migration(
    config: &Config,
    connection: &Connection,
    pending: PendingMigration,
) -> Result<(), AppError> {
    if config.switch("BACKUP_BEFORE_MIGRATION") == Some(false) || matches!(connection, Connection::Server(_))
    {
        return Ok(());
    }
    let Some(target) = prepare_target(config, pending).await? else { return Ok(()) };
    tracing::info!(from = pending.from, to = pending.to, "a backup before the schema is changed");
    let names = BackupNames { whole: &target.whole, lacking: Some(&target.lacking), rule: KeepRule::Any };
    let source = BackupSource::of_config(config, connection.clone())?;
    let made = write_backup_as(source, names, |_| ()).await?;
    match made.find_incomplete() {
        Some(incomplete) => {
            tracing::warn!(%incomplete, "the backup before the schema is changed lacks attached files");
            note_attempt(config.data_dir(), Err(&incomplete), Utc::now());
        }
        None => {
            if LOOKS.run(move || target.remove_superfluous()).await.is_none() {
                tracing::warn!("the folder of backups does not answer: old backups stay for now");
            }
        }
    }
    Ok(())
}

/// Where the backup goes.
struct Target {
    folder: BackupFolder,
    whole: PathBuf,
    lacking: PathBuf,
}

impl Target {
    /// Removes those that are too many beside the one just made.
    fn remove_superfluous(&self) {
        for old in choose_superfluous(&self.folder.list_before_migrations(), &self.whole) {
            std::fs::remove_file(&old.path).ok();
        }
    }

    /// Whether one was made a moment ago. A start that failed after its backup must not make another one at each
    /// attempt.
    fn is_filled(&self, now: DateTime<Utc>) -> bool {
        let files = self.folder.list_before_migrations();
        let mut same = files.iter().filter(|file| file.path == self.whole || file.path == self.lacking);
        same.any(|file| is_fresh(file.made_at, now))
    }
}

/// The target of the backup, where there is room; none where one that serves is there.
async fn prepare_target(config: &Config, pending: PendingMigration) -> Result<Option<Target>, AppError> {
    // Counting attached files may take longer than a folder may take to answer.
    let needed = pending.database_bytes + measure_attached_files(config).await? + ROOM_BESIDE;
    let of = config.clone();
    let prepare = move || {
        let (folder, today) = (BackupFolder::prepare(&of)?, Local::now().date_naive());
        folder.remove_abandoned();
        let target = Target {
            whole: folder.before_migration_path(pending.from, today),
            lacking: folder.lacking_before_migration_path(pending.from, today),
            folder,
        };
        if target.is_filled(Utc::now()) {
            return Ok(None);
        }
        check_room(&target.folder.path, needed)?;
        Ok(Some(target))
    };
    LOOKS.try_run(config, prepare).await
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

/// Refuses a disk that may become full: the backup takes at most the `needed` bytes of the database and the files.
fn check_room(folder: &Path, needed: u64) -> Result<(), AppError> {
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

    fn configure(data_dir: &Path) -> Config {
        let given = [("CELEIRO_DATA_DIR".to_owned(), data_dir.display().to_string())];
        Config::load(&std::collections::BTreeMap::from(given), |_| None).unwrap()
    }

    #[tokio::test]
    async fn a_folder_that_does_not_answer_ends_the_attempt_to_start() {
        let root = tempfile::tempdir().unwrap();
        let (config, pending) =
            (configure(root.path()), PendingMigration { from: 1, to: 2, database_bytes: 1 });
        let (end, ended) = std::sync::mpsc::channel::<()>();
        assert_eq!(LOOKS.run(move || ended.recv().is_ok()).await, None);
        let refused = prepare_target(&config, pending).await.err().unwrap();
        assert_eq!(refused.code(), Code::FileUnreadable);
        end.send(()).unwrap();
        let mut attempts = 0;
        while prepare_target(&config, pending).await.is_err() {
            attempts += 1;
            assert!(attempts < 100, "it answers again");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    #[test]
    fn one_that_lacks_files_serves_the_next_attempt_too() {
        let root = tempfile::tempdir().unwrap();
        let folder = BackupFolder::prepare(&configure(root.path())).unwrap();
        let day = "2026-11-28".parse().unwrap();
        let target = Target {
            whole: folder.before_migration_path(20, day),
            lacking: folder.lacking_before_migration_path(20, day),
            folder,
        };
        let now = Utc::now() + TimeDelta::seconds(1);
        assert!(!target.is_filled(now));
        std::fs::write(&target.lacking, "x").unwrap();
        assert!(target.is_filled(now) && !target.is_filled(now + SERVES));
    }
}
