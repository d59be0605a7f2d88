//! A prepared write: its operation, its card, and the record it names.

use celeiro_domain::assistant::origin::TextBlock;
use celeiro_domain::assistant::{ActionCard, CardChange, WritePlan};
use serde_json::Value;
use uuid::Uuid;

/// What runs, its card, and the record that an argument names.
pub(super) type PreparedWrite = (WritePlan, ActionCard, Option<Target>);

/// The record that an argument names.
pub(super) struct Target {
    /// The argument.
    pub argument: &'static str,
    /// The id that stands for the record from then on; none where what was written stays.
    pub id: Option<Uuid>,
    /// What a person may call it.
    pub spellings: Vec<Value>,
    /// What a card calls it.
    pub label: String,
}

/// A write, or several, that can be proposed.
pub(super) struct Proposal {
    pub tool: String,
    /// In their one form: an item by its id.
    pub arguments: Value,
    pub plan: WritePlan,
    pub card: ActionCard,
}

/// What a proposal rests on.
pub(super) struct ProposalBasis<'a> {
    /// The texts that the model has read.
    pub blocks: &'a [TextBlock],
    /// The conversation, in whose messages the words of a fact are looked for.
    pub conversation: Option<Uuid>,
    /// Whether a person wrote the arguments, as in a correction.
    pub is_by_person: bool,
}

/// The card of a record that will be new: its fields that are not empty.
pub(super) fn new_record(name: &str, draft: &Value) -> ActionCard {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    let fields = draft.as_object().into_iter().flatten().filter(|(_, value)| !is_empty(value));
    let changes = fields.map(|(field, value)| CardChange {
        write: 0,
        id: None,
        name: name.to_owned(),
        field: field.clone(),
        from: Value::Null,
        to: value.clone(),
    });
    ActionCard {
        proposed_by: None,
        writes: Vec::new(),
        arguments: Vec::new(),
        changes: changes.collect(),
        matched: 1,
        changed: 1,
        unchanged: 0,
        problems: 0,
        button_only: false,
    }
}
