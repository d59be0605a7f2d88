//! Detection of server processes that a signal suspended: they live, keep their connections, and answer nothing.

use super::pidfile;
use std::path::Path;

/// Which processes of a server are stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedProcesses {
    /// The first one alone: who has a connection is served, a new one is not to be had.
    Entrance,
    /// The first one, and this program has no connection that could be served.
    Everything,
    /// Others that a call waits for: those behind connections, or those that read for them.
    Within,
    /// Those alone that no call waits for, unless they hold the lock of the log.
    Background,
}

/// Processes that no call waits for. Without them the log of what was written grows and tables are not
/// swept, but what is asked is answered.
const BACKGROUND: [&str; 5] =
    ["checkpointer", "background writer", "walwriter", "autovacuum launcher", "logical replication launcher"];

/// The stopped processes of the server of `pgdata`, as far as a call of this program may wait for them;
/// `is_own` says whether a back end is behind one of its connections. On other systems than Linux a stopped
/// server shows by its silence alone.
pub fn find_stopped(pgdata: &Path, is_own: impl Fn(i32) -> bool) -> Option<StoppedProcesses> {
    let server = pidfile::read_pid_file(pgdata)?;
    let processes = std::fs::read_dir("/proc").ok()?;
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let of_server = |of: &State| of.pid == server.pid || of.parent == server.pid;
    let all: Vec<State> = ids.filter_map(read_process_state).filter(of_server).collect();
    let is_stopped = |of: &&State| of.life == Life::Stopped;
    let children = all.iter().filter(|of| of.parent == server.pid);
    let roles: Vec<Role> = children.clone().filter(is_stopped).map(|of| read_role(of.pid, &is_own)).collect();
    if roles.contains(&Role::WaitedFor) {
        return Some(StoppedProcesses::Within);
    }
    if all.iter().filter(is_stopped).any(|of| of.pid == server.pid) {
        // A first process that is stopped does not bury those that ended.
        let serves = children.clone().any(|of| of.life == Life::Running && is_own(of.pid));
        return Some(if serves { StoppedProcesses::Entrance } else { StoppedProcesses::Everything });
    }
    roles.contains(&Role::Background).then_some(StoppedProcesses::Background)
}

/// What a process of the server is to a call of this program.
#[derive(PartialEq, Eq)]
enum Role {
    WaitedFor,
    Background,
    /// An idle back end of another program: it holds nothing that others need.
    Idle,
}

/// What the process `pid` of a server is. The server writes what a process does where its arguments stood:
/// `postgres: checkpointer`, with the cluster's name in between if it has one, and
/// `postgres: role database host idle`.
fn read_role(pid: i32, is_own: impl Fn(i32) -> bool) -> Role {
    let title = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let title = String::from_utf8_lossy(&title);
    let title = title.trim_end_matches(['\0', ' ']);
    let role = title.rsplit(": ").next().unwrap_or_default();
    match BACKGROUND.contains(&role) {
        true => Role::Background,
        false if is_own(pid) || !role.ends_with(" idle") => Role::WaitedFor,
        false => Role::Idle,
    }
}

struct State {
    pid: i32,
    parent: i32,
    life: Life,
}

/// Whether a process does anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Running,
    Stopped,
    /// It is over, and its parent has not asked how it ended.
    Ended,
}

/// What the kernel says of a process. Its name, which may hold anything, stands in brackets.
fn read_process_state(pid: i32) -> Option<State> {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = line.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let life = match words.next()? {
        "T" => Life::Stopped,
        "Z" | "X" => Life::Ended,
        _ => Life::Running,
    };
    Some(State { pid, parent: words.next()?.parse().ok()?, life })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn our_own_process_goes_on() {
        let own = i32::try_from(std::process::id()).unwrap();
        let state = read_process_state(own).unwrap();
        assert_eq!((state.pid, state.life), (own, Life::Running));
        assert_ne!(state.parent, 0);
    }
}
