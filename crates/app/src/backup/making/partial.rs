//! Temporary file of a backup, renamed once it is complete.

use crate::error::{AppError, Code};
use chrono::{DateTime, TimeDelta, Utc};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// What follows the name and the random part: `NAME.abcdefghijkl.partial`.
const SUFFIX: &str = ".partial";
/// Characters of the random part.
const RANDOM: usize = 12;
/// How often a name that another program writes is tried, and the longest pause in between. Of two programs that
/// begin at the same moment each sees the other one; by pauses of different lengths one of them comes first.
const ATTEMPTS: u32 = 5;
const LONGEST_PAUSE_MS: u64 = 200;
/// How old an unfinished file is at least before it counts as left behind: it is locked a moment after it is made.
const SETTLED: TimeDelta = TimeDelta::minutes(1);
/// The same where the folder knows no locks.
const SETTLED_WITHOUT_LOCKS: TimeDelta = TimeDelta::days(1);

/// A file that is being written. It goes with this value unless it was given its name.
pub(in crate::backup) struct PartialFile {
    file: NamedTempFile,
}

impl PartialFile {
    /// Makes an empty file beside `of` that no other program has and the user alone may read. What a killed
    /// program left of the same name goes.
    ///
    /// # Errors
    /// `backup_under_way` where another program writes one of the same name; `disk_full`, `file_unwritable`.
    pub fn create(of: &Path) -> Result<Self, AppError> {
        for _ in 1..ATTEMPTS {
            match Self::try_to_create(of) {
                Err(error) if error.code() == Code::BackupUnderWay => {}
                done => return done,
            }
            std::thread::sleep(Duration::from_millis(rand::random_range(1..=LONGEST_PAUSE_MS)));
        }
        Self::try_to_create(of)
    }

    fn try_to_create(of: &Path) -> Result<Self, AppError> {
        let unwritable = |error: io::Error| AppError::unwritable(of.display(), &error);
        let (Some(folder), Some(name)) = (of.parent(), of.file_name()) else {
            return Err(unwritable(io::ErrorKind::InvalidInput.into()));
        };
        if of.is_dir() {
            return Err(unwritable(io::ErrorKind::IsADirectory.into()));
        }
        let is_same = |base: &str| name == base;
        remove_abandoned(folder, is_same, Utc::now());
        let mut prefix = name.to_owned();
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
        let file = builder.tempfile_in(folder).map_err(unwritable)?;
        // A network folder may know no locks: two backups under one name are then one too many, and both whole.
        if let Err(error) = file.as_file().lock() {
            tracing::debug!(%error, "the backup is not locked");
        }
        let mut others = list_partials(folder, is_same).into_iter().filter(|path| path != file.path());
        if others.any(|path| is_locked(&path)) {
            return Err(AppError::new(Code::BackupUnderWay).with("file", of.display()));
        }
        Ok(Self { file })
    }

    /// Path of the backup's temporary file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The open temporary file of the backup.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives the file its name, so that a loss of power leaves the old or the new one.
    pub fn give_name(self, name: &Path) -> io::Result<()> {
        let _locked = self.file.persist(name).map_err(|refused| refused.error)?;
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

/// Removes unfinished files that no program writes any more, of those names that `is_meant` knows.
pub(in crate::backup) fn remove_abandoned(
    folder: &Path,
    is_meant: impl Fn(&str) -> bool,
    now: DateTime<Utc>,
) {
    for path in list_partials(folder, is_meant).into_iter().filter(|path| is_abandoned(path, now)) {
        if let Err(error) = std::fs::remove_file(&path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "an unfinished backup stays");
        }
    }
}

fn list_partials(folder: &Path, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let meant = entries.filter(|entry| entry.file_name().to_str().and_then(find_name).is_some_and(&is_meant));
    // What is no file, such as a link, was not written by a backup.
    meant
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.path())
        .collect()
}

/// The name that an unfinished file was to get.
fn find_name(partial: &str) -> Option<&str> {
    let rest = partial.strip_suffix(SUFFIX)?;
    let is_random =
        |text: &str| text.len() == RANDOM && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match rest.rsplit_once('.') {
        Some((name, random)) if is_random(random) => Some(name),
        _ => Some(rest),
    }
}

fn is_abandoned(path: &Path, now: DateTime<Utc>) -> bool {
    let Ok(file) = open_again(path) else { return false };
    let Ok(changed) = file.metadata().and_then(|about| about.modified()) else { return false };
    let age = (now - DateTime::<Utc>::from(changed)).abs();
    match file.try_lock() {
        Ok(()) => age >= SETTLED,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => age >= SETTLED_WITHOUT_LOCKS,
    }
}

fn is_locked(path: &Path) -> bool {
    open_again(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Some folders lock only what is open for writing.
fn open_again(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_that_begin_at_once_one_goes_on() {
        for _ in 0..2 {
            let folder = tempfile::tempdir().unwrap();
            let name = folder.path().join("a.tar");
            let barrier = std::sync::Barrier::new(2);
            let begin = || {
                barrier.wait();
                let partial = PartialFile::create(&name);
                // The first stays until the second has given up.
                std::thread::sleep(Duration::from_secs(2));
                partial.is_ok()
            };
            let (one, other) = std::thread::scope(|scope| {
                let other = scope.spawn(begin);
                (begin(), other.join().unwrap())
            });
            assert!(one != other, "one of them: {one}, {other}");
        }
    }

    #[test]
    fn one_program_writes_a_backup_and_what_a_killed_one_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("a.tar");
        let left = folder.path().join("a.tar.abcdefghijkl.partial");
        let other = folder.path().join("a.tar.gz.partial");
        std::fs::write(&left, "x").unwrap();
        std::fs::write(&other, "x").unwrap();
        std::fs::write(&name, "whole").unwrap();
        let partial = PartialFile::create(&name).unwrap();
        let refused = PartialFile::create(&name).map(drop).unwrap_err();
        assert_eq!(refused.code(), Code::BackupUnderWay);
        assert!(left.exists(), "one that was made a moment ago may not be locked yet");
        let later = Utc::now() + SETTLED + SETTLED;
        remove_abandoned(folder.path(), |base| base == "a.tar", later);
        assert!(!left.exists() && other.exists() && partial.path().exists());
        partial.give_name(&name).unwrap();
        assert_eq!(std::fs::read(&name).unwrap(), b"", "in place of the one that was there");
        drop(PartialFile::create(&name).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn the_name_that_an_unfinished_file_was_meant_for_is_what_stands_before_its_letters() {
        for (partial, name) in [
            ("celeiro-1-2026-11-28.tar.AbC123dEf456.partial", Some("celeiro-1-2026-11-28.tar")),
            ("a.partial", Some("a")),
            ("a.tar.partial", Some("a.tar")),
            // Too short, too long and no letters of ours: they belong to the name.
            ("a.AbC123dEf45.partial", Some("a.AbC123dEf45")),
            ("a.AbC123dEf4567.partial", Some("a.AbC123dEf4567")),
            ("a.AbC123dEf45-.partial", Some("a.AbC123dEf45-")),
            (".AbC123dEf456.partial", Some("")),
            ("a.tar", None),
            ("a.partial.tar", None),
            ("", None),
        ] {
            assert_eq!(find_name(partial), name, "{partial}");
        }
    }
}
