//! What decides which tools run in a turn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Whether the program or the model decides which tools run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatMode {
    /// The program: it searches, and a model writes.
    #[default]
    Desk,
    /// A model: it asks for tools; what would change anything waits for the person.
    Assistant,
}

impl ChatMode {
    /// Name of the chat's mode on the wire and in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            ChatMode::Desk => "desk",
            ChatMode::Assistant => "assistant",
        }
    }
}
