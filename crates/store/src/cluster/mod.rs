//! The PostgreSQL cluster that Celeiro manages for its user.
//!
//! One data folder contains one cluster. [`Cluster::open`] creates the cluster on the first call, starts
//! its server unless another process did, and returns what a client needs to connect. The last user
//! stops the server. Any number of processes may share a data folder, and each may die at any time:
//!
//! | file in the data folder | meaning |
//! |---|---|
//! | `cluster.lock` | exclusive lock around every decision to create, start or stop |
//! | `cluster.use` | each user holds a shared lock for its lifetime; the process that gets the exclusive lock was the last user |
//! | `folder.use` | programs whose database is elsewhere hold a shared lock: a restore replaces no folder under them |
//! | `cluster.stopping` | the server that received the command to stop |
//! | `cluster.secret` | passwords of the three roles, readable only by the owner of the folder |
//! | `cluster.log` | log of the server, with a limited size |
//! | `pg18`, `pg18.init-*` | the cluster, and clusters whose creation is unfinished |
//! | `s` | folder of the server's socket |
//!
//! Both locks are kernel locks (`flock`), so a killed process leaves none behind. The next user adopts a
//! server whose last user died.
//!
//! Out of scope: the connection pool, migrations and the SQL of the application (the rest of this
//! crate), servers of a team (`DATABASE_URL`), and upgrades across major versions, which are refused
//! with a clear error.

#[cfg(unix)]
mod claim;
mod error;

#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod locks;
#[cfg(unix)]
mod managed;
pub(crate) mod memory;
#[cfg(unix)]
mod server;

pub(crate) mod access;
#[cfg(not(unix))]
mod unsupported;

pub use access::login::{Login, ManagedLogins, Password};
#[cfg(unix)]
pub use claim::{FolderClaim, FolderUse};
pub use error::ClusterError;
pub use folder::binaries::Binaries;
#[cfg(unix)]
pub use folder::{free_bytes, make_private_folder, resolve_folder_path};
#[cfg(unix)]
pub use managed::Cluster;
pub use server::options::ClusterOptions;
#[cfg(unix)]
pub(crate) use server::stopped::{StoppedProcesses, find_stopped};
#[cfg(not(unix))]
pub use unsupported::Cluster;
#[cfg(not(unix))]
pub use unsupported::{FolderClaim, FolderUse};
#[cfg(not(unix))]
pub(crate) use unsupported::{StoppedProcesses, find_stopped};

/// Major version of PostgreSQL that this build runs; it refuses a folder of any other version.
const MAJOR: &str = "18";

/// Lets names lead to what came with the server, and to nothing that the owner of the database made. Temporary
/// objects would come first where they are not named.
pub(crate) const ONLY_THE_SERVERS_OWN: &str = "SET search_path = pg_catalog, pg_temp";
