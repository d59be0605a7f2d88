//! `cluster.stopping`: marker of the server that was requested to stop.
//!
//! Between the signal and the entry in its PID file a stopping server still looks ready. The process that sent the
//! signal may be gone by then. The marker lets the next user wait for the end instead of joining a server that is about
//! to stop.

use std::fs;
use std::path::{Path, PathBuf};

use super::pidfile::PidFile;

/// Notes that `server` is about to be told. Call before the signal.
///
/// A note that cannot be written (full disk) does not stop the stopping: the next user then may
/// have to try again.
pub fn announce_stop(data_dir: &Path, server: &PidFile) {
    if let Err(error) = fs::write(stop_note_path(data_dir), format_stop_note(server)) {
        tracing::warn!(%error, "cluster.stopping not written");
    }
}

/// Whether `server` is the one that was told. An old note never fits a newer server: the start time
/// is part of it.
pub fn is_announced(data_dir: &Path, server: &PidFile) -> bool {
    fs::read_to_string(stop_note_path(data_dir)).is_ok_and(|noted| noted == format_stop_note(server))
}

/// Removes the marker of a requested stop after the PostgreSQL server has ended.
pub fn withdraw_stop_note(data_dir: &Path) {
    if let Err(error) = fs::remove_file(stop_note_path(data_dir))
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::debug!(%error, "cluster.stopping not removed");
    }
}

/// The file of the note, in the data folder beside the cluster.
fn stop_note_path(data_dir: &Path) -> PathBuf {
    data_dir.join("cluster.stopping")
}

/// Process id and start time, so that a later server with the same id is not meant.
fn format_stop_note(server: &PidFile) -> String {
    format!("{} {}\n", server.pid, server.started)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_fits_only_its_own_server() {
        let dir = tempfile::tempdir().unwrap();
        let server = |started: &str| PidFile {
            pid: 7,
            started: started.to_owned(),
            socket_dir: PathBuf::new(),
            ready: true,
        };
        assert!(!is_announced(dir.path(), &server("100")));
        announce_stop(dir.path(), &server("100"));
        assert!(is_announced(dir.path(), &server("100")));
        assert!(!is_announced(dir.path(), &server("200")), "the same number, another life");
        withdraw_stop_note(dir.path());
        assert!(!is_announced(dir.path(), &server("100")));
    }
}
