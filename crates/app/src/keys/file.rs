//! `keys.json`: the index of stored keys with their origins, and the keys themselves where no key store holds them.
//!
//! Only the file's owner can read it. If others could read it, the program closes it to them and logs that: an earlier
//! copy still has the keys.

use crate::error::{AppError, Reason};
use crate::files::atomic_write;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use uuid::Uuid;

const FILE: &str = "keys.json";
/// Far above what a handful of keys can need.
const LARGEST: u64 = 1 << 20;

/// A kept key; without `key` it is in the key store.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeyEntry {
    pub origin: String,
    /// Another one with every key that is entered, so that programs see the change.
    pub stamp: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// All kept keys by the name of their setting.
pub(super) type Records = BTreeMap<String, KeyEntry>;

pub(super) struct KeyFile {
    folder: PathBuf,
}

impl KeyFile {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf() }
    }

    /// Reads the list of stored keys; an empty one where there is no file.
    pub fn read(&self) -> Result<Records, AppError> {
        let path = self.folder.join(FILE);
        let unreadable = |reason: Reason| AppError::unreadable(path.display(), reason);
        // A link could make another file's content look like keys, or ours appear elsewhere.
        let opened =
            OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(&path);
        let file = match opened {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Records::new()),
            Err(error) => return Err(unreadable(error.into())),
        };
        close_to_others(&file, &path).map_err(|e| unreadable(e.into()))?;
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|e| unreadable(e.into()))?;
        serde_json::from_slice(&bytes).map_err(|e| unreadable(Reason::of_secret_json(&e)))
    }

    /// Changes the list; other programs that do the same wait.
    pub fn change(&self, change: impl FnOnce(&mut Records)) -> Result<(), AppError> {
        atomic_write::with_lock(&self.folder, FILE, || {
            let mut records = self.read()?;
            change(&mut records);
            atomic_write::replace_file(&self.folder, FILE, serde_json::to_string_pretty(&records)?.as_bytes())
        })
    }
}

/// Takes the rights of others off the file of keys; refuses what is no regular file.
fn close_to_others(file: &File, path: &Path) -> std::io::Result<()> {
    let known = file.metadata()?;
    if !known.is_file() {
        return Err(std::io::Error::other("not a regular file"));
    }
    if known.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(0o600))?;
    tracing::warn!(file = %path.display(), "others could read the keys; the file is closed to them now");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn put_key(file: &KeyFile, name: &str, key: &str) {
        let record =
            KeyEntry { origin: "https://a.example".into(), stamp: Uuid::nil(), key: Some(key.into()) };
        file.change(|records| drop(records.insert(name.to_owned(), record))).unwrap();
    }

    #[test]
    fn only_the_user_can_read_the_file_however_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::new(folder.path());
        let path = folder.path().join(FILE);
        put_key(&file, "A", "1");
        assert_eq!(mode(&path), 0o600);
        for wide in [0o644, 0o660, 0o604] {
            std::fs::set_permissions(&path, Permissions::from_mode(wide)).unwrap();
            assert_eq!(file.read().unwrap()["A"].key.as_deref(), Some("1"));
            assert_eq!(mode(&path), 0o600);
        }
    }

    #[test]
    fn a_link_and_a_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::new(folder.path());
        let path = folder.path().join(FILE);
        std::fs::write(folder.path().join("other"), "{}").unwrap();
        std::os::unix::fs::symlink(folder.path().join("other"), &path).unwrap();
        assert_eq!(file.read().err().map(|e| e.code()), Some(Code::FileUnreadable));
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert_eq!(file.read().err().map(|e| e.code()), Some(Code::FileUnreadable));
    }

    #[test]
    fn writers_at_the_same_time_lose_no_key() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let folder = folder.path();
                scope.spawn(move || {
                    // Each with a file of its own, as programs have.
                    let file = KeyFile::new(folder);
                    for n in 0..15 {
                        put_key(&file, &format!("K{writer}-{n}"), "x");
                    }
                });
            }
        });
        assert_eq!(KeyFile::new(folder.path()).read().unwrap().len(), 60);
    }
}
