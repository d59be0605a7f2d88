//! The cluster's data folder: creation, permissions, checks of its location and free space.

pub(crate) mod binaries;
#[cfg(unix)]
pub(crate) mod bootstrap;
#[cfg(unix)]
pub(crate) mod initdb;
#[cfg(unix)]
pub(crate) mod place;
#[cfg(unix)]
pub(crate) mod ready_marker;
#[cfg(unix)]
pub(crate) mod site;

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use super::error::{ClusterError, DuringStep as _, ROOM_NEEDED};

/// Makes the folder where needed and returns its canonical path.
///
/// # Errors
/// A place that is refused ([`place::check_data_folder`]) or a folder that cannot be made.
pub fn prepare_data_folder(wanted: &Path) -> Result<PathBuf, ClusterError> {
    let wanted = std::path::absolute(wanted).during_step(|| format!("resolving {}", wanted.display()))?;
    place::check_data_folder(&resolve_folder_path(&wanted))?;
    make_private_folder(&wanted)
        .and_then(|()| wanted.canonicalize())
        .map_err(|source| ClusterError::DataDirNotWritable { path: wanted, source })
}

/// Makes a folder with those above it, where they are missing; the user alone may read what is made.
///
/// # Errors
/// The folder cannot be made.
pub fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The canonical form of a path of which the last parts may not exist yet.
pub fn resolve_folder_path(path: &Path) -> PathBuf {
    path.ancestors()
        .find_map(|known| {
            let rest = path.strip_prefix(known).ok()?;
            Some(known.canonicalize().ok()?.join(rest))
        })
        .unwrap_or_else(|| path.to_path_buf())
}

/// Fails when the disk of `dir` has less room than a new cluster needs.
///
/// # Errors
/// [`ClusterError::DiskFull`], or the question itself fails.
pub fn check_room(dir: &Path) -> Result<(), ClusterError> {
    let free_bytes = free_bytes(dir)?;
    if free_bytes < ROOM_NEEDED {
        return Err(ClusterError::DiskFull { free_bytes, needed_bytes: ROOM_NEEDED });
    }
    Ok(())
}

/// Bytes that an ordinary user can still write on the disk of `dir`.
///
/// # Errors
/// The operating system does not say.
pub fn free_bytes(dir: &Path) -> Result<u64, ClusterError> {
    let disk = rustix::fs::statvfs(dir)
        .map_err(std::io::Error::from)
        .during_step(|| format!("asking for the free space of {}", dir.display()))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_new_folder_is_private_and_links_are_followed() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::fs::create_dir(dir.path().join("real")).unwrap();
        std::os::unix::fs::symlink(dir.path().join("real"), &link).unwrap();

        let made = prepare_data_folder(&link.join("a/b")).unwrap();
        assert_eq!(made, dir.path().canonicalize().unwrap().join("real/a/b"));
        assert_eq!(made.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_refused_place_is_not_even_created() {
        let dir = tempfile::tempdir().unwrap();
        let wanted = dir.path().join("Dropbox/celeiro");
        assert!(matches!(prepare_data_folder(&wanted), Err(ClusterError::SyncedFolder { .. })));
        assert!(!dir.path().join("Dropbox").exists());
    }

    #[test]
    fn a_file_in_the_way_is_a_folder_that_cannot_be_written() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("file"), "").unwrap();
        let error = prepare_data_folder(&dir.path().join("file/data")).unwrap_err();
        assert!(matches!(error, ClusterError::DataDirNotWritable { .. }), "{error}");
    }
}
