//! What a message asks for: by rules, by the classifying model, with the messages before it.

pub mod catalog_question;
pub mod classify;
pub mod colloquial;
mod comparing;
pub mod coreference;
pub mod counting;
pub mod english;
mod enumeration;
pub mod follow_up;
pub mod idle;
pub mod language;
pub(crate) mod meanings;
pub mod message_facts;
mod ordering;
mod ordinals;
mod packages;
pub mod plan;
mod pointing;
pub mod price_intent;
mod reading;
pub mod rules;
pub mod safety;
pub mod sale_unit;
pub mod telling;
pub(crate) mod wanted;
mod wishes;
pub(crate) mod words;
