//! Start, adoption and stop of the server. Every function requires `cluster.lock`, and blocks.

#[cfg(unix)]
pub(crate) mod log;
pub(crate) mod options;
#[cfg(unix)]
pub(crate) mod pidfile;
#[cfg(unix)]
pub(crate) mod process;
#[cfg(unix)]
pub(crate) mod settings;
#[cfg(unix)]
pub(crate) mod socket;
#[cfg(unix)]
pub(crate) mod start;
#[cfg(unix)]
pub(crate) mod stopped;
#[cfg(unix)]
pub(crate) mod stopping;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use self::pidfile::PidFile;
use self::start::Start;
use super::error::ClusterError;
use super::folder::site::Site;
use super::locks::Decision;

/// How often the state of a starting or stopping server is looked at.
const STEP: Duration = Duration::from_millis(10);
/// How long a socket answers at most whose server is dead: a process that it has just forked holds it open.
const FORK_GRACE: Duration = Duration::from_millis(250);
/// A fast shutdown writes a checkpoint; an import may have left a lot to write.
const FAST: Duration = Duration::from_secs(20);
/// An immediate one writes nothing.
const IMMEDIATE: Duration = Duration::from_secs(10);
/// A server that says it is ready but has no socket is given this long before it is replaced.
const SOCKET_GRACE: Duration = Duration::from_secs(2);
/// Makes sure a server runs and takes connections; returns the folder of its socket.
///
/// # Errors
/// The server cannot be started, ends again, or is not ready within the patience.
pub fn ensure_server_runs(site: &Site, decision: &Decision) -> Result<PathBuf, ClusterError> {
    let begun = Instant::now();
    let log_start = site.log.end();
    let mut start = Start::default();
    let mut answers_since: Option<Instant> = None;
    loop {
        match find_running_server(site) {
            // Told to stop by a user who did not stay to see it.
            Some(server) if stopping::is_announced(&site.data_dir, &server) => stop_server(site, decision)?,
            Some(server) if server.ready && socket::socket_answers(&server.socket_dir) => {
                return Ok(server.socket_dir);
            }
            // Its folder was cleared away under it: no client can ever connect again.
            Some(server) if server.ready && begun.elapsed() > SOCKET_GRACE => {
                tracing::warn!(pid = server.pid, "the database lost its socket, restarting it");
                stop_server(site, decision)?;
            }
            Some(_) => {}
            None => {
                // Only a server in another container can answer without being visible here.
                let inside = site.data_dir.join("s");
                if start.is_idle() && socket::socket_answers(&inside) {
                    if answers_since.get_or_insert_with(Instant::now).elapsed() >= FORK_GRACE {
                        return Ok(inside);
                    }
                } else {
                    answers_since = None;
                    start.advance(site)?;
                }
            }
        }
        if begun.elapsed() > site.patience {
            return Err(ClusterError::StartTimedOut { log_tail: site.log.since(log_start) });
        }
        std::thread::sleep(STEP);
    }
}

/// Stops the server if one runs: politely, then firmly.
///
/// # Errors
/// [`ClusterError::StopTimedOut`] when neither helps, as with a process stopped by a debugger.
pub fn stop_server(site: &Site, _decision: &Decision) -> Result<(), ClusterError> {
    let Some(server) = find_running_server(site) else { return Ok(()) };
    stopping::announce_stop(&site.data_dir, &server);
    for (signal, patience) in [(Signal::INT, FAST), (Signal::QUIT, IMMEDIATE)] {
        process::signal_process(server.pid, signal);
        let begun = Instant::now();
        while begun.elapsed() < patience {
            if !process::is_server(server.pid, &site.pgdata) {
                socket::clean_up(&site.data_dir, &server.socket_dir);
                stopping::withdraw_stop_note(&site.data_dir);
                return Ok(());
            }
            std::thread::sleep(STEP);
        }
        tracing::warn!(pid = server.pid, ?signal, "the database did not stop in time");
    }
    Err(ClusterError::StopTimedOut { pid: server.pid })
}

/// Asks the server to stop and does not wait: it finishes by itself, and the next start waits for
/// it.
pub fn ask_to_stop(site: &Site, _decision: &Decision) {
    if let Some(server) = find_running_server(site) {
        stopping::announce_stop(&site.data_dir, &server);
        process::signal_process(server.pid, Signal::INT);
    }
}

/// The note of a server of ours that is alive, ready or not.
pub fn find_running_server(site: &Site) -> Option<PidFile> {
    pidfile::read_pid_file(&site.pgdata).filter(|file| process::is_server(file.pid, &site.pgdata))
}
