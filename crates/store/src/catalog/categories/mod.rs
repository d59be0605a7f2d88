//! The category tree: its nodes, its changes with their effects on items, and undo.

mod change_log;
pub(crate) mod changes;
pub(crate) mod list;
pub(crate) mod mentions;
mod nodes;
pub(crate) mod traces;
pub(crate) mod undo;
