//! The name that a backup is to get, and what may stand there already.

use super::archive::reader::begins_as_backup;
use super::summary::BackupSummary;
use crate::error::{AppError, Code};
use std::fs::File;
use std::io;
use std::path::Path;

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
pub(super) struct BackupNames<'a> {
    /// Its name.
    pub whole: &'a Path,
    /// Where it lacks attached files and one of its name is there, which may have them: that one stays, and the
    /// new one gets this name.
    pub lacking: Option<&'a Path>,
}

impl<'a> BackupNames<'a> {
    /// The one for a backup that was made.
    pub fn choose(self, made: &BackupSummary) -> &'a Path {
        match self.lacking {
            Some(lacking) if made.lacks_files() && self.whole.exists() => lacking,
            _ => self.whole,
        }
    }
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
        let made = |missing_files, damaged_files| BackupSummary {
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
        let names = BackupNames { whole: &whole, lacking: Some(&lacking) };
        assert_eq!(names.choose(&made(1, 0)), whole, "there is none yet");
        std::fs::write(&whole, "x").unwrap();
        assert_eq!((names.choose(&made(1, 0)), names.choose(&made(0, 1))), (&*lacking, &*lacking));
        assert_eq!(names.choose(&made(0, 0)), whole);
        assert_eq!(BackupNames { lacking: None, ..names }.choose(&made(1, 0)), whole);
    }
}
