//! Several users of one data folder, in one process and in many.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::support::*;

const PART: &str = "CELEIRO_TEST_USER_OF";

/// Not a test by itself: what the second process does. Opens, says which server it got, and closes
/// when its input ends or says so.
#[tokio::test]
async fn second_process() {
    let Some(data_dir) = std::env::var_os(PART) else { return };
    let cluster = open(Path::new(&data_dir)).await.unwrap();
    println!("\nserver {}", cluster.server_pid().unwrap());
    std::io::stdin().read_line(&mut String::new()).unwrap();
    cluster.close().await.unwrap();
}

/// A second process that has the cluster open, and the server it got.
fn start_user(data_dir: &Path) -> (Child, i32) {
    let mut child = own_program("sharing::second_process", PART, data_dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let pid = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("server ")?.parse().ok());
    (child, pid.expect("the second process did not open the cluster"))
}

fn tell_to_close(mut user: Child) {
    user.stdin.take().unwrap().write_all(b"close\n").unwrap();
    assert!(user.wait().unwrap().success());
}

#[tokio::test]
async fn two_at_once_create_one_cluster_and_the_last_stops_it() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) = tokio::join!(open(dir.path()), open(dir.path()));
    let (first, second) = (first.unwrap(), second.unwrap());
    let pid = first.server_pid().unwrap();
    assert_eq!(second.server_pid(), Some(pid));

    first.close().await.unwrap();
    assert_eq!(ask(&second, "SELECT 'still here'").await, "still here");
    second.close().await.unwrap();
    assert!(!alive(pid));
}

#[tokio::test]
async fn processes_share_and_the_one_that_started_may_leave_first() {
    let dir = tempfile::tempdir().unwrap();
    let (user, pid) = start_user(dir.path());
    let cluster = open(dir.path()).await.unwrap();
    assert_eq!(cluster.server_pid(), Some(pid));

    tell_to_close(user);
    assert_eq!(ask(&cluster, "SELECT 'still here'").await, "still here");
    cluster.close().await.unwrap();
    assert!(!alive(pid));
}

#[tokio::test]
async fn a_server_whose_user_was_killed_is_adopted_and_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let (mut user, pid) = start_user(dir.path());
    user.kill().unwrap();
    user.wait().unwrap();
    assert!(alive(pid), "the server outlives its user");

    let cluster = open(dir.path()).await.unwrap();
    assert_eq!(cluster.server_pid(), Some(pid), "adopted, not started anew");
    assert_eq!(ask(&cluster, "SELECT 'well'").await, "well");
    cluster.close().await.unwrap();
    wait_until("the orphan is gone", || !alive(pid));
}

#[tokio::test]
async fn a_killed_user_does_not_keep_the_server_running() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let pid = cluster.server_pid().unwrap();
    let (mut user, _) = start_user(dir.path());
    user.kill().unwrap();
    user.wait().unwrap();
    cluster.close().await.unwrap();
    assert!(!alive(pid));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coming_and_going_never_meets_a_closed_door() {
    let dir = tempfile::tempdir().unwrap();
    let users = (0..4).map(|_| {
        let data_dir = dir.path().to_path_buf();
        tokio::spawn(async move {
            for _ in 0..6 {
                let cluster = open(&data_dir).await.unwrap();
                assert_eq!(ask(&cluster, "SELECT 'in'").await, "in");
                cluster.close().await.unwrap();
            }
        })
    });
    for user in users.collect::<Vec<_>>() {
        user.await.unwrap();
    }
    assert!(!postmaster_pid(dir.path()).exists(), "nobody is left");
}
