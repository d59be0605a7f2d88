//! Process check: whether a PID belongs to our server.
//!
//! A process id alone is no proof: after a crash the number may belong to any other program, or to a zombie.

use std::path::Path;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// Whether `pid` is a living `postgres` that serves `pgdata` (a canonical path).
#[cfg(target_os = "linux")]
pub fn is_server(pid: i32, pgdata: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt as _;

    // Empty for a zombie. A server works inside its data folder, whatever it was called with.
    let command_line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let program = command_line.split(|byte| *byte == 0).next().unwrap_or_default();
    let name = Path::new(std::ffi::OsStr::from_bytes(program)).file_name();
    name.is_some_and(|name| name == "postgres")
        && std::fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == pgdata)
}

/// Whether `pid` is a living `postgres` that serves `pgdata` (a canonical path).
#[cfg(not(target_os = "linux"))]
pub fn is_server(pid: i32, pgdata: &Path) -> bool {
    is_server_by_ps(pid, pgdata)
}

/// The same without `/proc`: the server was started with its data folder as an argument.
#[cfg(any(test, not(target_os = "linux")))]
fn is_server_by_ps(pid: i32, pgdata: &Path) -> bool {
    let output =
        std::process::Command::new("ps").args(["-ww", "-o", "args=", "-p", &pid.to_string()]).output();
    output.is_ok_and(|output| {
        let arguments = String::from_utf8_lossy(&output.stdout);
        arguments.contains("postgres") && arguments.contains(&*pgdata.to_string_lossy())
    })
}

/// Whether any process has this id, the PostgreSQL server's or not, zombies included.
pub fn process_exists(pid: i32) -> bool {
    match Pid::from_raw(pid) {
        Some(pid) => !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)),
        None => false,
    }
}

/// Sends a signal; a process that is gone already is no error, because the caller looks again.
pub fn signal_process(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid)
        && let Err(error) = kill_process(pid, signal)
    {
        tracing::debug!(%error, ?pid, "signal not delivered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    #[test]
    fn only_a_living_postgres_in_the_folder_counts() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().canonicalize().unwrap();
        // A program that says it is postgres, started the way the server is.
        let mut child = Command::new("sh")
            .arg0("/opt/bin/postgres")
            .args(["-c", "read never; :", "postgres -D"])
            .arg(&here)
            .current_dir(&here)
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let pid = i32::try_from(child.id()).unwrap();

        // The command line is empty for an instant while a program is being loaded.
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(5);
        while !is_server(pid, &here) {
            assert!(std::time::Instant::now() < patience, "not recognised");
        }
        assert!(is_server_by_ps(pid, &here));
        assert!(!is_server(pid, Path::new("/")));
        assert!(!is_server_by_ps(pid, &here.join("other")));
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(process_exists(own) && !is_server(own, &here));

        child.kill().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(process_exists(pid) && !is_server(pid, &here), "a zombie is no server");
        child.wait().unwrap();
        assert!(!process_exists(pid));
    }
}
