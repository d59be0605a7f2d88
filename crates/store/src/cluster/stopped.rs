//! Whether processes of the server were stopped by a signal: they live, keep their connections, and
//! answer nothing.

use super::pidfile;
use std::path::Path;

/// Whether the server of `pgdata`, or any process of its, is stopped. Where the system does not tell,
/// it shows by their silence alone.
pub fn has_stopped(pgdata: &Path) -> bool {
    let Some(server) = pidfile::read(pgdata) else { return false };
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(state).any(|of| of.stopped && (of.pid == server.pid || of.parent == server.pid))
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
