//! Conversations: messages that form a tree, because an edit or a second answer loses nothing.

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
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// A thumb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rating {
    /// Good.
    Up,
    /// Bad.
    Down,
}

/// What was wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FeedbackReason {
    /// It names an item that does not belong there.
    WrongItem,
    /// An item is not there that should be.
    MissingItem,
    /// It is not true.
    WrongStatement,
    /// Another reason, in the note.
    Other,
}

/// What a person thinks of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    /// The thumb.
    pub rating: Rating,
    /// What was wrong.
    #[serde(default)]
    pub reason: Option<FeedbackReason>,
    /// In the person's words, at most 2,000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

/// A conversation, as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// The conversation.
    pub id: Uuid,
    /// Its name: a person's, else the beginning of its first message.
    pub title: String,
    /// Kept on top.
    pub pinned: bool,
    /// Messages in all branches.
    pub message_count: u32,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// The time of the last message.
    pub updated_at: DateTime<Utc>,
    /// Where it was found by its text: the passage around the match.
    pub excerpt: Option<String>,
    /// The name of the person who began it.
    #[serde(default)]
    pub owner: String,
    /// Whether others may read it.
    #[serde(default)]
    pub shared: bool,
    /// Whether it is another person's: the caller may read it and not change it.
    #[serde(default)]
    pub read_only: bool,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The message.
    pub id: Uuid,
    /// The message it stands after; none for the first.
    pub parent_id: Option<Uuid>,
    /// Its author.
    pub role: Role,
    /// The text; of an answer, Markdown with marks such as `[1]` for its sources.
    pub content: String,
    /// How it ended.
    pub state: MessageState,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Of an answer: everything about it but its text, which is `content`.
    pub response: Option<Box<ChatResponse>>,
    /// Of an answer: what a person thinks of it.
    pub feedback: Option<Feedback>,
    /// Of a person's message: the pictures and files that came with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[specta(optional)]
    pub attachments: Vec<MessageAttachment>,
}

impl Message {
    /// The sources of an answer.
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
    /// Every message of every branch, oldest first.
    pub messages: Vec<Message>,
    /// The last message of the branch that is open.
    pub active_id: Option<Uuid>,
}
