//! Stub for platforms without a managed cluster (Windows): opening fails with an error that names the reason.
//!
//! `docs/adr/0002-embedded-postgres.md` names what is missing. A server given by `DATABASE_URL`
//! works on every platform.

use super::{Binaries, ClusterError, ClusterOptions, Login, ManagedLogins};

/// Never made on this platform; see [`Cluster::open`].
#[derive(Debug)]
pub enum Cluster {}

impl Cluster {
    /// Fails to open a managed cluster on this platform, always.
    ///
    /// # Errors
    /// [`ClusterError::Unsupported`].
    pub async fn open(_options: &ClusterOptions) -> Result<Self, ClusterError> {
        Err(ClusterError::Unsupported { platform: std::env::consts::OS })
    }

    /// Login of the role that owns the application's database.
    pub fn owner(&self) -> Login {
        match *self {}
    }

    /// Login of the role that does what people and programs ask for.
    pub fn worker(&self) -> Login {
        match *self {}
    }

    /// Both logins to the application's database: owner and worker.
    pub fn logins(&self) -> ManagedLogins {
        match *self {}
    }

    /// Login of the database's superuser.
    pub fn superuser(&self) -> Login {
        match *self {}
    }

    /// PostgreSQL's programs that the cluster uses.
    pub fn binaries(&self) -> &Binaries {
        match *self {}
    }

    /// Process id of the PostgreSQL server.
    pub fn server_pid(&self) -> Option<i32> {
        match *self {}
    }

    /// Starts the PostgreSQL server again if it died.
    ///
    /// # Errors
    /// None on this platform.
    pub async fn ensure_running(&self) -> Result<(), ClusterError> {
        match *self {}
    }

    /// Leaves the cluster.
    ///
    /// # Errors
    /// None on this platform.
    pub async fn close(self) -> Result<(), ClusterError> {
        match self {}
    }
}

/// Never made on this platform; see [`FolderClaim::take`].
#[derive(Debug)]
pub enum FolderClaim {}

impl FolderClaim {
    /// Fails to claim the data folder on this platform, always.
    ///
    /// # Errors
    /// [`ClusterError::Unsupported`].
    pub fn take(_options: &ClusterOptions) -> Result<Option<Self>, ClusterError> {
        Err(ClusterError::Unsupported { platform: std::env::consts::OS })
    }

    /// Path of the claimed data folder.
    pub fn folder(&self) -> &std::path::Path {
        match *self {}
    }
}

/// Here no restore replaces a folder, so that no caller asks which processes use it.
#[derive(Debug)]
pub struct FolderUse;

impl FolderUse {
    /// Joins the processes that use the data folder.
    ///
    /// # Errors
    /// None on this platform.
    pub fn join(_data_dir: &std::path::Path) -> Result<Option<Self>, ClusterError> {
        Ok(Some(Self))
    }
}

/// Which processes of a server are stopped.
#[allow(dead_code, reason = "here it shows by silence alone")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoppedProcesses {
    /// The first one alone.
    Entrance,
    /// The first one, where there is no connection.
    Everything,
    /// Others.
    Within,
    /// Those that no call waits for.
    Background,
}

/// Here it shows by its silence alone.
pub(crate) fn find_stopped(_: &std::path::Path, _: impl Fn(i32) -> bool) -> Option<StoppedProcesses> {
    None
}
