//! What a message asks for: by rules, by the classifying model, with the messages before it.

pub mod catalog_question;
pub mod classify;
pub(crate) mod doubt;
pub mod follow_up;
pub mod idle;
pub mod plan;
pub mod reading;
pub mod rules;
pub mod safety;
pub mod wording;
