//! Whether processes of the server were stopped by a signal: they live, keep their connections, and
//! answer nothing.

use super::pidfile;
use std::path::Path;

/// Which processes of a server are stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedProcesses {
    /// The first one alone: who has a connection is served, a new one is not to be had.
    Entrance,
    /// Others that a call waits for: those behind connections, or those that read for them.
    Within,
}

/// Processes that no call waits for. Without them the log of what was written grows and tables are not
/// swept, but what is asked is answered.
const BACKGROUND: [&str; 5] =
    ["checkpointer", "background writer", "walwriter", "autovacuum launcher", "logical replication launcher"];

/// The stopped processes of the server of `pgdata`, as far as a call of this program may wait for them;
/// `is_own` says whether a back end is behind one of its connections. On other systems than Linux a stopped
/// server shows by its silence alone.
pub fn find_stopped(pgdata: &Path, is_own: impl Fn(i32) -> bool) -> Option<StoppedProcesses> {
    let server = pidfile::read(pgdata)?;
    let processes = std::fs::read_dir("/proc").ok()?;
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let stopped: Vec<State> = ids.filter_map(state).filter(|of| of.stopped).collect();
    if stopped.iter().any(|of| of.parent == server.pid && is_waited_for(of.pid, &is_own)) {
        return Some(StoppedProcesses::Within);
    }
    stopped.iter().any(|of| of.pid == server.pid).then_some(StoppedProcesses::Entrance)
}

/// Whether a call of this program may wait for the process `pid` of a server. The server writes what a
/// process does where its arguments stood: `postgres: checkpointer`, with the cluster's name in between if it
/// has one, and `postgres: role database host idle`.
fn is_waited_for(pid: i32, is_own: impl Fn(i32) -> bool) -> bool {
    let title = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let title = String::from_utf8_lossy(&title);
    let title = title.trim_end_matches(['\0', ' ']);
    let role = title.rsplit(": ").next().unwrap_or_default();
    // An idle back end of another program holds nothing that others need.
    !BACKGROUND.contains(&role) && (is_own(pid) || !role.ends_with(" idle"))
}

struct State {
    pid: i32,
    parent: i32,
    stopped: bool,
}

/// What the kernel says of a process. Its name, which may hold anything, stands in brackets.
fn state(pid: i32) -> Option<State> {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = line.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let stopped = words.next()? == "T";
    Some(State { pid, parent: words.next()?.parse().ok()?, stopped })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn our_own_process_goes_on() {
        let own = i32::try_from(std::process::id()).unwrap();
        let state = state(own).unwrap();
        assert_eq!((state.pid, state.stopped), (own, false));
        assert_ne!(state.parent, 0);
    }
}
