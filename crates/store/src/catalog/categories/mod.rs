//! The tree of categories: what it knows, changes of it with all that follows, and taking them back.

mod change_log;
pub(crate) mod changes;
pub(crate) mod list;
pub(crate) mod mentions;
mod nodes;
pub(crate) mod traces;
pub(crate) mod undo;
