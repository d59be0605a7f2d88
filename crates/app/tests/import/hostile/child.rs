//! The child: how it is locked in, and what becomes of an import when it dies.

use crate::support::World;
use celeiro_app::import::sandbox::{PARSE_ARGUMENT, Sandbox};
use celeiro_app::import::{ImportError, ImportPhase, ImportRequest, ParserDeath, read_document};
use celeiro_domain::search::Kind;
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// A file long enough that its child lives until we have found it.
fn long_file(world: &World) -> PathBuf {
    let path = world.dir.path().join("long.csv");
    let rows: String =
        (0..20_000).map(|n| format!("{n},Produto {n},\"{}\"\n", "texto ".repeat(20))).collect();
    std::fs::write(&path, format!("id,name,description\n{rows}")).unwrap();
    path
}

/// The child whose standard input is `path`.
fn child_of(path: &Path) -> Option<i32> {
    let processes = std::fs::read_dir("/proc").ok()?;
    processes.filter_map(|p| p.ok()?.file_name().to_str()?.parse().ok()).find(|pid: &i32| {
        std::fs::read_link(format!("/proc/{pid}/fd/0")).is_ok_and(|link| link == path)
            && std::fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(PARSE_ARGUMENT))
    })
}

fn signal(pid: i32, signal: Signal) {
    kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

/// Runs an import of a long file and does something to its child at the first sign of life.
async fn meddle(world: &World, sandbox: Sandbox, what: impl Fn(i32) + Send + Sync) -> ImportError {
    let path = long_file(world);
    let mut request = ImportRequest::of_path(Kind::Items, &path, "test");
    request.sandbox = sandbox;
    let done = std::sync::Once::new();
    let watch = |progress: celeiro_app::import::ImportProgress| {
        if progress.phase == ImportPhase::Reading {
            done.call_once(|| what(child_of(&path).expect("the child lives")));
        }
    };
    world.run_with(request, watch, &CancellationToken::new()).await.unwrap_err()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_child_is_an_error_and_nothing_is_half_there() {
    let world = World::new().await;
    let error = meddle(&world, Sandbox::default(), |pid| signal(pid, Signal::KILL)).await;
    assert!(matches!(&error, ImportError::ParserDied { reason: ParserDeath::Crashed(9), .. }), "{error:?}");
    assert!(error.to_string().contains("long.csv"), "{error}");
    assert_eq!(world.count().await, 0);

    let report = world.import(Kind::Items, "id,name\n1,Produto\n").await.unwrap();
    assert_eq!(report.created, 1, "the next file is read");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_child_is_killed() {
    let world = World::new().await;
    let sandbox = Sandbox { silence: Duration::from_secs(1), ..Sandbox::default() };
    let begun = Instant::now();
    let error = meddle(&world, sandbox, |pid| signal(pid, Signal::STOP)).await;
    assert!(matches!(error, ImportError::ParserDied { reason: ParserDeath::Silent(1), .. }), "{error:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    let path = world.dir.path().join("long.csv");
    while child_of(&path).is_some() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the child lives on");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(world.count().await, 0);
    world.close().await;
}

/// The child is looked at while it waits for us to read.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_child_has_nothing_but_its_file() {
    let world = World::new().await;
    let look = |pid: i32| {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let limits = read("limits");
        let limit = |name: &str| {
            let line =
                limits.lines().find(|l| l.starts_with(name)).unwrap_or_else(|| panic!("{name}: {limits}"));
            line[name.len()..].split_whitespace().next().unwrap_or_default().to_owned()
        };
        assert_eq!(limit("Max address space"), (1_u64 << 30).to_string());
        assert_eq!(limit("Max cpu time"), "20");
        for name in ["Max file size", "Max processes", "Max core file size"] {
            assert_eq!(limit(name), "0", "{name}");
        }
        assert_eq!(limit("Max open files"), "8");
        for name in ["DATABASE_URL", "HOME", "CARGO"] {
            assert!(!read("environ").contains(name), "{name}");
        }
        let files = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
        assert!(files <= 5, "{files} open files");
        let network = |of: &str| std::fs::read_link(format!("/proc/{of}/ns/net")).unwrap();
        if std::process::Command::new("unshare").args(["-Urn", "true"]).status().is_ok_and(|s| s.success()) {
            assert_ne!(network(&pid.to_string()), network("self"));
        }
        signal(pid, Signal::KILL);
    };
    meddle(&world, Sandbox::default(), look).await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_import_leaves_nothing() {
    let world = World::new().await;
    let cancel = CancellationToken::new();
    let request = ImportRequest::of_path(Kind::Items, long_file(&world), "test");
    let outcome = world.run_with(request, |_| cancel.cancel(), &cancel).await;
    assert!(matches!(outcome, Err(ImportError::Cancelled)), "{outcome:?}");
    assert_eq!(world.count().await, 0);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_cannot_be_opened_are_named() {
    let world = World::new().await;
    let pipe = world.dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [world.dir.path().join("missing.csv"), world.dir.path().to_owned(), pipe, "/dev/zero".into()]
    {
        let error = world.run(ImportRequest::of_path(Kind::Items, &path, "test")).await.unwrap_err();
        assert!(matches!(error, ImportError::Unreadable { .. }), "{error:?}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    }
    let mut request = ImportRequest::of_bytes(Kind::Items, b"name\nA\n".to_vec(), "f", "t");
    request.sandbox.program = "/nowhere/celeiro".into();
    let outcome = world.run(request).await;
    assert!(matches!(outcome, Err(ImportError::NoParser(_))), "{outcome:?}");
    world.close().await;
}

#[test]
fn the_hidden_argument_is_not_for_people() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_celeiro-parser"))
        .arg(PARSE_ARGUMENT)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[tokio::test]
async fn a_child_that_never_stops_telling_is_not_listened_to_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let (program, file) = (folder.path().join("chatter"), folder.path().join("a.txt"));
    let piece = format!("{{\"Text\":\"{}\"}}", "x".repeat(20_000));
    std::fs::write(&file, "a").unwrap();
    std::fs::write(&program, format!("#!/bin/sh\nwhile echo '{piece}'; do :; done\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    let sandbox = Sandbox { program, ..Sandbox::default() };
    let document = read_document(std::fs::File::open(&file).unwrap(), "a.txt", sandbox);
    let error = tokio::time::timeout(Duration::from_secs(60), document).await.unwrap().unwrap_err();
    assert!(matches!(error, ImportError::ParserDied { reason: ParserDeath::Incoherent, .. }), "{error:?}");
}
