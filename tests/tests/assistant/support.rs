//! Helpers of the tests: a program with the demo catalog and a scripted model, and calls of its operations.

use celeiro_app::api::ById;
use celeiro_app::assistant::actions::{
    ConfirmAction, CorrectAction, ListActions, confirm_action, correct_action, get_action, list_actions,
    reject_action,
};
use celeiro_app::assistant::undo::{ActionScope, UndoActions, UndoneActions, undo_actions};
use celeiro_app::catalog::history::{UndoOperation, UndoOutcome, undo_operation};
use celeiro_app::chat::begin;
use celeiro_app::import::{ImportRequest, import_file, sandbox::use_parser_program};
use celeiro_app::system::setup::{DEMO_FAQS, DEMO_ITEMS};
use celeiro_app::{App, AppError, Caller};
use celeiro_domain::assistant::{Action, ActionState, PendingAction};
use celeiro_domain::catalog::Item;
use celeiro_domain::chat::{ChatEvent, ChatMode, ChatRequest, ChatResponse};
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::cluster::Login;
use celeiro_tests::databases::{TestDatabase, to_url};
use celeiro_tests::program::open;
use celeiro_tests::provider::{Provider, Purpose, ReceivedRequest, Reply};
use serde_json::{Map, Value};
use sqlx::postgres::{PgPool, PgPoolOptions};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// A manufacturer with ten herbicides in the demo catalog.
pub const MAKER: &str = "Auremã Química Agrícola";

/// Settings that switch the personal assistant on.
pub const PERSONAL: [(&str, &str); 2] =
    [("ASSISTANT_PERSONAL", "true"), ("ASSISTANT_TIMEZONE", "America/Sao_Paulo")];

/// A script that makes one tool call, and answers after its result.
pub fn calls(
    tool: &'static str,
    arguments: Value,
) -> impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static {
    move |asked| match asked.tool_results().is_empty() {
        true => Reply::call(tool, &arguments),
        false => Reply::in_pieces(&["Pronto."]),
    }
}

/// The person's last message in a request.
pub fn last_message(asked: &ReceivedRequest) -> String {
    let messages = asked.body["messages"].as_array().cloned().unwrap_or_default();
    messages.last().and_then(|last| last["content"].as_str()).unwrap_or_default().to_owned()
}

/// A running program with its scripted model and a separate connection pool to its database.
pub struct World {
    pub app: App,
    pub caller: Caller,
    pub pool: PgPool,
    pub provider: Provider,
    database: TestDatabase,
    dir: TempDir,
    settings: Vec<(String, String)>,
}

impl World {
    /// Starts a program whose model replies to the assistant's requests by `script`.
    pub async fn new(script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        Self::with(&[], script).await
    }

    /// [`World::new`] with further settings.
    pub async fn with(
        settings: &[(&str, &str)],
        script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::with_reader(settings, script, |_| Reply::in_pieces(&["Do balcão."])).await
    }

    /// [`World::with`] with a model that interprets the replies to a card by `reader`.
    pub async fn with_reader(
        settings: &[(&str, &str)],
        script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static,
        reader: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let provider = Provider::start(move |asked| match asked.purpose {
            Purpose::Classify => Reply::intent("catalog"),
            Purpose::Assistant => script(asked),
            Purpose::Reply => reader(asked),
            _ => Reply::in_pieces(&["Do balcão."]),
        });
        let url = provider.url();
        let mut all =
            vec![("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", &url), ("OPENAI_API_KEY", "sk-tests")];
        all.extend(settings);
        Self::open(&all, provider).await
    }

    /// Starts a program with the personal assistant on, in the time zone of São Paulo.
    pub async fn personal(script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        Self::with(&PERSONAL, script).await
    }

