//! `kill -9` of the importing process or of the database, at any step: nothing is half there, and
//! the next run works.

use crate::support::{World, counts, open};
use celeiro_app::import::{
    ImportError, ImportPhase, ImportProgress, ImportRequest, import_file, sandbox::use_parser_program,
};
use celeiro_domain::search::Kind;
use celeiro_store::ClearedStaging;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tokio_util::sync::CancellationToken;

const ROWS: u32 = 6_000;
/// Tells a copy of this test program that it is the importer, and where.
const ROLE: &str = "CELEIRO_TEST_IMPORTER";

fn file(dir: &Path) -> PathBuf {
    let path = dir.join("kill.csv");
    let rows: String = (0..ROWS).map(|n| format!("K{n},Produto {n},{}.5,\"a; b\"\n", n % 100)).collect();
    std::fs::write(&path, format!("id,name,price,tags\n{rows}")).unwrap();
    path
}

/// The importer: says each step, then goes on, whether a process still listens or not.
#[tokio::test(flavor = "multi_thread")]
async fn importer() {
    let Some(dir) = std::env::var_os(ROLE).map(PathBuf::from) else { return };
    use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
    let steps = std::fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().unwrap());
    // Who has heard of the step that it waits for hangs up, and kills a moment later.
    let say = |step: &str| drop((&steps).write_all(format!("step {step}\n").as_bytes()));
    let (cluster, store) = open(&dir).await;
    let request = ImportRequest::of_path(Kind::Items, dir.join("kill.csv"), "test");
    let progress = |p: ImportProgress| say(&format!("{:?} {}", p.phase, p.rows));
    import_file(&store, request, progress, &CancellationToken::new()).await.unwrap();
    say(&format!("Done {ROWS}"));
    store.close().await;
    cluster.close().await.unwrap();
}

/// Starts the importer, and gives the lines that it says. They come over a pipe of their own, in the place
/// of its standard input: what the test program around it prints is of no interest.
fn start(dir: &Path) -> (Child, impl Iterator<Item = String> + use<>) {
    let (from, to) = std::io::pipe().unwrap();
    let importer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hostile::kill::importer", "--nocapture"])
        .env(ROLE, dir)
        .stdin(to)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    (importer, BufReader::new(from).lines().map_while(Result::ok))
}

/// Runs the importer and kills it `delay` milliseconds after it has said `step`.
fn kill_at(dir: &Path, step: &str, delay: u64) {
    let (mut importer, mut lines) = start(dir);
    let reached = lines.any(|line| line.starts_with(step));
    drop(lines);
    assert!(reached, "the importer never said {step}");
    std::thread::sleep(std::time::Duration::from_millis(delay));
    importer.kill().unwrap();
    importer.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_importer_leaves_all_or_nothing() {
    let world = World::own().await;
    let path = file(world.dir.path());
    let mut seen = Vec::new();
    for (step, delay) in [
        ("step Reading 1000", 0),
        ("step Reading 4000", 0),
        ("step Applying", 0),
        ("step Applying", 300),
        ("step Applying", 600),
        ("step Finishing", 0),
    ] {
        kill_at(world.dir.path(), step, delay);
        let count = count_staged(&world).await;
        assert!(count == 0 || count == i64::from(ROWS), "half an import: {count} after {step} + {delay} ms");
        seen.push((step, delay, count));
    }
    println!("after a kill: {seen:?}");
    assert_eq!(seen[0].2, 0, "rows before there was a transaction");
    assert_eq!(seen[5].2, i64::from(ROWS), "an import that was acknowledged is gone");

    let again = world.run(ImportRequest::of_path(Kind::Items, &path, "test")).await.unwrap();
    assert_eq!(counts(&again), [0, 0, ROWS, 0]);
    assert_eq!(world.count().await, i64::from(ROWS));
    assert_eq!(world.store.clear_dead_imports().await.unwrap(), ClearedStaging::default());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staged_rows_of_a_killed_importer_go_at_once_and_those_of_a_living_one_stay() {
    let world = World::own().await;
    file(world.dir.path());
    let store = &world.store;
    kill_at(world.dir.path(), "step Reading 4000", 0);
    let begun = std::time::Instant::now();
    let cleared = loop {
        // The server has to notice the end of the session.
        let cleared = store.clear_dead_imports().await.unwrap();
        if cleared.imports > 0 || begun.elapsed() > std::time::Duration::from_secs(30) {
            break cleared;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(cleared.imports, 1);
    assert!(cleared.bytes > 300_000, "their room is given back: {cleared:?}");

    let (mut importer, mut lines) = start(world.dir.path());
    assert!(lines.any(|line| line.starts_with("step Reading 4000")));
    let process = Pid::from_child(&importer);
    kill_process(process, Signal::STOP).unwrap();
    assert_eq!(store.clear_dead_imports().await.unwrap(), ClearedStaging::default());
    kill_process(process, Signal::CONT).unwrap();
    assert!(lines.any(|line| line.starts_with("step Done")), "it lost its rows");
    assert!(importer.wait().unwrap().success());
    assert_eq!(world.count().await, i64::from(ROWS));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_database_leaves_all_or_nothing() {
    let world = World::own().await;
    let path = file(world.dir.path());
    for phase in [ImportPhase::Reading, ImportPhase::Applying] {
        let request = ImportRequest::of_path(Kind::Items, &path, "test");
        let once = std::sync::Once::new();
        let kill = |progress: ImportProgress| {
            if progress.phase == phase {
                once.call_once(|| {
                    let server = Pid::from_raw(world.cluster().server_pid().unwrap()).unwrap();
                    kill_process(server, Signal::KILL).unwrap();
                });
            }
        };
        let outcome = world.run_with(request.clone(), kill, &CancellationToken::new()).await;
        // What a person is told rests on this: run it again.
        let is_server_gone = |error: &ImportError| matches!(error, ImportError::Store(e) | ImportError::NotBegun(e) if e.is_transient());
        assert!(outcome.as_ref().is_err_and(is_server_gone), "{outcome:?}");
        world.cluster().ensure_running().await.unwrap();
        assert_eq!(count_staged(&world).await, 0, "{phase:?}");
        if phase == ImportPhase::Applying {
            // Asked again under the same id, as after an answer that was lost.
            let report = world.run(request).await.unwrap();
            assert_eq!(counts(&report), [ROWS, 0, 0, 0]);
        }
    }
    world.close().await;
}

/// The server goes on with the statement of a client that died until it notices: waits until two
/// looks a second apart see the same.
async fn count_staged(world: &World) -> i64 {
    let mut last = -1;
    loop {
        let count = world.count().await;
        if count == last {
            return count;
        }
        last = count;
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}
