//! How many candidates a search fetches, and by which words.

use super::Tuning;
use crate::search::Fusion;

/// What the lexical half of a search looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// Every token as a substring.
    Plain,
    /// Every concept in all its forms, rare ones counting more.
    Weighted,
}

/// Candidates of each half of a search that the relevance fusion scores for each hit that is wanted,
/// between [`LEAST`] and what the profile allows. ADR 5 has what that gains and costs.
const PER_HIT: usize = 10;
/// See [`PER_HIT`].
const LEAST: usize = 100;

/// The candidates that a search asks for. Two searches with one plan rank the same candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolPlan {
    /// What is looked up.
    pub terms: Terms,
    /// Records wanted by words.
    pub lexical: usize,
    /// Chunks wanted by vectors.
    pub chunks: usize,
}

impl PoolPlan {
    /// What `fusion` needs for `limit` hits.
    pub fn new(tuning: &Tuning, fusion: Fusion, limit: usize) -> Self {
        let limit_scored = |most: u32| limit.saturating_mul(PER_HIT).max(LEAST).min(most as usize);
        let (terms, lexical) = match fusion {
            Fusion::Relevance => (Terms::Weighted, limit_scored(tuning.relevance.candidates)),
            Fusion::Enhanced => (Terms::Plain, tuning.lexical_candidates(limit)),
            Fusion::Simple | Fusion::Rrf => (Terms::Plain, limit),
        };
        let chunks = match fusion {
            Fusion::Relevance => limit_scored(tuning.vector_candidate_max),
            Fusion::Enhanced | Fusion::Simple | Fusion::Rrf => tuning.vector_candidates(limit),
        };
        Self { terms, lexical: lexical.max(limit), chunks: chunks.max(limit) }
    }
}
