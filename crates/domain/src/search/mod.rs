//! What is asked of search and what it answers: the shapes of requests and responses.

mod filters;
pub mod named;
#[cfg(test)]
mod tests;

pub use filters::{FilterError, Filters};

use crate::catalog::Item;
use crate::catalog::faq::Faq;
use crate::explain::Rule;
use crate::rank::Signals;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;
use uuid::Uuid;

/// Fewest and most hits that one search returns; a limit outside is moved to the nearer end.
pub const LIMIT_RANGE: std::ops::RangeInclusive<i32> = 1..=50;
/// Hits returned where no limit is given.
pub const DEFAULT_LIMIT: i32 = 10;
/// Longest query that a search takes, in characters; a longer one is refused.
pub const MAX_QUERY_CHARS: usize = 8_000;
/// Longest combination of query and context in a FAQ search, in characters.
pub const MAX_CONTEXT_CHARS: usize = 1_200;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The catalog.
    #[default]
    Items,
    /// Questions and answers.
    Faqs,
}

impl Kind {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Items => "items",
            Kind::Faqs => "faqs",
        }
    }
}

/// How two ranked lists become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// Vector hits first in their order, then lexical hits.
    Simple,
    /// Weighted sum of vector and lexical components with bonuses.
    Enhanced,
    /// Reciprocal rank fusion.
    Rrf,
    /// Weighted sum of calibrated evidence: rare words count more, vectors support.
    Relevance,
}

impl Fusion {
    /// All ways, in the order shown to people.
    pub const ALL: [Fusion; 4] = [Fusion::Simple, Fusion::Enhanced, Fusion::Rrf, Fusion::Relevance];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Fusion::Simple => "simple",
            Fusion::Enhanced => "enhanced",
            Fusion::Rrf => "rrf",
            Fusion::Relevance => "relevance",
        }
    }

    /// Reads a name.
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
    /// Cheapest first, unpriced last.
    PriceAsc,
    /// Dearest first, unpriced last.
    PriceDesc,
    /// By folded name.
    Name,
    /// Newest first.
    Newest,
}

/// Language of texts in an answer.
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

/// One search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// What the person typed.
    pub query: String,
    /// What is searched; the catalog where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Hits wanted, moved into 1..50; 10 where absent. Any whole number will do.
    #[serde(default, deserialize_with = "any_limit")]
    #[schemars(with = "Option<i64>")]
    #[specta(type = Option<Number>)]
    pub limit: Option<i32>,
    /// Conditions on items.
    #[serde(default)]
    pub filters: Option<Filters>,
    /// Order of all that matches, not only of the best hits; by relevance where absent. FAQs are ordered
    /// by relevance alone.
    #[serde(default)]
    pub sort: Option<Sort>,
    /// Name of a ranking profile; the active one where absent.
    #[serde(default)]
    pub profile: Option<String>,
    /// Fusion to use instead of the profile's.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// Whether each hit carries its explanation; yes where absent.
    #[serde(default)]
    pub explain: Option<bool>,
    /// Text of the conversation so far (FAQ only).
    #[serde(default)]
    pub query_context: Option<String>,
    /// False while a person is still typing: such a search leaves no entry in the query log, and its
    /// trace stays in memory; yes where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub settled: Option<bool>,
}

/// A whole number of any size: it is moved into bounds anyway, so none is a mistake.
fn any_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    let number = Option::<i128>::deserialize(deserializer)?;
    Ok(number.map(|n| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32))
}

impl SearchRequest {
    /// The limit in force.
    pub fn clamped_limit(&self) -> usize {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        limit.clamp(*LIMIT_RANGE.start(), *LIMIT_RANGE.end()) as usize
    }
}

/// Why vectors took no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FallbackReason {
    /// No embedder is configured, or none is ready yet.
    EmbeddingDisabled,
    /// The embedder failed or took over two seconds.
    EmbeddingGenerationFailed,
    /// The database refused the vector query.
    VectorQueryError,
}

/// Milliseconds by stage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timings {
    /// Embedding of the query (0 where it came from the cache).
    #[specta(type = Number)]
    pub embed_ms: f64,
    /// Lexical part in the database, as the database measured it.
    #[specta(type = Number)]
    pub lexical_ms: f64,
    /// Vector part in the database.
    #[specta(type = Number)]
    pub vector_ms: f64,
    /// Scoring, fusion and explanation.
    #[specta(type = Number)]
    pub fuse_ms: f64,
    /// From request to answer.
    #[specta(type = Number)]
    pub total_ms: f64,
}

/// Which list a hit came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub enum Source {
    /// Words alone.
    #[serde(rename = "lexical")]
    Lexical,
    /// Vectors alone.
    #[serde(rename = "vector")]
    Vector,
    /// Both.
    #[serde(rename = "vector+lexical")]
    Both,
}

/// A token that no item holds and the words it was taken for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The token as typed, folded.
    pub token: String,
    /// Words of the catalog that it was taken for, likeliest first.
    pub words: Vec<String>,
}

/// The answer to a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResponse {
    /// The query as looked at.
    pub query: String,
    /// Its tokens.
    pub tokens: Vec<String>,
    /// Typo tolerance, where it was used.
    pub corrections: Vec<Correction>,
    /// Hits, best first.
    pub results: Vec<Hit>,
    /// Candidates found by vectors.
    pub vector_count: u32,
    /// Candidates found by words.
    pub lexical_count: u32,
    /// Whether vectors took part.
    pub embedding_used: bool,
    /// Why they did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FallbackReason>,
    /// Milliseconds by stage.
    pub timings: Timings,
    /// The ranking profile in force.
    pub profile: String,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Always `hybrid`.
    pub rag_source: String,
    /// The trace of this search: kept with the query log, or else for some minutes in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
}

/// One result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The item, in a catalog search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    /// The FAQ, in a FAQ search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faq: Option<Faq>,
    /// Which list found it.
    pub source: Source,
    /// The score that ordered the list.
    #[specta(type = Number)]
    pub score: f64,
    /// Vector component in 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub vector_score: Option<f64>,
    /// Negative inner product of the best chunk; smaller is nearer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub vector_distance: Option<f64>,
    /// The lexical score: weights of the matched fields, coverage and phrase bonuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub lexical_score: Option<f64>,
    /// What the lexical score came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexical_signals: Option<Signals>,
    /// Place in the lexical list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexical_rank: Option<u32>,
    /// Place in the vector list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector_rank: Option<u32>,
    /// The passage that matched best.
    pub snippet: String,
    /// The score as a tree; its details are the rows that add up to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<ExplanationNode>,
}

/// An explanation in a person's language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationNode {
    /// Stable key, for colours and tests.
    pub name: String,
    /// How the value comes from the details.
    pub kind: Rule,
    /// The value.
    #[specta(type = Number)]
    pub value: f64,
    /// What the node stands for, in the language asked for.
    pub description: String,
    /// The parts.
    pub details: Vec<ExplanationNode>,
}
