//! Data folders of every kind: odd names, closed, full, another person's.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use celeiro_store::cluster::{Cluster, ClusterError, ClusterOptions};

use crate::support::*;

/// Creates, and opens what was created.
async fn works_in(data_dir: &Path) {
    for _ in 0..2 {
        let cluster = open(data_dir).await.unwrap();
        assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
        cluster.close().await.unwrap();
    }
}

#[tokio::test]
async fn blanks_accents_commas_and_quotes_in_the_path() {
    let dir = tempfile::tempdir().unwrap();
    works_in(&dir.path().join("Fazenda São João, \"sede\" 'A'")).await;
}

#[tokio::test]
async fn a_path_too_long_for_a_socket() {
    let dir = tempfile::tempdir().unwrap();
    let long = dir.path().join("talhão".repeat(20)).join("safra".repeat(20));
    let cluster = open(&long).await.unwrap();
    let socket_dir = cluster.owner().socket_dir;
    assert!(!socket_dir.starts_with(&long));
    cluster.close().await.unwrap();
    assert!(!socket_dir.exists(), "nothing is left in the runtime folder");
    works_in(&long).await;
}

#[tokio::test]
async fn a_relative_path_and_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("link");
    std::os::unix::fs::symlink(dir.path().join("real"), &link).unwrap();
    fs::create_dir(dir.path().join("real")).unwrap();
    let through_link = open(&link).await.unwrap();
    let direct = open(&dir.path().join("real")).await.unwrap();
    assert_eq!(through_link.server_pid(), direct.server_pid());
    through_link.close().await.unwrap();
    direct.close().await.unwrap();
}

#[tokio::test]
async fn another_major_version_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let old = dir.path().join("pg17");
    fs::create_dir(&old).unwrap();
    fs::write(old.join("PG_VERSION"), "17\n").unwrap();
    let error = open(dir.path()).await.map(|_: Cluster| ()).unwrap_err();
    assert!(matches!(&error, ClusterError::ForeignVersion { found } if found == "17"), "{error}");
    assert!(!dir.path().join("pg18").exists());
    assert!(!dir.path().join("cluster.secret").exists(), "the passwords are those of the program of before");
}

#[tokio::test]
async fn missing_binaries_say_where_they_were_looked_for() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("nowhere");
    let options = ClusterOptions { postgres_dir: Some(nowhere.clone()), ..ClusterOptions::new(dir.path()) };
    let error = Cluster::open(&options).await.map(|_: Cluster| ()).unwrap_err();
    assert!(matches!(&error, ClusterError::BinariesMissing { looked_in } if *looked_in == [nowhere]));
}

const READ_ONLY: &str = "CELEIRO_TEST_READ_ONLY";

#[tokio::test]
async fn a_read_only_folder_gives_a_clear_error() {
    if let Some(data_dir) = std::env::var_os(READ_ONLY).map(PathBuf::from) {
        is_not_writable(&data_dir).await;
        return is_not_writable(&data_dir.join("new")).await;
    }
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("pg18")).unwrap();
    if !rustix::process::geteuid().is_root() {
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o500)).unwrap();
        is_not_writable(&dir.path().join("new")).await;
        return fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o700)).unwrap();
    }
    let name = "folders::a_read_only_folder_gives_a_clear_error";
    // Root may write anywhere, except where the file system itself is read-only.
    let setup = "mount --bind \"$DIR\" \"$DIR\"; mount -o remount,bind,ro \"$DIR\"; exec";
    if let Some(output) = run_in_namespace(setup, name, READ_ONLY, dir.path()) {
        assert_passed(&output);
    }
}

async fn is_not_writable(dir: &Path) {
    let error = open(dir).await.map(|_: Cluster| ()).unwrap_err();
    assert!(matches!(error, ClusterError::DataDirNotWritable { .. }), "{error:?}");
}

const FULL: &str = "CELEIRO_TEST_FULL_DISK";

#[tokio::test]
async fn a_full_disk_gives_a_clear_error_and_harms_nothing() {
    if let Some(disk) = std::env::var_os(FULL).map(PathBuf::from) {
        return on_a_small_disk(&disk).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let name = "folders::a_full_disk_gives_a_clear_error_and_harms_nothing";
    let setup = "mount -t tmpfs -o size=260m none \"$DIR\"; exec";
    if let Some(output) = run_in_namespace(setup, name, FULL, dir.path()) {
        assert_passed(&output);
    }
}

async fn on_a_small_disk(disk: &Path) {
    let ballast = disk.join("ballast");
    let data_dir = disk.join("data");
    fs::write(&ballast, vec![1; 100 << 20]).unwrap();
    let error = open(&data_dir).await.map(|_: Cluster| ()).unwrap_err();
    let ClusterError::DiskFull { free_bytes, needed_bytes } = error else { panic!("{error:?}") };
    assert!(free_bytes < needed_bytes && needed_bytes == 200 << 20, "{free_bytes} {needed_bytes}");

    fs::remove_file(&ballast).unwrap();
    let cluster = open(&data_dir).await.unwrap();
    execute(&cluster, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('trigo')").await;
    cluster.close().await.unwrap();

    // Now no byte is left, not even for the server's own note.
    let mut full = fs::File::create(&ballast).unwrap();
    while std::io::Write::write(&mut full, &[1; 4096]).is_ok() {}
    drop(full);
    let error = open(&data_dir).await.map(|_: Cluster| ()).unwrap_err();
    assert!(matches!(error, ClusterError::DiskFull { .. }), "{error:?}");

    fs::remove_file(&ballast).unwrap();
    let cluster = open(&data_dir).await.unwrap();
    assert_eq!(ask(&cluster, "SELECT word FROM kept").await, "trigo");
    cluster.close().await.unwrap();
}
