//! Request and response types of search.

mod filters;
pub mod queried_ids;
#[cfg(test)]
mod tests;

pub use filters::{FilterError, FilterValues, Filters};

use crate::catalog::faq::Faq;
use crate::catalog::stock::HitStock;
use crate::catalog::{DocumentText, Item};
use crate::explain::Rule;
use crate::rank::Signals;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;
use uuid::Uuid;

/// Smallest and largest number of hits of one search. A search clamps its limit to this range.
pub const LIMIT_RANGE: std::ops::RangeInclusive<i32> = 1..=50;
/// Number of hits of a search without a limit.
pub const DEFAULT_LIMIT: i32 = 10;
/// Longest query of a search, in characters. A longer query is refused.
pub const MAX_QUERY_CHARS: usize = 8_000;
/// Longest query of a FAQ search together with its context, in characters.
pub const MAX_CONTEXT_CHARS: usize = 1_200;

/// The kind of records that a search returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Items of the catalog.
    #[default]
    Items,
    /// FAQs: questions with their answers.
    Faqs,
}

impl Kind {
    /// Name of the kind of records in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Items => "items",
            Kind::Faqs => "faqs",
        }
    }
}

/// Method that joins the lexical and the vector list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// Vector hits in their order, then lexical hits.
    Simple,
    /// Weighted sum of the vector and the lexical component, plus bonuses.
    Enhanced,
    /// Reciprocal rank fusion: each list adds `weight / (k + rank)`.
    Rrf,
    /// Weighted sum of calibrated evidence: rare words count more, and vectors support them.
    Relevance,
}

impl Fusion {
    /// All fusions, in the order of the interface.
    pub const ALL: [Fusion; 4] = [Fusion::Simple, Fusion::Enhanced, Fusion::Rrf, Fusion::Relevance];

    /// Name of the search's fusion on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Fusion::Simple => "simple",
            Fusion::Enhanced => "enhanced",
            Fusion::Rrf => "rrf",
            Fusion::Relevance => "relevance",
        }
    }

    /// Parses the name on the wire; surrounding white space does not matter.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.as_str() == text.trim())
    }
}

/// Order of the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Sort {
    /// Best score first.
    #[default]
    Relevance,
    /// Lowest price first, items without a price last.
    PriceAsc,
    /// Highest price first, items without a price last.
    PriceDesc,
    /// Alphabetical by folded name.
    Name,
    /// Most recent first.
    Newest,
}

/// Language of the texts in a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type, JsonSchema)]
pub enum Lang {
    /// Brazilian Portuguese.
    #[default]
    #[serde(rename = "pt-BR", alias = "pt", alias = "pt_BR")]
    PtBr,
    /// English.
    #[serde(rename = "en", alias = "en-US", alias = "en-GB")]
    En,
}

/// A search request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// The query as the person typed it.
    pub query: String,
    /// The kind of records to search; items by default.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Maximum number of hits, clamped to 1 to 50; 10 by default. Accepts any integer.
    #[serde(default, deserialize_with = "any_limit")]
    #[schemars(with = "Option<i64>")]
    #[specta(type = Option<Number>)]
    pub limit: Option<i32>,
    /// Conditions on items; a FAQ search ignores them.
    #[serde(default)]
    pub filters: Option<Filters>,
    /// Order of all matching items, not only of the best hits; by relevance by default. A FAQ search
    /// always orders by relevance.
    #[serde(default)]
    pub sort: Option<Sort>,
    /// Name of a ranking profile; the active profile by default.
    #[serde(default)]
    pub profile: Option<String>,
    /// Fusion that replaces the profile's own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// Whether each hit carries its explanation; true by default.
    #[serde(default)]
    pub explain: Option<bool>,
    /// Text of the conversation so far; only a FAQ search uses it.
    #[serde(default)]
    pub query_context: Option<String>,
    /// False while a person is still typing: the search leaves no entry in the query log, and its trace
    /// stays in memory. True by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub settled: Option<bool>,
}

/// Accepts an integer of any size: the limit is clamped anyway, so no integer is an error.
fn any_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    let number = Option::<i128>::deserialize(deserializer)?;
    Ok(number.map(|n| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32))
}

