//! Makes a backup: writes a temporary file, verifies it, and renames it last.

use super::missing_contents::fetch_missing_contents;
use super::partial::PartialFile;
use super::room::{RoomGuard, refuse_full_disk};
use super::stall::{STALL_PATIENCE, WorkControl};
use super::target::{BackupNames, KeepRule, find_name_beside};
use super::verify::verify_open_file;
use crate::backup::archive::manifest::Manifest;
use crate::backup::archive::writer::ArchiveWriter;
use crate::backup::archive::{DATABASE, FILES, FORMAT, SETTINGS, hash_bytes, to_hex};
use crate::backup::summary::BackupSummary;
use crate::backup::to_app_error;
use crate::config::{Config, Home, SETTINGS as ALL_SETTINGS, SavedSettings};
use crate::error::{AppError, Code};
use crate::files::contents::Contents;
use crate::runtime::blocking::run_blocking;
use celeiro_store::cluster::Binaries;
use celeiro_store::{BackupSnapshot, Connection, DumpScope, dump_database};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};

/// Parts of a hundred: the database, then the files, then reading all of it again.
const DATABASE_SHARE: u64 = 60;
const FILES_SHARE: u64 = 20;

/// What a backup is made of.
#[derive(Debug, Clone)]
pub struct BackupSource {
    pub(in crate::backup) binaries: Binaries,
    pub(in crate::backup) connection: Connection,
    pub(in crate::backup) data_dir: PathBuf,
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

    /// Whether the database is Celeiro's own, so that all attached files are in this data folder.
    pub(in crate::backup) fn is_managed(&self) -> bool {
        matches!(self.connection, Connection::Managed(_))
    }
}

/// Makes a backup under the name `file`. `note` receives parts of a hundred. What stood there before stays
/// until the new one is whole; dropping the future leaves nothing. Where the new one lacks attached files that the
/// one there has, that one stays, and the new one is named `file` with a number: the summary has its name.
///
/// # Errors
/// `backup_disk_full`, `file_unwritable`, also where the disk answers no more, `backup_under_way`,
/// `backup_tool_failed`, and what the database says.
pub async fn write_backup(
    source: BackupSource,
    file: &Path,
    note: impl Fn(u32) + Send + 'static,
) -> Result<BackupSummary, AppError> {
    let named = file.to_path_buf();
    let beside = run_blocking(move || Ok::<_, AppError>(find_name_beside(&named))).await?;
    // With a team's server other servers may have files that they have not shared yet: the latest backup counts.
    let lacking = source.is_managed().then_some(beside.as_path());
    write_backup_as(source, BackupNames { whole: file, lacking, rule: KeepRule::LacksFewer }, note).await
}

/// [`write_backup`] under one of two names.
///
/// # Errors
/// Those of [`write_backup`].
pub(in crate::backup) async fn write_backup_as(
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
        foreign_schemas: snapshot.list_foreign_schemas().await?,
        snapshot: snapshot.id().to_owned(),
        created_at: Utc::now(),
    };
    if !source.is_managed() {
        fetch_missing_contents(&source.data_dir, &mut snapshot, &facts.contents).await?;
    }
    let control = WorkControl::default();
    let ends_with_this_call = control.guard_end();
    let to_absolute =
        |path: &Path| std::path::absolute(path).map_err(|error| AppError::unwritable(path.display(), &error));
    let (whole, lacking) = (to_absolute(names.whole)?, names.lacking.map(to_absolute).transpose()?);
    let silent = AppError::unwritable(whole.display(), &io::ErrorKind::TimedOut.into());
    let (writing, rule) = (control.clone(), names.rule);
    let work = tokio::task::spawn_blocking(move || {
        let names = BackupNames { whole: &whole, lacking: lacking.as_deref(), rule };
        write_file(&source, &facts, names, &note, &writing)
    });
    let made = tokio::select! {
        made = work => made.map_err(AppError::internal).flatten(),
        () = control.await_stall(STALL_PATIENCE) => Err(silent),
    };
    drop(ends_with_this_call);
    snapshot.end().await;
    made
}

/// What is known of the moment before anything is written.
struct SnapshotFacts {
    tables: std::collections::BTreeMap<String, u64>,
    schema: i64,
    database_bytes: u64,
    contents: Vec<Vec<u8>>,
    foreign_schemas: Vec<String>,
    snapshot: String,
    created_at: DateTime<Utc>,
}

