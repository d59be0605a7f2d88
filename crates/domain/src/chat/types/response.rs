//! The response of the desk, whole or as events.

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

/// Kind of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// An item of the catalog.
    Item,
    /// A question with its answer.
    Faq,
}

/// A record that may support the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSource {
    /// Number of the source in the answer's citation marks: `[1]`.
    pub mark: u32,
    /// Item or FAQ.
    #[serde(rename = "type")]
    pub kind: SourceKind,
    /// Id of the record.
    pub id: Uuid,
    /// Id of the record in another system.
    pub external_id: Option<String>,
    /// Name of the item, or question of the FAQ.
    pub title: String,
    /// Score of the search.
    #[specta(type = Number)]
    pub score: f64,
    /// Whether the answer cites the source.
    pub cited: bool,
    /// Category; only of an item.
    pub category: Option<String>,
    /// Manufacturer; only of an item.
    pub manufacturer: Option<String>,
    /// Price, a decimal number as text; only of an item.
    pub price: Option<String>,
    /// Currency of the price; only of an item.
    pub currency: Option<String>,
    /// Stock of the item at the time of the answer; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<HitStock>,
    /// Tags.
    pub tags: Vec<String>,
    /// The passage that matched best.
    pub snippet: String,
    /// Search lists that contain the record: `lexical`, `vector` or `vector+lexical`.
    pub found_by: String,
    /// Words of the question that the record contains.
    pub matched: Vec<String>,
}

/// Reason for caution about a sentence of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CautionKind {
    /// The sentence states a price that no source contains.
    UnsupportedPrice,
    /// The sentence states a dose that no source contains.
    UnsupportedDose,
    /// The sentence stated a dose that no source contains; the program removed the dose.
    WithheldDose,
    /// The sentence states a registration number that no source contains.
    UnsupportedRegistration,
    /// The sentence states another fact of an item that no source contains.
    UnsupportedFact,
    /// The model set no citation marks; the program added them to sentences that name a source or repeat
    /// its price.
    SourceAdded,
    /// No sentence of the answer cites a source.
    NoSource,
    /// The sentence cited a source that was not retrieved; the program removed the mark.
    UnknownSource,
    /// The answer is in another language than the message; [`Caution::claim`] has the language's own name.
    OtherLanguage,
    /// No model received the pictures of the message: the answering model accepts none, or no model
    /// answered.
    UnseenPicture,
}

/// A warning about one sentence of an answer, or about the whole answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Caution {
    /// Reason for the caution.
    pub kind: CautionKind,
    /// The sentence, as it stands in the answer; empty for a caution about the whole answer.
    pub sentence: String,
    /// The unsupported part of the sentence: a price, dose, number or mark; empty if the program removed it
    /// or the caution is about the whole answer.
    pub claim: String,
    /// The cited source, with its own value for the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub source: Option<SourceSaying>,
}

/// A source's value for a claim that differs from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceSaying {
    /// Number of the source in the citation marks.
    pub number: u32,
    /// The source's value; empty if it has none for such a claim.
    pub says: String,
}

/// Tokens and cost of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenUsage {
    /// Number of input tokens.
    pub input: u32,
    /// Number of output tokens, including those of reasoning.
    pub output: u32,
    /// Number of input tokens from the provider's cache; part of `input`.
    pub cached: u32,
    /// Cost in US dollars; absent if the provider does not report it.
    #[specta(type = Option<Number>)]
    pub cost_usd: Option<f64>,
}

/// One call of a model, for `debug`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LlmCall {
    /// Purpose: `summarize`, `classify`, `answer`, `assistant`, `reply`, `assist`, `memory`, `report` or
    /// `transcribe`.
    pub purpose: String,
    /// Name of the provider.
    pub provider: String,
    /// Name of the requested model.
    pub model: String,
    /// Name of the model that answered; absent if the provider does not report it.
    pub served_model: Option<String>,
    /// Tokens and cost.
    pub usage: TokenUsage,
    /// Time from the request to the end of the response, in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
    /// Time from the request to the first token, in milliseconds.
    #[specta(type = Option<Number>)]
    pub first_token_ms: Option<f64>,
    /// Number of requests after the first one.
    pub retries: u32,
    /// Reason of the end: `stop`, `length`, …
    pub finish: Option<String>,
    /// Error code, if the call failed.
    pub error: Option<String>,
    /// Name and version of the prompt, such as `answer@3f2a91c0`.
    pub prompt: String,
}

/// Id and score of a hit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoredId {
    /// Id of the record.
    pub id: Uuid,
    /// Score of the hit.
    #[specta(type = Number)]
    pub score: f64,
}

/// One search of a turn, for `debug`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRun {
    /// `searchCatalog` or `searchFaqs`.
    pub tool: String,
    /// Query of the search.
    pub query: String,
    /// Number of hits passed to the answer.
    pub result_count: u32,
    /// Number of records from the vector search.
    pub vector_count: u32,
    /// Number of records from the lexical search.
    pub lexical_count: u32,
    /// Duration in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
    /// Reason for a search without vectors; absent if it used them.
    pub fallback_reason: Option<FallbackReason>,
}

/// A failed step of a turn, with its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fallback {
    /// The failed step: `summarize`, `classify`, `searchFaqs`, `searchCatalog` or `answer`.
    pub stage: String,
    /// Code of the reason.
    pub reason: String,
    /// Replacement: `rules`, `fallback-model`, `lexical`, `without` or `composed`.
    pub instead: String,
}

