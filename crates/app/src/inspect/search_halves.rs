//! The two halves of a search on their own: lexical hits with their terms, vector hits with their distance.
//!
//! Both halves take the same path as [`crate::search::api::search`] and stop before the two lists are fused; the fused
//! score of each hit is in the answer of a search itself.

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::inspect::record_name::RecordName;
use crate::search::plan::Plan;
use crate::search::{Keep, RetrievedCandidates, node, passages, plan_search, retrieve_candidates};
use celeiro_domain::rank::{Candidate, Signals, TermExpansion, score_lexical};
use celeiro_domain::search::{ExplanationNode, FallbackReason, Fusion, Kind, SearchRequest};
use celeiro_domain::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// A token and everything that counts as it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermTrace {
    /// The token, folded.
    pub token: String,
    /// Words of its synonym groups.
    pub synonyms: Vec<String>,
    /// Words of the corpus that it was taken for; empty unless mistyped.
    pub corrections: Vec<String>,
}

/// A record that words found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LexicalCandidate {
    /// Which.
    #[serde(flatten)]
    pub record: RecordName,
    /// Its place in the list by words, from 1.
    pub rank: u32,
    /// The lexical score as a tree.
    pub score: ExplanationNode,
    /// The same, as flat signals.
    pub signals: Signals,
}

/// What words found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LexicalTrace {
    /// The query, folded.
    pub normalized: String,
    /// Its tokens.
    pub tokens: Vec<String>,
    /// What is searched for: the tokens, or the whole query where there are none.
    pub terms: Vec<TermTrace>,
    /// The fusion whose candidates these are.
    pub fusion: Fusion,
    /// Records fetched.
    pub fetched: u32,
    /// The first of them.
    pub candidates: Vec<LexicalCandidate>,
}

/// A record that vectors found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VectorCandidate {
    /// Which.
    #[serde(flatten)]
    pub record: RecordName,
    /// Its place in the list by vectors, from 1.
    pub rank: u32,
    /// Negative inner product of its nearest passage; smaller is nearer.
    #[specta(type = Number)]
    pub distance: f64,
    /// The passages.
    pub snippets: Vec<String>,
}

/// What vectors found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VectorTrace {
    /// The query as embedded.
    pub query: String,
    /// The model that serves.
    pub model: Option<String>,
    /// Length of its vectors.
    pub dimensions: Option<i32>,
    /// Greatest distance that is kept.
    #[specta(type = Option<Number>)]
    pub threshold: Option<f64>,
    /// Why there is nothing, where something went wrong.
    pub fallback_reason: Option<FallbackReason>,
    /// Records found.
    pub fetched: u32,
    /// The first of them.
    pub candidates: Vec<VectorCandidate>,
}

/// Searches by words alone, to inspect the lexical score of each candidate.
///
/// # Errors
/// As [`crate::search::api::search`].
pub async fn lexical(app: &App, caller: &Caller, request: SearchRequest) -> Result<LexicalTrace, AppError> {
    let plan = plan_search(app, request).await?;
    let terms = plan.text.terms();
    if terms.is_empty() {
        return Ok(LexicalTrace {
            normalized: plan.text.normalized.clone(),
            tokens: Vec::new(),
            terms: Vec::new(),
            fusion: plan.fusion,
            fetched: 0,
            candidates: Vec::new(),
        });
    }
    let retrieved = retrieve_candidates(app, &plan, Keep::Near).await?;
    let found = first(&retrieved, &plan, |c| c.lexical_rank);
    let mut names = names_of(app, plan.kind, found.iter().map(|(c, _)| c.id)).await?;
    let candidate = |(candidate, rank): &(&Candidate, u32)| {
        let score = score_lexical(&retrieved.query, &candidate.document);
        Some(LexicalCandidate {
            record: names.remove(&candidate.id)?,
            rank: *rank,
            score: node(caller.lang, &score.explanation),
            signals: score.signals,
        })
    };
    Ok(LexicalTrace {
        normalized: retrieved.query.normalized.clone(),
        tokens: plan.text.tokens.clone(),
        fusion: plan.fusion,
        fetched: retrieved.lexical_count,
        candidates: found.iter().filter_map(candidate).collect(),
        terms: retrieved.query.terms.iter().map(term).collect(),
    })
}

