//! One restore run, from the backup file to the swapped folder.

use super::fill::{RestoreStage, cluster_options, compare_counts, fill_database, write_contents};
use super::staging::{build_staged_folder, prove_staged_folder};
use super::swap::{
    exchange_folders, find_carried_backups, finish_exchange, finish_interrupted_exchange, is_before_exchange,
    refuse_fixed_folder, refuse_foreign_folder, staging_folder,
};
use crate::backup::archive::reader::Archive;
use crate::backup::making::room::require_room;
use crate::backup::making::verify::open_verified;
use crate::backup::summary::{BackupSummary, summarize_archive};
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::runtime::blocking::run_blocking;
use celeiro_store::cluster::{Binaries, ClusterOptions, FolderClaim};
use celeiro_store::{
    Connection, NEEDED_FOR_RESTORE, ServerUrl, Store, analyze_database, find_old_server, is_database_empty,
    prepare_server,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::Path;
use std::sync::Arc;

/// How many times the bytes of a backup its database takes with its indexes, at most.
const ROOM_TIMES: u64 = 4;

/// What was read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestoreSummary {
    /// The data folder that holds it now.
    pub data_dir: String,
    /// Where the folder is that stood there before; none where it was empty or is a team's database.
    pub former: Option<String>,
    /// Ordered indexes that were held against their tables; none where PostgreSQL lacks the check.
    pub checked_indexes: Option<u32>,
    /// Searches that were made.
    pub searches: u32,
    /// How many of them found nothing or failed: worth a look, and no sign that something is lost.
    pub unfound: u32,
    /// The backup.
    pub backup: BackupSummary,
}

/// Reads `file` back into what `config` names. `report` receives each stage as it begins.
///
/// # Errors
/// As `verify_backup`; `folder_in_use` while a program runs on the data folder; `restore_target_not_empty`
/// for a team's database that has tables, `restore_server_too_old` for a server that does not take what our
/// `pg_restore` sends; `backup_mismatch` where what was read back is not what was counted, or no search finds it,
/// `backup_mismatch_server` where a team's database holds it; `backup_disk_full`, `disk_full`, `data_folder_unusable`, `cluster_failed`.
pub async fn restore_backup(
    config: &Config,
    file: &Path,
    report: impl Fn(RestoreStage),
) -> Result<RestoreSummary, AppError> {
    let binaries = Binaries::locate(config.text("CELEIRO_POSTGRES_DIR").map(Path::new))?;
    if let Some(url) = config.text("DATABASE_URL") {
        return restore_to_server(config, &binaries, url, file, report).await;
    }
    let options = cluster_options(config, config.data_dir());
    run_blocking(move || finish_interrupted_exchange(&options)).await?;
    refuse_foreign_folder(config.data_dir())?;
    refuse_fixed_folder(config)?;
    report(RestoreStage::Verifying);
    let (archive, backup) = open_archive(&binaries, file).await?;
    let claim = claim_folder(config, config.data_dir()).await?;
    let folder = claim.folder().to_path_buf();
    let staged = staging_folder(&folder)?;
    // Another restore may have been killed meanwhile: what stands beside is the old catalog until that one is ended.
    finish_exchange(&folder)?;
    clear_staged(config, &staged).await?;
    require_room(folder.parent().unwrap_or(&folder), backup.bytes.saturating_mul(ROOM_TIMES))?;
    let done = async {
        let checked = build_staged_folder(config, &staged, &archive, &report).await?;
        report(RestoreStage::Proving);
        let trial = prove_staged_folder(config, &staged).await?;
        Ok((checked, trial))
    };
    let (checked_indexes, trial) = match done.await {
        Ok(done) => done,
        Err(error) => {
            clear_unfinished(config, &staged).await;
            return Err(error);
        }
    };
    report(RestoreStage::Exchanging);
    // No process begins to use the new folder before it is in its place.
    let staged_claim = claim_folder(config, &staged).await?;
    let exchanged = exchange_folders(&folder, &staged, find_carried_backups(config));
    drop(staged_claim);
    if exchanged.is_err() && is_before_exchange(&staged) {
        clear_unfinished(config, &staged).await;
    }
    let former = exchanged?;
    drop(claim);
    Ok(RestoreSummary {
        data_dir: folder.display().to_string(),
        former: former.map(|path| path.display().to_string()),
        checked_indexes,
        searches: trial.made,
        unfound: trial.unfound,
        backup,
    })
}

