//! Suggestions for the empty fields of an item, from the items that are nearest to it.
//!
//! Neighbours come in, guesses go out, each with the neighbours that carry it and with a confidence
//! read off a curve that was fitted on held-back fields of real items ([`calibration`]). What a model
//! answers is checked here as well ([`answer`]): it may word a description and choose among what the
//! evidence carries, and nothing else.
//!
//! | module | what it decides |
//! |---|---|
//! | `draft` | which fields are open, what is searched for, what a suggestion rested on |
//! | `neighbours` | how much each neighbour counts |
//! | `category`, `tags`, `price`, `package` | the guesses |
//! | `calibration` | how a guess's raw strength becomes a confidence, and how that is fitted |
//! | `measure` | how often confidences of a band are right |
//! | `evidence` | the exact text that a model is given |
//! | `answer`, `plain` | what of a model's answer may stand |
//!
//! Left out: searching, asking, storing (crate `app`), and every text that people read.

pub mod answer;
pub mod calibration;
pub mod evidence;
pub mod measure;

mod category;
mod draft;
mod neighbours;
mod package;
pub(crate) mod plain_text;
mod price;
mod response;
mod tags;
#[cfg(test)]
mod tests;

pub use category::{Vote, category_supported, category_vote};
pub use draft::{input_hashes, is_open, is_stale, open_fields, query_of};
pub use neighbours::{Neighbour, weigh};
pub use package::{Likeness, Measure, Package, package_of};
pub use price::{MOST_SPREAD, NoPrice, PriceGuess, price_guess, price_is_right};
pub use response::{
    AssistEvidence, AssistField, AssistReason, AssistResponse, AssistSuggestions, AssistWarning,
    AssistWarningCode, EvidenceKind, PriceSuggestion, TagsSuggestion, TextSuggestion,
};
pub use tags::{MOST_TAGS, TagGuess, tag_guesses};

/// The name of the tool in audits.
pub const TOOL: &str = "catalog-ai-helper";

/// Neighbours that are asked for.
pub const NEIGHBOURS: usize = 20;
