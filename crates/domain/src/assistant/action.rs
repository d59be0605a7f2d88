//! Proposed writes that wait for a person's decision, with their cards.

use super::origin::ArgumentOrigin;
use super::tools::Tool;
use crate::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use std::collections::HashSet;
use uuid::Uuid;

/// Time until an action expires, in seconds of the database's clock.
pub const ACTION_SECONDS: u32 = 300;
/// Maximum number of rows on a card; further rows are only counted.
pub const CARD_ROWS: usize = 50;
/// Maximum number of items that one action may change.
pub const MAX_ACTION_ITEMS: u32 = 2_000;
/// The tool of an action of several writes; its arguments are `{"writes": [{"tool", "arguments"}]}`.
pub const SEVERAL_WRITES: &str = "several_writes";

/// State of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionState {
    /// The action waits for a decision.
    Pending,
    /// A person confirmed the action, and its writes ran.
    Executed,
    /// A person rejected the action.
    Rejected,
    /// The action expired before a decision.
    Expired,
    /// A record of the action changed before the confirmation; no write ran.
    Conflict,
    /// Another action with corrected arguments replaced this one.
    Corrected,
    /// A new answer to the same message replaced the one with this action; no write ran.
    Superseded,
}

impl ActionState {
    /// All states.
    pub const ALL: [ActionState; 7] = [
        ActionState::Pending,
        ActionState::Executed,
        ActionState::Rejected,
        ActionState::Expired,
        ActionState::Conflict,
        ActionState::Corrected,
        ActionState::Superseded,
    ];

    /// Name of the action's state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ActionState::Pending => "pending",
            ActionState::Executed => "executed",
            ActionState::Rejected => "rejected",
            ActionState::Expired => "expired",
            ActionState::Conflict => "conflict",
            ActionState::Corrected => "corrected",
            ActionState::Superseded => "superseded",
        }
    }

    /// Parses the stored name of an action's state.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// An argument of a write, for the card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardArgument {
    /// Index of the argument's write, from 0.
    #[serde(default)]
    pub write: u32,
    /// Name of the argument; for a nested one its path, such as `selection.category`.
    pub name: String,
    /// Value of the argument.
    pub value: Value,
    /// Name of the record or value that an id identifies, for people; absent for other values.
    pub label: Option<String>,
    /// The text that contains the value word for word.
    pub origin: ArgumentOrigin,
    /// Whether the card highlights the argument: a target or an amount that no person wrote.
    pub caution: bool,
}

/// Change of one field of a record, with both values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardChange {
    /// Index of the change's write, from 0.
    #[serde(default)]
    pub write: u32,
    /// Id of the record; absent for a new record.
    pub id: Option<Uuid>,
    /// Name of the item, or question of the FAQ.
    pub name: String,
    /// Name of the field.
    pub field: String,
    /// Value before the write; null if empty.
    pub from: Value,
    /// Value after the write.
    pub to: Value,
}

/// Counts of one write of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardWrite {
    /// Name of the tool.
    pub tool: String,
    /// Number of records in the write's selection.
    pub matched: u32,
    /// Number of records that the write changes or creates.
    pub changed: u32,
    /// Number of records that already have the new values.
    pub unchanged: u32,
    /// Number of records that cannot take the change and stay unchanged.
    pub problems: u32,
}

/// The preview of an action for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionCard {
    /// Name of the program that proposed the action, as the program gave it; absent if the assistant of a
    /// conversation proposed it.
    #[serde(default)]
    pub proposed_by: Option<String>,
    /// The writes of the action, in the order in which they run. Empty on cards of former versions, which
    /// have one write each.
    #[serde(default)]
    pub writes: Vec<CardWrite>,
    /// The arguments of all writes.
    pub arguments: Vec<CardArgument>,
    /// Changed fields, the first [`CARD_ROWS`] of each write.
    pub changes: Vec<CardChange>,
    /// Number of records in the selections of all writes.
    pub matched: u32,
    /// Number of records that the writes change or create.
    pub changed: u32,
    /// Number of records that already have the new values.
    pub unchanged: u32,
    /// Number of records that cannot take the change and stay unchanged.
    pub problems: u32,
    /// Whether only the button confirms the action, and no written reply does: for example a deletion, a
    /// selection with more rows than the card shows, or a selection by an argument that the person did not
    /// write.
    pub button_only: bool,
}

