//! Fills a database and a data folder from a backup.

use crate::backup::archive::reader::Archive;
use crate::backup::archive::{SETTINGS, to_hex};
use crate::backup::to_app_error;
use crate::config::{Config, Home, SavedSettings, Setting};
use crate::error::{AppError, Code};
use crate::files::contents::Contents;
use celeiro_store::cluster::{Binaries, ClusterOptions};
use celeiro_store::{BackupSnapshot, Connection, restore_database};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A stage of reading back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestoreStage {
    /// Every byte of the backup is checked.
    Verifying,
    /// A new database is filled.
    Filling,
    /// Attached files are written.
    Files,
    /// The schema is brought up to date, indexes are held against tables, and searches are made.
    Proving,
    /// The new folder takes the place of the old one.
    Exchanging,
}

/// How the cluster in `folder` is run.
pub(super) fn cluster_options(config: &Config, folder: &Path) -> ClusterOptions {
    let mut options = ClusterOptions::new(folder);
    options.postgres_dir = config.text("CELEIRO_POSTGRES_DIR").map(PathBuf::from);
    options
}

/// Fills a database without tables.
pub(super) async fn fill_database(
    binaries: &Binaries,
    connection: &Connection,
    archive: &Arc<Archive>,
) -> Result<(), AppError> {
    let (binaries, connection, archive) = (binaries.clone(), connection.clone(), archive.clone());
    let filled = tokio::task::spawn_blocking(move || {
        let report_damage = |_| AppError::new(Code::BackupDamaged).with("file", "database.dump");
        let dump = archive.read_database().map_err(report_damage)?;
        restore_database(&binaries, &connection, dump)
            .map_err(|error| to_app_error(error, |error| AppError::unreadable("database.dump", error)))
    });
    filled.await.map_err(AppError::internal)?
}

/// Holds the rows of each table that was counted when the backup was made against what was counted then. Tables
/// that were not counted, as those whose rows a later program no longer keeps, may have any.
pub(super) async fn compare_counts(connection: &Connection, archive: &Archive) -> Result<(), AppError> {
    let mut snapshot = BackupSnapshot::begin(connection).await?;
    let counts = snapshot.count_all_rows().await?;
    snapshot.end().await;
    let differing = archive.manifest.tables.iter().find(|(name, rows)| counts.get(*name) != Some(rows));
    match differing {
        Some((table, _)) => Err(AppError::new(Code::BackupMismatch).with("table", table)),
        None => Ok(()),
    }
}

/// Writes the attached contents of a backup below a data folder.
pub(super) async fn write_contents(archive: &Arc<Archive>, data_dir: &Path) -> Result<(), AppError> {
    let (archive, contents) = (archive.clone(), Contents::new(data_dir));
    let written = tokio::task::spawn_blocking(move || {
        for (part, sha256) in archive.list_files() {
            let unreadable = |error: std::io::Error| AppError::unreadable(&part.name, error);
            let Some(source) = archive.read_part(&part.name).map_err(unreadable)? else { continue };
            let staged = contents.stage(source)?;
            if to_hex(&staged.sha256) != sha256 {
                return Err(AppError::new(Code::BackupDamaged).with("file", &part.name));
            }
            contents.persist(staged)?;
        }
        Ok(())
    });
    written.await.map_err(AppError::internal)?
}

/// Writes those settings of a backup that this program knows and allows.
pub(super) fn write_settings(archive: &Archive, data_dir: &Path) -> Result<(), AppError> {
    let unreadable = |error: std::io::Error| AppError::unreadable("settings.json", error);
    let Some(source) = archive.read_part(SETTINGS).map_err(unreadable)? else { return Ok(()) };
    let settings: BTreeMap<String, String> = serde_json::from_reader(source)?;
    for (name, value) in settings {
        let allowed = Setting::find(&name).is_ok_and(|of| of.home == Home::File && of.check(&value).is_ok());
        match allowed {
            true => SavedSettings::set(data_dir, &name, Some(&value))?,
            false => tracing::warn!(name, "a setting of the backup is not taken over"),
        }
    }
    Ok(())
}
