//! What is kept of items and FAQs: files, history, lists, words.

pub(super) mod attachments;
pub(super) mod history;
pub(super) mod lists;
pub(super) mod synonyms;
pub(super) mod words;
