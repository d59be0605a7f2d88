//! What a message asks for: by rules, by the classifying model, with the messages before it.

pub mod catalog_question;
pub mod classify;
pub mod coreference;
pub mod follow_up;
pub mod language;
pub mod message_facts;
pub mod plan;
pub mod price_intent;
pub mod rules;
pub mod safety;
pub(crate) mod words;
