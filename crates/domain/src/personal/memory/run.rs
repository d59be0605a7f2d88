//! Runs that read messages, and the lines of their diff.

use super::item::{Evidence, KnowledgeDraft, stored_names};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemoryRunState {
    /// It reads.
    Running,
    /// It came to nothing; the next one reads the same messages.
    Failed,
    /// It found nothing new.
    Nothing,
    /// Lines of its diff wait for a person.
    Proposed,
    /// Every line is decided, and at least one took effect.
    Accepted,
    /// Every line is decided, and none took effect.
    Rejected,
}
stored_names!(MemoryRunState {
    Running = "running",
    Failed = "failed",
    Nothing = "nothing",
    Proposed = "proposed",
    Accepted = "accepted",
    Rejected = "rejected",
});

/// What a line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemoryChangeKind {
    /// A new item.
    Added,
    /// An item gets a more precise content.
    Changed,
    /// An item and what was said later do not go together: the later one takes its place.
    Contradicted,
    /// An item whose days are over.
    Dropped,
}
stored_names!(MemoryChangeKind {
    Added = "added",
    Changed = "changed",
    Contradicted = "contradicted",
    Dropped = "dropped",
});

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemoryChangeState {
    /// It waits for a person.
    Proposed,
    /// It took effect.
    Accepted,
    /// A person said no.
    Rejected,
    /// Its item was changed meanwhile; nothing was done.
    Conflict,
}
stored_names!(MemoryChangeState {
    Proposed = "proposed",
    Accepted = "accepted",
    Rejected = "rejected",
    Conflict = "conflict",
});

/// A line of a diff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemoryChange {
    /// The line.
    pub id: Uuid,
    /// What it does.
    pub kind: MemoryChangeKind,
    /// The item that it changes, contradicts or drops.
    pub item_id: Option<Uuid>,
    /// What that item says now.
    pub before: Option<String>,
    /// What is known afterwards; none where the item is dropped.
    pub draft: Option<KnowledgeDraft>,
    /// The words that it is taken from.
    pub evidence: Vec<Evidence>,
    /// Whether it takes effect only where a person says yes to it by itself.
    pub needs_yes: bool,
    /// Whether it is about health, faith or money, where it needs a yes.
    pub is_sensitive: bool,
    /// Where it stands.
    pub state: MemoryChangeState,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemoryRun {
    /// The run.
    pub id: Uuid,
    /// The person who wrote the messages.
    pub actor: String,
    /// The moment that it stands for.
    pub slot: DateTime<Utc>,
    /// Where it stands.
    pub state: MemoryRunState,
    /// Messages that it read.
    pub messages: u32,
    /// Facts of the model that were refused, because no message says them or because they were deleted.
    pub refused: u32,
    /// The model.
    pub model: Option<String>,
    /// Name and version of the prompt.
    pub prompt: Option<String>,
    /// The code of what went wrong.
    pub error: Option<String>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// The lines of its diff, in order.
    pub changes: Vec<MemoryChange>,
}
