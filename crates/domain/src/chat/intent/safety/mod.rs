//! Detection of messages about a person in danger. The help for them precedes everything else,
//! independent of any model that writes.
//!
//! Three detectors: unambiguous phrases ([`by_words`]), a classifier that was trained on messages in many
//! styles ([`classifier`]), and a small network over the vectors of a model of language ([`by_vectors`]),
//! where that model is there. [`reading`] joins them; each gives reasons for the trace. Out of scope: the
//! help text (crate `app`, `chat.composed` in its translations), and how vectors are made (crate `neural`).

mod by_vectors;
mod by_words;
mod classifier;
mod clean;
mod concern;
mod features;
mod finding;
mod reading;
pub mod training;
pub mod vector_training;

pub(crate) use clean::read_folded_words;
pub use concern::Concern;
pub use finding::{FoundBy, SafetyFinding};
pub(crate) use reading::is_about_poisoning;
pub use reading::{
    FirstReading, VECTOR_DEPTHS, find_concern, is_about_animals, is_about_sick_animal, read_first,
    vector_model,
};

#[cfg(test)]
mod tests;
