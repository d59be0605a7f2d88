//! Conversations, turns, traces and the calls of chat models.

pub(crate) mod attachments;
pub(crate) mod conversation_access;
pub(crate) mod conversation_changes;
pub(crate) mod conversations;
pub(crate) mod ended_turn;
pub(crate) mod llm_calls;
pub(crate) mod messages;
pub(crate) mod traces;
pub(crate) mod turns;
