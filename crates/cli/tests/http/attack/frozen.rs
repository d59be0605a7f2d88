//! A database whose processes were stopped: it is told soon and by its name, whatever is asked, and all
//! is well once they go on.

use crate::client::{Answer, Request};
use crate::operations::transfers::{carried_out, upload};
use crate::server::{Server, start};
use crate::support::{failure, prepare_folder};
use serde_json::json;
use socket2::{Domain, SockAddr, Socket, Type};
use std::fmt::Write as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Processes that are stopped until this is dropped.
pub struct StoppedProcesses(Vec<i32>);

impl StoppedProcesses {
    pub fn new(processes: Vec<i32>) -> Self {
        assert!(!processes.is_empty());
        processes.iter().for_each(|pid| signal(*pid, libc::SIGSTOP));
        Self(processes)
    }
}

impl Drop for StoppedProcesses {
    fn drop(&mut self) {
        self.0.iter().for_each(|pid| signal(*pid, libc::SIGCONT));
    }
}

fn signal(pid: i32, signal: i32) {
    // SAFETY: a process of our own server's database.
    unsafe { libc::kill(pid, signal) };
}

/// The database's first process and those that it started.
pub fn processes(folder: &Path) -> Vec<i32> {
    let file = std::fs::read_to_string(folder.join("pg18/postmaster.pid")).unwrap();
    let first: i32 = file.lines().next().unwrap().parse().unwrap();
    let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap();
    std::iter::once(first).chain(children.split_whitespace().map(|pid| pid.parse().unwrap())).collect()
}

/// Those that answer connections.
fn back_ends(folder: &Path) -> Vec<i32> {
    let answers = |pid: &i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("celeiro_work celeiro")
    };
    processes(folder).into_iter().filter(answers).collect()
}