/// Writes beside the name, reads again, names.
fn write_file(
    source: &BackupSource,
    facts: &SnapshotFacts,
    names: BackupNames<'_>,
    note: &dyn Fn(u32),
    control: &WorkControl,
) -> Result<BackupSummary, AppError> {
    let file = names.whole;
    let partial = PartialFile::create(file)?;
    let unwritable = |error: &io::Error| match error.kind() {
        io::ErrorKind::Interrupted if control.is_ended() => AppError::new(Code::Cancelled),
        io::ErrorKind::StorageFull => refuse_full_disk(file.parent().unwrap_or(file)),
        _ => AppError::unwritable(file.display(), error),
    };
    write_parts(source, facts, &partial, note, control, &unwritable)?;
    let share = u32::try_from(DATABASE_SHARE + FILES_SHARE).unwrap_or(0);
    // All of it is read twice.
    let length = partial.file().metadata().map(|about| about.len() * 2).unwrap_or(0).max(1);
    let mut read = 0;
    // The open file is read and not its name: on a Windows share the lock keeps out all who open it again. The
    // writer is done, so that nothing else moves the position that the two share.
    let written = partial.file().try_clone().map_err(|error| unwritable(&error))?;
    let made = verify_open_file(&source.binaries, written, file, |bytes| {
        read += bytes;
        note(share + u32::try_from((100 - u64::from(share)) * read / length).unwrap_or(0).min(19));
        control.note_step()
    });
    let refuse_ended = |error: AppError| match control.is_ended() {
        true => AppError::new(Code::Cancelled),
        false => error,
    };
    let made = made.map_err(refuse_ended)?;
    let file = names.choose(&made, |other| lacks_fewer(source, other, &made, control));
    control.note_step().map_err(|error| unwritable(&error))?;
    partial.give_name(file).map_err(|error| AppError::unwritable(file.display(), &error))?;
    note(100);
    Ok(BackupSummary { file: file.display().to_string(), ..made })
}

/// Whether the backup `other` lacks fewer attached files than the one that was `made`. One that is damaged, or is
/// none, has nothing to keep; one that cannot be told may.
fn lacks_fewer(source: &BackupSource, other: &Path, made: &BackupSummary, control: &WorkControl) -> bool {
    let found = File::open(other)
        .map_err(|error| AppError::unreadable(other.display(), error))
        .and_then(|open| verify_open_file(&source.binaries, open, other, |_| control.note_step()));
    match found {
        Ok(found) => found.count_lacking() < made.count_lacking(),
        Err(error) => !matches!(error.code(), Code::BackupDamaged | Code::BackupForeign),
    }
}

fn write_parts(
    source: &BackupSource,
    facts: &SnapshotFacts,
    partial: &PartialFile,
    note: &dyn Fn(u32),
    control: &WorkControl,
    unwritable: &dyn Fn(&io::Error) -> AppError,
) -> Result<(), AppError> {
    let handle = partial.file().try_clone().map_err(|error| unwritable(&error))?;
    let mut archive = ArchiveWriter::begin(handle).map_err(|error| unwritable(&error))?;
    let mut room = RoomGuard::new(partial.path().parent().unwrap_or(partial.path()));
    let mut dumped = 0;
    // Text that was pressed: a third of what the tables and their indexes take, by and large.
    let expected = (facts.database_bytes / 3).max(1);
    let written = archive.add_part(DATABASE, |part| {
        let scope = DumpScope { snapshot: &facts.snapshot, foreign_schemas: &facts.foreign_schemas };
        dump_database(&source.binaries, &source.connection, scope, &control.dump, |bytes| {
            dumped += bytes.len() as u64;
            note(u32::try_from((DATABASE_SHARE * dumped / expected).min(DATABASE_SHARE)).unwrap_or(0));
            control.note_step()?;
            room.expect(bytes.len() as u64)?;
            part.take(bytes)
        })
    });
    written.map_err(|error| to_app_error(error, unwritable))?;
    let mut writing = ContentsWriter { archive: &mut archive, room, control };
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
    let sealed =
        archive.add_bytes(SETTINGS, &settings).and_then(|()| archive.seal(manifest, |_| control.note_step()));
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
    control: &'a WorkControl,
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
        let found = hash_bytes(&mut file, bytes, |_| self.control.note_step());
        self.control.note_step()?;
        if found.is_ok_and(|found| found == sha256) {
            file.rewind()?;
            self.room.expect(bytes)?;
            let source = ContentReader { file, control: self.control };
            self.archive.add_reader(&format!("{FILES}{name}"), source)?;
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

/// Reads a content and notes each piece as a step.
struct ContentReader<'a> {
    file: File,
    control: &'a WorkControl,
}

impl io::Read for ContentReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.note_step()?;
        self.file.read(buffer)
    }
}