/// Searches by vectors alone, to inspect the distance of each candidate.
///
/// # Errors
/// As [`crate::search::api::search`].
pub async fn vector(app: &App, _: &Caller, request: SearchRequest) -> Result<VectorTrace, AppError> {
    let plan = plan_search(app, request).await?;
    let serving = app.inner.embedders.find_serving(app, plan.kind).await?;
    let stored = serving.as_ref().map(|s| &s.stored);
    let mut trace = VectorTrace {
        query: plan.looked_for.clone(),
        model: stored.map(|m| m.model_key.clone()),
        dimensions: stored.map(|m| m.dimensions),
        threshold: plan.tuning().cutting_threshold(stored.and_then(|m| m.threshold)),
        fallback_reason: None,
        fetched: 0,
        candidates: Vec::new(),
    };
    if plan.text.terms().is_empty() {
        return Ok(trace);
    }
    let retrieved = retrieve_candidates(app, &plan, Keep::Near).await?;
    let found: Vec<(Uuid, u32, f64)> = first(&retrieved, &plan, |c| c.vector.as_ref().map(|v| v.rank))
        .into_iter()
        .filter_map(|(c, rank)| Some((c.id, rank, c.vector.as_ref()?.distance)))
        .collect();
    let ids: Vec<Uuid> = found.iter().map(|f| f.0).collect();
    let mut names = names_of(app, plan.kind, ids.iter().copied()).await?;
    let mut passages = passages(app, &plan, &retrieved, &ids).await?;
    trace.fallback_reason = retrieved.fallback;
    trace.fetched = retrieved.vector_count;
    trace.candidates = found
        .into_iter()
        .filter_map(|(id, rank, distance)| {
            let snippets = passages.remove(&id).unwrap_or_default();
            Some(VectorCandidate { record: names.remove(&id)?, rank, distance, snippets })
        })
        .collect();
    Ok(trace)
}

/// The candidates of one list in its order, as many as were asked for.
fn first<'a>(
    retrieved: &'a RetrievedCandidates,
    plan: &Plan,
    rank: impl Fn(&Candidate) -> Option<u32>,
) -> Vec<(&'a Candidate, u32)> {
    let mut found: Vec<(&Candidate, u32)> =
        retrieved.candidates.iter().filter_map(|c| Some((c, rank(c)?))).collect();
    found.sort_by_key(|(_, rank)| *rank);
    found.truncate(plan.limit);
    found
}

fn term(term: &TermExpansion) -> TermTrace {
    let others = term.groups.iter().flat_map(|g| &g.terms).filter(|t| **t != term.token);
    let mut synonyms: Vec<String> = Vec::new();
    for other in others {
        if !synonyms.contains(other) {
            synonyms.push(other.clone());
        }
    }
    TermTrace { token: term.token.clone(), synonyms, corrections: term.corrections.clone() }
}

/// The names of records; what was deleted has none.
pub(crate) async fn names_of(
    app: &App,
    kind: Kind,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, RecordName>, AppError> {
    let ids: Vec<Uuid> = ids.collect();
    let name = |id, external_id, title| (id, RecordName { id, external_id, title });
    Ok(match kind {
        Kind::Items => {
            let items = app.store().items(&ids).await?;
            items.into_iter().map(|i| name(i.id, i.external_id, i.name)).collect()
        }
        Kind::Faqs => {
            let faqs = app.store().faqs(&ids).await?;
            faqs.into_iter().map(|f| name(f.id, f.external_id, f.question)).collect()
        }
    })
}
