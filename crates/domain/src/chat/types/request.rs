//! Requests to the sales desk.

use crate::catalog::is_invisible;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use crate::chat::Role;
use crate::chat::types::mode::ChatMode;

/// Maximum length of a message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 8_000;
/// Maximum number of messages read from a given history; older ones are ignored.
pub const MAX_HISTORY_MESSAGES: usize = 10_000;

/// An earlier message, from a caller that stores its conversation itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryMessage {
    /// Author of the message.
    pub role: Role,
    /// Text of the message.
    pub content: String,
}

/// A message to the sales desk.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatRequest {
    /// Text of the message: not blank, at most 8,000 characters. Absent in a request with `regenerate`.
    #[serde(default)]
    pub message: String,
    /// Earlier messages, only for a conversation that is not stored. The desk reads them for this answer
    /// and does not store them: a caller that stores its conversation sends them with each message, and any
    /// other caller continues with `conversationId`. The history of a stored conversation is its messages.
    #[serde(default)]
    pub history: Option<Vec<HistoryMessage>>,
    /// Id of the conversation to continue; a new conversation if absent.
    #[serde(default)]
    pub conversation_id: Option<Uuid>,
    /// Id of the message that this one follows; the end of the open branch if absent. An edited message is
    /// a new one after the same parent.
    #[serde(default)]
    pub parent_id: Option<Uuid>,
    /// Whether the message starts a branch at the beginning, as an edit of the first message, which has no
    /// parent.
    #[serde(default)]
    pub from_start: bool,
    /// Id of a person's message that is answered again, in place of a new message; the id of its answer
    /// works too.
    #[serde(default)]
    pub regenerate: Option<Uuid>,
    /// Id of the turn, chosen by the client, to stop the turn. A repeated request with the same id has no
    /// further effect.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
    /// Whether the program or the model decides which tools run; by default the setting `CHAT_MODE`.
    #[serde(default)]
    pub mode: Option<ChatMode>,
    /// Id of the price list for the prices in the answer; the counter prices if absent. Only at the sales
    /// desk.
    #[serde(default)]
    pub price_list: Option<Uuid>,
    /// Ids of the uploaded pictures and files of the message, at most 4. Attachments of another message are
    /// copied, so that an edited message keeps them.
    #[serde(default)]
    pub attachments: Vec<Uuid>,
    /// Whether the response over HTTP consists of server-sent events.
    #[serde(default)]
    pub stream: bool,
}

/// Whether a message has only white space and invisible characters.
pub fn is_blank(message: &str) -> bool {
    // Hangul fillers and the blank braille pattern: letters and a symbol without a visible form.
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
