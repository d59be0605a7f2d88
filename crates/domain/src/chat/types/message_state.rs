//! Final state of an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Final state of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// The answer is complete.
    Complete,
    /// A person stopped the answer; the text so far is stored.
    Stopped,
    /// The answer was interrupted; the text so far is stored.
    Interrupted,
    /// The program composed the answer from the search results, without a model.
    Composed,
}

impl MessageState {
    /// All states, with their stored names.
    pub const ALL: [(MessageState, &'static str); 4] = [
        (MessageState::Complete, "complete"),
        (MessageState::Stopped, "stopped"),
        (MessageState::Interrupted, "interrupted"),
        (MessageState::Composed, "composed"),
    ];

    /// Name of the answer's final state in the database.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("complete", |(_, name)| name)
    }
}
