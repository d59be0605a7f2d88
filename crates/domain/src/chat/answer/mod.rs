//! What is written: context and payload for a model, composed answers, fallback texts.

pub mod compose;
pub mod fallback_text;
pub mod phrase;
pub mod prompt;
pub mod refusal;
pub mod sanitize;
pub(crate) mod structured;
#[cfg(test)]
mod tests;
pub mod title;
