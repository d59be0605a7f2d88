//! A write that waits for a person, with the card on which it is shown.

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

/// How long an action waits, in seconds of the database's clock.
pub const ACTION_SECONDS: u32 = 300;
/// Rows that a card shows; the rest is counted.
pub const CARD_ROWS: usize = 50;
/// Items that one action may change.
pub const MAX_ACTION_ITEMS: u32 = 2_000;
/// The tool of an action of several writes; its arguments are `{"writes": [{"tool", "arguments"}]}`.
pub const SEVERAL_WRITES: &str = "several_writes";

/// Where an action stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionState {
    /// It waits.
    Pending,
    /// A person confirmed it, and it ran.
    Executed,
    /// A person rejected it.
    Rejected,
    /// No person decided in time.
    Expired,
    /// What it would change was changed meanwhile; nothing ran.
    Conflict,
    /// Another action with corrected arguments took its place.
    Corrected,
    /// The message that it answers was answered once more; nothing ran.
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

    /// The stored name.
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

    /// The state of this stored name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// An argument as a card shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardArgument {
    /// The write that it belongs to, from 0.
    #[serde(default)]
    pub write: u32,
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
    /// The write that it belongs to, from 0.
    #[serde(default)]
    pub write: u32,
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

/// One of the writes of a card, counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardWrite {
    /// The tool.
    pub tool: String,
    /// Records that are meant.
    pub matched: u32,
    /// Records that become different, or are new.
    pub changed: u32,
    /// Records that are so already.
    pub unchanged: u32,
    /// Records that cannot take the change; they stay as they are.
    pub problems: u32,
}

/// What a person sees before deciding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionCard {
    /// The program that proposed it, by the name that it gives itself; absent where the assistant of a
    /// conversation did.
    #[serde(default)]
    pub proposed_by: Option<String>,
    /// The writes that are confirmed together, in the order in which they run. Cards of former versions, which
    /// have one write each, name none.
    #[serde(default)]
    pub writes: Vec<CardWrite>,
    /// Every argument of every write.
    pub arguments: Vec<CardArgument>,
    /// The first [`CARD_ROWS`] fields of each write that become different.
    pub changes: Vec<CardChange>,
    /// Records that are meant.
    pub matched: u32,
    /// Records that become different, or are new.
    pub changed: u32,
    /// Records that are so already.
    pub unchanged: u32,
    /// Records that cannot take the change; they stay as they are.
    pub problems: u32,
    /// Whether the button alone confirms it, and no words do: an entry is deleted, or a selection changes of which
    /// the card does not show each row, or which an argument describes that the person did not say.
    pub button_only: bool,
}

/// A write that waits, or waited, for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// The action; also the id of the operation that it becomes.
    pub id: Uuid,
    /// The conversation; absent where another program proposed it.
    pub conversation_id: Option<Uuid>,
    /// The answer that proposed it; absent where another program did.
    pub message_id: Option<Uuid>,
    /// The tool; [`SEVERAL_WRITES`] where the card has more than one write.
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
    /// Writes that the person left out when confirming the others, from 0.
    #[serde(default)]
    pub left_out: Vec<u32>,
    /// Writes of memory, from 0, of which the person said that what is known holds, too: it stayed as it was.
    #[serde(default)]
    pub keeps_both: Vec<u32>,
    /// What its writes answered, in their order, those that were left out not among them: `success`, and what the
    /// tool promises besides. Empty unless it was executed, and where what it wrote was deleted for good.
    #[serde(default)]
    pub results: Vec<Value>,
}

/// A write as it is sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SealedWrite {
    /// The tool.
    pub tool: String,
    /// Its arguments in their one form.
    pub arguments: Map<String, Value>,
}

/// The form of the arguments of an action of [`SEVERAL_WRITES`].
#[derive(Serialize, Deserialize)]
struct SealedWrites {
    writes: Vec<SealedWrite>,
}

impl Action {
    /// Its writes in the order in which they run; none where its arguments have another form.
    pub fn sealed_writes(&self) -> Vec<SealedWrite> {
        read_writes(&self.tool, &self.arguments)
    }

    /// Whether it is one new statement, and goes against something known: both may hold.
    pub fn goes_against_known(&self) -> bool {
        self.tool == Tool::AddKnowledge.name() && self.card.changes.iter().any(|change| change.id.is_some())
    }
}

/// The writes behind the tool and the arguments of an action, in the order in which they run; none where the
/// arguments have another form.
pub fn read_writes(tool: &str, arguments: &Value) -> Vec<SealedWrite> {
    if tool == SEVERAL_WRITES {
        let read = serde_json::from_value::<SealedWrites>(arguments.clone());
        return read.map(|several| several.writes).unwrap_or_default();
    }
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    vec![SealedWrite { tool: tool.to_owned(), arguments }]
}

/// Tool and arguments of an action of `writes`.
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
    /// Whether each record that is meant and becomes different stands on the card of one write of one field.
    pub fn shows_every_row(&self) -> bool {
        self.problems == 0 && self.changes.len() == self.changed as usize
    }

    /// Takes words from a change of a selection with a target or an amount that the person did not say.
    pub fn require_button_for_doubted_selection(&mut self) {
        let is_of_selection = |argument: &&CardArgument| argument.name.starts_with("selection.");
        let selections: HashSet<u32> =
            self.arguments.iter().filter(is_of_selection).map(|argument| argument.write).collect();
        self.button_only |=
            self.arguments.iter().any(|argument| argument.caution && selections.contains(&argument.write));
    }

    /// One card of several, each of its writes in the place of its own card.
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