fn ready(name: &str) -> Server {
    let server = start(&prepare_folder(name), &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    server.ok("POST", "/api/catalog/items", &json!({ "name": "Ureia", "price": 1 }));
    frozen_requests(&server).into_iter().for_each(|(what, request)| {
        let answer = request.send();
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
    });
    server
}

/// Operations of every kind: searches, lists, writes, such as may take minutes.
fn frozen_requests(server: &Server) -> Vec<(&'static str, Request)> {
    let post = |path: &str, body: serde_json::Value| server.post(path).json(body.to_string());
    vec![
        ("search", post("/api/rag/search", json!({ "query": "ureia" }))),
        ("items", server.get("/api/catalog/items")),
        ("faqs", server.get("/api/faqs")),
        ("facets", server.get("/api/catalog/facets")),
        ("create", post("/api/catalog/items", json!({ "name": "Outra", "price": 2 }))),
        ("assist", post("/api/catalog/assist", json!({ "name": "Ureia" }))),
        ("conversations", server.get("/api/conversations")),
        ("query sets", server.get("/api/sets")),
        ("profiles", server.get("/api/profiles")),
    ]
}

/// What each operation is answered, asked for all at the same time, and after how long.
fn answers(server: &Server) -> Vec<(&'static str, Answer, Duration)> {
    answers_to(frozen_requests(server))
}

fn answers_to(
    requests: impl IntoIterator<Item = (&'static str, Request)>,
) -> Vec<(&'static str, Answer, Duration)> {
    let begun = Instant::now();
    let asked = requests.into_iter();
    let asked = asked.map(|(what, request)| (what, thread::spawn(move || (request.send(), begun.elapsed()))));
    let asked: Vec<_> = asked.collect();
    let answer = |(what, thread): (_, thread::JoinHandle<_>)| {
        let (answer, after) = thread.join().unwrap();
        (what, answer, after)
    };
    asked.into_iter().map(answer).collect()
}

fn goes_on(server: &Server) {
    server.wait_until("the database answers", || server.get("/api/faqs").send().status == 200);
    for (what, request) in frozen_requests(server) {
        server.wait_until(what, || request.clone().send().status == 200);
    }
}

#[test]
fn a_database_that_was_stopped_is_told_as_that() {
    let server = ready("frozen");
    let stopped = StoppedProcesses::new(processes(&server.data_dir));
    // Twice: at the first time connections are idle, at the second they wait.
    for _ in 0..2 {
        for (what, answer, after) in answers(&server) {
            eprintln!("{what}: {after:?} {}", answer.status);
            // What was read a moment ago is still known.
            if answer.status != 200 || ["search", "items", "faqs", "create"].contains(&what) {
                assert_eq!(answer.error(503), "database_stuck", "{what}");
            }
            assert!(after < Duration::from_secs(5), "{what}: {after:?}");
        }
        assert_eq!(server.get("/api/health").send().error(503), "database_stuck");
    }
    drop(stopped);
    goes_on(&server);
}

#[test]
fn back_ends_that_were_stopped_are_no_busy_database() {
    let server = ready("frozen-back-ends");
    let stopped = StoppedProcesses::new(back_ends(&server.data_dir));
    for _ in 0..2 {
        for (what, answer, after) in answers(&server) {
            eprintln!("{what}: {after:?} {}", answer.status);
            // A new connection may be made for it.
            if answer.status != 200 {
                assert_eq!(answer.error(503), "database_stuck", "{what}");
            }
            assert!(after < Duration::from_secs(5), "{what}: {after:?}");
        }
    }
    drop(stopped);
    goes_on(&server);
}

/// Its connections go on: no client that has one is to be told that the database does not answer.
#[test]
fn where_the_first_process_alone_was_stopped_those_who_have_a_connection_are_served() {
    let server = ready("frozen-entrance");
    let at_once = |count: usize| {
        let asked: Vec<_> = (0..count).map(|_| server.get("/api/catalog/items")).collect();
        let asked = asked.into_iter().map(|request| thread::spawn(move || request.send().status));
        let asked: Vec<_> = asked.collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect::<Vec<_>>()
    };
    // Until every connection of the pool is there.
    server.wait_until("there are eight connections", || {
        at_once(24);
        back_ends(&server.data_dir).len() >= 8
    });
    let stopped = StoppedProcesses::new(processes(&server.data_dir)[..1].to_vec());
    for _ in 0..2 {
        assert_eq!(at_once(60), [200; 60]);
    }
    drop(stopped);
    goes_on(&server);
}

/// As connections end that are old or unused.
fn end(server: &Server, back_ends_that_go: &[i32]) {
    back_ends_that_go.iter().for_each(|pid| signal(*pid, libc::SIGTERM));
    let is_gone = |pid: &i32| !back_ends(&server.data_dir).contains(pid);
    server.wait_until("the connections are closed", || back_ends_that_go.iter().all(is_gone));
    // One that was used within a second is taken to live.
    thread::sleep(Duration::from_millis(1_200));
}

/// No call can be served: an operation of several calls is told as soon as one of a single call.
#[test]
fn where_the_first_process_was_stopped_and_no_connection_is_left_everybody_is_told_soon() {
    let server = ready("frozen-no-connection");
    let stopped = StoppedProcesses::new(processes(&server.data_dir)[..1].to_vec());
    end(&server, &back_ends(&server.data_dir));
    for round in 0..3 {
        let health: Vec<_> = (0..3).map(|_| ("health", server.get("/api/health"))).collect();
        for (what, answer, after) in answers_to(health.into_iter().chain(frozen_requests(&server))) {
            eprintln!("{round} {what}: {after:?} {}", answer.status);
            if answer.status != 200 || ["health", "search", "items", "faqs", "create"].contains(&what) {
                assert_eq!(answer.error(503), "database_stuck", "{what}");
            }
            assert!(after < Duration::from_secs(3), "{round} {what}: {after:?}");
        }
    }
    drop(stopped);
    goes_on(&server);
}

/// Who waits for a connection is told after two seconds, not after the eight that a busy database is given.
#[test]
fn where_the_first_process_was_stopped_and_one_connection_is_left_those_who_need_another_are_told_soon() {
    let server = ready("frozen-one-connection");
    let stopped = StoppedProcesses::new(processes(&server.data_dir)[..1].to_vec());
    end(&server, &back_ends(&server.data_dir)[1..]);
    let mut refused = 0;
    for round in 0..2 {
        for (what, answer, after) in answers(&server) {
            eprintln!("{round} {what}: {after:?} {}", answer.status);
            if answer.status != 200 {
                assert_eq!(answer.error(503), "database_stuck", "{what}");
                refused += 1;
            }
            assert!(after < Duration::from_secs(7), "{round} {what}: {after:?}");
        }
    }
    assert!(refused > 0, "one connection serves not all of them at once");
    drop(stopped);
    goes_on(&server);
}

/// A command opens a connection of its own: that its server is stopped is told after a second or two, not
/// after the fifteen that a server which starts may take.
#[test]
fn a_command_beside_a_stopped_database_is_told_soon() {
    let server = ready("frozen-command");
    let all = processes(&server.data_dir);
    for (what, stopped) in [("the first", &all[..1]), ("all", &all[..])] {
        let stopped = StoppedProcesses::new(stopped.to_vec());
        let begun = Instant::now();
        let error = failure(&server.data_dir, ["call", "list_items"], 1);
        let after = begun.elapsed();
        eprintln!("{what}: {after:?} {error}");
        assert_eq!(error["code"], "database_stuck", "{what}");
        assert!(after < Duration::from_secs(6), "{what}: {after:?}");
        drop(stopped);
    }
    goes_on(&server);
}

/// Imports three rows, and returns how the import ended.
fn import_rows(server: &Server, prefix: &str) -> serde_json::Value {
    let rows: String = (0..3).map(|row| format!("{prefix}{row};Zorzal {prefix}{row}\n")).collect();
    let id = upload(server, "import", "lista.csv", format!("id;nome\n{rows}").as_bytes());
    carried_out(server, "/api/imports", &json!({ "uploadId": id, "kind": "items" }))
}

#[test]
fn an_import_begun_in_a_stopped_database_ends_soon_and_by_its_name() {
    let server = ready("frozen-import");
    let id = upload(&server, "import", "lista.csv", b"id;nome\nZ-1;Zorzal\n");
    let stopped = StoppedProcesses::new(processes(&server.data_dir));
    let begun = Instant::now();
    let import = json!({ "uploadId": id, "kind": "items" });
    // Which profile reads the file is asked before it begins.
    assert_eq!(server.post("/api/imports").json(import.to_string()).send().error(503), "database_stuck");
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    drop(stopped);
    goes_on(&server);
    let after = import_rows(&server, "A");
    assert_eq!(after["result"]["report"]["created"], 3, "{after}");
}

/// It needs a connection of its own, and is told as soon as all else that there is none to be had.
#[test]
fn a_preview_begun_where_the_first_process_alone_was_stopped_is_told_soon() {
    let server = ready("frozen-preview-entrance");
    let id = upload(&server, "import", "lista.csv", b"id;nome\nZ-1;Zorzal\n");
    let stopped = StoppedProcesses::new(processes(&server.data_dir)[..1].to_vec());
    let begun = Instant::now();
    let ended = carried_out(&server, "/api/imports/preview", &json!({ "uploadId": id, "kind": "items" }));
    assert_eq!(ended["error"]["code"], "database_stuck", "{ended}");
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    drop(stopped);
    goes_on(&server);
}

/// A stopped server whose queue of waiting clients is full refuses the next at once, and is there all the same.
#[test]
fn a_stopped_database_with_a_crowd_at_its_entrance_is_told_as_that() {
    let server = ready("frozen-crowd");
    let stopped = StoppedProcesses::new(processes(&server.data_dir));
    let crowd = fill_entrance(&server.data_dir);
    for (what, answer, after) in answers(&server) {
        eprintln!("{what}: {after:?} {}", answer.status);
        if answer.status != 200 {
            assert_eq!(answer.error(503), "database_stuck", "{what}");
        }
    }
    assert_eq!(server.get("/api/health").send().error(503), "database_stuck");
    drop((stopped, crowd));
    goes_on(&server);
}

/// Connections to the database's socket until none is taken any more.
fn fill_entrance(folder: &Path) -> Vec<Socket> {
    let file = std::fs::read_to_string(folder.join("pg18/postmaster.pid")).unwrap();
    let lines: Vec<_> = file.lines().collect();
    let address = SockAddr::unix(format!("{}/.s.PGSQL.{}", lines[4], lines[3])).unwrap();
    let mut crowd = Vec::new();
    for _ in 0..5_000 {
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
        socket.set_nonblocking(true).unwrap();
        match socket.connect(&address) {
            Ok(()) => crowd.push(socket),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return crowd,
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the queue has no end");
}

/// A preview stores nothing: there is no import that could have been interrupted.
#[test]
fn a_preview_whose_database_stops_half_way_tells_of_the_database() {
    let server = ready("frozen-preview");
    let mut file = "id;nome\n".to_owned();
    (0..60_000).for_each(|row| writeln!(file, "P-{row};Zorzal {row}").unwrap());
    let id = upload(&server, "import", "lista.csv", file.as_bytes());
    let request = json!({ "uploadId": id, "kind": "items" });
    for (address, code) in
        [("/api/imports/preview", "database_stuck"), ("/api/imports", "import_interrupted")]
    {
        let begun = server.ok("POST", address, &request);
        let at = format!("/api/imports/{}", begun["id"].as_str().unwrap());
        let state = || server.get(&at).send().json();
        server.wait_until("rows are staged", || state()["rows"].as_u64().unwrap() > 0);
        let stopped = StoppedProcesses::new(processes(&server.data_dir));
        server.wait_until("it is over", || !state()["error"].is_null() || !state()["result"].is_null());
        assert_eq!(state()["error"]["code"], code, "{}", state());
        drop(stopped);
        goes_on(&server);
    }
}

/// What another program is connected to and does nothing with is not waited for.
#[test]
fn a_stopped_idle_back_end_of_another_program_ends_no_import() {
    let server = ready("frozen-other");
    let before = processes(&server.data_dir);
    let other = start(&server.data_dir, &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    other.wait_until_ready();
    let title = |pid: &i32| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let is_idle = |pid: &i32| title(pid).trim_end_matches(['\0', ' ']).ends_with(" idle");
    // Those that came after the other program was there are its own: the first does nothing meanwhile.
    let theirs: Vec<i32> =
        back_ends(&server.data_dir).into_iter().filter(|pid| !before.contains(pid)).collect();
    let stopped = StoppedProcesses::new(theirs.into_iter().filter(is_idle).take(1).collect());
    for round in 0..3 {
        let ended = import_rows(&server, &format!("B{round}-"));
        assert_eq!(ended["result"]["report"]["created"], 3, "{ended}");
    }
    drop(stopped);
    goes_on(&server);
    goes_on(&other);
}

/// No call waits for the checkpointer: what it writes is in the log already. Large writes leave a
/// checkpoint for afterwards; more of them than there are connections for large writes find room.
#[test]
fn where_the_checkpointer_was_stopped_everybody_is_served() {
    let server = ready("frozen-background");
    let title = |pid: &i32| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let all = processes(&server.data_dir);
    let stopped =
        StoppedProcesses::new(all.into_iter().filter(|pid| title(pid).contains("checkpointer")).collect());
    for _ in 0..4 {
        for (what, answer, after) in answers(&server) {
            assert_eq!(answer.status, 200, "{what} after {after:?}: {}", answer.text());
        }
    }
    for round in 0..8 {
        let ended = import_rows(&server, &format!("C{round}-"));
        assert_eq!(ended["result"]["report"]["created"], 3, "{round}: {ended}");
    }
    drop(stopped);
    goes_on(&server);
}
