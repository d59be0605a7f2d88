//! `cluster.secret`: the passwords of the two roles.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rand::RngCore as _;

use super::login::Password;
use crate::cluster::error::{ClusterError, DuringStep as _};

/// Role that created the cluster and its extensions.
pub const SUPERUSER: &str = "postgres";
/// Role that owns the application's database, and that database's name.
pub const OWNER: &str = "celeiro";

/// Both passwords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// Of [`SUPERUSER`].
    pub superuser: Password,
    /// Of [`OWNER`].
    pub owner: Password,
}

impl Secrets {
    /// Reads the file, or makes it where no cluster exists yet. Call while holding `cluster.lock`.
    ///
    /// # Errors
    /// The file cannot be read or written; or there is a cluster, but no usable secret for it.
    pub fn load_or_make(data_dir: &Path, pgdata: &Path) -> Result<Self, ClusterError> {
        let path = secret_path(data_dir);
        let text = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).during_step(|| format!("reading {}", path.display())),
        };
        match text.as_deref().and_then(Self::parse) {
            Some(secrets) => Ok(secrets),
            None if pgdata.exists() => {
                Err(ClusterError::Corrupt { reason: format!("{} is missing or damaged", path.display()) })
            }
            None => {
                let secrets = Self { superuser: generate_password(), owner: generate_password() };
                let text = format!(
                    "{SUPERUSER}={}\n{OWNER}={}\n",
                    secrets.superuser.expose(),
                    secrets.owner.expose()
                );
                write_private(&path, &text)?;
                Ok(secrets)
            }
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let of = |role: &str| {
            let password = text.lines().find_map(|line| line.strip_prefix(role)?.strip_prefix('='));
            password.filter(|word| word.len() >= 32).map(Password::new)
        };
        Some(Self { superuser: of(SUPERUSER)?, owner: of(OWNER)? })
    }
}

/// The file of the passwords of a data folder.
fn secret_path(data_dir: &Path) -> PathBuf {
    data_dir.join("cluster.secret")
}

/// 192 random bits in hexadecimal: nothing in it needs quoting anywhere.
fn generate_password() -> Password {
    let mut bytes = [0u8; 24];
    rand::rng().fill_bytes(&mut bytes);
    Password::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// Writes a file that only its owner can read, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_private(path: &Path, text: &str) -> Result<(), ClusterError> {
    let beside = path.with_extension("new");
    let write = || -> io::Result<()> {
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().during_step(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn made_once_private_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let pgdata = dir.path().join("pg18");
        let made = Secrets::load_or_make(dir.path(), &pgdata).unwrap();
        assert_eq!(Secrets::load_or_make(dir.path(), &pgdata).unwrap(), made);
        assert_ne!(made.superuser, made.owner);
        let mode = secret_path(dir.path()).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_cluster_without_its_secret_is_said_to_be_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let pgdata = dir.path().join("pg18");
        fs::create_dir(&pgdata).unwrap();
        fs::write(secret_path(dir.path()), "postgres=\n").unwrap();
        let error = Secrets::load_or_make(dir.path(), &pgdata).unwrap_err();
        assert!(matches!(error, ClusterError::Corrupt { .. }), "{error}");
    }
}
