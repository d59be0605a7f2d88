//! Candidates and signals of one search.

use crate::search::plan::Plan;
use celeiro_domain::rank::{Candidate, Query, RankInput, RankedPool};
use celeiro_domain::search::{FallbackReason, Timings};
use celeiro_store::VectorQuery;
use std::collections::HashMap;
use uuid::Uuid;

/// What was fetched.
pub(crate) struct RetrievedCandidates {
    pub query: Query,
    pub candidates: Vec<Candidate>,
    /// The passages that vectors found, by record, nearest first; their texts are fetched for those
    /// that are shown (`passages` of `retrieve`).
    pub chunks: HashMap<Uuid, Vec<i64>>,
    /// What vectors fetched and dropped, nearest first: record and distance.
    pub beyond: Vec<(Uuid, f64)>,
    /// Passages that vectors fetched, near enough or not.
    pub passages: usize,
    /// What stands first, whatever its score, where another order than by relevance was asked for.
    pub ahead: Vec<Uuid>,
    pub lexical_count: u32,
    pub vector_count: u32,
    pub embedding_used: bool,
    pub fallback: Option<FallbackReason>,
    pub timings: Timings,
    /// What vectors were asked; nothing where they were not.
    pub asked: Option<VectorQuery>,
    /// The embedding model's own threshold.
    pub model_threshold: Option<f64>,
}

/// What is kept of what vectors find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// What is near enough.
    Near,
    /// Everything: the threshold is tried later.
    All,
}

impl RetrievedCandidates {
    /// Builds the ranking's input from the retrieved candidates, as the search planned.
    pub fn rank_input<'a>(&'a self, plan: &'a Plan) -> RankInput<'a> {
        plan.rank_input(&self.query, &self.candidates)
    }
}

/// The candidates of a search with their places.
pub(crate) struct SearchedPool {
    pub retrieved: RetrievedCandidates,
    pub ranked: RankedPool,
}