    /// Starts a program with these settings and no others, apart from the embedder, which is off unless
    /// set.
    pub async fn open(settings: &[(&str, &str)], provider: Provider) -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_parser-for-tests"));
        let dir = tempfile::tempdir().unwrap();
        let fill = async |login: &Login| {
            let template = tempfile::tempdir().unwrap();
            let app = open(template.path(), &to_url(login), &[("EMBEDDING_PROVIDER", "none")]).await;
            for (kind, lines) in [(Kind::Items, DEMO_ITEMS), (Kind::Faqs, DEMO_FAQS)] {
                let request = ImportRequest::of_bytes(kind, lines.into(), "demo", "tests");
                import_file(app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap();
            }
            app.close().await.unwrap();
        };
        let database = TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "assistant", fill).await;
        let mut all = vec![("EMBEDDING_PROVIDER", "none")];
        all.extend(settings);
        let app = open(dir.path(), &database.url(), &all).await;
        let options = database.login.connect_options();
        let pool = PgPoolOptions::new().max_connections(3).connect_with(options).await.unwrap();
        let caller = Caller { actor: "ana".into(), ..Caller::local(Lang::PtBr) };
        let settings = all.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { app, caller, pool, provider, database, dir, settings }
    }

    /// Closes the program and opens it again on the same folder and database.
    pub async fn restart(mut self) -> Self {
        self.app.close().await.unwrap();
        let settings: Vec<(&str, &str)> =
            self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.app = open(self.dir.path(), &self.database.url(), &settings).await;
        self
    }

    /// The address of the database, for a program in another process.
    pub fn database_url(&self) -> String {
        self.database.url()
    }

    /// Closes the program and the connections, and drops the database.
    pub async fn close(self) {
        self.pool.close().await;
        self.app.close().await.unwrap();
        self.database.remove().await;
    }

    /// Runs a turn and returns its events.
    pub async fn events(&self, request: ChatRequest) -> Vec<ChatEvent> {
        let mut turn = begin(&self.app, &self.caller, request).await.unwrap();
        let mut all = Vec::new();
        while let Some(event) = turn.next().await {
            all.push(event);
        }
        all
    }

    /// Runs a turn in assistant mode, in a new conversation.
    pub async fn ask(&self, message: &str) -> ChatResponse {
        end_of(&self.events(in_mode(message, None)).await)
    }

    /// Runs a turn in assistant mode at the end of a conversation.
    pub async fn go_on(&self, conversation: Uuid, message: &str) -> ChatResponse {
        end_of(&self.events(in_mode(message, Some(conversation))).await)
    }

    pub async fn confirm(&self, id: Uuid) -> Result<Action, AppError> {
        self.confirm_without(id, &[]).await
    }

    /// Confirms an action without the writes at these indexes.
    pub async fn confirm_without(&self, id: Uuid, without: &[u32]) -> Result<Action, AppError> {
        let request = ConfirmAction { id, without: Some(without.to_vec()), keeps_both: None };
        confirm_action(&self.app, &self.caller, request).await
    }

    /// Confirms an action, and keeps the earlier statements beside the writes at these indexes.
    pub async fn confirm_both(&self, id: Uuid, keeps_both: &[u32]) -> Result<Action, AppError> {
        let request = ConfirmAction { id, without: None, keeps_both: Some(keeps_both.to_vec()) };
        confirm_action(&self.app, &self.caller, request).await
    }

    pub async fn reject(&self, id: Uuid) -> Result<Action, AppError> {
        reject_action(&self.app, &self.caller, ById { id }).await
    }

    pub async fn correct(&self, id: Uuid, arguments: Value) -> Result<Action, AppError> {
        self.correct_write(id, None, arguments).await
    }

    /// Corrects one of several writes of an action.
    pub async fn correct_write(
        &self,
        id: Uuid,
        write: Option<u32>,
        arguments: Value,
    ) -> Result<Action, AppError> {
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap();
        correct_action(&self.app, &self.caller, CorrectAction { id, write, arguments }).await
    }

    pub async fn action(&self, id: Uuid) -> Action {
        get_action(&self.app, &self.caller, ById { id }).await.unwrap()
    }

    pub async fn actions(&self, state: Option<ActionState>) -> Vec<Action> {
        let request = ListActions { state, ..ListActions::default() };
        list_actions(&self.app, &self.caller, request).await.unwrap()
    }

    pub async fn undo(&self, id: Uuid) -> UndoOutcome {
        let request = UndoOperation {
            id,
            record_ids: None,
            fields: None,
            scope: None,
            dry_run: None,
            operation_id: None,
        };
        undo_operation(&self.app, &self.caller, request).await.unwrap()
    }

    pub async fn undo_all(&self, request: UndoActions) -> UndoneActions {
        undo_actions(&self.app, &self.caller, request).await.unwrap()
    }

    /// Prices of the manufacturer's herbicides, in the order of their ids.
    pub async fn prices(&self) -> Vec<String> {
        sqlx::query_scalar(
            "SELECT price::text FROM catalog_items WHERE manufacturer = $1 AND category = 'Herbicidas' \
             AND deleted_at IS NULL ORDER BY id",
        )
        .bind(MAKER)
        .fetch_all(&self.pool)
        .await
        .unwrap()
    }

    /// A checksum of all visible fields of items and FAQs.
    pub async fn checksum(&self) -> String {
        sqlx::query_scalar(
            "SELECT (SELECT md5(string_agg(md5((id, name, description, category, manufacturer, price, tags, status, \
               attributes, notes, deleted_at)::text), '' ORDER BY id)) FROM catalog_items) || \
             (SELECT md5(string_agg(md5((id, question, answer, tags, status, deleted_at)::text), '' ORDER BY id)) FROM faqs)",
        )
        .fetch_one(&self.pool)
        .await
        .unwrap()
    }

    /// The manufacturer's first herbicide by name.
    pub async fn item(&self) -> Item {
        let id: Uuid = sqlx::query_scalar(
            "SELECT id FROM catalog_items WHERE manufacturer = $1 AND category = 'Herbicidas' ORDER BY name LIMIT 1",
        )
        .bind(MAKER)
        .fetch_one(&self.pool)
        .await
        .unwrap();
        self.app.store().item(id).await.unwrap()
    }

    /// Saves the row of an action in a table of its own.
    pub async fn keep_action(&self, id: Uuid) {
        let keep = "CREATE TABLE unchanged AS SELECT * FROM pending_actions WHERE id = ";
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("{keep}'{id}'"))).execute(&self.pool).await.unwrap();
    }

    /// Restores the row that [`Self::keep_action`] saved.
    pub async fn restore_action(&self, id: Uuid) {
        let restore = format!(
            "DELETE FROM pending_actions WHERE id = '{id}'; INSERT INTO pending_actions SELECT * FROM unchanged"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(restore)).execute(&self.pool).await.unwrap();
    }

    /// A column of an action, as JSON.
    pub async fn action_column(&self, id: Uuid, column: &'static str) -> Value {
        let select = format!("SELECT to_jsonb({column}) FROM pending_actions WHERE id = $1");
        sqlx::query_scalar(sqlx::AssertSqlSafe(select)).bind(id).fetch_one(&self.pool).await.unwrap()
    }

    /// Changes the value at the path `place` in a column; an empty path changes the whole column.
    pub async fn change_action(&self, id: Uuid, column: &'static str, place: &[String], value: &Value) {
        let set = match (column, place.is_empty()) {
            ("arguments" | "plan" | "card", _) => format!("jsonb_set({column}, $2, $3)"),
            ("schema_version", _) => {
                "($3::jsonb #>> '{}')::float8::integer + coalesce(array_length($2, 1), 0)".to_owned()
            }
            _ => "left(($3::jsonb #>> '{}') || coalesce(array_to_string($2, ''), ''), 64)".to_owned(),
        };
        let change = format!("UPDATE pending_actions SET {column} = {set} WHERE id = $1");
        let changed = sqlx::query(sqlx::AssertSqlSafe(change)).bind(id).bind(place).bind(value);
        changed.execute(&self.pool).await.unwrap();
    }

    /// Runs a statement with the id of an action as its parameter.
    pub async fn alter(&self, statement: &'static str, id: Uuid) {
        sqlx::query(statement).bind(id).execute(&self.pool).await.unwrap();
    }

    pub async fn count(&self, question: &'static str) -> i64 {
        sqlx::query_scalar(question).fetch_one(&self.pool).await.unwrap()
    }
}

