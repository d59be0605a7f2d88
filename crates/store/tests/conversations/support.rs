//! What the tests share: turns of a conversation in a database.

pub use crate::world::{World, ago, write};
use celeiro_domain::chat::intent::plan::{Intent, SearchPlan};
use celeiro_domain::chat::{
    ChatDebug, ChatMode, ChatResponse, LlmCall, MessageState, TokenUsage, Trace, TraceCall, TraceOutcome,
};
use celeiro_store::{ConversationQuery, EndedTurn, MessagePosition, StoreError, TurnIds};
use chrono::Utc;
use uuid::Uuid;

impl World {
    /// Begins a turn.
    pub async fn ask(&self, place: MessagePosition<'_>, content: &str) -> TurnIds {
        self.store.begin_turn(place, content, &[], &write()).await.unwrap().ids()
    }

    /// Ends a turn with a whole answer.
    pub async fn reply(&self, ids: TurnIds, answer: &str) {
        self.end(ids, Some(&response(ids, answer)), &trace(ids)).await.unwrap();
    }

    /// Ends a turn.
    pub async fn end(
        &self,
        ids: TurnIds,
        response: Option<&ChatResponse>,
        trace: &Trace,
    ) -> Result<(), StoreError> {
        let turn = EndedTurn { ids, response, trace, ms: 1200.0, first_token_ms: Some(300.0) };
        self.store.finish_turn(&turn, "tests").await
    }

    /// A whole turn.
    pub async fn turn(&self, place: MessagePosition<'_>, content: &str, answer: &str) -> TurnIds {
        let ids = self.ask(place, content).await;
        self.reply(ids, answer).await;
        ids
    }

    /// A conversation of one turn.
    pub async fn conversation(&self, title: &str, content: &str, answer: &str) -> TurnIds {
        self.turn(MessagePosition::New { title }, content, answer).await
    }

    /// The titles of the conversations that hold `text`, in the order of the list.
    pub async fn titles(&self, text: &str) -> Vec<String> {
        let query = ConversationQuery { text: text.into(), limit: 50, ..ConversationQuery::default() };
        let page = self.store.list_conversations(&query).await.unwrap();
        page.rows.into_iter().map(|c| c.title).collect()
    }

    /// The texts of the branch that ends at `message`.
    pub async fn branch(&self, message: Uuid) -> Vec<String> {
        let path = self.store.conversation_path(message, 100).await.unwrap();
        path.into_iter().map(|said| said.content).collect()
    }

    /// The end of the open branch.
    pub async fn end_of(&self, conversation: Uuid) -> Option<Uuid> {
        self.store.conversation(conversation).await.unwrap().active_id
    }
}

/// An answer.
pub fn response(ids: TurnIds, answer: &str) -> ChatResponse {
    ChatResponse {
        conversation_id: ids.conversation_id,
        user_message_id: ids.user_message_id,
        message_id: ids.message_id,
        answer: answer.into(),
        state: MessageState::Complete,
        mode: ChatMode::Desk,
        price_list: None,
        showcases: Vec::new(),
        catalog_state: Vec::new(),
        pending: Vec::new(),
        sources: Vec::new(),
        cautions: Vec::new(),
        error: None,
        model: Some("a-model".into()),
        usage: call().usage,
        ms: 1200.0,
        first_token_ms: Some(300.0),
        debug: debug(ids),
    }
}

/// A trace with one call.
pub fn trace(ids: TurnIds) -> Trace {
    Trace {
        id: ids.trace_id,
        conversation_id: Some(ids.conversation_id),
        message_id: Some(ids.message_id),
        created_at: Utc::now(),
        outcome: TraceOutcome::Answered,
        message: "Qual fungicida?".into(),
        normalized: "qual fungicida?".into(),
        tokens: vec!["fungicida".into()],
        debug: debug(ids),
        prompts: Vec::new(),
        calls: vec![TraceCall {
            call: call(),
            system: "instruction".into(),
            user: "text".into(),
            output: "answer".into(),
        }],
        tools: Vec::new(),
        searches: Vec::new(),
        sources: Vec::new(),
        context: "context".into(),
        raw_answer: "answer".into(),
        memory: Vec::new(),
        manner: None,
        program: "0.0.0".into(),
    }
}

/// A call that cost half a cent.
pub fn call() -> LlmCall {
    LlmCall {
        purpose: "answer".into(),
        provider: "openrouter".into(),
        model: "a-model".into(),
        served_model: None,
        usage: TokenUsage { input: 1000, output: 200, cached: 0, cost_usd: Some(0.005) },
        ms: 1100.0,
        first_token_ms: Some(280.0),
        retries: 0,
        finish: Some("stop".into()),
        error: None,
        prompt: "answer@00000000".into(),
    }
}

fn debug(ids: TurnIds) -> ChatDebug {
    ChatDebug {
        safety: None,
        intent: Intent::Catalog,
        intent_by: "rules".into(),
        plan: SearchPlan { run_faq: false, run_catalog: true },
        llm_calls: vec![call()],
        searches: Vec::new(),
        rag_source: "hybrid".into(),
        rounds: Vec::new(),
        fallbacks: Vec::new(),
        trace_id: ids.trace_id,
    }
}
