//! What the tests share: the program on a database with the demo catalog, and ways to ask it.

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

/// The question that rules take for general agronomy.
pub const RUST: &str = "fungicida para ferrugem da soja";

/// A running program.
pub struct World {
    pub app: App,
    pub caller: Caller,
    database: TestDatabase,
    _dir: TempDir,
}

impl World {
    /// A program on the database that tests share: the demo catalog, which no test changes.
    pub async fn new(settings: &[(&str, &str)]) -> Self {
        Self::open(TestDatabase::share(env!("CARGO_TARGET_TMPDIR"), "desk", fill).await, settings).await
    }

    /// A program on a database of its own, for tests that change records or count what is stored.
    pub async fn own(settings: &[(&str, &str)]) -> Self {
        Self::open(TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "desk", fill).await, settings).await
    }

    async fn open(database: TestDatabase, settings: &[(&str, &str)]) -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
        let dir = tempfile::tempdir().unwrap();
        let app = open(dir.path(), &database.url(), settings).await;
        Self { app, caller: Caller::local(Lang::PtBr), database, _dir: dir }
    }

    /// A program that asks `provider` in OpenAI's dialect.
    pub async fn with_provider(provider: &Provider) -> Self {
        Self::new(&openai(&provider.url())).await
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.app.close().await.unwrap();
        self.database.remove().await;
    }

    /// The way to its database.
    pub fn login(&self) -> &Login {
        &self.database.login
    }

    /// Begins a turn that must begin.
    pub async fn begin(&self, request: ChatRequest) -> Turn {
        begin(&self.app, &self.caller, request).await.unwrap()
    }

    /// A whole turn.
    pub async fn send(&self, request: ChatRequest) -> ChatResponse {
        let ended = tokio::time::timeout(Duration::from_secs(100), self.begin(request).await.finish());
        ended.await.expect("an end").unwrap()
    }

    /// A whole turn in a conversation of its own.
    pub async fn ask(&self, message: &str) -> ChatResponse {
        self.send(message_request(message)).await
    }

    /// A whole turn at the end of a conversation.
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

/// A request with nothing but a message.
pub fn message_request(message: &str) -> ChatRequest {
    ChatRequest { message: message.into(), ..ChatRequest::default() }
}

/// The settings for a provider in OpenAI's dialect.
pub fn openai(url: &str) -> Vec<(&'static str, &str)> {
    vec![("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", url), ("OPENAI_API_KEY", "sk-tests")]
}

/// The events of a turn to its end.
pub async fn events(mut turn: Turn) -> Vec<ChatEvent> {
    let mut all = Vec::new();
    while let Some(event) = turn.next().await {
        all.push(event);
    }
    all
}

/// The pieces of the answer, joined.
pub fn deltas(events: &[ChatEvent]) -> String {
    let text = |event: &ChatEvent| match event {
        ChatEvent::Delta { text } => Some(text.clone()),
        _ => None,
    };
    events.iter().filter_map(text).collect()
}

/// Takes events until the answer has begun, and gives what there is of it.
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

/// Purposes and models of the calls, with what came of each.
pub fn calls(response: &ChatResponse) -> Vec<(&str, &str, Option<&str>)> {
    let calls = &response.debug.llm_calls;
    calls.iter().map(|c| (c.purpose.as_str(), c.model.as_str(), c.error.as_deref())).collect()
}

/// Waits until something holds that another thread makes true.
pub async fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Puts the demo catalog into an empty database, with its vectors.
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
