//! What a message asks for: by rules, by the classifying model, with the messages before it.

pub mod catalog_question;
pub mod classify;
mod comparing;
pub mod coreference;
pub mod counting;
pub mod english;
pub mod follow_up;
pub mod idle;
pub mod language;
pub mod message_facts;
pub mod plan;
mod pointing;
pub mod price_intent;
mod reading;
pub mod rules;
pub mod safety;
pub mod telling;
pub(crate) mod wanted;
pub(crate) mod words;
