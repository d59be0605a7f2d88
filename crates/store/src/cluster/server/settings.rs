//! `celeiro.conf`: all settings in which our cluster differs from PostgreSQL's defaults.
//!
//! `postgresql.conf` includes it at its end. It is rewritten before each start; settings by `ALTER SYSTEM` still
//! override it.

use std::fs;
use std::path::Path;

use crate::cluster::access::identity::Identity;
use crate::cluster::error::{ClusterError, DuringStep as _};

/// Name of the file inside the cluster.
pub const FILE: &str = "celeiro.conf";

/// Below this much shared memory (bytes), as in a container with defaults, an index build over
/// `/dev/shm` fails half-way.
#[cfg(target_os = "linux")]
const SHM_NEEDED: u64 = 1 << 30;

const FIXED: &str = "\
# Written by Celeiro before each start: changes here are lost. Use ALTER SYSTEM instead.

# Reached through one private socket only.
listen_addresses = ''
unix_socket_permissions = 0700
# Window, server and a command at once, each with up to twenty-eight, two of them of the owner.
max_connections = 100

# Nothing acknowledged is ever lost. These are the defaults; they are here to be seen.
fsync = on
full_page_writes = on
synchronous_commit = on
autovacuum = on

# One server, no standby, no archive.
wal_level = minimal
max_wal_senders = 0

# The log of an import is kept no longer than it is needed: PostgreSQL would keep up to a gigabyte of
# it for later use, for good on a machine that then has little to write.
max_wal_size = 512MB
min_wal_size = 32MB
wal_recycle = off
checkpoint_timeout = 2min

# A desktop's memory and disk. maintenance_work_mem is raised by the session that builds an index.
work_mem = 16MB
maintenance_work_mem = 64MB
random_page_cost = 1.1
io_method = sync
huge_pages = off
# Queries take milliseconds; compiling them would take longer.
jit = off

# A killed client's query ends soon, and with it its locks.
client_connection_check_interval = 2s

shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.track_utility = off
timezone = 'UTC'
log_timezone = 'UTC'

# The log tells about the server, not about the data: errors of statements, with their values, go to
# the client that caused them and nowhere else.
log_destination = 'stderr'
logging_collector = off
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
log_line_prefix = '%m [%p] '
";

/// Writes the file into `pgdata`.
///
/// # Errors
/// It cannot be written.
pub fn write_server_settings(
    pgdata: &Path,
    shared_buffers_mb: u32,
    identity: Identity,
) -> Result<(), ClusterError> {
    let path = pgdata.join(FILE);
    let text = format!(
        "{FIXED}\nshared_buffers = {shared_buffers_mb}MB\ndynamic_shared_memory_type = {}\n",
        shared_memory()
    );
    if fs::read_to_string(&path).is_ok_and(|present| present == text) {
        return Ok(());
    }
    let beside = pgdata.join("celeiro.conf.new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, &path))
        .during_step(|| format!("writing {}", path.display()))?;
    identity.hand_over(&path)
}

/// The kind of shared memory: containers often have too small a `/dev/shm`.
#[cfg(target_os = "linux")]
fn shared_memory() -> &'static str {
    match rustix::fs::statvfs("/dev/shm") {
        Ok(shm) if shm.f_blocks.saturating_mul(shm.f_frsize) >= SHM_NEEDED => "posix",
        _ => "sysv",
    }
}

/// The kind of shared memory: containers often have too small a `/dev/shm`.
#[cfg(not(target_os = "linux"))]
fn shared_memory() -> &'static str {
    "posix"
}
