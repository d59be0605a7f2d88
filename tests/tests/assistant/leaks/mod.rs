//! What leaves the program besides answers: its log, exports, shared pages, what other programs read. Nothing of the
//! personal assistant is in any of them, whichever table it stands in.

mod tables;

use crate::support::World;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::api::ById;
use celeiro_app::assistant::readers::answer_reader;
use celeiro_app::export::api::{BeginExport, begin_export, export_state};
use celeiro_app::export::request::ExportFormat;
use celeiro_app::files::transfer::api::{ReadDownload, read_download};
use celeiro_app::share::api::{ShareComparison, ShareFormat, share_comparison};
use celeiro_domain::assistant::proposing::list_proposers;
use celeiro_domain::assistant::reading::{list_readers, read_reader_call};
use celeiro_domain::search::{Kind, SearchRequest};
use serde_json::json;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use uuid::Uuid;

/// What the program logs, from debug messages on.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// What was logged so far.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log of this test program, recorded from the first call on. A program has one for all of its tests.
pub(super) fn record_log() -> Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    let record = || {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        log
    };
    LOG.get_or_init(record).clone()
}

async fn export(world: &World, kind: Kind, format: ExportFormat) -> Vec<u8> {
    let request = BeginExport { kind, format, ..BeginExport::default() };
    let mut state = begin_export(&world.app, &world.caller, request).await.unwrap();
    while state.file.is_none() {
        assert!(state.error.is_none(), "{state:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        state = export_state(&world.app, &world.caller, ById { id: state.id }).await.unwrap();
    }
    let (mut bytes, file) = (Vec::new(), state.file.unwrap());
    while bytes.len() < file.size_bytes as usize {
        let request = ReadDownload { id: file.id, offset: bytes.len() as u32 };
        let piece = read_download(&world.app, &world.caller, request).await.unwrap();
        bytes.extend(STANDARD.decode(piece.data).unwrap());
    }
    bytes
}

/// What leaves the program, by its name.
pub(super) async fn what_leaves(world: &World, log: &Log) -> Vec<(&'static str, Vec<u8>)> {
    let mut out = vec![("the log", log.0.lock().unwrap().clone())];
    for kind in [Kind::Items, Kind::Faqs] {
        for format in [ExportFormat::Csv, ExportFormat::Jsonl] {
            out.push(("an export of the catalog", export(world, kind, format).await));
        }
    }
    let items: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM catalog_items WHERE category = 'Herbicidas' ORDER BY id LIMIT 2")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    for format in [ShareFormat::Html, ShareFormat::Json] {
        let request = ShareComparison {
            search: SearchRequest { query: "herbicida".into(), ..SearchRequest::default() },
            item: items[0].to_string(),
            against: items[1].to_string(),
            format,
        };
        let file = share_comparison(&world.app, &world.caller, request).await.unwrap();
        out.push(("a shared page", file.content.into_bytes()));
    }
    let tools = serde_json::to_vec(&(list_readers(), list_proposers())).unwrap();
    for name in ["get_person", "search_knowledge", "get_bills", "list_reminders", "get_trends"] {
        assert!(
            read_reader_call(name, serde_json::Map::new()).is_err(),
            "{name} is offered to other programs"
        );
        assert!(!String::from_utf8_lossy(&tools).contains(name));
    }
    for (tool, arguments) in [
        ("catalog_search", json!({ "vector_query": "cliente da fazenda, entrega às sextas", "limit": 50 })),
        ("search_faqs", json!({ "query": "cliente da fazenda, entrega às sextas" })),
        ("get_item", json!({ "item": items[0] })),
    ] {
        let request = read_reader_call(tool, arguments.as_object().cloned().unwrap()).unwrap();
        let answer = answer_reader(&world.app, &world.caller, &request).await.unwrap();
        out.push(("an answer to another program", answer.into_bytes()));
    }
    out
}
