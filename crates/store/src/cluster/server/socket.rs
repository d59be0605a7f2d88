//! The folder of the server's Unix socket.
//!
//! It belongs in the data folder, but a socket's full path must fit into about a hundred bytes; for a longer path a
//! folder with a hashed name in the runtime folder replaces it.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::cluster::access::identity::Identity;
use crate::cluster::error::{ClusterError, DuringStep as _};

/// Part of the socket's name only; the folder is private, so it never collides.
pub const PORT: u16 = 5432;

/// macOS allows 103 bytes, Linux 107.
const LONGEST: usize = 103;

/// Path of the PostgreSQL server's socket in `dir`.
pub fn socket_path(dir: &Path) -> PathBuf {
    dir.join(format!(".s.PGSQL.{PORT}"))
}

/// Whether a server listens in `dir`. Only the kernel can answer this: the file outlives its server.
pub fn socket_answers(dir: &Path) -> bool {
    !dir.as_os_str().is_empty() && UnixStream::connect(socket_path(dir)).is_ok()
}

/// Makes the folder, private to the server's user, free of what a killed server left.
///
/// # Errors
/// It cannot be made, or another user has made a folder of that name.
pub fn prepare_socket_folder(data_dir: &Path, identity: Identity) -> Result<PathBuf, ClusterError> {
    let dir = choose_socket_folder(data_dir, identity);
    let doing = || format!("preparing the socket folder {}", dir.display());
    DirBuilder::new().recursive(true).mode(0o700).create(&dir).during_step(doing)?;

    let meta = fs::symlink_metadata(&dir).during_step(doing)?;
    let owner = rustix::process::geteuid().as_raw();
    let expected = [Some(owner), identity.uid()];
    if !meta.is_dir() || !expected.contains(&Some(meta.uid())) {
        return Err(ClusterError::OtherOwner { path: dir, uid: meta.uid() });
    }
    fs::set_permissions(&dir, Permissions::from_mode(0o700)).during_step(doing)?;
    identity.hand_over(&dir)?;
    remove_files(&dir);
    Ok(dir)
}

/// Removes the folder after the server stopped, where it is not inside the data folder.
pub fn clean_up(data_dir: &Path, dir: &Path) {
    remove_files(dir);
    if !dir.starts_with(data_dir)
        && let Err(error) = fs::remove_dir(dir)
    {
        tracing::debug!(%error, dir = %dir.display(), "socket folder not removed");
    }
}

/// The value of `unix_socket_directories`: a list, in which quotes keep blanks and commas together.
pub fn as_setting(dir: &Path) -> OsString {
    let mut quoted = vec![b'"'];
    for byte in dir.as_os_str().as_bytes() {
        quoted.extend_from_slice(if *byte == b'"' { b"\"\"" } else { std::slice::from_ref(byte) });
    }
    quoted.push(b'"');
    OsString::from_vec(quoted)
}

/// A killed server leaves its socket and a lock file with a process id, which may by now be
/// another program's. Removing them is safe once no server runs: what keeps two servers apart is
/// `postmaster.pid`.
fn remove_files(dir: &Path) {
    let socket = socket_path(dir);
    let mut lock = socket.clone().into_os_string();
    lock.push(".lock");
    for file in [socket, PathBuf::from(lock)] {
        if let Err(error) = fs::remove_file(&file)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::debug!(%error, file = %file.display(), "not removed");
        }
    }
}

/// A folder inside the data folder where its path is short enough for a socket, else a short one
/// elsewhere.
fn choose_socket_folder(data_dir: &Path, identity: Identity) -> PathBuf {
    let inside = data_dir.join("s");
    if fits_socket_path(&inside) {
        return inside;
    }
    let hash = Sha256::digest(data_dir.as_os_str().as_bytes());
    let short: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let owner = rustix::process::geteuid().as_raw();
    let name = format!("celeiro-{owner}-{short}");
    runtime_folders(identity)
        .into_iter()
        .map(|base| base.join(&name))
        .find(|dir| fits_socket_path(dir))
        .unwrap_or_else(|| Path::new("/tmp").join(&name))
}

/// The session's runtime folder is private to its user, so a server under another identity could
/// not enter it.
fn runtime_folders(identity: Identity) -> Vec<PathBuf> {
    let session = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let session = session.filter(|dir| identity.uid().is_none() && dir.is_absolute());
    session.filter(|dir| dir.is_dir()).into_iter().chain([std::env::temp_dir()]).collect()
}

/// Whether a socket in `dir` has a path that the kernel accepts.
fn fits_socket_path(dir: &Path) -> bool {
    socket_path(dir).as_os_str().len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_gets_a_short_and_stable_folder() {
        let short = Path::new("/home/ana/.local/share/celeiro");
        assert_eq!(choose_socket_folder(short, Identity::Own), short.join("s"));

        let long = PathBuf::from(format!("/home/{}", "fazenda/".repeat(20)));
        let chosen = choose_socket_folder(&long, Identity::Own);
        assert!(fits_socket_path(&chosen) && !chosen.starts_with(&long));
        assert_eq!(chosen, choose_socket_folder(&long, Identity::Own));
        assert_ne!(chosen, choose_socket_folder(&long.join("x"), Identity::Own));
    }

    #[test]
    fn the_setting_keeps_odd_names_together() {
        let setting = as_setting(Path::new("/a b, c/\"d\""));
        assert_eq!(setting, "\"/a b, c/\"\"d\"\"\"");
    }
}
