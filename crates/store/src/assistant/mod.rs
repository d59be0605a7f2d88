//! The assistant's proposals and their outcomes: pending actions, tool calls, undo.

pub(crate) mod actions;
pub(crate) mod confirming;
pub(crate) mod tool_calls;
pub(crate) mod undo;
