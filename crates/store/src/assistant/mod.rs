//! What the assistant proposed, and what became of it.

pub(crate) mod actions;
pub(crate) mod confirming;
pub(crate) mod tool_calls;
pub(crate) mod undo;
