//! Errors of the cluster, one variant for each cause that a person can act on.

use std::io;
use std::path::PathBuf;

/// A new cluster takes 39 MB and its first checkpoints up to 100 MB of write-ahead log; with less
/// room than this (bytes) it would be created only to stop at the first import.
#[cfg(unix)]
pub(super) const ROOM_NEEDED: u64 = 200 << 20;

/// Why the cluster could not be opened, restarted or closed.
///
/// Messages are short English for logs; the interface translates by variant. None carries a
/// password or an SQL statement.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// No PostgreSQL tree where one may be.
    #[error("PostgreSQL was not found (looked in {})", join_paths(looked_in))]
    BinariesMissing {
        /// Folders that were tried, in order.
        looked_in: Vec<PathBuf>,
    },
    /// The data folder cannot be created or written to.
    #[error("the data folder {} cannot be written to", path.display())]
    DataDirNotWritable {
        /// The folder or the file in it.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Not enough room for a cluster, or none left to start it.
    #[error("the disk is full: {free_bytes} bytes free, {needed_bytes} needed")]
    DiskFull {
        /// Bytes an ordinary user can still write.
        free_bytes: u64,
        /// Bytes that are needed at least.
        needed_bytes: u64,
    },
    /// The data folder holds a cluster of another major version.
    #[error("the data folder holds a cluster of PostgreSQL {found}, this program runs 18")]
    ForeignVersion {
        /// The version found, as written in the folder.
        found: String,
    },
    /// Locks and flushes cannot be trusted over a network.
    #[error("the data folder is on a network file system ({kind})")]
    NetworkFileSystem {
        /// File system type, such as `nfs4`.
        kind: String,
    },
    /// A synchroniser would copy, lock or roll back files under a running server.
    #[error("the data folder is inside a synchronised folder ({service})")]
    SyncedFolder {
        /// Name of the service.
        service: &'static str,
    },
    /// The cluster belongs to another user of this machine.
    #[error("{} belongs to another user (uid {uid})", path.display())]
    OtherOwner {
        /// The folder that is another user's.
        path: PathBuf,
        /// Its owner.
        uid: u32,
    },
    /// Started as root, and no way to run the server as another user.
    #[error("PostgreSQL cannot run as root here: {reason}")]
    RootNotPossible {
        /// What stands in the way.
        reason: String,
    },
    /// The server did not become ready, or another process held the lock, for too long.
    #[error("the database did not start in time: {log_tail}")]
    StartTimedOut {
        /// Last lines of the server's log.
        log_tail: String,
    },
    /// The server ended while starting.
    #[error("the database could not start: {log_tail}")]
    StartFailed {
        /// Last lines of the server's log.
        log_tail: String,
    },
    /// The server survived an immediate shutdown.
    #[error("the database (process {pid}) did not stop")]
    StopTimedOut {
        /// Its process id.
        pid: i32,
    },
    /// The folder is damaged: a backup is needed.
    #[error("the cluster is damaged: {reason}")]
    Corrupt {
        /// What was found.
        reason: String,
    },
    /// `initdb` failed for a reason other than a full disk.
    #[error("a new cluster could not be created: {output}")]
    CreateFailed {
        /// The output of `initdb`.
        output: String,
    },
    /// Roles, database or extensions could not be created.
    #[error("the new cluster could not be set up")]
    SetupFailed {
        /// The database's answer.
        source: sqlx::Error,
    },
    /// No app-managed cluster on this operating system yet.
    #[error("an app-managed database is not available on {platform}")]
    Unsupported {
        /// Name of the operating system.
        platform: &'static str,
    },
    /// Anything else the operating system refused.
    #[error("{doing}")]
    Io {
        /// What was being done, to which file.
        doing: String,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl ClusterError {
    /// Detail of the cluster's error. The text around it has named the subject: the data folder, the database, or
    /// PostgreSQL's programs.
    pub fn detail(&self) -> String {
        match self {
            Self::BinariesMissing { looked_in } => join_paths(looked_in),
            Self::DataDirNotWritable { path, source } => format!("{}: {source}", path.display()),
            Self::ForeignVersion { found } => format!("PostgreSQL {found} ≠ 18"),
            Self::NetworkFileSystem { kind } => format!("network file system ({kind})"),
            Self::SyncedFolder { service } => format!("synchronised folder ({service})"),
            Self::StartTimedOut { log_tail } | Self::StartFailed { log_tail } => log_tail.clone(),
            _ => self.to_string(),
        }
    }
}

/// The paths in one line, separated by commas.
fn join_paths(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

/// `.doing(...)` on an I/O result: the error then names the attempt. A full disk is the same
/// to a person wherever it shows.
#[cfg(unix)]
pub(super) trait DuringStep<T> {
    fn during_step(self, doing: impl FnOnce() -> String) -> Result<T, ClusterError>;
}

#[cfg(unix)]
impl<T> DuringStep<T> for io::Result<T> {
    fn during_step(self, doing: impl FnOnce() -> String) -> Result<T, ClusterError> {
        self.map_err(|source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ClusterError::DiskFull { free_bytes: 0, needed_bytes: ROOM_NEEDED }
            }
            _ => ClusterError::Io { doing: doing(), source },
        })
    }
}
