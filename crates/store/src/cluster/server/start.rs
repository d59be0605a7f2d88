//! One start of the server: spawns the process, and classifies an early exit.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ExitStatus};
use std::time::Duration;

use super::{pidfile, settings, socket};
use crate::cluster::error::{ClusterError, DuringStep as _, ROOM_NEEDED};
use crate::cluster::folder;
use crate::cluster::folder::site::Site;
use crate::cluster::memory::page_cache_mb;

/// With less free space than this (bytes) a server that ended did so because of it.
const NO_ROOM: u64 = 1 << 20;
/// A server killed while it starts (by hand, or for want of memory) is started again this often.
const KILLS_BORNE: u32 = 5;
/// Pause before trying again while another server's processes are still ending.
const PAUSE: Duration = Duration::from_millis(250);

/// The attempts to start a server while no other is there.
#[derive(Debug, Default)]
pub struct Start {
    attempt: Option<Attempt>,
    kills: u32,
}

#[derive(Debug)]
struct Attempt {
    child: Child,
    /// Where its words begin in the log.
    log_start: u64,
}

impl Start {
    /// Whether nothing has been started, or what was has ended.
    pub fn is_idle(&self) -> bool {
        self.attempt.is_none()
    }

    /// Starts a server, or looks how the one that was started is doing. Call again while no server
    /// has written its note.
    ///
    /// # Errors
    /// The server cannot be started, or has ended for a reason that will not go away.
    pub fn advance(&mut self, site: &Site) -> Result<(), ClusterError> {
        let Some(mut attempt) = self.attempt.take() else {
            self.attempt = Some(Attempt { log_start: site.log.end(), child: spawn_postgres(site)? });
            return Ok(());
        };
        match attempt.child.try_wait().during_step(|| "watching postgres".to_owned())? {
            None => self.attempt = Some(attempt),
            Some(status) => self.judge(site, status, &site.log.since(attempt.log_start))?,
        }
        Ok(())
    }

    /// Decides by the server's end and last words whether to try again (`Ok`) or to give up.
    fn judge(&mut self, site: &Site, status: ExitStatus, words: &str) -> Result<(), ClusterError> {
        let has_phrase = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(phrase));
        // The log may be the very file for which there was no room.
        let free_bytes = folder::free_bytes(&site.data_dir)?;
        if has_phrase(&["No space left on device"]) || free_bytes < NO_ROOM {
            return Err(ClusterError::DiskFull { free_bytes, needed_bytes: ROOM_NEEDED });
        }
        // Back ends of a killed server are still ending, or another start got in first.
        if has_phrase(&["pre-existing shared memory block", "lock file \"postmaster.pid\" already exists"]) {
            std::thread::sleep(PAUSE);
            return Ok(());
        }
        if status.signal().is_some() && self.kills < KILLS_BORNE {
            self.kills += 1;
            return Ok(());
        }
        let log_tail = words.to_owned();
        let damage = [
            "could not find the database system",
            "database files are incompatible with server",
            "incorrect checksum in control file",
            "due to startup process failure",
            "PANIC:",
        ];
        Err(match has_phrase(&damage) {
            true => ClusterError::Corrupt { reason: log_tail },
            false => ClusterError::StartFailed { log_tail },
        })
    }
}

impl Drop for Start {
    /// Leaves a thread to collect the server when it ends. Without it, a server stopped by another
    /// process would stay behind as a zombie for as long as we live.
    fn drop(&mut self) {
        let Some(Attempt { mut child, .. }) = self.attempt.take() else { return };
        let thread = std::thread::Builder::new().name("celeiro-postgres".to_owned());
        let spawned = thread.stack_size(64 << 10).spawn(move || {
            if let Err(error) = child.wait() {
                tracing::debug!(%error, "postgres not collected");
            }
        });
        if let Err(error) = spawned {
            tracing::debug!(%error, "no thread to collect postgres");
        }
    }
}

/// Starts `postgres` itself in a process group of its own, so that Ctrl+C in the terminal reaches
/// us, who then stop it in order, and not it.
fn spawn_postgres(site: &Site) -> Result<Child, ClusterError> {
    let socket_dir = socket::prepare_socket_folder(&site.data_dir, site.identity)?;
    let shared_buffers_mb = site.shared_buffers_mb.unwrap_or_else(|| page_cache_mb(&site.pgdata));
    settings::write_server_settings(&site.pgdata, shared_buffers_mb, site.identity)?;
    pidfile::defuse_pid_file(&site.pgdata)?;
    let doing = || format!("opening {}", site.log.path().display());
    site.log.trim().during_step(doing)?;
    let log = site.log.append().during_step(doing)?;
    let copy = log.try_clone().during_step(doing)?;
    site.command("postgres")
        .arg("-D")
        .arg(&site.pgdata)
        .arg("-k")
        .arg(socket::as_setting(&socket_dir))
        .args(["-p", &socket::PORT.to_string()])
        .stdout(copy)
        .stderr(log)
        .process_group(0)
        .spawn()
        .during_step(|| "starting postgres".to_owned())
}
