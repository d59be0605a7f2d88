//! Runs that are ended in the middle, or whose database is; with a server of vectors that takes its time.

use crate::support::{celeiro, fixture, json, lasting_folder, stderr};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A server with OpenAI's `/embeddings`, which says nothing while it is told to be silent.
struct Provider {
    port: u16,
    silent: Arc<AtomicBool>,
    asked: Arc<AtomicUsize>,
}

impl Provider {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (silent, asked) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
        let (is_silent, count) = (Arc::clone(&silent), Arc::clone(&asked));
        std::thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let (is_silent, count) = (Arc::clone(&is_silent), Arc::clone(&count));
                std::thread::spawn(move || answer(stream, &is_silent, &count));
            }
        });
        Self { port, silent, asked }
    }

    fn embed(&self, folder: &Path) -> Command {
        let mut command = celeiro(folder);
        command
            .env("EMBEDDING_PROVIDER", "openai")
            .env("EMBEDDING_BASE_URL", format!("http://127.0.0.1:{}/v1", self.port))
            .env("EMBEDDING_API_KEY", "sk-test")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("EMBEDDING_BATCH_SIZE", "5")
            .args(["embed", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

fn answer(mut stream: TcpStream, silent: &AtomicBool, asked: &AtomicUsize) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    asked.fetch_add(1, Ordering::SeqCst);
    while silent.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let request: Value = serde_json::from_slice(&body).unwrap();
    let texts = request["input"].as_array().map_or(1, Vec::len);
    let data: Vec<Value> =
        (0..texts).map(|at| json!({"index": at, "embedding": [0.5, 0.5, 0.5, 0.5]})).collect();
    let text =
        json!({"data": data, "model": request["model"], "usage": {"prompt_tokens": 1, "total_tokens": 1}})
            .to_string();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    );
}

/// A data folder with the twelve items of the fixtures and no vectors.
fn unembedded(name: &str) -> PathBuf {
    let folder = lasting_folder().join(name);
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    folder
}

/// Ends a run with `signal` while it waits for vectors, and runs it again with a provider that
/// answers: how the first ended, what the second said and did.
fn ended_with(name: &str, signal: i32) -> (Option<i32>, String, Value) {
    let (folder, provider) = (unembedded(name), Provider::start());
    let child = provider.embed(&folder).spawn().unwrap();
    let begun = Instant::now();
    while provider.asked.load(Ordering::SeqCst) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody asks for vectors");
        std::thread::sleep(Duration::from_millis(20));
    }
    // SAFETY: a signal to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, signal) };
    let first = child.wait_with_output().unwrap();
    provider.silent.store(false, Ordering::SeqCst);
    let second = provider.embed(&folder).output().unwrap();
    assert!(second.status.success(), "{}", stderr(&second));
    let summary = serde_json::from_slice(&second.stdout).unwrap();
    (first.status.code(), stderr(&second), summary)
}

#[test]
fn a_run_that_is_asked_to_end_gives_back_what_it_holds() {
    let (code, said, summary) = ended_with("embed-asked", libc::SIGTERM);
    assert_eq!(code, Some(130));
    assert_eq!(summary["embedded"], 12, "{summary}");
    assert!(!said.contains("holds"), "nothing is waited for: {said}");
}

#[test]
fn what_a_killed_run_held_is_waited_for_and_done() {
    let (code, said, summary) = ended_with("embed-killed", libc::SIGKILL);
    assert_eq!(code, None);
    assert!(said.contains("Another run of Celeiro holds"), "{said}");
    assert_eq!(summary["embedded"], 12, "{summary}");
}

#[test]
fn a_run_whose_database_dies_says_what_is_kept_and_how_to_go_on() {
    let (folder, provider) = (unembedded("embed-orphan"), Provider::start());
    let child = provider.embed(&folder).spawn().unwrap();
    let begun = Instant::now();
    while provider.asked.load(Ordering::SeqCst) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody asks for vectors");
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_database(&folder);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(body["error"]["code"], "embedding_interrupted", "{body}");
    assert!(body["error"]["message"].as_str().unwrap().contains("celeiro embed"), "{body}");
    provider.silent.store(false, Ordering::SeqCst);
    let again = provider.embed(&folder).output().unwrap();
    let summary: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(summary["embedded"], 12, "{summary} {}", stderr(&again));
}

#[test]
fn an_import_whose_database_dies_says_so_and_can_be_repeated() {
    let folder = unembedded("import-orphan");
    let rows: String =
        (0..60_000).map(|n| format!("{{\"id\":\"K{n}\",\"name\":\"Item {n}\",\"price\":{n}}}\n")).collect();
    let file = lasting_folder().join("orphan.jsonl");
    std::fs::write(&file, rows).unwrap();
    let import = ["import", "items", file.to_str().unwrap(), "--json"];
    let mut child =
        celeiro(&folder).args(import).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !crate::support::database_runs(&folder) {
        assert!(child.try_wait().unwrap().is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(2_500));
    kill_database(&folder);
    let output = child.wait_with_output().unwrap();
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(body["error"]["code"], "import_interrupted", "{body} {}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    let report = json(&folder, &import[..3]);
    assert_eq!(report["rejected"], 0, "{report}");
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 60_012, "all of them, once");
}

/// `kill -9` of the server's first process.
fn kill_database(folder: &Path) {
    let pid = std::fs::read_to_string(folder.join("pg18/postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().trim().parse().unwrap();
    // SAFETY: a signal to the server of this test's own data folder.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}
