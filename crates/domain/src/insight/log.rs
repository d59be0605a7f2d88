//! Read models of the query log: its entries, and its failed questions grouped into gaps.

use super::{GapReason, GapState, QueryScope, Surface};
use crate::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// One search or question in the query log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedQuery {
    /// Id of the entry; a second write of it changes nothing.
    pub id: Uuid,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Where.
    pub scope: QueryScope,
    /// Through what.
    pub surface: Surface,
    /// By whom.
    pub actor: String,
    /// As typed, at most 2,000 characters.
    pub query: String,
    /// The same folded.
    pub normalized: String,
    /// What was searched for, where that is not what was typed.
    pub looked_for: Option<String>,
    /// Key that questions of the same gap share; it stays in the database.
    #[serde(skip)]
    pub gap_key: String,
    /// Conditions of the search.
    pub filters: Option<Value>,
    /// The ranking profile.
    pub profile: Option<String>,
    /// Results; of an answer, its sources.
    pub results: u32,
    /// The best score.
    #[specta(type = Option<Number>)]
    pub best_score: Option<f64>,
    /// The share of what was asked that one of the first hits holds, in 0..1.
    #[specta(type = Option<Number>)]
    pub coverage: Option<f64>,
    /// Why vectors took no part, or what else did not go as it should.
    pub fallback: Option<String>,
    /// Milliseconds to the answer.
    #[specta(type = Number)]
    pub ms: f64,
    /// Why it is a gap.
    pub gap: Option<GapReason>,
    /// Its trace, where there still is one.
    pub trace_id: Option<Uuid>,
    /// Of an answer: the conversation.
    pub conversation_id: Option<Uuid>,
    /// Of an answer: its message; it stays in the database.
    #[serde(skip)]
    pub message_id: Option<Uuid>,
}

/// Questions that went wrong, taken together where they hold the same words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gap {
    /// The gap.
    pub id: Uuid,
    /// Where it was asked.
    pub scope: QueryScope,
    /// Where it stands.
    pub state: GapState,
    /// Why it is a gap.
    pub reasons: Vec<GapReason>,
    /// How often it went wrong.
    pub count: u32,
    /// When first.
    pub first_seen: DateTime<Utc>,
    /// When last.
    pub last_seen: DateTime<Utc>,
    /// The question, as it was last typed.
    pub query: String,
    /// What was searched for, where that is not what was typed.
    pub looked_for: Option<String>,
    /// The conditions it was asked under.
    pub filters: Option<Value>,
    /// Results of the last time.
    pub results: u32,
    /// The share of what was asked that one of the first hits held the last time, in 0..1.
    #[specta(type = Option<Number>)]
    pub coverage: Option<f64>,
    /// A trace of it.
    pub trace_id: Option<Uuid>,
    /// Of a question in chat: the conversation.
    pub conversation_id: Option<Uuid>,
    /// Why it was dismissed, if it ever was.
    pub dismissed_because: Option<String>,
    /// When it passed or was dismissed.
    pub decided_at: Option<DateTime<Utc>>,
    /// When it was last run again.
    pub checked_at: Option<DateTime<Utc>>,
}
