//! What is written: context and payload for a model, composed answers, fallback texts.

pub mod attached;
pub mod compose;
pub mod context;
pub mod fallback_text;
pub mod payload;
pub mod phrase;
pub mod refusal;
pub mod sanitize;
pub(crate) mod structured;
#[cfg(test)]
mod tests;
pub mod title;
