//! Marker file of a completed setup, inside the cluster, so that both move together.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::cluster::error::{ClusterError, DuringStep as _};

const READY: &str = "celeiro.ready";

/// Where the marker of a cluster stands.
pub fn ready_marker_path(pgdata: &Path) -> PathBuf {
    pgdata.join(READY)
}

/// Makes the next opening set the cluster up anew, as where a role gets another password.
///
/// # Errors
/// The marker cannot be removed.
pub fn require_set_up(pgdata: &Path) -> Result<(), ClusterError> {
    match fs::remove_file(ready_marker_path(pgdata)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).during_step(|| format!("removing {READY}"))
        }
        _ => Ok(()),
    }
}
