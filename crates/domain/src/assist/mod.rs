//! Suggestions for the empty fields of an item, from its nearest items.
//!
//! The input is the nearest items (neighbours); the output is guesses. Each guess names the neighbours
//! that support it and has a confidence. [`calibration`] derives the confidence from a curve that was
//! fitted on held-back fields of real items. This module also checks a model's response ([`answer`]): a
//! model may only word a description and choose among values that the evidence supports.
//!
//! | module | decides |
//! |---|---|
//! | `draft` | which fields are open, the query, and the inputs of a suggestion |
//! | `neighbours` | the weight of each neighbour |
//! | `category`, `tags`, `price`, `package` | the guesses |
//! | `calibration` | the confidence of a guess, and how the curve is fitted |
//! | `measure` | how often the guesses of a confidence band are right |
//! | `evidence` | the exact text that a model receives |
//! | `answer`, `plain_text` | which parts of a model's response are valid |
//!
//! Out of scope: search, requests to models and storage (crate `app`), and all texts for people.

pub mod answer;
pub mod calibration;
pub mod evidence;
pub mod measure;

mod draft;
mod guesses;
mod neighbours;
pub(crate) mod plain_text;
mod response;
#[cfg(test)]
mod tests;

pub use draft::{input_hashes, is_open, is_stale, open_fields, query_of};
pub use guesses::category::{Vote, category_supported, category_vote};
pub use guesses::package::{Likeness, Measure, Package, package_of};
pub use guesses::price::{MOST_SPREAD, NoPrice, PriceGuess, price_guess, price_is_right};
pub use guesses::tags::{MOST_TAGS, TagGuess, tag_guesses};
pub use neighbours::{Neighbour, weigh_neighbours};
pub use response::{
    AssistEvidence, AssistField, AssistReason, AssistResponse, AssistSuggestions, AssistWarning,
    AssistWarningCode, EvidenceKind, PriceSuggestion, TagsSuggestion, TextSuggestion,
};

/// Name of this tool in audits.
pub const TOOL: &str = "catalog-ai-helper";

/// Number of neighbours that a search returns for one item.
pub const NEIGHBOURS: usize = 20;
