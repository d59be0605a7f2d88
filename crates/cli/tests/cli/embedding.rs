//! Runs that are ended in the middle, or whose database is; with a server of vectors that takes its time.

use crate::support::{celeiro, fixture, json, lasting_folder, prepare_folder, stderr};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A server with OpenAI's `/embeddings`, which says nothing while it is told to be silent.
#[derive(Clone)]
pub struct Provider {
    port: u16,
    pub silent: Arc<AtomicBool>,
    asked: Arc<AtomicUsize>,
    /// The lines before the body of the last request.
    head: Arc<Mutex<String>>,
    refuses: Arc<AtomicBool>,
}

impl Provider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (silent, asked) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
        let head: Arc<Mutex<String>> = Arc::default();
        let provider = Self { port, silent, asked, head, refuses: Arc::default() };
        let serving = provider.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let serving = serving.clone();
                std::thread::spawn(move || serving.answer(stream));
            }
        });
        provider
    }

    /// One that answers at once.
    pub fn ready() -> Self {
        let provider = Self::start();
        provider.silent.store(false, Ordering::SeqCst);
        provider
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    pub fn count_asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
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

    fn answer(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let (mut length, mut lines) = (0, String::new());
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
            lines += &line.to_lowercase();
        }
        *self.head.lock().unwrap() = lines;
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        self.asked.fetch_add(1, Ordering::SeqCst);
        while self.silent.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if self.refuses.load(Ordering::SeqCst) {
            let _ = write!(stream, "HTTP/1.1 400 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            return;
        }
        let request: Value = serde_json::from_slice(&body).unwrap();
        let texts = request["input"].as_array().map_or(1, Vec::len);
        let vector = vec![0.5; request["dimensions"].as_u64().unwrap_or(4) as usize];
        let data: Vec<Value> = (0..texts).map(|at| json!({"index": at, "embedding": vector})).collect();
        let text =
            json!({"data": data, "model": request["model"], "usage": {"prompt_tokens": 1, "total_tokens": 1}})
                .to_string();
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
            text.len()
        );
    }
}

/// A data folder with the twelve items of the fixtures and no vectors.
pub fn prepare_unembedded(name: &str) -> PathBuf {
    let folder = prepare_folder(name);
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    folder
}

/// Ends a run with `signal` while it waits for vectors, and runs it again with a provider that
/// answers: how the first ended, what the second said and did.
fn ended_with(name: &str, signal: i32) -> (Option<i32>, String, Value) {
    let (folder, provider) = (prepare_unembedded(name), Provider::start());
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
    let (folder, provider) = (prepare_unembedded("embed-orphan"), Provider::start());
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
    let folder = prepare_unembedded("import-orphan");
    let rows: String =
        (0..12_000).map(|n| format!("{{\"id\":\"K{n}\",\"name\":\"Item {n}\",\"price\":{n}}}\n")).collect();
    let file = lasting_folder().join("orphan.jsonl");
    std::fs::write(&file, rows).unwrap();
    let import = ["import", "items", file.to_str().unwrap(), "--json"];
    let mut child =
        celeiro(&folder).args(import).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !crate::support::database_runs(&folder) {
        assert!(child.try_wait().unwrap().is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(800));
    kill_database(&folder);
    let output = child.wait_with_output().unwrap();
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(body["error"]["code"], "import_interrupted", "{body} {}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    let report = json(&folder, &import[..3]);
    assert_eq!(report["rejected"], 0, "{report}");
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 12_012, "all of them, once");
}

/// Runs `command` and reads its JSON.
pub fn run_for_json(command: &mut Command) -> Value {
    let output = command.arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)))
}

pub fn find_check<'a>(report: &'a Value, name: &str) -> (&'a str, &'a str) {
    let check = report["checks"].as_array().unwrap().iter().find(|c| c["name"] == name).unwrap();
    (check["state"].as_str().unwrap(), check["found"].as_str().unwrap())
}

