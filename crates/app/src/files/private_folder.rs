//! Creation of private folders, which only the user may read.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Makes `folder` one that the user alone may read, also where it was made for others to read; those above it are
/// made alike where they are missing, and stay as they are where they are there: they may be shared on purpose.
///
/// # Errors
/// The folder cannot be made, or belongs to another user.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    celeiro_store::cluster::make_private_folder(folder)?;
    std::fs::set_permissions(folder, Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_private_also_where_another_program_made_it() {
        let root = tempfile::tempdir().unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let folder = root.path().join("celeiro/window");
        make_private_folder(&folder).unwrap();
        assert_eq!((mode(&folder), mode(&root.path().join("celeiro"))), (0o700, 0o700));
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        assert_eq!(mode(&folder), 0o755, "the control");
        make_private_folder(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
    }
}
