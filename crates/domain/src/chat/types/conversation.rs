//! Conversations: trees of messages, because an edit or a second answer replaces nothing.

use crate::chat::types::message_state::MessageState;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use crate::chat::{ChatResponse, ChatSource, MessageAttachment};

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// Celeiro.
    Assistant,
}

impl Role {
    /// Name of the message's author, person or assistant, in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// Rating of an answer by a thumb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rating {
    /// Thumb up.
    Up,
    /// Thumb down.
    Down,
}

/// Fault of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FeedbackReason {
    /// The answer has an item that does not fit the question.
    WrongItem,
    /// The answer lacks an item that fits the question.
    MissingItem,
    /// The answer has a false statement.
    WrongStatement,
    /// Another fault, described in the note.
    Other,
}

/// A person's rating of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    /// The thumb.
    pub rating: Rating,
    /// Fault of the answer; absent for a good one.
    #[serde(default)]
    pub reason: Option<FeedbackReason>,
    /// The person's comment, at most 2,000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

/// A conversation, as an entry of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// Id of the conversation.
    pub id: Uuid,
    /// Title: the one that a person gave, or else the beginning of the first message.
    pub title: String,
    /// Whether the list shows the conversation at its top.
    pub pinned: bool,
    /// Number of messages in all branches.
    pub message_count: u32,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last message.
    pub updated_at: DateTime<Utc>,
    /// Passage around the match; only in a search by text.
    pub excerpt: Option<String>,
    /// Name of the person who began the conversation.
    #[serde(default)]
    pub owner: String,
    /// Whether other people may read the conversation.
    #[serde(default)]
    pub shared: bool,
    /// Whether the conversation belongs to another person, so that the caller may read it but not change
    /// it.
    #[serde(default)]
    pub read_only: bool,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Id of the message.
    pub id: Uuid,
    /// Id of the message before this one in its branch; absent for the first message.
    pub parent_id: Option<Uuid>,
    /// Author of the message.
    pub role: Role,
    /// Text of the message; an answer is Markdown with citation marks such as `[1]`.
    pub content: String,
    /// Final state of the message.
    pub state: MessageState,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// The full response without its text, which is `content`; only of an answer.
    pub response: Option<Box<ChatResponse>>,
    /// A person's rating; only of an answer.
    pub feedback: Option<Feedback>,
    /// Pictures and files of the message; only of a person's message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub attachments: Vec<MessageAttachment>,
}

impl Message {
    /// Sources of the chat's answer; none where the message is a person's.
    pub fn sources(&self) -> &[ChatSource] {
        self.response.as_deref().map_or(&[], |response| &response.sources)
    }
}

/// A conversation with its messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationDetail {
    /// The conversation.
    pub conversation: Conversation,
    /// The messages of all branches, oldest first.
    pub messages: Vec<Message>,
    /// Id of the last message in the open branch.
    pub active_id: Option<Uuid>,
}
