//! Crashes and damage.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use celeiro_store::cluster::{Cluster, ClusterError};
use rustix::process::Signal;

use crate::support::*;

#[tokio::test]
async fn a_killed_server_comes_back_for_all_its_users_with_what_was_committed() {
    let dir = tempfile::tempdir().unwrap();
    let first = open(dir.path()).await.unwrap();
    let second = open(dir.path()).await.unwrap();
    execute(&first, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('milho')").await;
    // A busy back end outlives its server for a moment and keeps the shared memory in use.
    let login = first.owner();
    let busy = tokio::spawn(async move {
        let mut connection = connect(&login).await;
        sqlx::raw_sql("SELECT pg_sleep(60)").execute(&mut connection).await
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let killed = first.server_pid().unwrap();
    signal(killed, Signal::KILL);
    wait_until("the server is dead", || !alive(killed));
    assert_eq!(first.server_pid(), None);

    let (one, two) = tokio::join!(first.ensure_running(), second.ensure_running());
    one.unwrap();
    two.unwrap();
    let restarted = first.server_pid().unwrap();
    assert_eq!(second.server_pid(), Some(restarted));
    assert!(busy.await.unwrap().is_err());
    for cluster in [&first, &second] {
        assert_eq!(ask(cluster, "SELECT word FROM kept").await, "milho");
    }
    second.ensure_running().await.unwrap();
    assert_eq!(first.server_pid(), Some(restarted), "a running server is left alone");
    first.close().await.unwrap();
    second.close().await.unwrap();
    assert!(!alive(restarted));
}

#[tokio::test]
async fn stale_files_that_name_a_living_stranger_do_not_prevent_a_start() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let pid_file = fs::read_to_string(postmaster_pid(dir.path())).unwrap();
    let socket_lock = dir.path().join("s/.s.PGSQL.5432.lock");
    let lock_file = fs::read_to_string(&socket_lock).unwrap();
    let killed = cluster.server_pid().unwrap();
    signal(killed, Signal::KILL);
    wait_until("the server is dead", || !alive(killed));
    drop(cluster);

    // The number now belongs to a program that has nothing to do with us.
    let mut stranger = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap();
    for (path, text) in [(postmaster_pid(dir.path()), pid_file), (socket_lock, lock_file)] {
        let text = text.replacen(&killed.to_string(), &stranger.id().to_string(), 1);
        fs::write(path, text).unwrap();
    }
    let again = open(dir.path()).await.unwrap();
    assert_eq!(ask(&again, "SELECT 'well'").await, "well");
    again.close().await.unwrap();
    assert!(stranger.try_wait().unwrap().is_none(), "the stranger was not touched");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

#[tokio::test]
async fn a_pid_file_of_another_cluster_is_not_believed() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cluster = open(one.path()).await.unwrap();
    open(other.path()).await.unwrap().close().await.unwrap();
    // As after copying a data folder while its server ran.
    fs::copy(postmaster_pid(one.path()), postmaster_pid(other.path())).unwrap();

    let copied = open(other.path()).await.unwrap();
    assert_ne!(copied.server_pid(), cluster.server_pid());
    copied.close().await.unwrap();
    assert_eq!(ask(&cluster, "SELECT 'untouched'").await, "untouched");
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn an_empty_pid_file_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).await.unwrap().close().await.unwrap();
    fs::write(postmaster_pid(dir.path()), "").unwrap();
    let cluster = open(dir.path()).await.unwrap();
    assert_ne!(
        fs::read_to_string(postmaster_pid(dir.path())).unwrap(),
        "",
        "that of the server that runs now"
    );
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn a_half_finished_creation_is_started_over() {
    let dir = tempfile::tempdir().unwrap();
    let unfinished = dir.path().join("pg18.init-0000002a");
    fs::create_dir_all(unfinished.join("base/1")).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "18\n").unwrap();
    fs::write(dir.path().join("cluster.initpw"), "left over").unwrap();

    let cluster = open(dir.path()).await.unwrap();
    assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
    assert!(!unfinished.exists() && !dir.path().join("cluster.initpw").exists());
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn a_server_without_its_socket_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    fs::remove_dir_all(dir.path().join("s")).unwrap();
    cluster.ensure_running().await.unwrap();
    assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
    cluster.close().await.unwrap();
}

#[tokio::test]
async fn damage_is_told_from_a_bad_setting() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).await.unwrap().close().await.unwrap();
    for part in ["pg18/global/pg_control", "pg18/pg_wal", "pg18/PG_VERSION", "cluster.secret"] {
        let path = dir.path().join(part);
        fs::rename(&path, dir.path().join("away")).unwrap();
        let error = fails_at_once(dir.path()).await;
        assert!(matches!(error, ClusterError::Corrupt { .. }), "{part}: {error:?}");
        fs::rename(dir.path().join("away"), &path).unwrap();
    }
    let setting = "max_connections = 'several'\n";
    fs::write(dir.path().join("pg18/postgresql.auto.conf"), setting).unwrap();
    let error = fails_at_once(dir.path()).await;
    let ClusterError::StartFailed { log_tail } = error else { panic!("{error:?}") };
    assert!(log_tail.contains("max_connections"), "{log_tail}");

    fs::write(dir.path().join("pg18/postgresql.auto.conf"), "").unwrap();
    open(dir.path()).await.unwrap().close().await.unwrap();
}

/// The answer must not take the whole patience.
async fn fails_at_once(data_dir: &std::path::Path) -> ClusterError {
    let begun = Instant::now();
    let error = open(data_dir).await.map(|_: Cluster| ()).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(10), "{error}");
    error
}
