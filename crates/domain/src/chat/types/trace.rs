//! Everything that led to an answer, as it is stored.

use crate::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

use crate::assistant::manner::Manner;
use crate::chat::{ChatDebug, ChatSource, LlmCall, ScoredId, SearchRun};
use crate::inspect::{CutReason, CutStage};
use crate::search::Hit;

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TraceOutcome {
    /// Answered by a model.
    Answered,
    /// Answered from the search alone.
    Composed,
    /// Stopped by a person.
    Stopped,
    /// Broke off or failed.
    Failed,
}

impl TraceOutcome {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            TraceOutcome::Answered => "answered",
            TraceOutcome::Composed => "composed",
            TraceOutcome::Stopped => "stopped",
            TraceOutcome::Failed => "failed",
        }
    }
}

/// A prompt that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptText {
    /// Its name.
    pub name: String,
    /// The first eight hexadecimal digits of the SHA-256 of its text.
    pub version: String,
}

/// A call of a model, with the exact text it was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceCall {
    /// What `debug` shows.
    pub call: LlmCall,
    /// The instruction.
    pub system: String,
    /// The text.
    pub user: String,
    /// What came back.
    pub output: String,
}

/// A tool that the program ran, with the exact text that the model was given of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolRun {
    /// `searchCatalog` or `searchFaqs`.
    pub name: String,
    /// What it was called with.
    pub arguments: Value,
    /// Results.
    pub result_count: u32,
    /// The exact text given to the model.
    pub payload: String,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// A candidate of a search as it was that day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceCandidate {
    /// The record.
    pub id: Uuid,
    /// Where it fell out; nothing for one that was shown.
    #[serde(default)]
    pub cut: Option<CutStage>,
    /// Every gate that it did not pass, also of one that was shown: what one half lost and the other
    /// found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub cuts: Vec<CutReason>,
    /// Of what was cut, the rows of its score without what they come from; they add up to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub components: Vec<ScoreComponent>,
    /// Its scores, without the record; those shown with their explanation.
    pub hit: Hit,
}

/// A row of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreComponent {
    /// Its name, as in a score laid open: the part, with what it is about behind a colon.
    pub name: String,
    /// What it adds.
    #[specta(type = Number)]
    pub value: f64,
}

/// A search with everything needed to run it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceSearch {
    /// What `debug` shows.
    pub run: SearchRun,
    /// The request.
    pub request: Value,
    /// The ranking profile as it was, weights and thresholds included.
    pub profile: Value,
    /// The fusion that was used.
    pub fusion: String,
    /// The embedding model, where vectors took part.
    pub embedding_model: Option<String>,
    /// The hits, best first.
    pub hits: Vec<ScoredId>,
    /// The greatest distance that counted as found, of the profile or of the model; none where nothing
    /// was cut by one.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub threshold: Option<f64>,
    /// Every candidate, best first, then what was too far away, nearest first; and where each was cut.
    pub candidates: Vec<TraceCandidate>,
    /// Whether the candidates that were cut have no components: more was asked at once than could be
    /// worked out.
    #[serde(default)]
    pub reduced: bool,
    /// The share of what was asked that one of the first hits holds, in 0..1.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub coverage: Option<f64>,
    /// Milliseconds by stage.
    pub timings: Value,
}

/// The trace of one turn; or of one search by itself, which is a turn without model, conversation and
/// answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// The trace.
    pub id: Uuid,
    /// The conversation.
    pub conversation_id: Option<Uuid>,
    /// The answer's message.
    pub message_id: Option<Uuid>,
    /// When the turn began.
    pub created_at: DateTime<Utc>,
    /// How it ended.
    pub outcome: TraceOutcome,
    /// The message.
    pub message: String,
    /// The message folded.
    pub normalized: String,
    /// Its tokens.
    pub tokens: Vec<String>,
    /// What `debug` shows.
    pub debug: ChatDebug,
    /// Prompts, with their versions.
    pub prompts: Vec<PromptText>,
    /// Calls, with their texts.
    pub calls: Vec<TraceCall>,
    /// Tools, with their texts.
    pub tools: Vec<ToolRun>,
    /// Searches, with what is needed to run them again.
    pub searches: Vec<TraceSearch>,
    /// What the answer could rest on.
    pub sources: Vec<ChatSource>,
    /// The text that the model was given as context.
    pub context: String,
    /// The answer as the model wrote it, before marks were checked.
    pub raw_answer: String,
    /// The items of memory that the answer used: those of the profile in its prompt, and those that tools found.
    #[serde(default)]
    pub memory: Vec<Uuid>,
    /// How the answer was to be spoken, where the personal assistant was on.
    #[serde(default)]
    pub manner: Option<Manner>,
    /// Version of the program.
    pub program: String,
}
