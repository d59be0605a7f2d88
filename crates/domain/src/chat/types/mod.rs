//! Conversations, requests, responses and traces of the sales desk.

pub(crate) mod attachment;
pub(crate) mod conversation;
pub(crate) mod message_state;
pub(crate) mod mode;
pub(crate) mod request;
pub(crate) mod response;
pub mod sources;
pub(crate) mod trace;
