//! Exclusive claim of the whole data folder, for its replacement.

use super::error::ClusterError;
use super::folder::make_private_folder;
use super::folder::site::Site;
use super::locks::{Decision, InUse, SoleUse};
use super::server;
use super::server::options::ClusterOptions;
use std::path::Path;
use std::time::Duration;

/// How long a program that is just opening or closing may hold the lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// A data folder that no program uses and whose server does not run; none can begin to use it until the claim
/// is dropped. A process that waits meanwhile looks at the folder anew, which may be another by then.
#[derive(Debug)]
pub struct FolderClaim {
    site: Site,
    _sole: SoleUse,
    _decision: Decision,
}

impl FolderClaim {
    /// Claims the data folder, which is made where it is missing, and stops a server that a killed program
    /// left running. None where a program uses it. Blocks.
    ///
    /// # Errors
    /// See [`ClusterError`].
    pub fn take(options: &ClusterOptions) -> Result<Option<Self>, ClusterError> {
        let site = Site::prepare(options)?;
        let Some(decision) = Decision::wait(&site.data_dir, PATIENCE)? else { return Ok(None) };
        let Some(sole) = SoleUse::try_to_take(&site.data_dir, &decision)? else { return Ok(None) };
        server::stop_server(&site, &decision)?;
        Ok(Some(Self { site, _sole: sole, _decision: decision }))
    }

    /// Canonical path of the claimed data folder.
    pub fn folder(&self) -> &Path {
        &self.site.data_dir
    }
}

/// Being a user of a data folder whose database is elsewhere; over when dropped, or when the process dies.
#[derive(Debug)]
pub struct FolderUse {
    _shared: InUse,
}

impl FolderUse {
    /// Joins the users of the folder, which is made where it is missing. None where another program is just
    /// replacing it. Blocks.
    ///
    /// # Errors
    /// The folder cannot be made or written to, or knows no locks.
    pub fn join(data_dir: &Path) -> Result<Option<Self>, ClusterError> {
        // Attached files and settings are kept here too: it is as private as the folder of a cluster.
        make_private_folder(data_dir)
            .map_err(|source| ClusterError::DataDirNotWritable { path: data_dir.to_path_buf(), source })?;
        let Some(decision) = Decision::wait(data_dir, PATIENCE)? else { return Ok(None) };
        Ok(Some(Self { _shared: InUse::join_folder(data_dir, &decision)? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_folder_without_a_cluster_is_private_too() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        let _used = FolderUse::join(&folder).unwrap().unwrap();
        for made in [folder.as_path(), &root.path().join("a")] {
            assert_eq!(made.metadata().unwrap().permissions().mode() & 0o777, 0o700, "{}", made.display());
        }
    }
}