/// A proposed write with its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// Id of the action, which is also the id of its operation once it is confirmed.
    pub id: Uuid,
    /// Id of the conversation; absent if another program proposed the action.
    pub conversation_id: Option<Uuid>,
    /// Id of the message that proposed the action; absent if another program did.
    pub message_id: Option<Uuid>,
    /// Name of the tool; [`SEVERAL_WRITES`] for an action of several writes.
    pub tool: String,
    /// The sealed arguments.
    pub arguments: Value,
    /// The preview for the person.
    pub card: ActionCard,
    /// State of the action; `expired` from the moment of its expiry.
    pub state: ActionState,
    /// Name of the person whom the action was proposed to.
    pub actor: String,
    /// Time of the proposal.
    pub created_at: DateTime<Utc>,
    /// Time at which the action expires.
    pub expires_at: DateTime<Utc>,
    /// Seconds until the expiry, by the database's clock; 0 after the decision or the expiry.
    #[specta(type = Number)]
    pub seconds_left: f64,
    /// Name of the person who decided.
    pub decided_by: Option<String>,
    /// Time of the decision.
    pub decided_at: Option<DateTime<Utc>>,
    /// Id of the operation of a confirmed action, for its history and its undo.
    pub operation_id: Option<Uuid>,
    /// Id of the action that replaced this one.
    pub corrected_by: Option<Uuid>,
    /// Indexes, from 0, of the writes that the person excluded from the confirmation.
    #[serde(default)]
    pub left_out: Vec<u32>,
    /// Indexes, from 0, of the memory writes whose contradicting earlier statement the person kept as well.
    #[serde(default)]
    pub keeps_both: Vec<u32>,
    /// Results of the executed writes, in their order: `success` with the further fields that the tool
    /// defines. Empty unless the action was executed, and if its written records were deleted for good.
    #[serde(default)]
    pub results: Vec<Value>,
}

/// A write in its sealed form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SealedWrite {
    /// Name of the tool.
    pub tool: String,
    /// The arguments in canonical form.
    pub arguments: Map<String, Value>,
}

/// Arguments of an action of [`SEVERAL_WRITES`].
#[derive(Serialize, Deserialize)]
struct SealedWrites {
    writes: Vec<SealedWrite>,
}

impl Action {
    /// The writes of the action, in the order in which they run; empty if its arguments have another form.
    pub fn sealed_writes(&self) -> Vec<SealedWrite> {
        read_writes(&self.tool, &self.arguments)
    }

    /// Whether the action adds one statement to memory that contradicts an earlier one. Both may be true,
    /// so the person can keep both.
    pub fn goes_against_known(&self) -> bool {
        self.tool == Tool::AddKnowledge.name() && self.card.changes.iter().any(|change| change.id.is_some())
    }
}

/// Reads the writes of an action from its tool and arguments, in the order in which they run. Returns an
/// empty list if the arguments have another form.
pub fn read_writes(tool: &str, arguments: &Value) -> Vec<SealedWrite> {
    if tool == SEVERAL_WRITES {
        let read = serde_json::from_value::<SealedWrites>(arguments.clone());
        return read.map(|several| several.writes).unwrap_or_default();
    }
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    vec![SealedWrite { tool: tool.to_owned(), arguments }]
}

/// Returns the tool and the arguments of an action of `writes`.
pub fn seal_together(writes: Vec<SealedWrite>) -> (String, Value) {
    match <[SealedWrite; 1]>::try_from(writes) {
        Ok([SealedWrite { tool, arguments }]) => (tool, Value::Object(arguments)),
        Err(writes) => {
            let arguments = serde_json::to_value(SealedWrites { writes }).unwrap_or_default();
            (SEVERAL_WRITES.to_owned(), arguments)
        }
    }
}

impl ActionCard {
    /// Whether the card of a write of one field shows every record that the write changes.
    pub fn shows_every_row(&self) -> bool {
        self.problems == 0 && self.changes.len() == self.changed as usize
    }

    /// Excludes written confirmation from a change of a selection by a target or an amount that no person
    /// wrote.
    pub fn require_button_for_doubted_selection(&mut self) {
        let is_of_selection = |argument: &&CardArgument| argument.name.starts_with("selection.");
        let selections: HashSet<u32> =
            self.arguments.iter().filter(is_of_selection).map(|argument| argument.write).collect();
        self.button_only |=
            self.arguments.iter().any(|argument| argument.caution && selections.contains(&argument.write));
    }

    /// Joins the cards of several writes into one, and renumbers their writes in the given order.
    pub fn join(cards: Vec<ActionCard>) -> Self {
        let mut whole = Self {
            proposed_by: None,
            writes: Vec::new(),
            arguments: Vec::new(),
            changes: Vec::new(),
            matched: 0,
            changed: 0,
            unchanged: 0,
            problems: 0,
            button_only: false,
        };
        for card in cards {
            let before = whole.writes.len() as u32;
            let place = |write: u32| before + write;
            let argument = |one: CardArgument| CardArgument { write: place(one.write), ..one };
            whole.arguments.extend(card.arguments.into_iter().map(argument));
            let change = |one: CardChange| CardChange { write: place(one.write), ..one };
            whole.changes.extend(card.changes.into_iter().map(change));
            whole.writes.extend(card.writes);
            whole.matched += card.matched;
            whole.changed += card.changed;
            whole.unchanged += card.unchanged;
            whole.problems += card.problems;
            whole.button_only |= card.button_only;
            whole.proposed_by = whole.proposed_by.or(card.proposed_by);
        }
        whole
    }
}

