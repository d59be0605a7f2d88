//! What the desk answers, whole or in events.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

use crate::assistant::shop::Showcase;
use crate::assistant::{PendingAction, RequestedCall, ToolOutcome, ToolRound};
use crate::catalog::stock::HitStock;
use crate::chat::MessageState;
use crate::chat::intent::plan::{Intent, SearchPlan};
use crate::chat::intent::safety::SafetyFinding;
use crate::chat::types::mode::ChatMode;
use crate::search::FallbackReason;

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// An item of the catalog.
    Item,
    /// A question and its answer.
    Faq,
}

/// A record that the answer may rest on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSource {
    /// The number by which the answer cites it: `[1]`.
    pub mark: u32,
    /// Item or FAQ.
    #[serde(rename = "type")]
    pub kind: SourceKind,
    /// The record.
    pub id: Uuid,
    /// Its id elsewhere.
    pub external_id: Option<String>,
    /// An item's name, a FAQ's question.
    pub title: String,
    /// The search's score.
    #[specta(type = Number)]
    pub score: f64,
    /// Whether the answer cites it.
    pub cited: bool,
    /// Of an item: its category.
    pub category: Option<String>,
    /// Of an item: its manufacturer.
    pub manufacturer: Option<String>,
    /// Of an item: its price, a decimal number as text.
    pub price: Option<String>,
    /// Of an item: the price's currency.
    pub currency: Option<String>,
    /// Of an item: its stock when the answer was made, where it was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<HitStock>,
    /// Tags.
    pub tags: Vec<String>,
    /// The passage that was found.
    pub snippet: String,
    /// Which search found it: `lexical`, `vector` or `vector+lexical`.
    pub found_by: String,
    /// Words of the question that it holds.
    pub matched: Vec<String>,
}

/// What a sentence of an answer is to be read with caution for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CautionKind {
    /// It states a price that no source carries.
    UnsupportedPrice,
    /// It states a dose that no source carries.
    UnsupportedDose,
    /// It stated a dose that no source carries; the program took the dose out.
    WithheldDose,
    /// It states a registration that no source carries.
    UnsupportedRegistration,
    /// It states something else of an item that no source carries.
    UnsupportedFact,
    /// Its answer had no marks; the program set them where a sentence names a source or repeats its price.
    SourceAdded,
    /// No sentence of the answer names a source.
    NoSource,
    /// It cited a source that was not retrieved; the mark was taken out.
    UnknownSource,
    /// The answer is written in another language than the message; [`Caution::claim`] names it in its own words.
    OtherLanguage,
    /// The message had pictures that no model has seen: the model that answered takes none, or no model did.
    UnseenPicture,
}

/// A sentence that is to be read with caution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Caution {
    /// Why.
    pub kind: CautionKind,
    /// The sentence, as it stands in the answer; empty where the whole answer is meant.
    pub sentence: String,
    /// What in it is not carried: the price, the dose, the number, the mark; empty where it was taken out or the
    /// whole answer is meant.
    pub claim: String,
    /// The source that was meant, and what it says instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub source: Option<SourceSaying>,
}

/// What a source says where an answer says something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceSaying {
    /// The number of the source.
    pub number: u32,
    /// What it says; empty where it says nothing of the kind.
    pub says: String,
}

/// Tokens of one call, and what they cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenUsage {
    /// Tokens read.
    pub input: u32,
    /// Tokens written, thoughts included.
    pub output: u32,
    /// Tokens read from the provider's cache, part of `input`.
    pub cached: u32,
    /// US dollars, where the provider reports them.
    #[specta(type = Option<Number>)]
    pub cost_usd: Option<f64>,
}

/// One call of a model, as `debug` shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LlmCall {
    /// What for: `summarize`, `classify`, `answer`, `assistant`, `reply`, `assist`, `memory`, `report` or `transcribe`.
    pub purpose: String,
    /// The provider.
    pub provider: String,
    /// The model that was asked.
    pub model: String,
    /// The model that answered, where the provider reports it.
    pub served_model: Option<String>,
    /// Tokens and cost.
    pub usage: TokenUsage,
    /// Milliseconds from request to end.
    #[specta(type = Number)]
    pub ms: f64,
    /// Milliseconds from request to the first token.
    #[specta(type = Option<Number>)]
    pub first_token_ms: Option<f64>,
    /// Requests sent beyond the first.
    pub retries: u32,
    /// Why it ended: `stop`, `length`, …
    pub finish: Option<String>,
    /// The code of what went wrong.
    pub error: Option<String>,
    /// Name and version of the prompt, as `answer@3f2a91c0`.
    pub prompt: String,
}

/// A hit's record and score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoredId {
    /// The record.
    pub id: Uuid,
    /// The score.
    #[specta(type = Number)]
    pub score: f64,
}

/// One search of a turn, as `debug` shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRun {
    /// `searchCatalog` or `searchFaqs`.
    pub tool: String,
    /// What was looked for.
    pub query: String,
    /// Hits given to the answer.
    pub result_count: u32,
    /// Records found by vectors.
    pub vector_count: u32,
    /// Records found by words.
    pub lexical_count: u32,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
    /// Why vectors were left out, if they were.
    pub fallback_reason: Option<FallbackReason>,
}

/// Something that did not go as it should, and what was done instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fallback {
    /// Where: `summarize`, `classify`, `searchFaqs`, `searchCatalog`, `answer`.
    pub stage: String,
    /// The code of why.
    pub reason: String,
    /// What was done instead: `rules`, `fallback-model`, `lexical`, `without`, `composed`.
    pub instead: String,
}

