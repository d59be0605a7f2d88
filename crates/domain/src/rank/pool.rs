//! How many candidates a search fetches, and by which words.

use super::Tuning;
use crate::search::Fusion;

/// What the lexical half of a search looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// Every token as a substring (SPEC §3.2).
    Plain,
    /// Every concept in all its forms, rare ones counting more.
    Weighted,
}

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
        let (terms, lexical) = match fusion {
            Fusion::Relevance => (Terms::Weighted, tuning.relevance.candidates as usize),
            Fusion::Enhanced => (Terms::Plain, tuning.lexical_candidates(limit)),
            Fusion::Simple | Fusion::Rrf => (Terms::Plain, limit),
        };
        let chunks = match fusion {
            Fusion::Relevance => tuning.vector_candidate_max as usize,
            Fusion::Enhanced | Fusion::Simple | Fusion::Rrf => tuning.vector_candidates(limit),
        };
        Self { terms, lexical: lexical.max(limit), chunks: chunks.max(limit) }
    }
}
