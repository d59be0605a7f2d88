//! Runs `initdb` atomically: the cluster exists completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

use super::site::{LOCALE, Site};
use crate::cluster::MAJOR;
use crate::cluster::access::login::Password;
use crate::cluster::access::secret;
use crate::cluster::access::secret::SUPERUSER;
use crate::cluster::error::{ClusterError, DuringStep as _, ROOM_NEEDED};
use crate::cluster::folder;
use crate::cluster::locks::Decision;
use crate::cluster::server::settings;

/// Refuses a folder whose cluster is of another version or has none. Comes before anything in the folder is changed:
/// the program that the cluster is of goes on with it.
///
/// # Errors
/// [`ClusterError::ForeignVersion`], [`ClusterError::Corrupt`], or the folder cannot be read.
pub fn refuse_other_version(site: &Site, _decision: &Decision) -> Result<(), ClusterError> {
    match site.pgdata.exists() {
        true => check_version(&site.pgdata),
        false => refuse_other_major(&site.data_dir),
    }
}

/// Makes sure there is a cluster at `site.pgdata`; [`refuse_other_version`] was asked before.
///
/// # Errors
/// The disk is full, or `initdb` fails.
pub fn ensure_cluster(site: &Site, superuser: &Password, _decision: &Decision) -> Result<(), ClusterError> {
    remove_unfinished(&site.data_dir)?;
    if site.pgdata.exists() {
        return Ok(());
    }
    folder::check_room(&site.data_dir)?;
    create_cluster(site, superuser)
}

/// Refuses a cluster of another major version or without a version.
fn check_version(pgdata: &Path) -> Result<(), ClusterError> {
    match fs::read_to_string(pgdata.join("PG_VERSION")) {
        Ok(version) if version.trim() == MAJOR => Ok(()),
        Ok(version) => Err(ClusterError::ForeignVersion { found: version.trim().to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(ClusterError::Corrupt { reason: format!("{} has no PG_VERSION", pgdata.display()) })
        }
        Err(error) => Err(error).during_step(|| format!("reading PG_VERSION of {}", pgdata.display())),
    }
}

/// A folder such as `pg17` holds a person's catalog: starting empty beside it would look like a
/// loss.
fn refuse_other_major(data_dir: &Path) -> Result<(), ClusterError> {
    let entries = fs::read_dir(data_dir).during_step(|| format!("reading {}", data_dir.display()))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let version = name.strip_prefix("pg").filter(|rest| rest.parse::<u32>().is_ok());
        if let Some(version) = version
            && entry.path().join("PG_VERSION").exists()
        {
            return Err(ClusterError::ForeignVersion { found: version.to_owned() });
        }
    }
    Ok(())
}

/// Works in a folder of its own and renames it at the end. Its name is used once: an `initdb` whose
/// Celeiro was killed may still be writing, and must not meet the next one.
fn create_cluster(site: &Site, superuser: &Password) -> Result<(), ClusterError> {
    let unfinished = site.data_dir.join(format!("{}{:08x}", unfinished_prefix(), rand::random::<u32>()));
    fs::DirBuilder::new()
        .mode(0o700)
        .create(&unfinished)
        .during_step(|| format!("making {}", unfinished.display()))?;
    site.identity.hand_over(&unfinished)?;

    run_initdb(site, superuser, &unfinished)?;
    include_settings(&unfinished).during_step(|| "completing postgresql.conf".to_owned())?;
    fs::rename(&unfinished, &site.pgdata)
        .and_then(|()| File::open(&site.data_dir)?.sync_all())
        .during_step(|| format!("naming the new cluster {}", site.pgdata.display()))
}

/// How folders of an `initdb` under way begin; what is left of them is removed at the next start.
fn unfinished_prefix() -> String {
    format!("pg{MAJOR}.init-")
}

/// Throws away what killed creations left. One that is still running then fails, as it should; what
/// it writes in the meantime goes the next time.
fn remove_unfinished(data_dir: &Path) -> Result<(), ClusterError> {
    let entries = fs::read_dir(data_dir).during_step(|| format!("reading {}", data_dir.display()))?;
    for entry in entries.flatten() {
        let unfinished = entry.file_name().to_string_lossy().starts_with(&unfinished_prefix());
        if unfinished && let Err(error) = fs::remove_dir_all(entry.path()) {
            tracing::debug!(%error, path = %entry.path().display(), "not removed");
        }
    }
    Ok(())
}

/// The character set and order are PostgreSQL's own (`builtin`), so that the same cluster sorts the
/// same on every machine and survives upgrades of the system's library.
fn run_initdb(site: &Site, superuser: &Password, target: &Path) -> Result<(), ClusterError> {
    let password_file = site.data_dir.join("cluster.initpw");
    secret::write_private(&password_file, &format!("{}\n", superuser.expose()))?;
    site.identity.hand_over(&password_file)?;
    let output = site
        .command("initdb")
        .args(["--username", SUPERUSER, "--encoding", "UTF8", "--locale-provider", "builtin"])
        .args(["--builtin-locale", "C.UTF-8", "--locale", LOCALE, "--auth", "scram-sha-256"])
        .args(["--no-instructions", "--pwfile"])
        .arg(&password_file)
        .arg("--pgdata")
        .arg(target)
        .output();
    fs::remove_file(&password_file).during_step(|| format!("removing {}", password_file.display()))?;

    let output = output.during_step(|| "starting initdb".to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if said.contains("No space left on device") {
        let free_bytes = folder::free_bytes(&site.data_dir)?;
        return Err(ClusterError::DiskFull { free_bytes, needed_bytes: ROOM_NEEDED });
    }
    Err(ClusterError::CreateFailed { output: said })
}

/// Lets PostgreSQL read our settings file where it is there.
fn include_settings(cluster: &Path) -> io::Result<()> {
    let path = cluster.join("postgresql.conf");
    let mut file = OpenOptions::new().append(true).open(&path)?;
    writeln!(file, "include_if_exists = '{}'", settings::FILE)?;
    file.set_permissions(fs::Permissions::from_mode(0o600))?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_majors_and_damage_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        refuse_other_major(dir.path()).unwrap();
        for name in ["pg17", "pgadmin", "pg18.init-0000002a"] {
            fs::create_dir(dir.path().join(name)).unwrap();
        }
        refuse_other_major(dir.path()).unwrap();
        let old = dir.path().join("pg17");
        assert!(matches!(check_version(&old), Err(ClusterError::Corrupt { .. })));

        fs::write(old.join("PG_VERSION"), "17\n").unwrap();
        for error in [refuse_other_major(dir.path()), check_version(&old)] {
            let Err(ClusterError::ForeignVersion { found }) = error else { panic!("{error:?}") };
            assert_eq!(found, "17");
        }
    }
}
