//! Recorder of a running turn: all data of the answer's `debug` and of the trace.

use super::models::ModelReply;
use super::searches::SearchResults;
use crate::error::Code;
use crate::messages::name_of;
use crate::search::RankedLater;
use celeiro_domain::assistant::manner::Manner;
use celeiro_domain::assistant::shop::Showcase;
use celeiro_domain::assistant::{PendingAction, ToolRound};
use celeiro_domain::chat::intent::plan::{Intent, SearchPlan, plan_searches};
use celeiro_domain::chat::intent::safety::SafetyFinding;
use celeiro_domain::chat::{
    ChatDebug, ChatMode, ChatSource, Fallback, PromptText, TokenUsage, ToolRun, Trace, TraceCall,
    TraceOutcome, TraceSearch,
};
use celeiro_domain::prompt::Prompt;
use celeiro_domain::search::{FallbackReason, Hit};
use celeiro_domain::text::QueryText;
use celeiro_store::TurnIds;
use chrono::{DateTime, Utc};
use std::time::Instant;
use uuid::Uuid;

/// The record of a turn under way.
pub(crate) struct TurnRecord {
    pub began: DateTime<Utc>,
    pub started: Instant,
    pub safety: Option<SafetyFinding>,
    pub intent: Intent,
    pub intent_by: String,
    pub plan: SearchPlan,
    pub prompts: Vec<PromptText>,
    pub calls: Vec<TraceCall>,
    pub tools: Vec<ToolRun>,
    /// The mode that makes the answer.
    pub mode: ChatMode,
    /// Rounds of tools.
    pub rounds: Vec<ToolRound>,
    /// Items that the answer shows as cards.
    pub showcases: Vec<Showcase>,
    /// The items of the last catalog search of this turn, best first.
    pub catalog_state: Vec<Uuid>,
    /// Writes that wait for the person.
    pub pending: Vec<PendingAction>,
    pub searches: Vec<TraceSearch>,
    /// Their candidates, being ranked.
    rankings: Vec<Option<RankedLater>>,
    pub fallbacks: Vec<Fallback>,
    pub sources: Vec<ChatSource>,
    pub context: String,
    pub raw_answer: String,
    pub first_token_ms: Option<f64>,
    /// Items of memory that the answer used.
    pub memory: Vec<Uuid>,
    /// How the answer was to be spoken, where the personal assistant is on.
    pub manner: Option<Manner>,
}

impl TurnRecord {
    pub fn new() -> Self {
        Self {
            began: Utc::now(),
            started: Instant::now(),
            safety: None,
            intent: Intent::General,
            intent_by: "rules".to_owned(),
            plan: plan_searches(Intent::Greeting),
            prompts: Vec::new(),
            calls: Vec::new(),
            tools: Vec::new(),
            mode: ChatMode::Desk,
            rounds: Vec::new(),
            showcases: Vec::new(),
            catalog_state: Vec::new(),
            pending: Vec::new(),
            searches: Vec::new(),
            rankings: Vec::new(),
            fallbacks: Vec::new(),
            sources: Vec::new(),
            context: String::new(),
            raw_answer: String::new(),
            first_token_ms: None,
            memory: Vec::new(),
            manner: None,
        }
    }

    /// Milliseconds since the message of the turn came.
    pub fn ms(&self) -> f64 {
        super::models::millis(self.started.elapsed())
    }

    /// Records the moment of the answer's first words.
    pub fn first_words(&mut self) {
        let now = self.ms();
        self.first_token_ms.get_or_insert(now);
    }

    /// Records that a step of the turn fell back on another way, and why.
    pub fn fallback(&mut self, stage: &str, reason: &str, instead: &str) {
        // That no model is set is a choice, not a fault; that vectors take no part is told where it
        // changes, not at every turn.
        let vectors = name_of(&FallbackReason::EmbeddingDisabled);
        if reason == Code::ModelNotConfigured.as_str() || reason == vectors {
            tracing::debug!(stage, reason, instead, "the desk does without");
        } else {
            tracing::warn!(stage, reason, instead, "the desk does without");
        }
        let (stage, reason, instead) = (stage.to_owned(), reason.to_owned(), instead.to_owned());
        self.fallbacks.push(Fallback { stage, reason, instead });
    }