/// Steps by which a turn reached its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatDebug {
    /// The concern that the safety check detected in the message; it alone then decided the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub safety: Option<SafetyFinding>,
    /// Recognized intent of the message.
    pub intent: Intent,
    /// Source of the intent: `rules` or `model`.
    pub intent_by: String,
    /// Planned searches.
    pub plan: SearchPlan,
    /// Calls of models, in their order.
    pub llm_calls: Vec<LlmCall>,
    /// Searches, in their order.
    pub searches: Vec<SearchRun>,
    /// Always `hybrid`.
    pub rag_source: String,
    /// Tool calls of the model with their outcomes, by round; only in assistant mode.
    #[serde(default)]
    pub rounds: Vec<ToolRound>,
    /// Failed steps with their replacements.
    pub fallbacks: Vec<Fallback>,
    /// Id of the stored trace.
    pub trace_id: Uuid,
}

/// Reason why no model answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnFailure {
    /// Stable error code.
    pub code: String,
    /// Message for people.
    pub message: String,
    /// Data that a program needs to act on the error.
    pub details: Option<Value>,
}

/// The price list of an answer, with its name at that time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerPriceList {
    /// Id of the price list.
    pub id: Uuid,
    /// Name of the price list.
    pub name: String,
}

/// Answer to a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatResponse {
    /// Id of the conversation.
    pub conversation_id: Uuid,
    /// Id of the person's message.
    pub user_message_id: Uuid,
    /// Id of the answer's message.
    pub message_id: Uuid,
    /// The answer in Markdown, with citation marks such as `[1]`.
    pub answer: String,
    /// Final state of the answer.
    pub state: MessageState,
    /// Mode of the answer. It differs from the requested mode if no model with tool calls is available.
    #[serde(default)]
    pub mode: ChatMode,
    /// Price list of the prices in the answer; absent for the counter prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub price_list: Option<AnswerPriceList>,
    /// Items shown as cards, in the requested order.
    #[serde(default)]
    pub showcases: Vec<Showcase>,
    /// Items of the turn's last catalog search, best first, which later answers can show as cards. Empty if
    /// the search found none; the items of an earlier answer then remain in use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub catalog_state: Vec<Uuid>,
    /// Proposed writes; each waits for the person's decision.
    #[serde(default)]
    pub pending: Vec<PendingAction>,
    /// Sources that may support the answer, in the order of their marks.
    pub sources: Vec<ChatSource>,
    /// Cautions about sentences of the answer.
    pub cautions: Vec<Caution>,
    /// Reason why no model answered; absent if one did.
    pub error: Option<TurnFailure>,
    /// Name of the model that wrote the answer.
    pub model: Option<String>,
    /// Tokens and cost of all calls of the turn.
    pub usage: TokenUsage,
    /// Time from the message to the stored answer, in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
    /// Time from the message to the first words of the answer, in milliseconds.
    #[specta(type = Option<Number>)]
    pub first_token_ms: Option<f64>,
    /// Steps by which the turn reached the answer.
    pub debug: ChatDebug,
}

/// A stage of a turn that a person sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The message is stored, and the ids are known.
    Received,
    /// A model summarizes a long history.
    Summarize,
    /// The intent of the message is recognized.
    Classify,
    /// The catalog and the FAQs are searched.
    Search,
    /// The model writes the answer.
    Write,
}

/// State of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageState {
    /// The stage is running.
    Started,
    /// The stage is being retried; `attempt` has the number of the attempt.
    Retrying,
    /// The stage succeeded.
    Done,
    /// The stage was not needed.
    Skipped,
    /// The stage failed and was replaced.
    Failed,
}

/// Event of a running turn. The last event is `done` or `error`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum ChatEvent {
    /// A stage changed its state.
    Step {
        /// The stage.
        step: Stage,
        /// New state of the stage.
        state: StageState,
        /// Duration of the stage in milliseconds, once it has ended.
        #[specta(type = Option<Number>)]
        ms: Option<f64>,
        /// Only for a retry: number of the attempt, 2 to 4.
        attempt: Option<u32>,
        /// Only for a retry: maximum number of attempts.
        attempts: Option<u32>,
        /// Only for `received`: id of the conversation.
        conversation_id: Option<Uuid>,
        /// Only for `received`: id of the person's message.
        user_message_id: Option<Uuid>,
        /// Only for `received`: id of the answer's message.
        message_id: Option<Uuid>,
    },
    /// Sources that may support the answer.
    Sources {
        /// The sources, in the order of their marks.
        sources: Vec<ChatSource>,
    },
    /// The model called tools.
    #[serde(rename = "tool_calls")]
    ToolCalls {
        /// Number of the round, from 1.
        iteration: u32,
        /// The calls, in the model's order.
        tool_calls: Vec<RequestedCall>,
    },
    /// Outcomes of the tool calls of a round.
    #[serde(rename = "tool_results")]
    ToolResults {
        /// Number of the round, from 1.
        iteration: u32,
        /// Outcomes, in the order of the calls.
        results: Vec<ToolOutcome>,
    },
    /// Items as cards.
    Showcase(Box<Showcase>),
    /// A proposed write waits for the person's decision.
    Pending(Box<PendingAction>),
    /// The next part of the answer.
    Delta {
        /// Text to append.
        text: String,
    },
    /// The stored response. Its `answer` replaces the streamed text, which may cite sources that do not
    /// exist.
    Done(Box<ChatResponse>),
    /// The turn failed without an answer that could be stored, or was interrupted.
    Error(TurnFailure),
}

impl ChatEvent {
    /// Name of the chat's event on the wire.
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
