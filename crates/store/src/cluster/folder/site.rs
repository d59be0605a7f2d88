//! Constants of an open cluster: its paths, programs and identity.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::binaries::Binaries;
use crate::cluster::MAJOR;
use crate::cluster::access::identity::Identity;
use crate::cluster::error::ClusterError;
use crate::cluster::folder;
use crate::cluster::server::log::Log;
use crate::cluster::server::options::ClusterOptions;

/// Language and character set of the server's programs: messages in English, text in UTF-8.
#[cfg(target_os = "linux")]
pub const LOCALE: &str = "C.UTF-8";
/// Language and character set of the server's programs: messages in English. The text's character
/// set is the database's own setting; older systems of this kind have no `C.UTF-8`.
#[cfg(not(target_os = "linux"))]
pub const LOCALE: &str = "C";

/// The fixed facts about one cluster.
#[derive(Debug)]
pub struct Site {
    /// Canonical data folder.
    pub data_dir: PathBuf,
    /// The cluster in it; may not exist yet.
    pub pgdata: PathBuf,
    /// The tree in use.
    pub binaries: Binaries,
    /// Under which user its programs run.
    pub identity: Identity,
    /// What the server says.
    pub log: Log,
    /// How long anything may take.
    pub patience: Duration,
    /// Page cache in MiB; by the size of the database where it is none.
    pub shared_buffers_mb: Option<u32>,
}

impl Site {
    /// Finds the programs, makes the data folder, and settles the identity.
    ///
    /// # Errors
    /// Any of the three fails; see [`ClusterError`].
    pub fn prepare(options: &ClusterOptions) -> Result<Self, ClusterError> {
        let binaries = Binaries::locate(options.postgres_dir.as_deref())?;
        let data_dir = folder::prepare_data_folder(&options.data_dir)?;
        let pgdata = data_dir.join(format!("pg{MAJOR}"));
        let identity = Identity::choose(&data_dir, &pgdata, &binaries)?;
        identity.open_the_way(&data_dir, &binaries)?;
        Ok(Self {
            log: Log::of(&data_dir),
            data_dir,
            pgdata,
            binaries,
            identity,
            patience: options.patience,
            shared_buffers_mb: options.shared_buffers_mb,
        })
    }

    /// Builds the command of a PostgreSQL program under the cluster's identity. It is cut off from the terminal and from
    /// environment variables that would change what it does (`PGDATA`, `LC_ALL`, ...).
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.binaries.tool(tool));
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("LC_ALL", LOCALE)
            .env("TZ", "UTC")
            .current_dir("/")
            .stdin(Stdio::null());
        self.identity.apply(&mut command);
        command
    }
}