#[test]
fn a_model_and_a_key_ask_for_a_server_without_its_being_named() {
    let (folder, provider) = (prepare_unembedded("embed-seed"), Provider::ready());
    let seed = || {
        let mut command = celeiro(&folder);
        command
            .env("EMBEDDING_MODEL", "text-embedding-3-small")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("OPENROUTER_API_KEY", "sk-or-canario-123")
            .env("OPENROUTER_BASE_URL", provider.url())
            .env("OPENROUTER_SITE_URL", "https://loja.example")
            .env("OPENROUTER_SITE_NAME", "Loja do Campo");
        command
    };
    let summary = run_for_json(seed().arg("embed"));
    assert_eq!(summary["models"][0], "items: openai:text-embedding-3-small:4", "{summary}");
    let head = provider.head.lock().unwrap().clone();
    for line in [
        "authorization: bearer sk-or-canario-123",
        "http-referer: https://loja.example",
        "x-openrouter-title: loja do campo",
        "x-title: loja do campo",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
    let search = run_for_json(seed().args(["search", "enxada"]));
    assert_eq!(search["embeddingUsed"], true, "{search}");
    let report = run_for_json(seed().arg("doctor"));
    let (state, text) = find_check(&report, "embedder");
    assert_eq!(state, "ok", "{report}");
    assert!(text.contains("openrouter · text-embedding-3-small · 4 · http://127.0.0.1"), "{text}");
    // The same without a key: what is not followed is said, here and in the log.
    let lame = || {
        let mut command = celeiro(&folder);
        command.env("EMBEDDING_MODEL", "text-embedding-3-small");
        command
    };
    let report = run_for_json(lame().arg("doctor"));
    let (state, text) = find_check(&report, "embedder");
    assert!(state == "warning" && text.contains("EMBEDDING_MODEL"), "{report}");
    let warning = |mut command: Command| {
        let status = run_for_json(command.args(["call", "status"]));
        let warnings = status["warnings"].as_array().unwrap().clone();
        warnings.into_iter().find(|warning| warning["code"] == "embeddingSettings")
    };
    let told = warning(lame()).expect("the page is told as well");
    assert!(told["message"].as_str().unwrap().contains("EMBEDDING_MODEL"), "{told}");
    assert_eq!(warning(seed()), None, "the control");
    let output = lame().args(["search", "enxada"]).output().unwrap();
    assert!(stderr(&output).contains("EMBEDDING_MODEL: without effect"), "{}", stderr(&output));
}

#[test]
fn a_measurement_whose_vectors_fail_says_so_and_decides_nothing() {
    let (folder, provider) = (prepare_unembedded("embed-measured"), Provider::ready());
    let with = |arguments: &[&str]| {
        let mut command = celeiro(&folder);
        command
            .env("EMBEDDING_PROVIDER", "openai")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("OPENAI_BASE_URL", provider.url())
            .env("OPENAI_API_KEY", "sk-canario-medido")
            .args(arguments);
        command
    };
    let (queries, qrels) =
        (lasting_folder().join("measured-queries.tsv"), lasting_folder().join("measured-qrels.tsv"));
    std::fs::write(&queries, "q1\tlagarta\nq2\tpulverizador\nq3\tenxada\n").unwrap();
    std::fs::write(&qrels, "q1 0 T-10 1\nq2 0 T-11 1\nq3 0 T-01 1\n").unwrap();
    let files = ["--queries", queries.to_str().unwrap(), "--qrels", qrels.to_str().unwrap()];
    let eval = [&["eval", "--kind", "items"][..], &files].concat();
    run_for_json(&mut with(&["embed"]));
    assert_eq!(
        run_for_json(&mut with(&eval))["withoutVectors"],
        Value::Null,
        "the control: vectors take part"
    );

    provider.refuses.store(true, Ordering::SeqCst);
    let report = run_for_json(&mut with(&eval));
    let expected = json!({ "queries": 3, "reason": "embedding-generation-failed" });
    assert_eq!(report["withoutVectors"], expected, "{report}");
    let table = crate::support::stdout(&with(&eval).output().unwrap());
    assert!(table.starts_with("ATTENTION: words answered 3 of 3 queries alone"), "{table}");
    for deciding in [&["profile", "activate", "simple"][..], &["tune"]] {
        let refused = run_for_json(&mut with(&[deciding, &files].concat()));
        assert_eq!(refused["error"]["code"], "measured_without_vectors", "{refused}");
    }
    let import = [&["set", "import", "Medido"][..], &files].concat();
    let set = run_for_json(&mut with(&import));
    let profile = run_for_json(&mut with(&["call", "get_profile", r#"{"name":"simple"}"#]));
    let sliders = json!({ "setId": set["set"]["id"], "profile": profile }).to_string();
    let refused = run_for_json(&mut with(&["call", "rerank_set", &sliders]));
    assert_eq!(refused["error"]["code"], "measured_without_vectors", "{refused}");
    provider.refuses.store(false, Ordering::SeqCst);
    let measured = run_for_json(&mut with(&["call", "rerank_set", &sliders]));
    assert_eq!(measured["queries"], 3, "nothing of the failure is left: {measured}");
    let all = run_for_json(&mut with(&["profile", "list"]));
    assert_eq!((&all[0]["name"], &all[0]["active"]), (&json!("default"), &json!(true)), "{all}");
}

#[test]
fn the_model_that_is_left_serves_until_the_new_one_is_filled() {
    let (folder, old, new) = (prepare_unembedded("embed-left"), Provider::ready(), Provider::start());
    let before = || {
        let mut command = celeiro(&folder);
        command
            .env("EMBEDDING_PROVIDER", "openai")
            .env("EMBEDDING_MODEL", "old-model")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("OPENAI_BASE_URL", old.url())
            .env("OPENAI_API_KEY", "sk-old-canario-1");
        command
    };
    let after = |key: &str| {
        let mut command = celeiro(&folder);
        command
            .env("EMBEDDING_PROVIDER", "openrouter")
            .env("EMBEDDING_MODEL", "new-model")
            .env("EMBEDDING_DIMENSIONS", "4")
            .env("OPENROUTER_BASE_URL", new.url())
            .env("OPENROUTER_API_KEY", "sk-new-canario-1")
            .env("OPENAI_BASE_URL", old.url())
            .env("OPENAI_API_KEY", key);
        command
    };
    run_for_json(before().arg("embed"));
    let report = run_for_json(after("sk-old-canario-1").arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    assert!(state == "warning" && text.contains("asked for and not begun"), "{report}");
    // While the new one is being filled …
    let mut filling = after("sk-old-canario-1").arg("embed").stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while new.count_asked() == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody asks the new one");
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = old.count_asked();
    let search = run_for_json(after("sk-old-canario-1").args(["search", "enxada"]));
    assert_eq!(
        (&search["embeddingUsed"], &search["fallbackReason"]),
        (&true.into(), &Value::Null),
        "{search}"
    );
    assert_eq!(old.count_asked(), asked + 1, "the old one is asked, with its own key");
    assert!(old.head.lock().unwrap().contains("bearer sk-old-canario-1"));
    let report = run_for_json(after("sk-old-canario-1").arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    let said = "openai:old-model:4 serves while openai:new-model:4 is being filled: 0 of 11";
    assert!(state == "ok" && text.contains(said), "{report}");
    // … and where the old one has lost its key.
    let output = after("").args(["search", "enxada", "--json"]).output().unwrap();
    let search: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(search["fallbackReason"], "embedding-generation-failed", "{search}");
    assert!(stderr(&output).contains("words answer without vectors"), "{}", stderr(&output));
    let report = run_for_json(after("").arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    assert!(state == "warning" && text.contains("cannot be asked any more"), "{report}");
    assert!(text.contains("OPENAI_API_KEY"), "{text}");
    // When it is full it serves.
    new.silent.store(false, Ordering::SeqCst);
    assert!(filling.wait().unwrap().success());
    let report = run_for_json(after("").arg("doctor"));
    let (state, text) = find_check(&report, "embeddingItems");
    assert!(state == "ok" && text.contains("openai:new-model:4 serves: 11 of 11"), "{report}");
}

#[test]
fn a_model_that_is_left_and_refuses_does_not_hold_up_the_new_one() {
    let (folder, old) = (prepare_unembedded("embed-gone"), Provider::ready());
    let asking = |provider: &str| {
        let mut command = celeiro(&folder);
        command.env("EMBEDDING_PROVIDER", provider).env("EMBEDDING_DIMENSIONS", "4").arg("embed");
        command.env("OPENAI_BASE_URL", old.url()).env("OPENAI_API_KEY", "sk-old-canario-1");
        command
    };
    run_for_json(&mut asking("openai"));
    let file = lasting_folder().join("one-more.jsonl");
    std::fs::write(&file, "{\"id\":\"N1\",\"name\":\"Enxada nova\"}\n").unwrap();
    json(&folder, ["import", "items", file.to_str().unwrap()]);
    old.refuses.store(true, Ordering::SeqCst);
    let asked = old.count_asked();
    let summary = run_for_json(&mut asking("local"));
    assert!(old.count_asked() > asked, "the control: the old one was asked for the new item");
    assert_eq!((&summary["failed"], &summary["lastError"]), (&0.into(), &Value::Null), "{summary}");
    assert!(!summary["models"][0].as_str().unwrap().contains("openai"), "{summary}");
}

#[test]
fn vectors_that_take_no_part_are_logged_and_a_choice_of_the_operator_is_not() {
    let folder = prepare_unembedded("embed-quiet");
    let off = celeiro(&folder).env("EMBEDDING_PROVIDER", "none").args(["search", "enxada"]).output().unwrap();
    let told = stderr(&off).matches("words answer without vectors").count();
    assert_eq!(told, 1, "{}", stderr(&off));
    let mut faqs = celeiro(&folder);
    faqs.env("FAQ_HYBRID_ENABLED", "false").args(["search", "--kind", "faqs", "enxada", "--json"]);
    let faqs = faqs.output().unwrap();
    let answer: Value = serde_json::from_slice(&faqs.stdout).unwrap();
    assert_eq!(answer["fallbackReason"], "embedding-disabled", "{answer}");
    assert!(!stderr(&faqs).contains("WARN"), "{}", stderr(&faqs));
}

/// `kill -9` of the server's first process.
fn kill_database(folder: &Path) {
    let pid = std::fs::read_to_string(folder.join("pg18/postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().trim().parse().unwrap();
    // SAFETY: a signal to the server of this test's own data folder.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}
