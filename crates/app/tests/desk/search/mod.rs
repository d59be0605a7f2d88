//! Searches: what they say of themselves, what is written down of them, what is shared.

pub(super) mod query_log;
pub(super) mod searching;
pub(super) mod sharing;
