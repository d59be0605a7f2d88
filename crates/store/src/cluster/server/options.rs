//! Options of the cluster that the caller sets.

use std::path::PathBuf;
use std::time::Duration;

/// Recovery after a crash measured 3 to 7.5 seconds; a slow disk with a full gigabyte of log to
/// replay can take far longer, and giving up on it would not help.
const DEFAULT_PATIENCE: Duration = Duration::from_secs(120);

/// Where the cluster lives and how to run it.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// Celeiro's data folder; created when missing. The cluster keeps its own files in it.
    pub data_dir: PathBuf,
    /// Root of the PostgreSQL tree (the folder that holds `pg/18`); searched for when `None`.
    pub postgres_dir: Option<PathBuf>,
    /// How long opening, restarting and waiting for other processes may take.
    pub patience: Duration,
    /// Size of PostgreSQL's own page cache in MiB (16 or more); by the size of the database and of the
    /// machine where it is `None`. Fixed when the server starts: a caller that joins a running one gets
    /// what its first user chose.
    pub shared_buffers_mb: Option<u32>,
}

impl ClusterOptions {
    /// The defaults for a data folder: binaries searched for, 120 seconds, a page cache by size.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            postgres_dir: None,
            patience: DEFAULT_PATIENCE,
            shared_buffers_mb: None,
        }
    }
}
