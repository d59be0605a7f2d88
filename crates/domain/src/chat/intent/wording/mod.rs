//! How people say it: abbreviations, languages, turns of speech, and which words of a message name something.

pub mod colloquial;
pub mod english;
pub mod gists;
pub mod language;
pub(crate) mod meanings;
pub mod message_facts;
pub(crate) mod ordinals;
pub(crate) mod phrases;
pub mod telling;
pub(crate) mod words;
