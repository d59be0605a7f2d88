//! The PostgreSQL cluster that Celeiro runs for its user.
//!
//! One data folder holds one cluster. [`Cluster::open`] creates it on the first call, starts the
//! server when no other program did, and hands out what is needed to connect; the last user to leave
//! stops the server. Any number of processes may share a data folder, and any of them may die at
//! any moment:
//!
//! | file in the data folder | meaning |
//! |---|---|
//! | `cluster.lock` | held exclusively around every decision to create, start or stop |
//! | `cluster.use` | held shared by each user for its life; who gets it exclusively was the last |
//! | `cluster.stopping` | which server has been told to stop |
//! | `cluster.secret` | passwords of the two roles, readable by the owner only |
//! | `cluster.log` | what the server says, limited in size |
//! | `pg18`, `pg18.init-*` | the cluster, and ones whose creation is not finished |
//! | `s` | the folder of the server's socket |
//!
//! Both locks are the kernel's (`flock`), so a killed process leaves none behind, and a server that
//! lost its last user is adopted by the next one.
//!
//! Left out on purpose: the connection pool, migrations, and every SQL statement of the application
//! (the rest of this crate), servers that another person runs (`DATABASE_URL`), and upgrades across
//! major versions, which are refused with a clear error.

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

pub use access::login::{Login, Password};
pub use error::ClusterError;
pub use folder::binaries::Binaries;
#[cfg(unix)]
pub use managed::Cluster;
pub use server::options::ClusterOptions;
#[cfg(unix)]
pub(crate) use server::stopped::{StoppedProcesses, find_stopped};
#[cfg(not(unix))]
pub use unsupported::Cluster;
#[cfg(not(unix))]
pub(crate) use unsupported::{StoppedProcesses, find_stopped};

/// The major version this build runs; a folder made by another is refused.
const MAJOR: &str = "18";
