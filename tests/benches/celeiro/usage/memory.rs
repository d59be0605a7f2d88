//! Memory of an idle server and of its database, as the kernel accounts it (proportional set size).

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// Starts `celeiro serve` on `folder`, lets it idle, and prints what it and its database take.
pub async fn of_server(folder: &Path) {
    let Some(program) = program() else {
        println!("memory: not measured, target/release/celeiro is missing (make build)");
        return;
    };
    let mut child = Command::new(program)
        .arg("--data-dir")
        .arg(folder)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let address = lines.next_line().await.ok().flatten();
    tokio::time::sleep(Duration::from_secs(8)).await;
    let server = child.id().map_or(0, pss_kb);
    let database: u64 = postgres_processes(folder).into_iter().map(pss_kb).sum();
    println!(
        "idle memory: server {} MB (promise: under 150), database {} MB (promise: under 200){}",
        server / 1024,
        database / 1024,
        if address.is_none() { " — the server printed no address" } else { "" }
    );
    if let Some(pid) = child.id() {
        let _ = Command::new("kill").args(["-TERM", &pid.to_string()]).status().await;
    }
    let _ = child.wait().await;
}

fn program() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/celeiro");
    built.exists().then_some(built)
}

fn pss_kb(pid: u32) -> u64 {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find(|l| l.starts_with("Pss:"));
    line.and_then(|l| l.split_whitespace().nth(1)).and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// The postmaster of this folder and its children.
pub fn postgres_processes(folder: &Path) -> Vec<u32> {
    let pid_file = std::fs::read_to_string(folder.join("pg18/postmaster.pid")).unwrap_or_default();
    let Some(postmaster) = pid_file.lines().next().and_then(|l| l.trim().parse::<u32>().ok()) else {
        return Vec::new();
    };
    let children =
        std::fs::read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children")).unwrap_or_default();
    std::iter::once(postmaster).chain(children.split_whitespace().filter_map(|p| p.parse().ok())).collect()
}
