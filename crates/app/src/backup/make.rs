//! Makes a backup: written beside its name, read again, and only then named.

use super::archive::manifest::Manifest;
use super::archive::writer::ArchiveWriter;
use super::archive::{DATABASE, FILES, FORMAT, SETTINGS, to_hex};
use super::summary::BackupSummary;
use super::to_app_error;
use super::verify::verify_file;
use crate::config::{Config, Home, SETTINGS as ALL_SETTINGS, SavedSettings};
use crate::error::{AppError, Code};
use crate::files::contents::Contents;
use celeiro_store::cluster::Binaries;
use celeiro_store::{BackupSnapshot, Connection, dump_database};
use chrono::{DateTime, Utc};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Parts of a hundred: the database, then the files, then reading all of it again.
const DATABASE_SHARE: u64 = 60;
const FILES_SHARE: u64 = 20;

/// What a backup is made of.
#[derive(Debug, Clone)]
pub struct BackupSource {
    pub(super) binaries: Binaries,
    pub(super) connection: Connection,
    pub(super) data_dir: PathBuf,
}

impl BackupSource {
    /// What a configuration names, where `connection` leads to its database.
    ///
    /// # Errors
    /// PostgreSQL's programs are missing.
    pub fn of_config(config: &Config, connection: Connection) -> Result<Self, AppError> {
        let binaries = Binaries::locate(config.text("CELEIRO_POSTGRES_DIR").map(Path::new))?;
        Ok(Self { binaries, connection, data_dir: config.data_dir().to_path_buf() })
    }
}

/// Makes a backup under the name `file`. `note` receives parts of a hundred. What stood there before stays
/// until the new one is whole; dropping the future leaves nothing.
///
/// # Errors
/// `disk_full`, `file_unwritable`, `backup_under_way`, `backup_tool_failed`, and what the database says.
pub async fn write_backup(
    source: BackupSource,
    file: &Path,
    note: impl Fn(u32) + Send + 'static,
) -> Result<BackupSummary, AppError> {
    let mut snapshot = BackupSnapshot::begin(&source.connection).await?;
    let facts = SnapshotFacts {
        tables: snapshot.count_rows().await?,
        schema: snapshot.schema_version().await?,
        database_bytes: snapshot.database_bytes().await?,
        contents: snapshot.list_contents().await?,
        snapshot: snapshot.id().to_owned(),
        created_at: Utc::now(),
    };
    let stop = CancellationToken::new();
    let _stops_with_this_call = stop.clone().drop_guard();
    let file = std::path::absolute(file).map_err(|error| AppError::unwritable(file.display(), &error))?;
    let work = tokio::task::spawn_blocking(move || write_file(&source, &facts, &file, &note, &stop));
    let made = work.await.map_err(AppError::internal)?;
    snapshot.end().await;
    made
}

/// What is known of the moment before anything is written.
struct SnapshotFacts {
    tables: std::collections::BTreeMap<String, u64>,
    schema: i64,
    database_bytes: u64,
    contents: Vec<Vec<u8>>,
    snapshot: String,
    created_at: DateTime<Utc>,
}

/// Writes beside the name, reads again, names.
fn write_file(
    source: &BackupSource,
    facts: &SnapshotFacts,
    file: &Path,
    note: &dyn Fn(u32),
    stop: &CancellationToken,
) -> Result<BackupSummary, AppError> {
    let partial = PartialFile::create(file)?;
    let unwritable = |error: &io::Error| match error.kind() {
        io::ErrorKind::Interrupted if stop.is_cancelled() => AppError::new(Code::Cancelled),
        _ => AppError::unwritable(file.display(), error),
    };
    write_parts(source, facts, &partial, note, stop, &unwritable)?;
    let share = u32::try_from(DATABASE_SHARE + FILES_SHARE).unwrap_or(0);
    let length = partial.path.metadata().map(|about| about.len()).unwrap_or(0).max(1);
    let mut read = 0;
    let made = verify_file(&source.binaries, &partial.path, |bytes| {
        read += bytes;
        note(share + u32::try_from((100 - u64::from(share)) * read / length).unwrap_or(0).min(19));
        check_stop(stop)
    });
    let made = made.map_err(|error| match stop.is_cancelled() {
        true => AppError::new(Code::Cancelled),
        false => error,
    })?;
    partial.give_name(file).map_err(|error| AppError::unwritable(file.display(), &error))?;
    note(100);
    Ok(BackupSummary { file: file.display().to_string(), ..made })
}

