//! The backup folder and the file names in it.

use super::making::partial::remove_abandoned;
use crate::config::{Config, ConfigOrigin};
use crate::error::AppError;
use crate::files::atomic_write;
use chrono::{DateTime, NaiveDate, Utc};
use std::io;
use std::path::{Path, PathBuf};

/// In the data folder: by what its backups are told from those of other installations in the same folder.
pub(super) const ID_FILE: &str = "backup.id";
/// How daily backups begin: `celeiro-7c0fb31a-2026-11-28.tar`.
const DAILY: &str = "celeiro";
/// How those made before a migration begin: `before-7c0fb31a-20261128000800-2026-11-28.tar`.
const BEFORE: &str = "before";
const ENDING: &str = ".tar";
/// What follows the day of a backup that lacks attached files, where the one of that day stays:
/// `celeiro-7c0fb31a-2026-11-28-2.tar`.
const LACKING: &str = "-2";

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
        let id = read_id(config.data_dir()).ok().flatten()?;
        Some(Self { path: find_backup_folder(config), id })
    }

    /// Finds the backup folder and makes it where it is missing.
    ///
    /// # Errors
    /// `file_unwritable`, `disk_full`; `file_unreadable` where the id is there and cannot be read: under another one
    /// no installation would own the backups so far.
    pub fn prepare(config: &Config) -> Result<Self, AppError> {
        let path = find_backup_folder(config);
        make_backup_folder(&path)?;
        let id = atomic_write::with_lock(config.data_dir(), ID_FILE, || {
            let unreadable = |error| AppError::unreadable(config.data_dir().join(ID_FILE).display(), error);
            if let Some(id) = read_id(config.data_dir()).map_err(unreadable)? {
                return Ok(id);
            }
            let id = format!("{:08x}", rand::random::<u32>());
            atomic_write::replace_file(config.data_dir(), ID_FILE, id.as_bytes())?;
            Ok(id)
        })?;
        Ok(Self { path, id })
    }

    /// Builds the path of the daily backup of a day.
    pub fn daily_path(&self, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{DAILY}-{}-{day}{ENDING}", self.id))
    }

    /// The second file of a day: for a backup that lacks attached files, which must not replace one that may have
    /// them.
    pub fn lacking_path(&self, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{DAILY}-{}-{day}{LACKING}{ENDING}", self.id))
    }

    /// The file that is made before the schema of a database is changed from `schema`.
    pub fn before_migration_path(&self, schema: i64, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{BEFORE}-{}-{schema}-{day}{ENDING}", self.id))
    }

    /// The second file of the same kind and day, for a backup that lacks attached files.
    pub fn lacking_before_migration_path(&self, schema: i64, day: NaiveDate) -> PathBuf {
        self.path.join(format!("{BEFORE}-{}-{schema}-{day}{LACKING}{ENDING}", self.id))
    }

    /// The daily backups of this installation, the latest first; none where the folder cannot be read.
    pub fn list_daily(&self) -> Vec<BackupFile> {
        list_by(&self.path, |name| self.day_of_daily(name))
    }

    /// Lists the backups that were made before migrations, the latest first.
    pub fn list_before_migrations(&self) -> Vec<BackupFile> {
        list_by(&self.path, |name| self.day_of_before(name))
    }

    /// Removes what killed programs left of this installation's backups.
    pub fn remove_abandoned(&self) {
        let is_ours = |name: &str| self.day_of_daily(name).or_else(|| self.day_of_before(name)).is_some();
        remove_abandoned(&self.path, is_ours, Utc::now());
    }

    fn day_of_daily(&self, name: &str) -> Option<NaiveDate> {
        read_day(self.strip_frame(name, DAILY)?)
    }

    fn day_of_before(&self, name: &str) -> Option<NaiveDate> {
        let (schema, day) = self.strip_frame(name, BEFORE)?.split_once('-')?;
        schema.parse::<i64>().ok()?;
        read_day(day)
    }

    /// What stands between the beginning of a name and its ending.
    fn strip_frame<'a>(&self, name: &'a str, beginning: &str) -> Option<&'a str> {
        let rest = name.strip_prefix(beginning)?.strip_prefix('-')?.strip_prefix(self.id.as_str())?;
        rest.strip_prefix('-')?.strip_suffix(ENDING)
    }
}

/// The day of a backup, with or without [`LACKING`] after it.
fn read_day(text: &str) -> Option<NaiveDate> {
    let is_day = |day: &&str| day.len() == "2026-11-28".len();
    text.strip_suffix(LACKING).filter(is_day).unwrap_or(text).parse().ok()
}

