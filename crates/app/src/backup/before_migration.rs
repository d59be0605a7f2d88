//! A backup before the schema of Celeiro's own database is changed. A team's server has a keeper of its own,
//! who backs it up.

use super::folder::{self, find_backup_folder, list_before_migrations};
use super::make::{BackupSource, write_backup};
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_store::{Connection, PendingMigration, find_pending_migration};
use chrono::Local;
use std::path::Path;

/// How many of them are kept.
const MOST_KEPT: usize = 2;
/// Room that is to be left beside the backup, in bytes: a migration writes too.
const ROOM_BESIDE: u64 = 64 << 20;

/// Makes a backup where opening the database would change its schema, unless `BACKUP_BEFORE_MIGRATION` is off.
///
/// # Errors
/// `backup_no_room` with what is needed, and whatever keeps a backup from being made: nothing was changed then.
pub(crate) async fn back_up_before_migration(
    config: &Config,
    connection: &Connection,
) -> Result<(), AppError> {
    if config.switch("BACKUP_BEFORE_MIGRATION") == Some(false) || matches!(connection, Connection::Server(_))
    {
        return Ok(());
    }
    let Some(pending) = find_pending_migration(connection).await? else { return Ok(()) };
    let folder = find_backup_folder(config);
    folder::make_backup_folder(&folder)?;
    let file = folder::before_migration_path(&folder, pending.from, Local::now().date_naive());
    // A start that failed after its backup must not make another one at each attempt.
    if !file.exists() {
        check_room(&folder, config.data_dir(), pending)?;
        tracing::info!(from = pending.from, to = pending.to, "a backup before the schema is changed");
        write_backup(BackupSource::of_config(config, connection.clone())?, &file, |_| ()).await?;
    }
    for old in list_before_migrations(&folder).iter().skip(MOST_KEPT) {
        std::fs::remove_file(&old.path).ok();
    }
    Ok(())
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

/// The bytes of the files in a folder and those below it.
fn measure_files(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => measure_files(&entry.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
