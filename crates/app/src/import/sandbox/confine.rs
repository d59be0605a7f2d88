//! Confinement of the child: rights that it drops before it reads a byte.
//!
//! The child confines itself while it still runs nothing but our own code: no work between `fork` and `exec` in the
//! parent, and no `unsafe` hook there. Every step is tried; an unavailable one is noted for the log.

use crate::import::protocol::Limits;

/// Locks the process in as far as the system can; returns what it cannot.
pub(super) fn confine_process(limits: Limits) -> Vec<String> {
    let mut notes = Vec::new();
    #[cfg(target_os = "linux")]
    {
        linux::leave_network(&mut notes);
        linux::close_files(&mut notes);
        linux::forbid_paths(&mut notes);
    }
    // Last, for the steps above need a file descriptor or two.
    #[cfg(unix)]
    unix::limit(limits, &mut notes);
    #[cfg(not(unix))]
    notes.push(format!("no limits of memory ({}) or time ({}) on this system", limits.memory, limits.cpu));
    notes
}

#[cfg(unix)]
mod unix {
    use super::Limits;
    use rustix::process::{Resource, Rlimit, setrlimit};

    /// Standard input, its copy, output, errors, and room for one more.
    const FILES: u64 = 8;

    pub fn limit(most: Limits, notes: &mut Vec<String>) {
        let limits = [
            ("memory", Resource::As, most.memory, most.memory),
            // The soft limit tells (SIGXCPU), the hard one a second later kills.
            ("processor time", Resource::Cpu, most.cpu, most.cpu + 1),
            ("file size", Resource::Fsize, 0, 0),
            ("processes", Resource::Nproc, 0, 0),
            ("open files", Resource::Nofile, FILES, FILES),
            ("core dumps", Resource::Core, 0, 0),
        ];
        for (what, resource, soft, hard) in limits {
            let limit = Rlimit { current: Some(soft), maximum: Some(hard) };
            if let Err(error) = setrlimit(resource, limit) {
                notes.push(format!("no limit of {what}: {error}"));
            }
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError,
        RulesetStatus, Scope,
    };
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    /// A network namespace without an interface; as an ordinary user inside a user namespace.
    pub fn leave_network(notes: &mut Vec<String>) {
        // SAFETY: neither flag unshares file descriptors, which is what could break I/O safety.
        let leave = |flags| unsafe { unshare_unsafe(flags) };
        let left = leave(UnshareFlags::NEWUSER | UnshareFlags::NEWNET);
        if let Err(error) = left.or_else(|_| leave(UnshareFlags::NEWNET)) {
            notes.push(format!("no network namespace: {error}"));
        }
    }

    /// Closes whatever the parent's own parent left open by mistake.
    pub fn close_files(notes: &mut Vec<String>) {
        // SAFETY: nothing in this process has opened a file yet, so no owner of a descriptor above
        // the standard three exists.
        let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) };
        if closed != 0 {
            notes.push(format!("inherited files stay open: {}", std::io::Error::last_os_error()));
        }
    }

    /// No path can be opened, no TCP port used, no other process reached.
    pub fn forbid_paths(notes: &mut Vec<String>) {
        match forbid() {
            Ok(RulesetStatus::FullyEnforced) => {}
            Ok(RulesetStatus::PartiallyEnforced) => notes.push("Landlock holds in part".into()),
            Ok(RulesetStatus::NotEnforced) => notes.push("no Landlock in this kernel".into()),
            Err(error) => notes.push(format!("no Landlock: {error}")),
        }
    }

    fn forbid() -> Result<RulesetStatus, RulesetError> {
        let known = ABI::V6;
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(known))?
            .handle_access(AccessNet::from_all(known))?
            .scope(Scope::from_all(known))?
            .create()?;
        Ok(rules.restrict_self()?.ruleset)
    }
}
