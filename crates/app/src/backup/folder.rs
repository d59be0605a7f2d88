//! The folder of backups, and the names of those in it.

use crate::config::Config;
use crate::error::AppError;
use chrono::{DateTime, NaiveDate, Utc};
use std::path::{Path, PathBuf};

/// How daily backups are named: `celeiro-2026-11-28.tar`.
const DAILY: (&str, &str) = ("celeiro-", ".tar");
/// How those made before a migration begin: `before-20261128000800-2026-11-28.tar`.
const BEFORE: &str = "before-";

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

/// The folder that the configuration names.
pub fn find_backup_folder(config: &Config) -> PathBuf {
    config.text("BACKUP_DIR").map_or_else(|| config.data_dir().join("backups"), PathBuf::from)
}

/// Makes the folder, which the user alone may read where it is new.
///
/// # Errors
/// `file_unwritable`, `disk_full`.
pub fn make_backup_folder(folder: &Path) -> Result<(), AppError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| AppError::unwritable(folder.display(), &error))
}

/// The file of a day.
pub fn daily_path(folder: &Path, day: NaiveDate) -> PathBuf {
    folder.join(format!("{}{day}{}", DAILY.0, DAILY.1))
}

/// The file that is made before the schema of a database is changed from `schema`.
pub fn before_migration_path(folder: &Path, schema: i64, day: NaiveDate) -> PathBuf {
    folder.join(format!("{BEFORE}{schema}-{day}{}", DAILY.1))
}

/// The daily backups of the folder, the latest first; none where it cannot be read.
pub fn list_daily(folder: &Path) -> Vec<BackupFile> {
    list_by(folder, day_of_daily)
}

/// The backups before migrations, the latest first.
pub fn list_before_migrations(folder: &Path) -> Vec<BackupFile> {
    list_by(folder, day_of_before)
}

/// Unfinished daily backups of other days than `today`, which a killed program left.
pub fn list_abandoned(folder: &Path, today: NaiveDate) -> Vec<PathBuf> {
    let day_of = |name: &str| name.strip_suffix(".partial").and_then(day_of_daily);
    list_by(folder, day_of).into_iter().filter(|file| file.day != today).map(|file| file.path).collect()
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

fn day_of_daily(name: &str) -> Option<NaiveDate> {
    name.strip_prefix(DAILY.0)?.strip_suffix(DAILY.1)?.parse().ok()
}

fn day_of_before(name: &str) -> Option<NaiveDate> {
    let (schema, day) = name.strip_prefix(BEFORE)?.strip_suffix(DAILY.1)?.split_once('-')?;
    schema.parse::<i64>().ok()?;
    day.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_own_names_are_known_and_no_others() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(day_of_daily(&name(daily_path(Path::new("/b"), day))), Some(day));
        assert_eq!(day_of_before(&name(before_migration_path(Path::new("/b"), 20, day))), Some(day));
        for other in [
            "celeiro-2026-11-28.tar.partial",
            "celeiro-2026-13-28.tar",
            "mine.tar",
            "before-x-2026-11-28.tar",
        ] {
            assert_eq!((day_of_daily(other), day_of_before(other)), (None, None), "{other}");
        }
    }
}
