//! Check that a folder can be swapped by rename: not a mount point, and on the same disk.

use crate::error::{AppError, Code};
use std::io;
use std::path::{Path, PathBuf};

/// Refuses a restore into a data folder that is a mount, or that has a mount among what would be moved. Tries the
/// exchange itself with two empty folders beside it.
///
/// # Errors
/// `data_folder_unusable`; `file_unwritable` where the folder above it cannot be written to.
pub(super) fn refuse_fixed_place<'a>(
    folder: &Path,
    moved: impl Iterator<Item = &'a Path>,
    exchange: impl Fn(&Path, &Path) -> io::Result<()>,
) -> Result<(), AppError> {
    // A folder that is not there is made, and is no mount.
    let Ok(folder) = folder.canonicalize() else { return Ok(()) };
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let is_mount = |path: &Path| is_listed_mount(&mounts, path) || is_on_another_disk(path);
    if is_mount(&folder) {
        return Err(refuse_mount(&folder));
    }
    // A link is moved as a link, wherever it leads.
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_symlink());
    let is_fixed = |path: PathBuf| path.exists() && !is_link(&path) && is_mount(&path);
    // A folder on the way to what is moved may be the mount.
    let mut ways = moved.flat_map(Path::ancestors).filter(|way| !way.as_os_str().is_empty());
    if ways.any(|way| is_fixed(folder.join(way))) {
        return Err(AppError::new(Code::DataFolderUnusable)
            .with_text("reason", "restore.folder.mountWithin")
            .detail("folder", folder.display().to_string()));
    }
    let above = folder.parent().unwrap_or(Path::new("/"));
    let try_exchange = || {
        let make = || tempfile::Builder::new().prefix(".celeiro-").tempdir_in(above);
        let (one, other) = (make()?, make()?);
        exchange(one.path(), other.path())
    };
    try_exchange().map_err(|error| AppError::unwritable(above.display(), &error))
}

/// The error of a data folder that is a mount.
pub(super) fn refuse_mount(folder: &Path) -> AppError {
    AppError::new(Code::DataFolderUnusable)
        .with_text("reason", "restore.folder.mount")
        .detail("folder", folder.display().to_string())
}

/// Whether a path is on another disk than the folder that holds it.
fn is_on_another_disk(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let disk_of = |path: &Path| path.metadata().map(|about| about.dev()).ok();
    path.parent().is_some_and(|above| disk_of(above) != disk_of(path))
}

/// Whether Linux lists a mount at `path`: one of a folder of the same disk shows in nothing else.
fn is_listed_mount(mountinfo: &str, path: &Path) -> bool {
    // Spaces stand there as their number.
    let path = path.display().to_string().replace('\\', "\\134").replace(' ', "\\040");
    mountinfo.lines().any(|line| line.split(' ').nth(4) == Some(path.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_is_told_before_anything_is_filled() {
        let mounts =
            "36 35 98:0 / /srv/my\\040data rw - ext4 /dev/x rw\n37 35 98:0 / /data rw - ext4 /dev/x rw";
        for (path, mount) in
            [("/srv/my data", true), ("/data", true), ("/data/celeiro", false), ("/srv", false)]
        {
            assert_eq!(is_listed_mount(mounts, Path::new(path)), mount, "{path}");
        }
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("celeiro");
        std::fs::create_dir(&folder).unwrap();
        let refusal = |_: &Path, _: &Path| Err(io::ErrorKind::Unsupported.into());
        refuse_fixed_place(&folder, std::iter::empty(), |_, _| Ok(())).unwrap();
        assert!(refuse_fixed_place(&folder, std::iter::empty(), refusal).is_err());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1, "what was tried with is gone");
        // `/proc` is a disk of its own on every Linux. What leads to another disk is moved as what it is.
        let link = folder.join("backups");
        std::os::unix::fs::symlink("/proc", &link).unwrap();
        assert!(is_on_another_disk(&link));
        refuse_fixed_place(&folder, [Path::new("backups")].into_iter(), |_, _| Ok(())).unwrap();
    }
}
