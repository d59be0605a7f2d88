//! `cluster.secret`: the passwords of the three roles.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rand::RngCore as _;

use super::login::Password;
use crate::cluster::error::{ClusterError, DuringStep as _};
use crate::cluster::folder::ready_marker::require_set_up;

/// Role that created the cluster and its extensions.
pub const SUPERUSER: &str = "postgres";
/// Role that owns the application's database, and that database's name.
pub const OWNER: &str = "celeiro";
/// Role that does what people and programs ask for, and owns nothing.
pub const WORKER: &str = "celeiro_work";

/// The passwords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// Of [`SUPERUSER`].
    pub superuser: Password,
    /// Of [`OWNER`].
    pub owner: Password,
    /// Of [`WORKER`].
    pub worker: Password,
}

impl Secrets {
    /// Reads the file, or makes it where no cluster exists yet. One of a program that knew no [`WORKER`] gets a
    /// password for it. Call while holding `cluster.lock`.
    ///
    /// # Errors
    /// The file cannot be read or written; or there is a cluster, but no usable secret for it.
    pub fn load_or_make(data_dir: &Path, pgdata: &Path) -> Result<Self, ClusterError> {
        let path = secret_path(data_dir);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).during_step(|| format!("reading {}", path.display())),
        };
        let of = |role: &str| find_password(&text, role);
        let secrets = match (of(SUPERUSER), of(OWNER), of(WORKER)) {
            (Some(superuser), Some(owner), Some(worker)) => return Ok(Self { superuser, owner, worker }),
            (Some(superuser), Some(owner), None) => {
                // First: a role that has another password by now gets this one with the next set-up, whatever happens
                // in between.
                require_set_up(pgdata)?;
                Self { superuser, owner, worker: generate_password() }
            }
            _ if pgdata.exists() => {
                let reason = format!("{} is missing or damaged", path.display());
                return Err(ClusterError::Corrupt { reason });
            }
            _ => Self {
                superuser: generate_password(),
                owner: generate_password(),
                worker: generate_password(),
            },
        };
        write_private(&path, &secrets.to_text())?;
        Ok(secrets)
    }

    /// A line for each role. A program that knows no [`WORKER`] reads the others by their names.
    fn to_text(&self) -> String {
        [(SUPERUSER, &self.superuser), (OWNER, &self.owner), (WORKER, &self.worker)]
            .map(|(role, password)| format!("{role}={}\n", password.expose()))
            .concat()
    }
}

/// The password of a role, where the file has one that was made by [`generate_password`].
fn find_password(text: &str, role: &str) -> Option<Password> {
    let password = text.lines().find_map(|line| line.strip_prefix(role)?.strip_prefix('='));
    password.filter(|word| word.len() >= 32).map(Password::new)
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
        assert!(made.superuser != made.owner && made.owner != made.worker);
        let mode = secret_path(dir.path()).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_file_of_two_roles_gets_a_password_for_the_third_and_the_cluster_is_set_up_anew() {
        let dir = tempfile::tempdir().unwrap();
        let (path, pgdata) = (secret_path(dir.path()), dir.path().join("pg18"));
        let made = Secrets::load_or_make(dir.path(), &pgdata).unwrap();
        let of_before = fs::read_to_string(&path).unwrap().lines().take(2).collect::<Vec<_>>().join("\n");
        fs::create_dir(&pgdata).unwrap();
        let marker = pgdata.join("celeiro.ready");
        for worker in ["", "\nceleiro_work=short\n"] {
            fs::write(&path, format!("{of_before}{worker}")).unwrap();
            fs::write(&marker, "3\n").unwrap();
            let grown = Secrets::load_or_make(dir.path(), &pgdata).unwrap();
            assert_eq!((&grown.superuser, &grown.owner), (&made.superuser, &made.owner));
            assert_ne!(grown.worker, made.worker);
            assert!(!marker.exists(), "the role gets this password");

            fs::write(&marker, "3\n").unwrap();
            assert_eq!(Secrets::load_or_make(dir.path(), &pgdata).unwrap(), grown);
            assert!(marker.exists(), "a whole file is left as it is");
            let mode = path.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        // What a program of before finds by the name of its role.
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(find_password(&text, OWNER), Some(made.owner));
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