/// Opens and checks a backup, off the threads that must not block.
async fn open_archive(binaries: &Binaries, file: &Path) -> Result<(Arc<Archive>, BackupSummary), AppError> {
    let (binaries, file) = (binaries.clone(), file.to_path_buf());
    let opened = tokio::task::spawn_blocking(move || {
        let archive = open_verified(&binaries, &file)?;
        let backup = summarize_archive(&archive, &file);
        Ok((Arc::new(archive), backup))
    });
    opened.await.map_err(AppError::internal)?
}

/// Claims a data folder that no program uses.
async fn claim_folder(config: &Config, folder: &Path) -> Result<FolderClaim, AppError> {
    let (options, folder) = (cluster_options(config, folder), folder.to_path_buf());
    run_blocking(move || take_claim(&options, &folder)).await
}

fn take_claim(options: &ClusterOptions, folder: &Path) -> Result<FolderClaim, AppError> {
    FolderClaim::take(options)?
        .ok_or_else(|| AppError::new(Code::FolderInUse).with("folder", folder.display()))
}

/// Removes what this run has filled, where it can.
async fn clear_unfinished(config: &Config, staged: &Path) {
    if let Err(error) = clear_staged(config, staged).await {
        tracing::warn!(%error, "an unfinished data folder stays");
    }
}

/// Removes what an earlier run left; the server that it may have left running is stopped first.
async fn clear_staged(config: &Config, staged: &Path) -> Result<(), AppError> {
    if !staged.exists() {
        return Ok(());
    }
    let (options, staged) = (cluster_options(config, staged), staged.to_path_buf());
    run_blocking(move || {
        let claim = take_claim(&options, &staged)?;
        std::fs::remove_dir_all(&staged).map_err(|error| AppError::unwritable(staged.display(), &error))?;
        drop(claim);
        Ok(())
    })
    .await
}

/// Reads a backup back into a team's database without tables. Its own transaction leaves all of it or nothing.
async fn restore_to_server(
    config: &Config,
    binaries: &Binaries,
    url: &str,
    file: &Path,
    report: impl Fn(RestoreStage),
) -> Result<RestoreSummary, AppError> {
    let connection = Connection::Server(ServerUrl(url.to_owned()));
    refuse_old_server(&connection).await?;
    if !is_database_empty(&connection).await? {
        return Err(AppError::new(Code::RestoreTargetNotEmpty));
    }
    report(RestoreStage::Verifying);
    let (archive, backup) = open_archive(binaries, file).await?;
    report(RestoreStage::Files);
    write_contents(&archive, config.data_dir()).await?;
    report(RestoreStage::Filling);
    // A database of a team may lack what the tables need; opening it says what, and who can create it.
    prepare_server(&connection).await?;
    fill_database(binaries, &connection, &archive).await?;
    compare_counts(&connection, &archive).await.map_err(|error| match error.code() {
        Code::BackupMismatch => error.into_code(Code::BackupMismatchServer),
        _ => error,
    })?;
    analyze_database(&connection).await?;
    report(RestoreStage::Proving);
    Store::open(&connection).await?.close().await;
    let data_dir = config.data_dir().display().to_string();
    Ok(RestoreSummary { data_dir, former: None, checked_indexes: None, searches: 0, unfound: 0, backup })
}

/// Refuses a server older than what `pg_restore` needs, before anything is read or written.
async fn refuse_old_server(connection: &Connection) -> Result<(), AppError> {
    match find_old_server(connection).await? {
        Some(found) => Err(AppError::new(Code::RestoreServerTooOld)
            .with("found", found)
            .with("needed", NEEDED_FOR_RESTORE)),
        None => Ok(()),
    }
}
