//! How far an answer came.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// As it should.
    Complete,
    /// A person stopped it; what was there is kept.
    Stopped,
    /// It broke off; what was there is kept.
    Interrupted,
    /// No model wrote it: it was put together from what the search found.
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

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("complete", |(_, name)| name)
    }
}
