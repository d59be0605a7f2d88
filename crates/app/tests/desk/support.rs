//! Helpers of the tests: a program on a database with the demo catalog, and calls of the desk.

use crate::databases::{TestDatabase, to_url};
use crate::program::open;
use crate::provider::Provider;
use celeiro_app::chat::{Turn, begin};
use celeiro_app::embedding::embed_all;
use celeiro_app::import::{ImportRequest, import_file, sandbox::use_parser_program};
use celeiro_app::system::setup::{DEMO_FAQS, DEMO_ITEMS};
use celeiro_app::{App, Caller};
use celeiro_domain::chat::{ChatEvent, ChatRequest, ChatResponse, ConversationDetail, Fallback, Trace};
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::cluster::Login;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// A question that the rules classify as general agronomy.
pub const RUST: &str = "fungicida para ferrugem da soja";

/// A running program with its database.
pub struct World {
    pub app: App,
    pub caller: Caller,
    database: TestDatabase,
    _dir: TempDir,
}

impl World {
    /// Opens a program on the shared database with the demo catalog, which no test may change.
    pub async fn new(settings: &[(&str, &str)]) -> Self {
        Self::open(TestDatabase::share(env!("CARGO_TARGET_TMPDIR"), "desk", fill).await, settings).await
    }

    /// Opens a program on its own database, for tests that change records or count stored rows.
    pub async fn own(settings: &[(&str, &str)]) -> Self {
        Self::open(TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "desk", fill).await, settings).await
    }

    async fn open(database: TestDatabase, settings: &[(&str, &str)]) -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
        let dir = tempfile::tempdir().unwrap();
        let app = open(dir.path(), &database.url(), settings).await;
        Self { app, caller: Caller::local(Lang::PtBr), database, _dir: dir }
    }

    /// Opens a program that calls `provider` in OpenAI's dialect.
    pub async fn with_provider(provider: &Provider) -> Self {
        Self::new(&openai(&provider.url())).await
    }

    /// Closes the program and drops its database.
    pub async fn close(self) {
        self.app.close().await.unwrap();
        self.database.remove().await;
    }

    /// The login of the database.
    pub fn login(&self) -> &Login {
        &self.database.login
    }

    /// Begins a turn, which must succeed.
    pub async fn begin(&self, request: ChatRequest) -> Turn {
        begin(&self.app, &self.caller, request).await.unwrap()
    }

    /// Runs a turn.
    pub async fn send(&self, request: ChatRequest) -> ChatResponse {
        let ended = tokio::time::timeout(Duration::from_secs(100), self.begin(request).await.finish());
        ended.await.expect("an end").unwrap()
    }

    /// Runs a turn in a new conversation.
    pub async fn ask(&self, message: &str) -> ChatResponse {
        self.send(message_request(message)).await
    }

    /// Runs a turn at the end of a conversation.
    pub async fn go_on(&self, conversation: Uuid, message: &str) -> ChatResponse {
        self.send(ChatRequest { conversation_id: Some(conversation), ..message_request(message) }).await
    }

    pub async fn trace(&self, id: Uuid) -> Trace {
        self.app.store().trace(id).await.unwrap()
    }

    pub async fn conversation(&self, id: Uuid) -> ConversationDetail {
        self.app.store().conversation(id).await.unwrap()
    }
}

/// A request with only a message.
pub fn message_request(message: &str) -> ChatRequest {
    ChatRequest { message: message.into(), ..ChatRequest::default() }
}

/// Settings for a provider in OpenAI's dialect.
pub fn openai(url: &str) -> Vec<(&'static str, &str)> {
    vec![("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", url), ("OPENAI_API_KEY", "sk-tests")]
}

/// Runs a turn and returns its events.
pub async fn events(mut turn: Turn) -> Vec<ChatEvent> {
    let mut all = Vec::new();
    while let Some(event) = turn.next().await {
        all.push(event);
    }
    all
}

/// The streamed text of the answer.
pub fn deltas(events: &[ChatEvent]) -> String {
    let text = |event: &ChatEvent| match event {
        ChatEvent::Delta { text } => Some(text.clone()),
        _ => None,
    };
    events.iter().filter_map(text).collect()
}

/// Reads events until the first part of the answer, and returns that part. Panics if the turn ends before.
pub async fn first_words(turn: &mut Turn) -> String {
    loop {
        match turn.next().await.expect("an event") {
            ChatEvent::Delta { text } => return text,
            ChatEvent::Step { .. } | ChatEvent::Sources { .. } => {}
            other => panic!("the turn ended: {other:?}"),
        }
    }
}

/// Fallbacks as `stage reason instead`.
pub fn fallbacks(response: &ChatResponse) -> Vec<String> {
    let line = |f: &Fallback| format!("{} {} {}", f.stage, f.reason, f.instead);
    response.debug.fallbacks.iter().map(line).collect()
}

/// Purpose, model and error code of each call.
pub fn calls(response: &ChatResponse) -> Vec<(&str, &str, Option<&str>)> {
    let calls = &response.debug.llm_calls;
    calls.iter().map(|c| (c.purpose.as_str(), c.model.as_str(), c.error.as_deref())).collect()
}

/// Polls until `holds` returns true, for state that another thread changes. Panics after 60 seconds.
pub async fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Imports the demo catalog into an empty database, and computes its vectors.
async fn fill(login: &Login) {
    use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
    let dir = tempfile::tempdir().unwrap();
    let app = open(dir.path(), &to_url(login), &[]).await;
    for (kind, lines) in [(Kind::Items, DEMO_ITEMS), (Kind::Faqs, DEMO_FAQS)] {
        let request = ImportRequest::of_bytes(kind, lines.into(), "demo", "tests");
        import_file(app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap();
    }
    embed_all(&app, false, |_, _| {}).await.unwrap();
    app.close().await.unwrap();
}
