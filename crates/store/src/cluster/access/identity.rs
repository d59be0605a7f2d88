//! Operating-system user of the PostgreSQL server.
//!
//! PostgreSQL refuses to run as root. Celeiro as root (containers, build machines) starts it inside
//! a user namespace in which root is called `nobody`: the server sees an unprivileged user, while
//! its files stay root's. Where namespaces are not permitted, and where the data folder belongs to
//! an ordinary user, the server runs as that user, or as `nobody`, and owns its files.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cluster::error::{ClusterError, DuringStep as _};
use crate::cluster::folder::binaries::Binaries;

/// The user and group `nobody`, which own nothing.
const NOBODY: u32 = 65534;

/// How to start the server's programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// As the current user.
    Own,
    /// We are root: as `nobody` of a user namespace that is root outside.
    #[cfg(target_os = "linux")]
    Namespace,
    /// We are root: as this user.
    User {
        /// User id.
        uid: u32,
        /// Group id.
        gid: u32,
    },
}

impl Identity {
    /// Decides by who we are and whose the cluster is.
    ///
    /// # Errors
    /// The cluster belongs to another user, or neither way of not being root is open.
    pub fn choose(data_dir: &Path, pgdata: &Path, binaries: &Binaries) -> Result<Self, ClusterError> {
        let owned = if pgdata.exists() { pgdata } else { data_dir };
        let meta = owned.metadata().during_step(|| format!("looking at {}", owned.display()))?;
        let own = rustix::process::geteuid().as_raw();
        match (own, meta.uid()) {
            (0, 0) => Self::of_root(binaries),
            (0, uid) => Ok(Self::User { uid, gid: meta.gid() }),
            (own, uid) if own != uid && owned == pgdata => {
                Err(ClusterError::OtherOwner { path: pgdata.to_path_buf(), uid })
            }
            _ => Ok(Self::Own),
        }
    }

    #[cfg(target_os = "linux")]
    fn of_root(binaries: &Binaries) -> Result<Self, ClusterError> {
        use std::sync::OnceLock;
        static PERMITTED: OnceLock<bool> = OnceLock::new();
        // The only proof is to do it: kernel settings, seccomp and containers all have a say.
        let permitted = PERMITTED.get_or_init(|| {
            let mut probe = Command::new(binaries.tool("postgres"));
            Self::Namespace.apply(probe.env_clear().arg("--version"));
            probe.output().is_ok_and(|output| output.status.success())
        });
        Ok(if *permitted { Self::Namespace } else { Self::of_nobody() })
    }

    #[cfg(not(target_os = "linux"))]
    fn of_root(_binaries: &Binaries) -> Result<Self, ClusterError> {
        Ok(Self::of_nobody())
    }

    fn of_nobody() -> Self {
        Self::User { uid: NOBODY, gid: NOBODY }
    }

    /// User id of the PostgreSQL server, where it differs from ours on disk.
    pub fn uid(self) -> Option<u32> {
        match self {
            Self::User { uid, .. } => Some(uid),
            _ => None,
        }
    }

    /// Makes `command` run under this identity, and with no open file of ours but its three streams:
    /// a server outlives its caller, whose connections and locks must not live on in it.
    pub fn apply(self, command: &mut Command) {
        // SAFETY: `leave_files_behind` runs between fork and exec, where only calls that neither
        // allocate nor lock are sound. It makes one system call.
        #[cfg(target_os = "linux")]
        unsafe {
            command.pre_exec(leave_files_behind);
        }
        match self {
            Self::Own => {}
            // The standard library also drops the supplementary groups when it changes from root.
            Self::User { uid, gid } => {
                command.uid(uid).gid(gid);
            }
            #[cfg(target_os = "linux")]
            Self::Namespace => {
                // SAFETY: `enter_namespace` runs between fork and exec, where only calls that
                // neither allocate nor lock are sound. It makes system calls on constant strings
                // and nothing else.
                unsafe {
                    command.pre_exec(enter_namespace);
                }
            }
        }
    }

    /// Gives a file or folder that we made to the server's user.
    ///
    /// # Errors
    /// The owner cannot be changed.
    pub fn hand_over(self, path: &Path) -> Result<(), ClusterError> {
        let Self::User { uid, gid } = self else { return Ok(()) };
        std::os::unix::fs::lchown(path, Some(uid), Some(gid))
            .during_step(|| format!("giving {} to user {uid}", path.display()))
    }

