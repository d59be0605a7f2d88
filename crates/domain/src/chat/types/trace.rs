//! The stored trace of a turn: all inputs and decisions that led to its answer.

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

/// Outcome of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TraceOutcome {
    /// A model answered.
    Answered,
    /// The program composed the answer from the search results.
    Composed,
    /// A person stopped the turn.
    Stopped,
    /// The turn was interrupted or failed.
    Failed,
}

impl TraceOutcome {
    /// Name of the turn's outcome in the stored trace.
    pub fn as_str(self) -> &'static str {
        match self {
            TraceOutcome::Answered => "answered",
            TraceOutcome::Composed => "composed",
            TraceOutcome::Stopped => "stopped",
            TraceOutcome::Failed => "failed",
        }
    }
}

/// A used prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptText {
    /// Name of the prompt.
    pub name: String,
    /// The first eight hexadecimal digits of the SHA-256 of its text.
    pub version: String,
}

/// A call of a model, with its exact texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceCall {
    /// The call, as in `debug`.
    pub call: LlmCall,
    /// The system prompt.
    pub system: String,
    /// The text of the user's side.
    pub user: String,
    /// The output of the model.
    pub output: String,
}

/// A tool call that the program made, with its exact output for the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolRun {
    /// `searchCatalog` or `searchFaqs`.
    pub name: String,
    /// Arguments of the call.
    pub arguments: Value,
    /// Number of results.
    pub result_count: u32,
    /// The exact text that the model received.
    pub payload: String,
    /// Duration in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// A candidate of a search, as it was at the time of the search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceCandidate {
    /// Id of the record.
    pub id: Uuid,
    /// Stage that cut the candidate; absent for a hit.
    #[serde(default)]
    pub cut: Option<CutStage>,
    /// All gates that the candidate did not pass. A hit can have some, because it may fail in the lexical
    /// list and pass in the vector list, or the reverse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub cuts: Vec<CutReason>,
    /// Components of a cut candidate's score, which add up to it, without the details of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub components: Vec<ScoreComponent>,
    /// The candidate's scores, without the record; a hit also has its explanation.
    pub hit: Hit,
}

/// A component of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreComponent {
    /// Name of the component, as in an explanation: the part, and after a colon its subject.
    pub name: String,
    /// Contribution to the score.
    #[specta(type = Number)]
    pub value: f64,
}

/// A search with all inputs for its repetition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceSearch {
    /// The search, as in `debug`.
    pub run: SearchRun,
    /// The request.
    pub request: Value,
    /// The ranking profile at the time of the search, with weights and thresholds.
    pub profile: Value,
    /// Fusion of the search.
    pub fusion: String,
    /// Name of the embedding model; absent for a search without vectors.
    pub embedding_model: Option<String>,
    /// The hits, best first.
    pub hits: Vec<ScoredId>,
    /// Maximum distance of vector hits, from the profile or the model; absent if the search had none.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub threshold: Option<f64>,
    /// All candidates, best first, and after them the records beyond the maximum distance, nearest first.
    pub candidates: Vec<TraceCandidate>,
    /// Whether the cut candidates lack their components, because there were too many to compute.
    #[serde(default)]
    pub reduced: bool,
    /// Highest share of the query's concepts that one of the first hits contains, 0 to 1.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub coverage: Option<f64>,
    /// Duration of each stage, in milliseconds.
    pub timings: Value,
}

/// The trace of one turn, or of a separate search, as a turn without model, conversation and answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// Id of the trace.
    pub id: Uuid,
    /// Id of the conversation.
    pub conversation_id: Option<Uuid>,
    /// Id of the answer's message.
    pub message_id: Option<Uuid>,
    /// Start time of the turn.
    pub created_at: DateTime<Utc>,
    /// Outcome of the turn.
    pub outcome: TraceOutcome,
    /// The person's message.
    pub message: String,
    /// The folded message.
    pub normalized: String,
    /// Tokens of the message.
    pub tokens: Vec<String>,
    /// The steps of the turn, as in `debug`.
    pub debug: ChatDebug,
    /// Used prompts, with their versions.
    pub prompts: Vec<PromptText>,
    /// Calls of models, with their texts.
    pub calls: Vec<TraceCall>,
    /// Tool calls, with their texts.
    pub tools: Vec<ToolRun>,
    /// Searches, with all inputs for their repetition.
    pub searches: Vec<TraceSearch>,
    /// Sources that may support the answer.
    pub sources: Vec<ChatSource>,
    /// The context in the prompt of the model.
    pub context: String,
    /// The answer as the model wrote it, before the check of its citation marks.
    pub raw_answer: String,
    /// Ids of the memory items that the answer used: those of the profile in the prompt, and those in tool
    /// results.
    #[serde(default)]
    pub memory: Vec<Uuid>,
    /// Manner requested for the answer; absent if the personal assistant was off.
    #[serde(default)]
    pub manner: Option<Manner>,
    /// Version of the program.
    pub program: String,
}
