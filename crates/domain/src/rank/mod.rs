//! Ranking: turns the signals from the database into an ordered, explained list.
//!
//! Ranking is pure and reproducible: the same [`Query`], [`Candidate`]s and [`Profile`] give the same
//! order and the same scores, bit for bit, without a database.
//!
//! - [`score_lexical`]: the lexical score of one candidate.
//! - [`rank`]: fuses two lists by one of four methods.
//! - [`Profile`]: a named set of weights.

mod calibration;
mod candidate;
pub(crate) mod candidate_limits;
mod enhanced;
mod fuse;
mod lexical;
pub(crate) mod matching;
mod profile;
mod relevance;
mod signals;
pub(crate) mod terms;
#[cfg(test)]
pub(crate) mod tests;
mod vector_scale;

pub use crate::rank::terms::degree::Degree;
pub use calibration::{Calibration, place_of_known};
pub use candidate::{Candidate, Document, Field, VectorMatch};
pub use candidate_limits::{PoolPlan, Terms};
pub(crate) use fuse::{
    FoundCandidate, PlacedValue, Texts, explain, order, place_by_words, put_ahead, read, score_words,
};
pub use fuse::{PlacedCandidate, RankInput, RankedHit, RankedPool, rank};
pub use lexical::{LexicalScore, score_lexical};
pub(crate) use matching::QueryEvidence;
pub use profile::{
    FieldTuning, NO_THRESHOLD, Profile, RelevanceTuning, Tuning, parse_threshold, shipped_profiles,
};
pub use signals::{FieldMatch, Signals};
pub use terms::concept::Concept;
pub use terms::forms::{Forms, Strength};
pub use terms::query::{Lookups, Query, RetrievalTerm, TermExpansion};
pub use terms::vocabulary::{Vocabulary, VocabularyWord};
pub use vector_scale::VectorScale;
pub(crate) use vector_scale::inner_product;
