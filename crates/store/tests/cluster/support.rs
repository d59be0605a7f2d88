//! What the tests share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use celeiro_store::cluster::{Binaries, Cluster, ClusterError, ClusterOptions, Login};
use rustix::process::{Pid, Signal};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

/// Options for a data folder; says what to run when there is no PostgreSQL to test with.
pub fn options(data_dir: &Path) -> ClusterOptions {
    if Binaries::locate(None).is_err() {
        panic!("these tests need a PostgreSQL tree: run `cargo xtask postgres` first");
    }
    ClusterOptions { patience: Duration::from_secs(30), ..ClusterOptions::new(data_dir) }
}

pub async fn open(data_dir: &Path) -> Result<Cluster, ClusterError> {
    Cluster::open(&options(data_dir)).await
}

pub async fn connect(login: &Login) -> PgConnection {
    PgConnection::connect_with(&login.connect_options()).await.unwrap()
}

/// Runs statements as the owner.
pub async fn execute(cluster: &Cluster, statements: &'static str) {
    let mut connection = connect(&cluster.owner()).await;
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Asks one question as the owner and returns the first column as text.
pub async fn ask(cluster: &Cluster, question: &'static str) -> String {
    ask_as(&cluster.owner(), question).await
}

/// Asks one question and returns the first column, which must be text.
pub async fn ask_as(login: &Login, question: &'static str) -> String {
    let mut connection = connect(login).await;
    let answer = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    answer
}

/// Whether a process lives; a zombie does not.
pub fn alive(pid: i32) -> bool {
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

/// Waits until `is_done`, at most ten seconds.
pub fn wait_until(what: &str, is_done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_done() {
        assert!(begun.elapsed() < Duration::from_secs(10), "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn signal(pid: i32, signal: Signal) {
    rustix::process::kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

pub fn postmaster_pid(data_dir: &Path) -> PathBuf {
    data_dir.join("pg18/postmaster.pid")
}

/// This test program, to be run again for the one test `name` with `variable` telling it its part.
pub fn own_program(name: &str, variable: &str, value: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env(variable, value);
    command
}

/// Runs the test `name` again as root in a mount namespace of its own, after the shell commands
/// `setup` (in which `$DIR` is `dir`, and which may end in `exec` with other surroundings). `None`
/// where this machine does not let us.
pub fn run_in_namespace(setup: &str, name: &str, variable: &str, dir: &Path) -> Option<Output> {
    let probe = Command::new("unshare").args(["--mount", "true"]).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        eprintln!("{name}: skipped, no mount namespaces for this user");
        return None;
    }
    let inner = own_program(name, variable, dir);
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-ec", &format!("{setup} \"$0\" \"$@\"")])
        .arg(inner.get_program())
        .args(inner.get_args())
        .env("DIR", dir)
        .env(variable, dir)
        .output()
        .unwrap();
    Some(output)
}

/// Passes on what a test process printed, and fails if it failed.
pub fn assert_passed(output: &Output) {
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
