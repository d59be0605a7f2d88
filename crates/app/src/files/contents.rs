//! Content store of attached files in the data folder, of items and of messages.
//!
//! Contents are files below `files`, named by their SHA-256: equal contents are stored once, and a file name from a
//! person's machine is never a path. A content exists completely or not at all. Derived files are stored next to a
//! content under its name and an ending, are deleted with it, and are in no backup, because they can be made again.

use crate::error::{AppError, Code};
use sha2::{Digest as _, Sha256};
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What is made of a content, by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DerivedSize {
    /// A picture of at most 160 pixels.
    Thumb,
    /// A picture of at most 1,024 pixels.
    Medium,
}

impl DerivedSize {
    const ALL: [Self; 2] = [Self::Thumb, Self::Medium];

    fn ending(self) -> &'static str {
        match self {
            Self::Thumb => "thumb",
            Self::Medium => "medium",
        }
    }
}

/// The folder of contents of a data folder.
#[derive(Debug, Clone)]
pub(crate) struct Contents {
    folder: PathBuf,
}

/// A content that is in the folder without a name, until its record is stored.
pub(crate) struct StagedContent {
    file: NamedTempFile,
    /// Its SHA-256.
    pub sha256: Vec<u8>,
    /// A handle to read it by, at its beginning.
    pub reading: File,
}

impl StagedContent {
    /// Path of a staged file content, before it is stored under its SHA-256.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

impl Contents {
    /// Opens the content store of this data folder. Nothing is made before the first file.
    pub fn new(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("files") }
    }

    /// Puts a content into the folder, under no name of its own yet.
    ///
    /// # Errors
    /// [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn stage(&self, source: impl Read) -> Result<StagedContent, AppError> {
        self.copy(source).map_err(|error| AppError::unwritable(self.folder.display(), &error))
    }

    fn copy(&self, mut source: impl Read) -> io::Result<StagedContent> {
        make_folder(&self.folder)?;
        let mut file = NamedTempFile::new_in(&self.folder)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 256 << 10];
        loop {
            let count = source.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            hash.update(&buffer[..count]);
            file.write_all(&buffer[..count])?;
        }
        file.as_file().sync_all()?;
        let mut reading = file.reopen()?;
        reading.rewind()?;
        Ok(StagedContent { file, sha256: hash.finalize().to_vec(), reading })
    }

    /// Stores a staged file content under its SHA-256.
    ///
    /// # Errors
    /// [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn persist(&self, staged: StagedContent) -> Result<(), AppError> {
        let path = self.path_of(&staged.sha256);
        let kept = (|| {
            let folder = path.parent().unwrap_or(&path);
            make_folder(folder)?;
            staged.file.persist(&path)?;
            File::open(folder)?.sync_all()
        })();
        kept.map_err(|error: io::Error| AppError::unwritable(path.display(), &error))
    }

    /// Opens a stored file content by its SHA-256; `name` is the file name for messages.
    ///
    /// # Errors
    /// [`Code::FileElsewhere`] where it is on another machine, or was removed.
    pub fn open(&self, sha256: &[u8], name: &str) -> Result<File, AppError> {
        File::open(self.path_of(sha256)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => AppError::new(Code::FileElsewhere).with("file", name),
            _ => AppError::unreadable(name, error),
        })
    }

    /// Whether the content is in the folder with the bytes that its name promises.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`].
    pub fn has_whole(&self, sha256: &[u8]) -> Result<bool, AppError> {
        let path = self.path_of(sha256);
        let hash = || -> io::Result<_> {
            let (mut file, mut hash) = (File::open(&path)?, Sha256::new());
            io::copy(&mut file, &mut hash)?;
            Ok(hash.finalize())
        };
        match hash() {
            Ok(found) => Ok(*found == *sha256),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(AppError::unreadable(path.display(), error)),
        }
    }

    /// Reads a file derived from a content; `None` where it was not made yet, or is not on this machine.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`].
    pub fn read_derived(&self, sha256: &[u8], derived: DerivedSize) -> Result<Option<Vec<u8>>, AppError> {
        let path = self.derived_path(sha256, derived);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(AppError::unreadable(path.display(), error)),
        }
    }

    /// Puts what was made of a content beside it, unless the content is gone meanwhile.
    ///
    /// # Errors
    /// [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn keep_derived(&self, sha256: &[u8], derived: DerivedSize, bytes: &[u8]) -> Result<(), AppError> {
        let path = self.derived_path(sha256, derived);
        let kept = (|| {
            let folder = path.parent().unwrap_or(&path);
            make_folder(folder)?;
            let mut file = NamedTempFile::new_in(&self.folder)?;
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            // A purge that ran meanwhile has not seen this file.
            match self.path_of(sha256).exists() {
                true => Ok(()),
                false => std::fs::remove_file(&path),
            }
        })();
        kept.map_err(|error: io::Error| AppError::unwritable(path.display(), &error))
    }

    /// Removes contents, with what was made of them, and says how many. What is not there was removed before, or never
    /// was on this machine.
    ///
    /// # Errors
    /// [`Code::FileUnwritable`].
    pub fn remove(&self, contents: &[Vec<u8>]) -> Result<u64, AppError> {
        let mut removed = 0;
        for sha256 in contents {
            removed += u64::from(remove_if_there(&self.path_of(sha256))?);
            for derived in DerivedSize::ALL {
                remove_if_there(&self.derived_path(sha256, derived))?;
            }
        }
        Ok(removed)
    }

    fn derived_path(&self, sha256: &[u8], derived: DerivedSize) -> PathBuf {
        self.path_of(sha256).with_extension(derived.ending())
    }

    /// Where a content is, if it is in the folder. Two letters a folder: some systems are slow with many files in one.
    pub fn path_of(&self, sha256: &[u8]) -> PathBuf {
        let name: String = sha256.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name.get(..2).unwrap_or("00")).join(&name)
    }
}

/// Removes a file; whether there was one.
fn remove_if_there(path: &Path) -> Result<bool, AppError> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(AppError::unwritable(path.display(), &error)),
    }
}

/// Makes a folder with those above it, which the user alone may read.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
