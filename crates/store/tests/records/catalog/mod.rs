//! What is kept of items and FAQs: files, history, lists, words, prices, stock, relations.

pub(super) mod attachments;
pub(super) mod history;
pub(super) mod lists;
pub(super) mod price_lists;
pub(super) mod relations;
pub(super) mod stock;
pub(super) mod synonyms;
pub(super) mod words;
