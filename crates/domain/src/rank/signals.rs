//! What a lexical score came from, as hits show it.

use super::Field;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a token was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldMatch {
    /// The token of the query.
    pub token: String,
    /// The field it was found in.
    pub field: Field,
    /// The text found there: the token, a synonym, or the word it was taken for.
    pub term: String,
    /// Whether `term` is a synonym.
    pub synonym: bool,
    /// Whether `term` is what a mistyped token was taken for.
    pub typo: bool,
}

/// The lexical signals of one hit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signals {
    /// Tokens of the query that took part.
    pub query_tokens: Vec<String>,
    /// Those that were found.
    pub tokens_hit: Vec<String>,
    /// Each place where one was found.
    pub fields: Vec<FieldMatch>,
    /// Names of the cultures found.
    pub cultures: Vec<String>,
    /// Names of the treatments found.
    pub treatments: Vec<String>,
    /// Whether a culture and a treatment were found.
    pub has_culture_treatment_pair: bool,
    /// Whether a culture was found in a tag.
    pub culture_in_tag: bool,
    /// Whether typo tolerance found any of it.
    pub typo_tolerant: bool,
}