    /// Lets another user pass through the data folder, and checks that the way to it and to the
    /// programs is open.
    ///
    /// # Errors
    /// [`ClusterError::RootNotPossible`] naming the folder that is closed.
    pub fn open_the_way(self, data_dir: &Path, binaries: &Binaries) -> Result<(), ClusterError> {
        let Self::User { uid, gid } = self else { return Ok(()) };
        let meta = data_dir.metadata().during_step(|| format!("looking at {}", data_dir.display()))?;
        if meta.uid() != uid {
            // Passing through is not listing, and every file in it is private to its owner.
            let mode = std::fs::Permissions::from_mode(meta.mode() | 0o011);
            std::fs::set_permissions(data_dir, mode)
                .during_step(|| format!("opening {} for user {uid}", data_dir.display()))?;
        }
        for target in [data_dir, &binaries.tool("postgres")] {
            if let Some(closed) = closed_folder(target, uid, gid) {
                let reason = format!(
                    "user namespaces are not permitted or not wanted, and user {uid} may not pass \
                     through {}",
                    closed.display()
                );
                return Err(ClusterError::RootNotPossible { reason });
            }
        }
        Ok(())
    }
}

/// The first folder on the way to `target` that the user may not pass through.
fn closed_folder(target: &Path, uid: u32, gid: u32) -> Option<PathBuf> {
    let passable = |folder: &&Path| {
        folder.metadata().is_ok_and(|meta| {
            let needed = match (meta.uid() == uid, meta.gid() == gid) {
                (true, _) => 0o100,
                (false, true) => 0o010,
                (false, false) => 0o001,
            };
            meta.mode() & needed != 0
        })
    };
    target.ancestors().find(|folder| !passable(folder)).map(Path::to_path_buf)
}

/// Marks every file but the three streams as to be closed by exec. A kernel older than 5.11 cannot,
/// and has it as it was: libraries nearly always open files so that exec closes them.
#[cfg(target_os = "linux")]
fn leave_files_behind() -> std::io::Result<()> {
    // SAFETY: the call takes three numbers and changes flags of this process's own files.
    unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    Ok(())
}

/// Enters a new user namespace in which our root is `nobody`.
#[cfg(target_os = "linux")]
fn enter_namespace() -> std::io::Result<()> {
    use rustix::fs::{Mode, OFlags};
    use rustix::thread::UnshareFlags;

    // SAFETY: the only hazard is sharing file descriptors with other threads (`CLONE_FILES`), which
    // is not asked for; and a freshly forked child has one thread.
    unsafe { rustix::thread::unshare_unsafe(UnshareFlags::NEWUSER)? };
    // Without giving up setgroups, the kernel refuses a group map.
    let maps: [(&std::ffi::CStr, &[u8]); 3] = [
        (c"/proc/self/setgroups", b"deny"),
        (c"/proc/self/uid_map", b"65534 0 1"),
        (c"/proc/self/gid_map", b"65534 0 1"),
    ];
    for (file, text) in maps {
        let file = rustix::fs::open(file, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
        rustix::io::write(&file, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_inherits_no_file() {
        use std::os::fd::{AsFd as _, AsRawFd as _};
        let kept = std::fs::File::open("/proc/self/stat").unwrap();
        let inherited = rustix::io::dup(kept.as_fd()).unwrap();
        rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).unwrap();
        let sees_file = |identity: Option<Identity>| {
            let mut command = Command::new("test");
            command.args(["-e", &format!("/proc/self/fd/{}", inherited.as_raw_fd())]);
            identity.into_iter().for_each(|identity| identity.apply(&mut command));
            command.status().unwrap().success()
        };
        assert!(sees_file(None), "the control: without it the child has the file");
        assert!(!sees_file(Some(Identity::Own)));
    }

    #[test]
    fn names_the_closed_folder() {
        let dir = tempfile::tempdir().unwrap();
        let closed = dir.path().join("closed");
        let inner = closed.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        for (folder, mode) in [(dir.path(), 0o755), (&closed, 0o700), (&inner, 0o755)] {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let stranger = 4_000_000;
        assert_eq!(closed_folder(&inner, stranger, stranger), Some(closed.clone()));
        let owner = closed.metadata().unwrap();
        assert_eq!(closed_folder(&inner, owner.uid(), owner.gid()), None);
    }
}