/// A waiting action in the response and the events of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingAction {
    /// Id of the action.
    pub action_id: Uuid,
    /// Name of the tool.
    pub tool: String,
    /// The sealed arguments.
    pub arguments: Value,
    /// The preview for the person.
    pub card: ActionCard,
    /// Time at which the action expires.
    pub expires_at: DateTime<Utc>,
    /// Seconds until the expiry, by the database's clock.
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

/// A tool call of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestedCall {
    /// Id that joins the call to its outcome.
    pub id: String,
    /// Name of the tool, as the model wrote it.
    pub name: String,
    /// The arguments; a text if the model's arguments are not JSON.
    pub arguments: Value,
}

/// Outcome of a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolOutcome {
    /// Id of the call.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// `ok`, `empty`, `pending`, or an error code.
    pub outcome: String,
    /// Number of records in the result.
    pub result_count: u32,
    /// Duration in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// One round of tool calls of the model, with their outcomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolRound {
    /// Number of the round, from 1.
    pub iteration: u32,
    /// The calls, in the model's order.
    pub tool_calls: Vec<RequestedCall>,
    /// The outcomes, in the order of the calls.
    pub results: Vec<ToolOutcome>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn card(tool: &str, changed: u32, button_only: bool) -> ActionCard {
        serde_json::from_value(json!({
            "writes": [{ "tool": tool, "matched": changed, "changed": changed, "unchanged": 0, "problems": 1 }],
            "arguments": [{ "name": "item", "value": tool, "label": null,
                "origin": { "kind": "person", "label": null }, "caution": false }],
            "changes": [{ "id": null, "name": tool, "field": "name", "from": null, "to": 1 }],
            "matched": changed, "changed": changed, "unchanged": 0, "problems": 1, "buttonOnly": button_only,
        }))
        .unwrap()
    }

    #[test]
    fn a_card_of_several_writes_says_of_each_part_whose_it_is() {
        let whole = ActionCard::join(vec![card("a", 2, false), card("b", 3, true), card("c", 1, false)]);
        assert_eq!((whole.matched, whole.changed, whole.problems, whole.button_only), (6, 6, 3, true));
        let tools: Vec<&str> = whole.writes.iter().map(|write| write.tool.as_str()).collect();
        assert_eq!(tools, ["a", "b", "c"]);
        for (at, tool) in tools.iter().enumerate() {
            assert_eq!(whole.arguments[at].write as usize, at);
            assert_eq!((whole.changes[at].write as usize, whole.changes[at].name.as_str()), (at, *tool));
        }
        assert_eq!(ActionCard::join(vec![card("a", 2, false)]), card("a", 2, false), "of one it is that");
    }

    #[test]
    fn words_confirm_a_selection_of_which_every_row_and_value_is_seen() {
        let seen = card("set_price", 1, false);
        assert!(!seen.shows_every_row(), "a row that cannot take the change is not on the card");
        assert!(ActionCard { problems: 0, ..seen.clone() }.shows_every_row());
        assert!(!ActionCard { problems: 0, changed: 2, ..seen.clone() }.shows_every_row());
        let is_doubtful = |names: [(&str, u32, bool); 2]| {
            let argument = |(name, write, caution): (&str, u32, bool)| CardArgument {
                name: name.into(),
                write,
                caution,
                ..seen.arguments[0].clone()
            };
            let mut card = ActionCard { arguments: names.map(argument).to_vec(), ..seen.clone() };
            card.require_button_for_doubted_selection();
            card.button_only
        };
        assert!(!is_doubtful([("selection.category", 0, false), ("percent", 0, false)]));
        assert!(is_doubtful([("selection.category", 0, false), ("percent", 0, true)]));
        assert!(is_doubtful([("selection.category", 0, true), ("percent", 0, false)]));
        assert!(!is_doubtful([("selection.category", 0, false), ("price", 1, true)]), "of another write");
    }

    #[test]
    fn writes_that_are_sealed_together_are_read_again_in_their_order() {
        let write = |tool: &str| SealedWrite { tool: tool.into(), arguments: Map::new() };
        let (tool, arguments) = seal_together(vec![write("set_price"), write("create_faq")]);
        assert_eq!(tool, SEVERAL_WRITES);
        assert_eq!(arguments["writes"][1], json!({ "tool": "create_faq", "arguments": {} }));
        assert_eq!(seal_together(vec![write("set_price")]), ("set_price".to_owned(), json!({})));
    }

    #[test]
    fn a_card_of_a_former_version_is_read() {
        let mut old = serde_json::to_value(card("a", 1, false)).unwrap();
        for key in ["writes", "proposedBy"] {
            old.as_object_mut().unwrap().remove(key);
        }
        for list in ["arguments", "changes"] {
            old[list][0].as_object_mut().unwrap().remove("write");
        }
        let read: ActionCard = serde_json::from_value(old).unwrap();
        assert_eq!((read.writes.len(), read.arguments[0].write, read.proposed_by), (0, 0, None));
    }
}
