//! `postmaster.pid`: the server's PID file in its data folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::process;
use crate::cluster::error::{ClusterError, DuringStep as _};

/// The lines we use. The file has: process id, data folder, start time, port, socket folder, listen
/// address, shared memory key, status; the last ones appear while the server starts.
#[derive(Debug, PartialEq, Eq)]
pub struct PidFile {
    /// Process id of the server.
    pub pid: i32,
    /// When it was started, in its own words.
    pub started: String,
    /// Folder of its socket; empty until known.
    pub socket_dir: PathBuf,
    /// Whether it takes connections.
    pub ready: bool,
}

/// The file in which PostgreSQL notes its process.
fn pid_file_path(pgdata: &Path) -> PathBuf {
    pgdata.join("postmaster.pid")
}

/// Reads the file; `None` when it is missing or says nothing usable.
pub fn read_pid_file(pgdata: &Path) -> Option<PidFile> {
    parse_pid_file(&fs::read(pid_file_path(pgdata)).ok()?)
}

/// Reads the lines of the file by their places, as PostgreSQL writes them; none without a process id.
fn parse_pid_file(content: &[u8]) -> Option<PidFile> {
    let lines: Vec<&[u8]> = content.split(|byte| *byte == b'\n').collect();
    let line = |index: usize| lines.get(index).map_or(&b""[..], |line| line.trim_ascii_end());
    let pid = std::str::from_utf8(line(0)).ok()?.trim().parse().ok()?;
    let started = String::from_utf8_lossy(line(2)).into_owned();
    Some(PidFile {
        pid,
        started,
        socket_dir: PathBuf::from(OsStr::from_bytes(line(4))),
        ready: line(7) == b"ready",
    })
}

/// Makes a stale file harmless, so that the next server can start. Only to be called while holding
/// `cluster.lock` and knowing that no server of ours runs.
///
/// A file whose process is gone is left to the server, which checks it better than we could. But
/// the server refuses to start when the number now belongs to another program. Deleting the file
/// would also delete the shared memory key by which it notices back ends that outlived a killed
/// server; so only the number is replaced, by our own, which a server accepts as its parent's.
///
/// # Errors
/// The file cannot be rewritten.
pub fn defuse_pid_file(pgdata: &Path) -> Result<(), ClusterError> {
    let path = pid_file_path(pgdata);
    let content = match fs::read(&path) {
        Ok(content) => content,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).during_step(|| format!("reading {}", path.display())),
    };
    match parse_pid_file(&content) {
        Some(file) if process::process_exists(file.pid) => {
            tracing::info!(pid = file.pid, "postmaster.pid names a process of another program");
            let mut lines = content.splitn(2, |byte| *byte == b'\n');
            let rest = lines.nth(1).unwrap_or_default();
            let own = format!("{}\n", std::process::id());
            rewrite_pid_file(&path, &[own.as_bytes(), rest].concat())
        }
        Some(_) => Ok(()),
        None => remove_if_still_unreadable(pgdata),
    }
}

/// A server writes the file right after creating it; one that stays unreadable was cut off by a
/// crash or a full disk.
fn remove_if_still_unreadable(pgdata: &Path) -> Result<(), ClusterError> {
    std::thread::sleep(Duration::from_millis(500));
    if read_pid_file(pgdata).is_some() {
        return Ok(());
    }
    let path = pid_file_path(pgdata);
    tracing::info!("postmaster.pid is damaged, removing it");
    fs::remove_file(&path).during_step(|| format!("removing {}", path.display()))
}

/// Replaces the file's content.
fn rewrite_pid_file(path: &Path, content: &[u8]) -> Result<(), ClusterError> {
    // In place, not by rename: the file keeps its owner, who may be another user than we are.
    fs::write(path, content).during_step(|| format!("rewriting {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const READY: &[u8] = b"4711\n/d/pg18\n1790000000\n5432\n/d/s\n\n  1234567   8\nready   \n";

    #[test]
    fn reads_a_complete_and_a_growing_file() {
        let file = parse_pid_file(READY).unwrap();
        assert_eq!((file.pid, file.started.as_str(), file.ready), (4711, "1790000000", true));
        assert_eq!(file.socket_dir, Path::new("/d/s"));
        let early = parse_pid_file(b"4711\n/d/pg18\n1790000000\n5432\n/d/s\n").unwrap();
        assert!(!early.ready);
        for broken in [&b""[..], b"\n", b"no number\n", b"\xff\xfe\n"] {
            assert_eq!(parse_pid_file(broken), None);
        }
    }

    #[test]
    fn a_recycled_number_is_replaced_and_the_memory_key_kept() {
        let dir = tempfile::tempdir().unwrap();
        let stale = String::from_utf8(READY.to_vec()).unwrap().replacen("4711", "1", 1);
        fs::write(pid_file_path(dir.path()), &stale).unwrap();
        defuse_pid_file(dir.path()).unwrap();

        let written = fs::read_to_string(pid_file_path(dir.path())).unwrap();
        let expected = stale.replacen('1', &std::process::id().to_string(), 1);
        assert_eq!(written, expected);
    }

    #[test]
    fn a_dead_number_is_left_alone_and_a_damaged_file_removed() {
        let dir = tempfile::tempdir().unwrap();
        let dead = b"2147483646\n/d\n";
        fs::write(pid_file_path(dir.path()), dead).unwrap();
        defuse_pid_file(dir.path()).unwrap();
        assert_eq!(fs::read(pid_file_path(dir.path())).unwrap(), dead);

        fs::write(pid_file_path(dir.path()), "").unwrap();
        defuse_pid_file(dir.path()).unwrap();
        assert!(!pid_file_path(dir.path()).exists());
        defuse_pid_file(dir.path()).unwrap();
    }
}
