//! Verification that a backup is complete and that this program can restore it.

use crate::backup::archive::FILES;
use crate::backup::archive::manifest::Manifest;
use crate::backup::archive::reader::{Archive, ArchiveError};
use crate::backup::summary::{BackupSummary, summarize_archive};
use crate::backup::to_app_error;
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_store::cluster::Binaries;
use celeiro_store::{list_dumped_tables, newest_schema};
use std::fs::File;
use std::io;
use std::path::Path;

/// Checks every byte of a backup, its parts, its tables, and its version. Blocks.
///
/// # Errors
/// `file_unreadable`, `backup_foreign`, `backup_newer`, `backup_damaged`, `postgres_missing`.
pub fn verify_backup(config: &Config, file: &Path) -> Result<BackupSummary, AppError> {
    let binaries = Binaries::locate(config.text("CELEIRO_POSTGRES_DIR").map(Path::new))?;
    open_verified(&binaries, file).map(|archive| summarize_archive(&archive, file))
}

/// The same with given programs, of a backup that is open and is called `file`; `note` receives how many bytes
/// were read at a time, and may end it.
pub(in crate::backup) fn verify_open_file(
    binaries: &Binaries,
    open: File,
    file: &Path,
    note: impl FnMut(u64) -> io::Result<()>,
) -> Result<BackupSummary, AppError> {
    let archive = Archive::read(open, note).map_err(|error| refuse_archive(file, error))?;
    check_archive(binaries, &archive, file)?;
    Ok(summarize_archive(&archive, file))
}

/// Opens a backup of which all was checked.
pub(in crate::backup) fn open_verified(binaries: &Binaries, file: &Path) -> Result<Archive, AppError> {
    let archive = Archive::open(file, |_| Ok(())).map_err(|error| refuse_archive(file, error))?;
    check_archive(binaries, &archive, file)?;
    Ok(archive)
}

/// Checks what an archive whose bytes are right says of its parts, its tables and its version.
fn check_archive(binaries: &Binaries, archive: &Archive, file: &Path) -> Result<(), AppError> {
    let refuse = |error: ArchiveError| refuse_archive(file, error);
    let manifest = &archive.manifest;
    if manifest.schema > newest_schema() {
        let error = AppError::new(Code::BackupNewer).with("file", file.display());
        return Err(error.with("found", &manifest.program).with("program", env!("CARGO_PKG_VERSION")));
    }
    // Reading back gives a content the name of its bytes, which records would not find under another one.
    if archive.list_files().any(|(part, sha256)| part.sha256 != sha256) {
        return Err(refuse(ArchiveError::Damaged(FILES)));
    }
    let dump = archive.read_database().map_err(refuse)?;
    let tables = list_dumped_tables(binaries, dump)
        .map_err(|error| to_app_error(error, |error| AppError::unreadable(file.display(), error)))?;
    check_tables(file, manifest, tables)
}

/// Compares the tables of the database's own table of contents with those that were counted.
fn check_tables(file: &Path, manifest: &Manifest, mut tables: Vec<String>) -> Result<(), AppError> {
    tables.sort_unstable();
    if tables.iter().ne(manifest.tables.keys()) {
        return Err(AppError::new(Code::BackupDamaged).with("file", file.display()).detail("part", "tables"));
    }
    Ok(())
}

/// What is said of a file that is no whole backup.
fn refuse_archive(file: &Path, error: ArchiveError) -> AppError {
    match error {
        ArchiveError::Foreign => AppError::new(Code::BackupForeign).with("file", file.display()),
        ArchiveError::Newer(format) => AppError::new(Code::BackupNewer)
            .with("file", file.display())
            .with("found", format!("format {format}"))
            .with("program", env!("CARGO_PKG_VERSION")),
        ArchiveError::Damaged(part) => {
            AppError::new(Code::BackupDamaged).with("file", file.display()).detail("part", part)
        }
        ArchiveError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            AppError::new(Code::BackupDamaged).with("file", file.display()).detail("part", "length")
        }
        ArchiveError::Io(error) => AppError::unreadable(file.display(), error),
    }
}
