//! Turns of a conversation: branched, long, stopped, with files, odd.

pub(super) mod attachments;
pub(super) mod branches;
pub(super) mod history;
pub(super) mod limits;
pub(super) mod stopping;
