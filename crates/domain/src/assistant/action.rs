//! A write that waits for a person, with the card on which it is shown.

use super::origin::ArgumentOrigin;
use crate::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// How long an action waits, in seconds of the database's clock.
pub const ACTION_SECONDS: u32 = 300;
/// Rows that a card shows; the rest is counted.
pub const CARD_ROWS: usize = 50;
/// Items that one action may change.
pub const MAX_ACTION_ITEMS: u32 = 2_000;

/// Where an action stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionState {
    /// It waits.
    Pending,
    /// A person confirmed it, and it ran.
    Executed,
    /// A person rejected it, or went on with another matter.
    Rejected,
    /// Nobody decided in time.
    Expired,
    /// What it would change was changed meanwhile; nothing ran.
    Conflict,
    /// Another action with corrected arguments took its place.
    Corrected,
}

impl ActionState {
    /// All states.
    pub const ALL: [ActionState; 6] = [
        ActionState::Pending,
        ActionState::Executed,
        ActionState::Rejected,
        ActionState::Expired,
        ActionState::Conflict,
        ActionState::Corrected,
    ];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            ActionState::Pending => "pending",
            ActionState::Executed => "executed",
            ActionState::Rejected => "rejected",
            ActionState::Expired => "expired",
            ActionState::Conflict => "conflict",
            ActionState::Corrected => "corrected",
        }
    }

    /// The state of this stored name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// An argument as a card shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardArgument {
    /// Its name; of a part, `selection.category`.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// For people, where the value is an id: what it stands for.
    pub label: Option<String>,
    /// Where the value stands word for word.
    pub origin: ArgumentOrigin,
    /// Whether a person should look twice: a target or an amount that no person wrote.
    pub caution: bool,
}

/// A field of a record before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardChange {
    /// The record; none for one that will be new.
    pub id: Option<Uuid>,
    /// Its name, or its question.
    pub name: String,
    /// The field.
    pub field: String,
    /// Its value now; null where it is empty.
    pub from: Value,
    /// Its value after.
    pub to: Value,
}

/// What a person sees before deciding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionCard {
    /// Every argument.
    pub arguments: Vec<CardArgument>,
    /// The first [`CARD_ROWS`] fields that become different.
    pub changes: Vec<CardChange>,
    /// Records that are meant.
    pub matched: u32,
    /// Records that become different, or are new.
    pub changed: u32,
    /// Records that are so already.
    pub unchanged: u32,
    /// Records that cannot take the change; they stay as they are.
    pub problems: u32,
    /// Whether a whole selection changes: the button confirms it, no words do.
    pub button_only: bool,
}

/// A write that waits, or waited, for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// The action; also the id of the operation that it becomes.
    pub id: Uuid,
    /// The conversation.
    pub conversation_id: Uuid,
    /// The answer that proposed it.
    pub message_id: Uuid,
    /// The tool.
    pub tool: String,
    /// The arguments that are sealed.
    pub arguments: Value,
    /// The card.
    pub card: ActionCard,
    /// Where it stands; `expired` as soon as its time is over.
    pub state: ActionState,
    /// The name of the person it was proposed to.
    pub actor: String,
    /// When it was proposed.
    pub created_at: DateTime<Utc>,
    /// When it ends undecided.
    pub expires_at: DateTime<Utc>,
    /// Seconds until then by the database's clock; 0 once it is decided or over.
    #[specta(type = Number)]
    pub seconds_left: f64,
    /// The name of the person who decided.
    pub decided_by: Option<String>,
    /// When.
    pub decided_at: Option<DateTime<Utc>>,
    /// The operation that it became, to be looked at and undone.
    pub operation_id: Option<Uuid>,
    /// The action that took its place.
    pub corrected_by: Option<Uuid>,
}

/// A waiting action as a turn tells it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingAction {
    /// The action.
    pub action_id: Uuid,
    /// The tool.
    pub tool: String,
    /// The arguments that are sealed.
    pub arguments: Value,
    /// The card.
    pub card: ActionCard,
    /// When it ends undecided.
    pub expires_at: DateTime<Utc>,
    /// Seconds until then by the database's clock.
    #[specta(type = Number)]
    pub seconds_left: f64,
}

impl From<&Action> for PendingAction {
    fn from(action: &Action) -> Self {
        Self {
            action_id: action.id,
            tool: action.tool.clone(),
            arguments: action.arguments.clone(),
            card: action.card.clone(),
            expires_at: action.expires_at,
            seconds_left: action.seconds_left,
        }
    }
}

/// A call as the model asked for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestedCall {
    /// Pairs the call with its outcome.
    pub id: String,
    /// The tool, as the model spelt it.
    pub name: String,
    /// The arguments; as text where they are no JSON.
    pub arguments: Value,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolOutcome {
    /// The call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// `ok`, `empty`, `pending`, or the code of what was wrong.
    pub outcome: String,
    /// Records that it gave.
    pub result_count: u32,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// One round: what the model asked for, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolRound {
    /// From 1.
    pub iteration: u32,
    /// The calls.
    pub tool_calls: Vec<RequestedCall>,
    /// Their outcomes, in the same order.
    pub results: Vec<ToolOutcome>,
}