    /// Records a call of a chat model in the turn.
    pub fn add_call(&mut self, asked: &ModelReply) {
        self.calls.push(asked.call.clone());
        self.note_prompt(asked.prompt);
    }

    /// Notes how the answer is to be spoken, and the prompts that say so.
    pub fn note_manner(&mut self, manner: Option<Manner>, prompts: &[Prompt]) {
        self.manner = manner;
        prompts.iter().for_each(|prompt| self.note_prompt(*prompt));
    }

    fn note_prompt(&mut self, prompt: Prompt) {
        let prompt = PromptText { name: prompt.name().to_owned(), version: prompt.version() };
        if !self.prompts.contains(&prompt) {
            self.prompts.push(prompt);
        }
    }

    /// Records the items of memory that the turn used, each once.
    pub fn note_memory(&mut self, items: impl IntoIterator<Item = Uuid>) {
        for item in items {
            if !self.memory.contains(&item) {
                self.memory.push(item);
            }
        }
    }

    /// Notes the items of a catalog search; one that found none leaves those of the search before.
    pub fn note_items(&mut self, hits: &[Hit]) {
        let ids: Vec<Uuid> = hits.iter().filter_map(|hit| Some(hit.item.as_ref()?.id)).collect();
        if !ids.is_empty() {
            self.catalog_state = ids;
        }
    }

    /// Lists the marks by which the turn's answer may cite its sources.
    pub fn marks(&self) -> Vec<u32> {
        self.sources.iter().map(|source| source.mark).collect()
    }

    /// Notes a search.
    pub(crate) fn add_search(&mut self, found: &mut SearchResults) {
        if let Some(reason) = found.trace.run.fallback_reason {
            self.fallback(&found.tool.name, &name_of(&reason), "lexical");
        }
        self.tools.push(found.tool.clone());
        self.searches.push(found.trace.clone());
        self.rankings.push(found.ranking.take());
    }

    /// Waits for the candidates of the searches, which the trace holds.
    pub async fn complete(&mut self) {
        for (search, ranking) in self.searches.iter_mut().zip(std::mem::take(&mut self.rankings)) {
            if let Some(ranking) = ranking {
                ranking.await.unwrap_or_default().note(search);
            }
        }
    }

    /// Tokens and cost of all calls. Where one does not say what it cost, the sum is of the others.
    pub fn usage(&self) -> TokenUsage {
        self.calls.iter().fold(TokenUsage::default(), |sum, made| {
            let usage = made.call.usage;
            TokenUsage {
                input: sum.input.saturating_add(usage.input),
                output: sum.output.saturating_add(usage.output),
                cached: sum.cached.saturating_add(usage.cached),
                cost_usd: match (sum.cost_usd, usage.cost_usd) {
                    (Some(a), Some(b)) => Some(a + b),
                    (a, b) => a.or(b),
                },
            }
        })
    }

    /// Builds the answer's `debug` from the recorded turn.
    pub fn debug(&self, ids: &TurnIds) -> ChatDebug {
        ChatDebug {
            safety: self.safety.clone(),
            intent: self.intent,
            intent_by: self.intent_by.clone(),
            plan: self.plan,
            llm_calls: self.calls.iter().map(|made| made.call.clone()).collect(),
            searches: self.searches.iter().map(|search| search.run.clone()).collect(),
            rag_source: "hybrid".to_owned(),
            rounds: self.rounds.clone(),
            fallbacks: self.fallbacks.clone(),
            trace_id: ids.trace_id,
        }
    }

    /// Builds the trace of the recorded turn.
    pub fn trace(&self, ids: &TurnIds, message: &str, outcome: TraceOutcome) -> Trace {
        let text = QueryText::parse(message);
        Trace {
            id: ids.trace_id,
            conversation_id: Some(ids.conversation_id),
            message_id: Some(ids.message_id),
            created_at: self.began,
            outcome,
            message: message.to_owned(),
            normalized: text.normalized.clone(),
            tokens: text.tokens.clone(),
            debug: self.debug(ids),
            prompts: self.prompts.clone(),
            calls: self.calls.clone(),
            tools: self.tools.clone(),
            searches: self.searches.clone(),
            sources: self.sources.clone(),
            context: self.context.clone(),
            raw_answer: self.raw_answer.clone(),
            memory: self.memory.clone(),
            manner: self.manner.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}