/// How a turn came to its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatDebug {
    /// What was wrong with a person, or what a person meant to do; then nothing else decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub safety: Option<SafetyFinding>,
    /// What the message was taken for.
    pub intent: Intent,
    /// The source of the decision: `rules` or `model`.
    pub intent_by: String,
    /// Which searches ran.
    pub plan: SearchPlan,
    /// Calls of models, in order.
    pub llm_calls: Vec<LlmCall>,
    /// Searches.
    pub searches: Vec<SearchRun>,
    /// Always `hybrid`.
    pub rag_source: String,
    /// What the model asked of tools, round by round, and what came of it; assistant mode alone.
    #[serde(default)]
    pub rounds: Vec<ToolRound>,
    /// What did not go as it should.
    pub fallbacks: Vec<Fallback>,
    /// The stored trace.
    pub trace_id: Uuid,
}

/// What kept a model from answering, for people and programs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnFailure {
    /// Stable name.
    pub code: String,
    /// For people.
    pub message: String,
    /// What a program needs to act on it.
    pub details: Option<Value>,
}

/// The price list of an answer, as it was called then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerPriceList {
    /// The list.
    pub id: Uuid,
    /// Its name.
    pub name: String,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatResponse {
    /// The conversation.
    pub conversation_id: Uuid,
    /// The person's message.
    pub user_message_id: Uuid,
    /// The answer's message.
    pub message_id: Uuid,
    /// The answer, Markdown with marks such as `[1]` for its sources.
    pub answer: String,
    /// How it ended.
    pub state: MessageState,
    /// The mode that made it; another than asked for where there is no model that can ask for tools.
    #[serde(default)]
    pub mode: ChatMode,
    /// The price list that its prices are of; those of the counter where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub price_list: Option<AnswerPriceList>,
    /// Items that it shows as cards, in the order in which they were asked for.
    #[serde(default)]
    pub showcases: Vec<Showcase>,
    /// The items of its last catalog search, best first: what the next answers can show as cards. Empty where
    /// it found none; what an earlier answer found counts then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub catalog_state: Vec<Uuid>,
    /// Writes that it proposed: each waits for the person.
    #[serde(default)]
    pub pending: Vec<PendingAction>,
    /// What the answer may rest on, by mark.
    pub sources: Vec<ChatSource>,
    /// Sentences to be read with caution.
    pub cautions: Vec<Caution>,
    /// What kept a model from answering, if anything did.
    pub error: Option<TurnFailure>,
    /// The model that wrote the answer.
    pub model: Option<String>,
    /// Tokens and cost of all calls of the turn.
    pub usage: TokenUsage,
    /// Milliseconds from message to stored answer.
    #[specta(type = Number)]
    pub ms: f64,
    /// Milliseconds from message to the first words of the answer.
    #[specta(type = Option<Number>)]
    pub first_token_ms: Option<f64>,
    /// How it came about.
    pub debug: ChatDebug,
}

/// A stage of a turn that a person sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The message is stored; the ids are known.
    Received,
    /// A long history is put into few words.
    Summarize,
    /// What the message is about.
    Classify,
    /// Catalog and FAQs are searched.
    Search,
    /// The answer is written.
    Write,
}

/// Where a stage stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageState {
    /// Under way.
    Started,
    /// A retry; `attempt` counts from 1.
    Retrying,
    /// Done.
    Done,
    /// Not needed.
    Skipped,
    /// It failed, and something else was done instead.
    Failed,
}

/// What happens in a turn, as it happens. `done` or `error` is the last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum ChatEvent {
    /// A stage moved on.
    Step {
        /// Which.
        step: Stage,
        /// Where it stands.
        state: StageState,
        /// Milliseconds it took, once it is over.
        #[specta(type = Option<Number>)]
        ms: Option<f64>,
        /// Of a retry: which try this is, 2 to 4.
        attempt: Option<u32>,
        /// Of a retry: how many tries there are at most.
        attempts: Option<u32>,
        /// Of `received`: the conversation.
        conversation_id: Option<Uuid>,
        /// Of `received`: the person's message.
        user_message_id: Option<Uuid>,
        /// Of `received`: the answer's message.
        message_id: Option<Uuid>,
    },
    /// What the answer will rest on.
    Sources {
        /// By mark.
        sources: Vec<ChatSource>,
    },
    /// The model asks for tools.
    #[serde(rename = "tool_calls")]
    ToolCalls {
        /// The round, from 1.
        iteration: u32,
        /// The calls, in the model's order.
        tool_calls: Vec<RequestedCall>,
    },
    /// What came of the calls of a round.
    #[serde(rename = "tool_results")]
    ToolResults {
        /// The round.
        iteration: u32,
        /// In the order of the calls.
        results: Vec<ToolOutcome>,
    },
    /// Items as cards.
    Showcase(Box<Showcase>),
    /// A write waits for the person.
    Pending(Box<PendingAction>),
    /// The next piece of the answer.
    Delta {
        /// To be appended.
        text: String,
    },
    /// The whole, stored. Its `answer` counts: marks of sources that do not exist were taken out.
    Done(Box<ChatResponse>),
    /// The turn came to nothing that could be stored, or broke off.
    Error(TurnFailure),
}

impl ChatEvent {
    /// The name of the event on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            ChatEvent::Step { .. } => "step",
            ChatEvent::Sources { .. } => "sources",
            ChatEvent::ToolCalls { .. } => "tool_calls",
            ChatEvent::ToolResults { .. } => "tool_results",
            ChatEvent::Showcase(_) => "showcase",
            ChatEvent::Pending(_) => "pending",
            ChatEvent::Delta { .. } => "delta",
            ChatEvent::Done(_) => "done",
            ChatEvent::Error(_) => "error",
        }
    }
}
