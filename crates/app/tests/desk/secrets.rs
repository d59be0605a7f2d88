//! A provider's key is nowhere but on the wire to its provider.

use crate::provider::{Provider, Purpose, Reply, Tail};
use crate::support::{World, openai};
use celeiro_store::cluster::{Binaries, Cluster, ClusterOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::MakeWriter;

const CANARY: &str = "sk-canary-7f3c9a51e2";

/// Everything that is logged, whatever its level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}

/// The whole database as text.
async fn dumped(folder: &Path) -> String {
    let cluster = Cluster::open(&ClusterOptions::new(folder)).await.unwrap();
    let login = cluster.owner();
    let output = Command::new(Binaries::locate(None).unwrap().tool("pg_dump"))
        .args(["--inserts", "--host"])
        .arg(&login.socket_dir)
        .args(["--port", &login.port.to_string(), "--username", &login.user, &login.database])
        .env("PGPASSWORD", login.password.expose())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    cluster.close().await.unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The log is that of all tests that run beside this one: none may hold the key.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_in_no_row_no_log_line_and_no_error() {
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    // The provider echoes the key in every way that providers do.
    let provider = Provider::start(|asked| {
        let echo = format!("Incorrect API key provided: {CANARY}. authorization: Bearer {CANARY}");
        let body = format!(r#"{{"error":{{"message":"{echo}","type":"{CANARY}","code":"{CANARY}"}}}}"#);
        let user = asked.user();
        match asked.purpose {
            Purpose::Classify => Reply::refuses(401, &echo),
            _ if user.ends_with("soja") => Reply::Status(401, vec![("x-echo", CANARY.into())], body),
            _ if user.ends_with("milho") => {
                Reply::Stream(format!("data: {body}\n\n").into_bytes(), Tail::Whole)
            }
            _ if user.ends_with("café") => {
                Reply::says(&["A chave é ", &CANARY[..9], &CANARY[9..], ", e sk-cana não é [1]."])
            }
            _ if user.ends_with("trigo") => Reply::Status(200, vec![], format!("<html>{CANARY}")),
            _ => {
                Reply::Status(307, vec![("location", format!("http://127.0.0.1:9/{CANARY}"))], String::new())
            }
        }
    });
    let url = provider.url();
    let settings: Vec<_> = openai(&url)
        .into_iter()
        .map(|(name, value)| (name, if name == "OPENAI_API_KEY" { CANARY } else { value }))
        .collect();
    let world = World::own(&settings).await;
    let mut told = String::new();
    for message in
        ["fungicida para soja", "fungicida para milho", "fungicida para trigo", "quanto custa o Azocipra?"]
    {
        let response = world.ask(message).await;
        assert!(response.error.is_some(), "{response:?}");
        told += &serde_json::to_string(&response).unwrap();
        told += &serde_json::to_string(&world.trace(response.debug.trace_id).await).unwrap();
    }
    // The model itself says it, in pieces.
    let said = world.ask("fungicida para café").await;
    assert_eq!(said.answer, "A chave é ***, e sk-cana não é [1].");
    told += &serde_json::to_string(&said).unwrap();
    told += &serde_json::to_string(&world.trace(said.debug.trace_id).await).unwrap();
    assert!(
        provider
            .asked()
            .iter()
            .all(|asked| asked.header("authorization") == Some(&format!("Bearer {CANARY}")))
    );
    let rows = dumped(world.app.config().data_dir()).await;
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        rows.contains("fungicida para trigo") && logged.contains("the desk does without"),
        "both were looked at"
    );
    for (name, text) in [("answers and traces", &told), ("rows", &rows), ("log", &logged)] {
        let at = text.find(&CANARY[..14]);
        assert_eq!(
            at,
            None,
            "{name}: …{}…",
            at.map_or("", |at| &text[at.saturating_sub(80)..(at + 80).min(text.len())])
        );
    }
    assert!(!logged.contains("Você é o assistente"), "whole prompts are not logged");
    world.close().await;
}
