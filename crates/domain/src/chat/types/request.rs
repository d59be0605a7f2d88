//! What is asked of the desk.

use crate::catalog::is_invisible;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use crate::chat::Role;
use crate::chat::types::mode::ChatMode;

/// Longest message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 8_000;
/// Most messages of a given history that are looked at; older ones are left out.
pub const MAX_HISTORY_MESSAGES: usize = 10_000;

/// An earlier message, for callers that keep their conversation themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryMessage {
    /// Its author.
    pub role: Role,
    /// What was said.
    pub content: String,
}

/// One message to the desk.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatRequest {
    /// What the person wrote: not blank, at most 8,000 characters. Left out where `regenerate` is
    /// given.
    #[serde(default)]
    pub message: String,
    /// What was said before; only for a conversation that is not stored yet. It is read for this
    /// answer and not stored: a caller that keeps the conversation sends it each time, or else goes on with
    /// `conversationId`. The history of a stored one is its messages.
    #[serde(default)]
    pub history: Option<Vec<HistoryMessage>>,
    /// The conversation that goes on; a new one where absent.
    #[serde(default)]
    pub conversation_id: Option<Uuid>,
    /// The message after which this one stands; the end of the open branch where absent. An edited
    /// message is a new one after the same parent.
    #[serde(default)]
    pub parent_id: Option<Uuid>,
    /// Begins a branch at the very beginning: an edit of the first message, which has no parent.
    #[serde(default)]
    pub from_start: bool,
    /// The user message that is to be answered once more, instead of a new one; or an answer to it.
    #[serde(default)]
    pub regenerate: Option<Uuid>,
    /// Chosen by the client: names the turn, to stop it; asking again under the same id does
    /// nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
    /// Whether the program or the model decides which tools run; what the setting `CHAT_MODE` says where absent.
    #[serde(default)]
    pub mode: Option<ChatMode>,
    /// The price list whose prices the answer gives, by its id; those of the counter where absent. At the desk alone.
    #[serde(default)]
    pub price_list: Option<Uuid>,
    /// Pictures and files of this message, at most 4, by the ids of their uploads; those of another message
    /// are copied, so that an edited message keeps them.
    #[serde(default)]
    pub attachments: Vec<Uuid>,
    /// Over HTTP: answer as server-sent events.
    #[serde(default)]
    pub stream: bool,
}

/// Whether a message shows nothing: white space and invisible characters.
pub fn is_blank(message: &str) -> bool {
    // Two letters and a pattern that are drawn as nothing.
    let unseen = |c: char| matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    message.chars().all(|c| c.is_whitespace() || is_invisible(c) || unseen(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_blank() {
        for blank in ["", " \n", "\u{200b}\u{200d}", "\u{feff} \u{2060}", "\u{3164}"] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for seen in ["a", "?", "\u{200b}x", "👍"] {
            assert!(!is_blank(seen), "{seen:?}");
        }
    }
}
