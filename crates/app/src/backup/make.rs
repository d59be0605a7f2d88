//! Makes a backup: written beside its name, read again, and only then named.

use super::archive::manifest::Manifest;
use super::archive::writer::ArchiveWriter;
use super::archive::{DATABASE, FILES, FORMAT, SETTINGS, hash_bytes, to_hex};
use super::partial::PartialFile;
use super::room::{RoomGuard, refuse_full_disk};
use super::summary::BackupSummary;
use super::target::BackupNames;
use super::to_app_error;
use super::verify::verify_open_file;
use crate::config::{Config, Home, SETTINGS as ALL_SETTINGS, SavedSettings};
use crate::error::{AppError, Code};
use crate::files::contents::Contents;
use celeiro_store::cluster::Binaries;
use celeiro_store::{BackupSnapshot, Connection, dump_database};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::io::{self, Seek as _};
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

    /// Whether the database is Celeiro's own, so that all attached files are on this machine.
    pub(super) fn is_managed(&self) -> bool {
        matches!(self.connection, Connection::Managed(_))
    }
}

/// Makes a backup under the name `file`. `note` receives parts of a hundred. What stood there before stays
/// until the new one is whole; dropping the future leaves nothing.
///
/// # Errors
/// `backup_disk_full`, `file_unwritable`, `backup_under_way`, `backup_tool_failed`, and what the database says.
pub async fn write_backup(
    source: BackupSource,
    file: &Path,
    note: impl Fn(u32) + Send + 'static,
) -> Result<BackupSummary, AppError> {
    write_backup_as(source, BackupNames { whole: file, lacking: None }, note).await
}

/// [`write_backup`] under one of two names.
///
/// # Errors
/// Those of [`write_backup`].
pub(super) async fn write_backup_as(
    source: BackupSource,
    names: BackupNames<'_>,
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
    let to_absolute =
        |path: &Path| std::path::absolute(path).map_err(|error| AppError::unwritable(path.display(), &error));
    let (whole, lacking) = (to_absolute(names.whole)?, names.lacking.map(to_absolute).transpose()?);
    let work = tokio::task::spawn_blocking(move || {
        let names = BackupNames { whole: &whole, lacking: lacking.as_deref() };
        write_file(&source, &facts, names, &note, &stop)
    });
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
    names: BackupNames<'_>,
    note: &dyn Fn(u32),
    stop: &CancellationToken,
) -> Result<BackupSummary, AppError> {
    let file = names.whole;
    let partial = PartialFile::create(file)?;
    let unwritable = |error: &io::Error| match error.kind() {
        io::ErrorKind::Interrupted if stop.is_cancelled() => AppError::new(Code::Cancelled),
        io::ErrorKind::StorageFull => refuse_full_disk(file.parent().unwrap_or(file)),
        _ => AppError::unwritable(file.display(), error),
    };
    write_parts(source, facts, &partial, note, stop, &unwritable)?;
    let share = u32::try_from(DATABASE_SHARE + FILES_SHARE).unwrap_or(0);
    let length = partial.file().metadata().map(|about| about.len()).unwrap_or(0).max(1);
    let mut read = 0;
    // The open file is read and not its name: on a Windows share the lock keeps out all who open it again. The
    // writer is done, so that nothing else moves the position that the two share.
    let written = partial.file().try_clone().map_err(|error| unwritable(&error))?;
    let made = verify_open_file(&source.binaries, written, partial.path(), |bytes| {
        read += bytes;
        note(share + u32::try_from((100 - u64::from(share)) * read / length).unwrap_or(0).min(19));
        check_stop(stop)
    });
    let made = made.map_err(|error| match stop.is_cancelled() {
        true => AppError::new(Code::Cancelled),
        false => error,
    })?;
    let file = names.choose(&made);
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
    let handle = partial.file().try_clone().map_err(|error| unwritable(&error))?;
    let mut archive = ArchiveWriter::begin(handle).map_err(|error| unwritable(&error))?;
    let mut room = RoomGuard::new(partial.path().parent().unwrap_or(partial.path()));
    let mut dumped = 0;
    // Text that was pressed: a third of what the tables and their indexes take, by and large.
    let expected = (facts.database_bytes / 3).max(1);
    let written = archive.add_part(DATABASE, |part| {
        dump_database(&source.binaries, &source.connection, &facts.snapshot, |bytes| {
            dumped += bytes.len() as u64;
            note(u32::try_from((DATABASE_SHARE * dumped / expected).min(DATABASE_SHARE)).unwrap_or(0));
            check_stop(stop)?;
            room.expect(bytes.len() as u64)?;
            part.take(bytes)
        })
    });
    written.map_err(|error| to_app_error(error, unwritable))?;
    let mut writing = ContentsWriter { archive: &mut archive, room, stop };
    let absent = writing.add_contents(source, facts, note, unwritable)?;
    let settings = collect_settings(&source.data_dir)?;
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        schema: facts.schema,
        created_at: facts.created_at,
        tables: facts.tables.clone(),
        missing_files: absent.missing,
        damaged_files: absent.damaged,
        parts: Vec::new(),
    };
    let sealed = archive.add_bytes(SETTINGS, &settings).and_then(|()| archive.seal(manifest));
    sealed.map(drop).map_err(|error| unwritable(&error))
}

/// Contents that records name and that are not in the archive, by SHA-256.
#[derive(Default)]
struct AbsentContents {
    /// Those that are not on this machine.
    missing: Vec<String>,
    /// Those whose bytes are others than their name says, or cannot be read.
    damaged: Vec<String>,
}

/// Writes attached contents into an archive.
struct ContentsWriter<'a> {
    archive: &'a mut ArchiveWriter,
    room: RoomGuard,
    stop: &'a CancellationToken,
}

impl ContentsWriter<'_> {
    /// Adds the attached contents and returns those that could not be added.
    fn add_contents(
        &mut self,
        source: &BackupSource,
        facts: &SnapshotFacts,
        note: &dyn Fn(u32),
        unwritable: &dyn Fn(&io::Error) -> AppError,
    ) -> Result<AbsentContents, AppError> {
        let contents = Contents::new(&source.data_dir);
        let (mut absent, total) = (AbsentContents::default(), facts.contents.len().max(1) as u64);
        for (at, sha256) in facts.contents.iter().enumerate() {
            let name = to_hex(sha256);
            match contents.open(sha256, &name) {
                Ok(file) => match self.add_content(&name, file, sha256) {
                    Ok(true) => {}
                    Ok(false) => absent.damaged.push(name),
                    Err(error) => return Err(unwritable(&error)),
                },
                Err(error) if error.code() == Code::FileElsewhere => absent.missing.push(name),
                Err(error) => return Err(error),
            }
            note(u32::try_from(DATABASE_SHARE + FILES_SHARE * at as u64 / total).unwrap_or(0));
        }
        Ok(absent)
    }

    /// Adds one content; false where its bytes are not those that its name promises. They would make the whole
    /// backup one that cannot be read back.
    fn add_content(&mut self, name: &str, mut file: File, sha256: &[u8]) -> io::Result<bool> {
        let bytes = file.metadata()?.len();
        let found = hash_bytes(&mut file, bytes, |_| check_stop(self.stop));
        check_stop(self.stop)?;
        if found.is_ok_and(|found| found == sha256) {
            file.rewind()?;
            self.room.expect(bytes)?;
            self.archive.add_reader(&format!("{FILES}{name}"), file)?;
            return Ok(true);
        }
        tracing::warn!(name, "an attached file is damaged and is not in the backup");
        Ok(false)
    }
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
