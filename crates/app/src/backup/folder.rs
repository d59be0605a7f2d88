//! The folder of backups, and the names of those in it.

use super::partial::remove_abandoned;
use crate::config::Config;
use crate::error::AppError;
use crate::files::atomic_write;
use chrono::{DateTime, NaiveDate, Utc};
use std::path::{Path, PathBuf};

/// In the data folder: by what its backups are told from those of other installations in the same folder.
pub(super) const ID_FILE: &str = "backup.id";
/// How daily backups begin: `celeiro-7c0fb31a-2026-11-28.tar`.
const DAILY: &str = "celeiro";
/// How those made before a migration begin: `before-7c0fb31a-20261128000800-2026-11-28.tar`.
const BEFORE: &str = "before";
const ENDING: &str = ".tar";

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its day.
    pub day: NaiveDate,
    /// When it was finished.
    pub made_at: DateTime<Utc>,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The folder that the configuration names. A relative name is one within the data folder.
pub fn find_backup_folder(config: &Config) -> PathBuf {
    config.data_dir().join(config.text("BACKUP_DIR").unwrap_or("backups"))
}

/// The folder of backups as one installation sees it: several may share it, and none touches another's.
#[derive(Debug, Clone)]
pub struct BackupFolder {
    /// Where it is.
    pub path: PathBuf,
    /// Eight hexadecimal digits in each name.
    id: String,
}

impl BackupFolder {
    /// The folder that the configuration names; none where this installation never made a backup.
    pub fn find(config: &Config) -> Option<Self> {
        Some(Self { path: find_backup_folder(config), id: read_id(config.data_dir())? })
    }

    /// The same, made where it is missing.
    ///
    /// # Errors
    /// `file_unwritable`, `disk_full`.
    pub fn prepare(config: &Config) -> Result<Self, AppError> {
        let path = find_backup_folder(config);
        make_backup_folder(&path)?;
        let id = atomic_write::with_lock(config.data_dir(), ID_FILE, || {
            if let Some(id) = read_id(config.data_dir()) {
                return Ok(id);
            }
            let id = format!("{:08x}", rand::random::<u32>());
            atomic_write::replace_file(config.data_dir(), ID_FILE, id.as_bytes())?;
            Ok(id)
        })?;
        Ok(Self { path, id })
    }

    /// The file of a day.
    pub fn daily_path(&self, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{DAILY}-{}-{day}{ENDING}", self.id))
    }

    /// The file that is made before the schema of a database is changed from `schema`.
    pub fn before_migration_path(&self, schema: i64, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{BEFORE}-{}-{schema}-{day}{ENDING}", self.id))
    }

    /// The daily backups of this installation, the latest first; none where the folder cannot be read.
    pub fn list_daily(&self) -> Vec<BackupFile> {
        list_by(&self.path, |name| self.day_of_daily(name))
    }

    /// Those before migrations, the latest first.
    pub fn list_before_migrations(&self) -> Vec<BackupFile> {
        list_by(&self.path, |name| self.day_of_before(name))
    }

    /// Removes what killed programs left of this installation's backups.
    pub fn remove_abandoned(&self) {
        let is_ours = |name: &str| self.day_of_daily(name).or_else(|| self.day_of_before(name)).is_some();
        remove_abandoned(&self.path, is_ours, Utc::now());
    }

    fn day_of_daily(&self, name: &str) -> Option<NaiveDate> {
        self.strip_frame(name, DAILY)?.parse().ok()
    }

    fn day_of_before(&self, name: &str) -> Option<NaiveDate> {
        let (schema, day) = self.strip_frame(name, BEFORE)?.split_once('-')?;
        schema.parse::<i64>().ok()?;
        day.parse().ok()
    }

    /// What stands between the beginning of a name and its ending.
    fn strip_frame<'a>(&self, name: &'a str, beginning: &str) -> Option<&'a str> {
        let rest = name.strip_prefix(beginning)?.strip_prefix('-')?.strip_prefix(self.id.as_str())?;
        rest.strip_prefix('-')?.strip_suffix(ENDING)
    }
}

fn read_id(data_dir: &Path) -> Option<String> {
    let id = std::fs::read_to_string(data_dir.join(ID_FILE)).ok()?;
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (id.len() == 8 && id.bytes().all(is_hex)).then_some(id)
}

/// Makes the folder, which the user alone may read where it is new. Those above it are there: where a disk is
/// not mounted, backups would fill another one.
fn make_backup_folder(folder: &Path) -> Result<(), AppError> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // Another program made it meanwhile.
        Err(_) if folder.is_dir() => Ok(()),
        made => made.map_err(|error| AppError::unwritable(folder.display(), &error)),
    }
}

fn list_by(folder: &Path, day_of: impl Fn(&str) -> Option<NaiveDate>) -> Vec<BackupFile> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<BackupFile> = entries
        .filter_map(|entry| {
            let day = day_of(entry.file_name().to_str()?)?;
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            let made_at = about.modified().ok()?.into();
            Some(BackupFile { path: entry.path(), day, made_at, bytes: about.len() })
        })
        .collect();
    files.sort_by_key(|file| std::cmp::Reverse((file.day, file.made_at)));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_knows_its_own_backups_and_no_others() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let of = |id: &str| BackupFolder { path: "/b".into(), id: id.into() };
        let (ours, neighbour) = (of("7c0fb31a"), of("7c0fb31b"));
        let (daily, before) = (name(ours.daily_path(day)), name(ours.before_migration_path(20, day)));
        assert_eq!((ours.day_of_daily(&daily), ours.day_of_before(&before)), (Some(day), Some(day)));
        assert_eq!((neighbour.day_of_daily(&daily), neighbour.day_of_before(&before)), (None, None));
        for other in [
            "celeiro-7c0fb31a-2026-11-28.tar.partial",
            "celeiro-7c0fb31a-2026-13-28.tar",
            "celeiro-2026-11-28.tar",
            "mine.tar",
            "before-7c0fb31a-x-2026-11-28.tar",
        ] {
            assert_eq!((ours.day_of_daily(other), ours.day_of_before(other)), (None, None), "{other}");
        }
    }
}