/// The id; none where there is no file, or one that holds something else.
fn read_id(data_dir: &Path) -> io::Result<Option<String>> {
    let id = match std::fs::read(data_dir.join(ID_FILE)) {
        Ok(id) => id,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_id = id.len() == 8 && id.iter().all(is_hex);
    Ok(is_id.then(|| String::from_utf8_lossy(&id).into_owned()))
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

/// Number of daily backups to keep; 0 switches them off. A team's database has a keeper of its own: each machine of
/// the team makes backups of it only where it was told to.
pub(super) fn count_daily(config: &Config) -> u32 {
    let is_told = config.origin("BACKUP_KEEP_DAILY") != Some(ConfigOrigin::Default);
    if config.text("DATABASE_URL").is_some() && !is_told {
        return 0;
    }
    config.number("BACKUP_KEEP_DAILY").unwrap_or(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn an_installation_knows_its_own_backups_and_no_others() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let of = |id: &str| BackupFolder { path: "/b".into(), id: id.into() };
        let (ours, neighbour) = (of("7c0fb31a"), of("7c0fb31b"));
        let (daily, before) = (name(ours.daily_path(day)), name(ours.before_migration_path(20, day)));
        assert_eq!((ours.day_of_daily(&daily), ours.day_of_before(&before)), (Some(day), Some(day)));
        assert_eq!((neighbour.day_of_daily(&daily), neighbour.day_of_before(&before)), (None, None));
        let second = name(ours.lacking_path(day));
        assert_eq!(second, "celeiro-7c0fb31a-2026-11-28-2.tar");
        assert_eq!((ours.day_of_daily(&second), neighbour.day_of_daily(&second)), (Some(day), None));
        let second = name(ours.lacking_before_migration_path(20, day));
        assert_eq!(second, "before-7c0fb31a-20-2026-11-28-2.tar");
        assert_eq!((ours.day_of_before(&second), neighbour.day_of_before(&second)), (Some(day), None));
        for other in [
            "celeiro-7c0fb31a-2026-11-28-3.tar",
            "before-7c0fb31a-20-2026-11-28-3.tar",
            "celeiro-7c0fb31a-2026-11-28-2-2.tar",
            "celeiro-7c0fb31a-2026-11-28.tar.partial",
            "celeiro-7c0fb31a-2026-13-28.tar",
            "celeiro-2026-11-28.tar",
            "mine.tar",
            "before-7c0fb31a-x-2026-11-28.tar",
        ] {
            assert_eq!((ours.day_of_daily(other), ours.day_of_before(other)), (None, None), "{other}");
        }
    }
    #[test]
    fn an_id_that_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let given = [("CELEIRO_DATA_DIR", folder.path().display().to_string())];
        let given = given.map(|(name, value)| (name.to_owned(), value));
        let config = Config::load(&std::collections::BTreeMap::from(given), |_| None).unwrap();
        // A folder in the place of the file cannot be read, not even by root.
        std::fs::create_dir(folder.path().join(ID_FILE)).unwrap();
        assert_eq!(BackupFolder::prepare(&config).unwrap_err().code(), Code::FileUnreadable);
        assert!(BackupFolder::find(&config).is_none());
        std::fs::remove_dir(folder.path().join(ID_FILE)).unwrap();
        let made = BackupFolder::prepare(&config).unwrap();
        assert_eq!(BackupFolder::prepare(&config).unwrap().id, made.id);
    }

    #[test]
    fn an_id_is_eight_small_hexadecimal_digits_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_id(folder.path()).unwrap(), None, "there is none yet");
        let cases: [(&[u8], bool); 8] = [
            (b"7c0fb31a", true),
            (b"00000000", true),
            (b"7C0FB31A", false),
            (b"7c0fb31a\n", false),
            (b"7c0fb31", false),
            (b"../../ab", false),
            (b"7c0fb31\xff", false),
            (b"", false),
        ];
        for (written, is_id) in cases {
            std::fs::write(folder.path().join(ID_FILE), written).unwrap();
            let expected = is_id.then(|| String::from_utf8_lossy(written).into_owned());
            assert_eq!(read_id(folder.path()).unwrap(), expected, "{written:?}");
        }
    }

    #[test]
    fn files_are_listed_the_newest_day_first_and_folders_and_strangers_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let backups = BackupFolder { path: folder.path().to_owned(), id: "7c0fb31a".into() };
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for (file, text) in [
            (backups.daily_path(day("2026-11-27")), "12"),
            (backups.daily_path(day("2028-02-29")), "1"),
            (backups.lacking_path(day("2026-12-01")), "123"),
            (backups.before_migration_path(20, day("2026-11-30")), "1234"),
            (folder.path().join("notes.tar"), ""),
        ] {
            std::fs::write(file, text).unwrap();
        }
        std::fs::create_dir(backups.daily_path(day("2026-11-28"))).unwrap();
        let listed: Vec<_> =
            backups.list_daily().into_iter().map(|file| (file.day.to_string(), file.bytes)).collect();
        let expected = [("2028-02-29", 1), ("2026-12-01", 3), ("2026-11-27", 2)];
        assert_eq!(listed, expected.map(|(day, bytes)| (day.to_owned(), bytes)));
        let before: Vec<u64> = backups.list_before_migrations().iter().map(|file| file.bytes).collect();
        assert_eq!(before, [4]);
        let nowhere = BackupFolder { path: folder.path().join("nowhere"), id: "7c0fb31a".into() };
        assert!(nowhere.list_daily().is_empty());
    }
}