pub fn in_mode(message: &str, conversation: Option<Uuid>) -> ChatRequest {
    ChatRequest {
        message: message.into(),
        conversation_id: conversation,
        mode: Some(ChatMode::Assistant),
        ..ChatRequest::default()
    }
}

/// A request to undo the confirmed writes of `scope`.
pub fn all_of(scope: ActionScope, id: Option<Uuid>) -> UndoActions {
    UndoActions {
        scope,
        id,
        day: None,
        offset_minutes: None,
        mine: None,
        redo: None,
        dry_run: None,
        operation_id: None,
    }
}

/// The response of a turn that succeeded. Panics on any other end.
pub fn end_of(events: &[ChatEvent]) -> ChatResponse {
    match events.last() {
        Some(ChatEvent::Done(response)) => (**response).clone(),
        other => panic!("the turn came to nothing: {other:?}"),
    }
}

/// The streamed text of an answer.
pub fn deltas(events: &[ChatEvent]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        ChatEvent::Delta { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// The only card of a response. Panics if there are more or none.
pub fn card(response: &ChatResponse) -> &PendingAction {
    let [one] = response.pending.as_slice() else { panic!("one card: {response:?}") };
    one
}

/// The error code of a failed operation. Panics on success.
pub fn code<T: std::fmt::Debug>(result: Result<T, AppError>) -> &'static str {
    result.unwrap_err().code().as_str()
}

/// Arguments of a call that raises the prices of the manufacturer's herbicides by `percent`.
pub fn raise(percent: f64) -> Value {
    serde_json::json!({ "selection": { "category": "Herbicidas", "manufacturer": MAKER }, "percent": percent })
}