fn write_parts(
    source: &BackupSource,
    facts: &SnapshotFacts,
    partial: &PartialFile,
    note: &dyn Fn(u32),
    stop: &CancellationToken,
    unwritable: &dyn Fn(&io::Error) -> AppError,
) -> Result<(), AppError> {
    let handle = partial.file.try_clone().map_err(|error| unwritable(&error))?;
    let mut archive = ArchiveWriter::begin(handle).map_err(|error| unwritable(&error))?;
    let mut dumped = 0;
    // Text that was pressed: a third of what the tables and their indexes take, by and large.
    let expected = (facts.database_bytes / 3).max(1);
    let written = archive.add_part(DATABASE, |part| {
        dump_database(&source.binaries, &source.connection, &facts.snapshot, |bytes| {
            dumped += bytes.len() as u64;
            note(u32::try_from((DATABASE_SHARE * dumped / expected).min(DATABASE_SHARE)).unwrap_or(0));
            check_stop(stop)?;
            part.take(bytes)
        })
    });
    written.map_err(|error| to_app_error(error, unwritable))?;
    let missing_files = add_contents(source, facts, &mut archive, note, stop, unwritable)?;
    let settings = collect_settings(&source.data_dir)?;
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        schema: facts.schema,
        created_at: facts.created_at,
        tables: facts.tables.clone(),
        missing_files,
        parts: Vec::new(),
    };
    let sealed = archive.add_bytes(SETTINGS, &settings).and_then(|()| archive.seal(manifest));
    sealed.map(drop).map_err(|error| unwritable(&error))
}

/// Adds the attached contents and returns those that are not on this machine.
fn add_contents(
    source: &BackupSource,
    facts: &SnapshotFacts,
    archive: &mut ArchiveWriter,
    note: &dyn Fn(u32),
    stop: &CancellationToken,
    unwritable: &dyn Fn(&io::Error) -> AppError,
) -> Result<Vec<String>, AppError> {
    let contents = Contents::new(&source.data_dir);
    let (mut missing, total) = (Vec::new(), facts.contents.len().max(1) as u64);
    for (at, sha256) in facts.contents.iter().enumerate() {
        let name = to_hex(sha256);
        match contents.open(sha256, &name) {
            Ok(file) => {
                check_stop(stop).map_err(|error| unwritable(&error))?;
                archive.add_reader(&format!("{FILES}{name}"), file).map_err(|error| unwritable(&error))?;
            }
            Err(error) if error.code() == Code::FileElsewhere => missing.push(name),
            Err(error) => return Err(error),
        }
        note(u32::try_from(DATABASE_SHARE + FILES_SHARE * at as u64 / total).unwrap_or(0));
    }
    Ok(missing)
}

/// The saved settings. Keys are never among them; what an older program may have saved otherwise stays out.
fn collect_settings(data_dir: &Path) -> Result<Vec<u8>, AppError> {
    let saved = SavedSettings::read(data_dir)?;
    let kept = ALL_SETTINGS.iter().filter(|setting| setting.home == Home::File && !setting.kind.is_hidden());
    let kept = kept.filter_map(|setting| Some((setting.name, saved.get(setting.name)?)));
    let kept: std::collections::BTreeMap<&str, String> = kept.collect();
    Ok(serde_json::to_vec_pretty(&kept)?)
}

/// Ends reading and writing where the caller has gone.
fn check_stop(stop: &CancellationToken) -> io::Result<()> {
    if stop.is_cancelled() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// A file beside the one to be made. It goes with this value unless it was given the name.
struct PartialFile {
    path: PathBuf,
    /// Locked: a second backup of the same name is refused, and what a killed one left is taken over.
    file: File,
}

impl PartialFile {
    fn create(of: &Path) -> Result<Self, AppError> {
        let mut name = of.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let path = of.with_file_name(name);
        let unwritable = |error: io::Error| AppError::unwritable(of.display(), &error);
        if of.is_dir() {
            return Err(unwritable(io::ErrorKind::IsADirectory.into()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(AppError::new(Code::BackupUnderWay).with("file", of.display()));
            }
            // A network folder may know no locks: two backups under one name are then one too many.
            Err(TryLockError::Error(error)) => tracing::debug!(%error, "the backup is not locked"),
            Ok(()) => {}
        }
        let partial = Self { path, file };
        partial.file.set_len(0).map_err(unwritable)?;
        Ok(partial)
    }

    /// Gives the file its name, so that a loss of power leaves the old or the new one.
    fn give_name(self, name: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, name)?;
        let folder = name.parent().unwrap_or(Path::new("/"));
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            // Some network folders cannot be forced; the file itself was.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
            {
                Ok(())
            }
            done => done,
        }
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // Nothing stands there once it has its name.
        if let Err(error) = std::fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "an unfinished backup stays");
        }
    }
}
