//! Target file name of a backup, and the check of an existing file.

use crate::backup::archive::reader::begins_as_backup;
use crate::backup::summary::BackupSummary;
use crate::error::{AppError, Code};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Refuses a name under which something stands that is no backup: one slip must not cost a spreadsheet. A file
/// without a byte holds nothing, and a folder is refused when the backup is made.
///
/// # Errors
/// `backup_target_foreign`; `file_unreadable` where it cannot be told.
pub fn refuse_foreign_target(file: &Path) -> Result<(), AppError> {
    let unreadable = |error: io::Error| AppError::unreadable(file.display(), error);
    let is_backup = match file.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(unreadable(error)),
        Ok(about) if about.is_dir() || (about.is_file() && about.len() == 0) => true,
        // A device or a pipe would be replaced by a file, and reading it may have no end.
        Ok(about) if !about.is_file() => false,
        Ok(_) => File::open(file).and_then(|mut file| begins_as_backup(&mut file)).map_err(unreadable)?,
    };
    match is_backup {
        true => Ok(()),
        false => Err(AppError::new(Code::BackupTargetForeign).with("file", file.display())),
    }
}

/// The names that a backup may get.
#[derive(Debug, Clone, Copy)]
pub(in crate::backup) struct BackupNames<'a> {
    /// Its name.
    pub whole: &'a Path,
    /// Where it lacks attached files and one of its name is there that stays: the new one gets this name.
    pub lacking: Option<&'a Path>,
    /// Which backup stays.
    pub rule: KeepRule,
}

/// Which backup stays beside a new one that lacks attached files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::backup) enum KeepRule {
    /// Each that is there: it may have them.
    Any,
    /// One that is whole and lacks fewer. People choose a name once, and files that are lost for good must not make
    /// the first of their backups the last.
    LacksFewer,
}

impl<'a> BackupNames<'a> {
    /// The one for a backup that was made; `lacks_fewer` tells whether the one that is there lacks fewer files.
    pub fn choose(self, made: &BackupSummary, lacks_fewer: impl FnOnce(&Path) -> bool) -> &'a Path {
        let stays = || match self.rule {
            KeepRule::Any => self.whole.exists(),
            KeepRule::LacksFewer => self.whole.exists() && lacks_fewer(self.whole),
        };
        match self.lacking {
            Some(lacking) if made.lacks_files() && stays() => lacking,
            _ => self.whole,
        }
    }
}

/// The name for a backup beside `file`: `catalog-2.tar`, or with the first higher number under which nothing stands
/// that is no backup.
pub(in crate::backup) fn find_name_beside(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let name_of = |number: u32| file.with_file_name(format!("{stem}-{number}{ending}"));
    (2..100).map(name_of).find(|name| refuse_foreign_target(name).is_ok()).unwrap_or_else(|| name_of(100))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::archive::SETTINGS;
    use crate::backup::archive::writer::ArchiveWriter;

    #[test]
    fn what_is_no_backup_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        refuse_foreign_target(&path).unwrap();
        refuse_foreign_target(folder.path()).unwrap();
        std::fs::write(&path, "").unwrap();
        refuse_foreign_target(&path).unwrap();
        for foreign in ["x", "name;price\n".repeat(900).as_str()] {
            std::fs::write(&path, foreign).unwrap();
            assert_eq!(refuse_foreign_target(&path).unwrap_err().code(), Code::BackupTargetForeign);
        }
        assert_eq!(
            refuse_foreign_target(Path::new("/dev/null")).unwrap_err().code(),
            Code::BackupTargetForeign
        );
        std::fs::remove_file(&path).unwrap();
        // One that was cut off later on is a backup all the same.
        let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
        let mut archive = ArchiveWriter::begin(file).unwrap();
        archive.add_bytes(SETTINGS, b"{}").unwrap();
        drop(archive);
        refuse_foreign_target(&path).unwrap();
    }

    #[test]
    fn a_backup_that_lacks_files_replaces_none_that_may_have_them() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, lacking) = (folder.path().join("a.tar"), folder.path().join("a-2.tar"));
        let make_summary = |missing_files, damaged_files| BackupSummary {
            file: String::new(),
            bytes: 1,
            sha256: String::new(),
            created_at: chrono::DateTime::UNIX_EPOCH,
            program: String::new(),
            schema: String::new(),
            items: 0,
            faqs: 0,
            rows: 0,
            files: 0,
            missing_files,
            damaged_files,
        };
        let names = BackupNames { whole: &whole, lacking: Some(&lacking), rule: KeepRule::Any };
        let choose = |names: BackupNames<'_>, lacks: (u32, u32), lacks_fewer: bool| {
            names.choose(&make_summary(lacks.0, lacks.1), |_| lacks_fewer).to_path_buf()
        };
        assert_eq!(choose(names, (1, 0), true), whole, "there is none yet");
        std::fs::write(&whole, "x").unwrap();
        assert_eq!(
            (choose(names, (1, 0), false), choose(names, (0, 1), false)),
            (lacking.clone(), lacking.clone())
        );
        assert_eq!(choose(names, (0, 0), true), whole);
        assert_eq!(choose(BackupNames { lacking: None, ..names }, (1, 0), true), whole);
        let names = BackupNames { rule: KeepRule::LacksFewer, ..names };
        assert_eq!((choose(names, (1, 0), true), choose(names, (1, 0), false)), (lacking, whole));
    }

    #[test]
    fn the_name_beside_is_one_of_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name);
        assert_eq!(find_name_beside(&name("a.b.tar")), name("a.b-2.tar"));
        assert_eq!(find_name_beside(&name("a")), name("a-2"));
        std::fs::write(name("a-2"), "name;price").unwrap();
        assert_eq!(find_name_beside(&name("a")), name("a-3"));
    }
}
