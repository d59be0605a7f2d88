//! Celeiro as root. These say nothing when the tests run as an ordinary user.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use celeiro_store::cluster::{Cluster, ClusterError};

use crate::support::*;

const STRANGER: u32 = 65534;

fn am_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The user under which the server works, as everyone outside sees it.
fn server_user(cluster: &Cluster) -> u32 {
    fs::metadata(format!("/proc/{}", cluster.server_pid().unwrap())).unwrap().uid()
}

/// A folder that everyone may pass through, with a data folder in it.
fn open_folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
    let data_dir = dir.path().join("data");
    fs::create_dir(&data_dir).unwrap();
    (dir, data_dir)
}

#[tokio::test]
async fn the_files_of_root_stay_its_own() {
    if !am_root() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let owner = dir.path().join("pg18/base").metadata().unwrap().uid();
    assert!([0, STRANGER].contains(&owner));
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn root_serves_a_users_folder_as_that_user() {
    if !am_root() {
        return;
    }
    let (_dir, data_dir) = open_folder();
    chown(&data_dir, Some(STRANGER), Some(STRANGER)).unwrap();
    for _ in 0..2 {
        let cluster = match open(&data_dir).await {
            Err(ClusterError::RootNotPossible { reason }) => {
                return eprintln!("skipped, the build folder is closed to others: {reason}");
            }
            other => other.unwrap(),
        };
        assert_eq!(server_user(&cluster), STRANGER);
        assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
        assert_eq!(data_dir.join("pg18/base").metadata().unwrap().uid(), STRANGER);
        cluster.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_closed_parent_folder_is_named() {
    if !am_root() {
        return;
    }
    let (dir, data_dir) = open_folder();
    chown(&data_dir, Some(STRANGER), Some(STRANGER)).unwrap();
    fs::set_permissions(dir.path(), Permissions::from_mode(0o700)).unwrap();
    let error = open(&data_dir).await.map(|_: Cluster| ()).unwrap_err();
    let ClusterError::RootNotPossible { reason } = error else { panic!("{error:?}") };
    assert!(reason.ends_with(&dir.path().canonicalize().unwrap().display().to_string()), "{reason}");
}

const NO_NAMESPACES: &str = "CELEIRO_TEST_NO_NAMESPACES";

#[tokio::test]
async fn without_namespaces_the_server_is_nobody() {
    if let Some(dir) = std::env::var_os(NO_NAMESPACES) {
        return as_nobody(&Path::new(&dir).join("data")).await;
    }
    if !am_root() {
        return;
    }
    let (dir, data_dir) = open_folder();
    fs::set_permissions(&data_dir, Permissions::from_mode(0o700)).unwrap();
    fs::create_dir(dir.path().join("root")).unwrap();
    // The kernel forbids user namespaces to a process whose root folder was changed.
    let setup = "mount --rbind / \"$DIR/root\"; exec chroot \"$DIR/root\"";
    let name = "root::without_namespaces_the_server_is_nobody";
    if let Some(output) = run_in_namespace(setup, name, NO_NAMESPACES, dir.path()) {
        assert_passed(&output);
    }
}

async fn as_nobody(data_dir: &Path) {
    for _ in 0..2 {
        let cluster = match open(data_dir).await {
            Err(ClusterError::RootNotPossible { reason }) => {
                return eprintln!("skipped, the build folder is closed to others: {reason}");
            }
            other => other.unwrap(),
        };
        assert_eq!(server_user(&cluster), STRANGER);
        assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
        cluster.close().await.unwrap();
    }
    let secret = data_dir.join("cluster.secret").metadata().unwrap();
    assert_eq!((secret.uid(), secret.mode() & 0o777), (0, 0o600), "the secret stays root's");
    assert_eq!(data_dir.metadata().unwrap().mode() & 0o777, 0o711);
}