impl SearchRequest {
    /// The limit, clamped to [`LIMIT_RANGE`]; [`DEFAULT_LIMIT`] if the request has none.
    pub fn clamped_limit(&self) -> usize {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        limit.clamp(*LIMIT_RANGE.start(), *LIMIT_RANGE.end()) as usize
    }
}

/// Reason why a search ran without vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FallbackReason {
    /// No embedder is configured, or none is ready yet.
    EmbeddingDisabled,
    /// The embedder failed or took longer than two seconds.
    EmbeddingGenerationFailed,
    /// The database refused the vector query.
    VectorQueryError,
}

/// Duration of each stage, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timings {
    /// Embedding of the query; 0 if the vector came from the cache.
    #[specta(type = Number)]
    pub embed_ms: f64,
    /// Lexical query in the database.
    #[specta(type = Number)]
    pub lexical_ms: f64,
    /// Vector query in the database.
    #[specta(type = Number)]
    pub vector_ms: f64,
    /// Scoring, fusion and explanation.
    #[specta(type = Number)]
    pub fuse_ms: f64,
    /// Whole request, until the response is ready.
    #[specta(type = Number)]
    pub total_ms: f64,
}

/// The list that a hit came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub enum Source {
    /// The lexical list only.
    #[serde(rename = "lexical")]
    Lexical,
    /// The vector list only.
    #[serde(rename = "vector")]
    Vector,
    /// Both lists.
    #[serde(rename = "vector+lexical")]
    Both,
}

/// A typo correction: a token that no record contains, and the words that replaced it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The folded token as typed.
    pub token: String,
    /// Replacement words from the catalog, most likely first.
    pub words: Vec<String>,
}

/// A search response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResponse {
    /// The query that the search used, cut to the allowed length and with its context.
    pub query: String,
    /// Folded tokens of the query.
    pub tokens: Vec<String>,
    /// Typo corrections that the search applied.
    pub corrections: Vec<Correction>,
    /// Hits, best first.
    pub results: Vec<Hit>,
    /// Number of candidates in the vector list.
    pub vector_count: u32,
    /// Number of candidates in the lexical list.
    pub lexical_count: u32,
    /// Whether vectors contributed to the result.
    pub embedding_used: bool,
    /// Reason why vectors did not contribute; absent if they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FallbackReason>,
    /// Duration of each stage, in milliseconds.
    pub timings: Timings,
    /// Name of the ranking profile that the search used.
    pub profile: String,
    /// Fusion that the search used.
    pub fusion: Fusion,
    /// Always `hybrid`.
    pub rag_source: String,
    /// Id of this search's trace. The query log stores the trace of a logged search; any other trace
    /// stays in memory for some minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
}

/// One search result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The item; only in an item search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    /// The FAQ; only in a FAQ search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faq: Option<Faq>,
    /// The list that the hit came from.
    pub source: Source,
    /// The score that orders the list.
    #[specta(type = Number)]
    pub score: f64,
    /// Vector component, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub vector_score: Option<f64>,
    /// Negative inner product of the query and the closest chunk; a smaller value is closer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub vector_distance: Option<f64>,
    /// Lexical score: weights of the matched fields, plus coverage and phrase bonuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub lexical_score: Option<f64>,
    /// Signals that the lexical score is computed from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexical_signals: Option<Signals>,
    /// Rank in the lexical list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexical_rank: Option<u32>,
    /// Rank in the vector list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector_rank: Option<u32>,
    /// The passage that matched best.
    pub snippet: String,
    /// Stock of the item; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<HitStock>,
    /// Texts of the item's labels and leaflets, which ground answers of the chat. Never serialized.
    #[serde(skip)]
    #[schemars(skip)]
    #[specta(skip)]
    pub documents: Vec<DocumentText>,
    /// The score as a tree: `value` follows from `details` by the rule `kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<ExplanationNode>,
}

/// A node of an explanation, in the language of the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationNode {
    /// Stable key, for colours and tests.
    pub name: String,
    /// Rule that derives the value from the details.
    pub kind: Rule,
    /// The value of this node.
    #[specta(type = Number)]
    pub value: f64,
    /// Label of the node, in the language of the caller.
    pub description: String,
    /// Nodes that the value is derived from.
    pub details: Vec<ExplanationNode>,
}
