//! A provider's key is nowhere but on the wire to its provider.

use crate::provider::{Provider, Purpose, Reply, Tail};
use crate::support::{World, openai};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::chat::providers::{TestProvider, test_provider};
use celeiro_store::cluster::{Binaries, Login};
use std::io::Write;
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

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// The whole database as text.
async fn dump_rows(login: &Login) -> String {
    let output = Command::new(Binaries::locate(None).unwrap().tool("pg_dump"))
        .args(["--inserts", "--host"])
        .arg(&login.socket_dir)
        .args(["--port", &login.port.to_string(), "--username", &login.user, &login.database])
        .env("PGPASSWORD", login.password.expose())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
            Purpose::Other => {
                let models =
                    format!(r#"{{"data":[{{"id":"{CANARY}"}},{{"id":"m-{CANARY}","name":"{CANARY}"}}]}}"#);
                Reply::Status(200, vec![("content-type", "application/json".into())], models)
            }
            _ if user.ends_with("uva") => {
                let served = format!(
                    r#"{{"id":"{CANARY}","model":"{CANARY}","provider":"{CANARY}","choices":[{{"index":0,"delta":{{"reasoning":"{CANARY}","content":"Temos [1]."}},"finish_reason":"stop","native_finish_reason":"{CANARY}"}}]}}"#
                );
                let body = format!("data: {served}\n\ndata: [DONE]\n\n");
                Reply::Stream(body.into_bytes(), Tail::Whole)
            }
            _ if user.ends_with("tomate") => {
                let spelled = format!("{} {}", STANDARD.encode(format!("Bearer {CANARY}")), hex(CANARY));
                Reply::refuses(400, &format!("{spelled} {} {}", CANARY.to_uppercase(), &CANARY[..16]))
            }
            Purpose::Classify => Reply::refuses(401, &echo),
            _ if user.ends_with("soja") => {
                Reply::Status(401, vec![("x-echo", CANARY.into()), ("x-request-id", CANARY.into())], body)
            }
            _ if user.ends_with("milho") => {
                Reply::Stream(format!("data: {body}\n\n").into_bytes(), Tail::Whole)
            }
            _ if user.ends_with("café") => {
                Reply::in_pieces(&["A chave é ", &CANARY[..9], &CANARY[9..], ", e sk-cana não é [1]."])
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
    for message in [
        "fungicida para soja",
        "fungicida para milho",
        "fungicida para trigo",
        "fungicida para tomate",
        "quanto custa o Azocipra?",
    ] {
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
    let named = world.ask("fungicida para uva").await;
    assert_eq!(named.model.as_deref(), Some("***"), "the model is called by what the provider calls it");
    told += &serde_json::to_string(&named).unwrap();
    told += &serde_json::to_string(&world.trace(named.debug.trace_id).await).unwrap();
    let test = test_provider(&world.app, &world.caller, TestProvider::default()).await.unwrap();
    assert_eq!(test.models, ["***", "m-***"], "both were listed");
    told += &serde_json::to_string(&test).unwrap();
    assert!(
        provider
            .received_requests()
            .iter()
            .all(|asked| asked.header("authorization") == Some(&format!("Bearer {CANARY}")))
    );
    let rows = dump_rows(world.login()).await;
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
        let encoded = STANDARD.encode(format!("Bearer {CANARY}"));
        for spelling in [&encoded[8..24], &hex(CANARY)[..16], &CANARY.to_uppercase()[..14]] {
            assert!(!text.contains(spelling), "{name}: {spelling}");
        }
    }
    assert!(!logged.contains("Você é o assistente"), "whole prompts are not logged");
    world.close().await;
}
