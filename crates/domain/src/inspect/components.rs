//! What a search fetched, kept so that other weights can be tried without searching again.
//!
//! Where other weights would fetch other candidates, the answer is not an order but the reasons
//! ([`PoolChange`]); an order that is given is the one that a full search would give.

use crate::rank::{
    Candidate, FoundCandidate, LexicalScore, PlacedValue, PoolPlan, Profile, Query, QueryEvidence, RankedHit,
    RelevanceTuning, Terms, Texts, Tuning, explain, order, place_by_words, put_ahead, read, score_words,
};
use crate::search::{Fusion, Kind};
use crate::synonyms::SynonymIndex;
use crate::text::QueryText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::Arc;
use uuid::Uuid;

/// What a search fetched.
#[derive(Debug, Clone)]
pub struct Pool {
    /// What was searched.
    pub kind: Kind,
    /// The query, folded and split.
    pub text: QueryText,
    /// The query, made ready.
    pub query: Query,
    /// The candidates of both halves.
    pub candidates: Vec<Candidate>,
    /// What was asked for.
    pub plan: PoolPlan,
    /// Hits that the search was to return.
    pub limit: usize,
    /// What stands first whatever the weights, where another order than by relevance was asked for.
    pub ahead: Vec<Uuid>,
    /// Chunks that vectors gave; none where they took no part.
    pub chunks: Option<usize>,
    /// Greatest distance kept; none where all were.
    pub kept: Option<f64>,
    /// The threshold of the embedding model, for profiles that leave it to that.
    pub model_threshold: Option<f64>,
}

/// Why other weights need a new search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PoolChange {
    /// Words would be looked up otherwise.
    Terms,
    /// Another number of records would be fetched by words.
    LexicalCandidates,
    /// Another number of chunks would be fetched by vectors.
    VectorCandidates,
    /// Vectors that were dropped would count.
    Threshold,
}

/// An order, with what each place came from.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolOrder {
    /// Record and score, best first.
    pub placed: Vec<(Uuid, f64)>,
}

impl PoolOrder {
    /// Place of the record in the order of the inspected pool, from 1.
    pub fn place(&self, id: Uuid) -> Option<usize> {
        self.placed.iter().position(|(placed, _)| *placed == id).map(|at| at + 1)
    }

    /// Score of the record in the inspected pool.
    pub fn score(&self, id: Uuid) -> Option<f64> {
        self.placed.iter().find(|(placed, _)| *placed == id).map(|(_, score)| *score)
    }
}

/// What counts how much as a word of the query: whatever of a tuning goes into reading a text.
type Factors = [f64; 5];

/// The factors that evidence is read with: other ones need a new reading.
fn relevance_factors(tuning: &RelevanceTuning) -> Factors {
    [tuning.inflected, tuning.synonym, tuning.substring, tuning.typo, tuning.any_culture]
}

/// A pool with everything about it that does not depend on weights.
#[derive(Debug, Clone)]
pub struct Components {
    pool: Pool,
    synonyms: Arc<SynonymIndex>,
    factors: Factors,
    readings: Vec<QueryEvidence<'static>>,
    lexical: Vec<LexicalScore>,
}

impl Components {
    /// Reads every candidate of `pool` once; `tuning` is what its query was made ready with.
    pub fn new(pool: Pool, tuning: &Tuning, synonyms: Arc<SynonymIndex>) -> Self {
        let (mut readings, mut lexical) = (Vec::new(), Vec::new());
        match pool.plan.terms {
            Terms::Weighted => {
                let all = read(&pool.query, &pool.candidates);
                readings = all.into_iter().map(QueryEvidence::into_owned).collect();
            }
            Terms::Plain => lexical = score_words(&pool.query, &pool.candidates),
        }
        Self { pool, synonyms, factors: relevance_factors(&tuning.relevance), readings, lexical }
    }

    /// The inspected pool: candidates and signals of the search.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Why `profile` would need a search of its own; empty where it does not.
    pub fn changes(&self, profile: &Profile, fusion: Fusion) -> Vec<PoolChange> {
        let Pool { plan, limit, chunks, .. } = &self.pool;
        let tuning = profile.tuning(self.pool.kind);
        let needed = PoolPlan::new(tuning, fusion, *limit);
        let found = self.pool.candidates.iter().filter(|c| c.lexical_rank.is_some()).count();
        let mut changes = Vec::new();
        if needed.terms != plan.terms {
            return vec![PoolChange::Terms];
        }
        if !same_records(needed, *plan, found) {
            changes.push(PoolChange::LexicalCandidates);
        }
        if let Some(found) = *chunks {
            let all = found < plan.chunks && needed.chunks >= found;
            if needed.chunks != plan.chunks && !all {
                changes.push(PoolChange::VectorCandidates);
            }
            let within = |kept: f64| self.threshold(tuning).is_some_and(|threshold| threshold <= kept);
            if !self.pool.kept.is_none_or(within) {
                changes.push(PoolChange::Threshold);
            }
        }
        changes
    }

    /// Ranks every candidate of the inspected pool by `profile`.
    ///
    /// # Errors
    /// Why that would need a new search.
    pub fn rerank(&self, profile: &Profile, fusion: Fusion) -> Result<PoolOrder, Vec<PoolChange>> {
        self.rerank_records(profile, fusion, None)
    }

    /// Ranks the pool's candidates `ids` alone by `profile`.
    pub(crate) fn rerank_records(
        &self,
        profile: &Profile,
        fusion: Fusion,
        ids: Option<&[Uuid]>,
    ) -> Result<PoolOrder, Vec<PoolChange>> {
        let placed =
            self.with(profile, fusion, |components, tuning| components.order(fusion, tuning, ids))?;
        Ok(PoolOrder { placed: placed.iter().map(|p| (p.found.id, p.value)).collect() })
    }

    /// Explains the first `limit` candidates of the inspected pool in the order of `profile`.
    ///
    /// # Errors
    /// Why that would need a new search.
    pub fn explain(
        &self,
        profile: &Profile,
        fusion: Fusion,
        limit: usize,
    ) -> Result<Vec<RankedHit>, Vec<PoolChange>> {
        self.with(profile, fusion, |components, tuning| {
            let placed = components.order(fusion, tuning, None);
            placed.iter().take(limit).map(|p| explain(components.texts(), p, fusion, tuning)).collect()
        })
    }

    /// Calls `f` with readings that `profile` gives the same meaning.
    fn with<T>(
        &self,
        profile: &Profile,
        fusion: Fusion,
        f: impl FnOnce(&Self, &Tuning) -> T,
    ) -> Result<T, Vec<PoolChange>> {
        let changes = self.changes(profile, fusion);
        if !changes.is_empty() {
            return Err(changes);
        }
        let tuning = profile.tuning(self.pool.kind);
        let is_read = fusion != Fusion::Relevance || relevance_factors(&tuning.relevance) == self.factors;
        Ok(if is_read { f(self, tuning) } else { f(&self.read_again(tuning), tuning) })
    }

    /// The same candidates, read with other words counting.
    fn read_again(&self, tuning: &Tuning) -> Self {
        let Pool { kind, text, query, .. } = &self.pool;
        let vocabulary = query.vocabulary.clone();
        let scale = query.scale;
        let query = Query::new(text, &self.synonyms, vocabulary, *kind, &tuning.relevance, query.filtered);
        let query = Query { scale, ..query };
        Self::new(Pool { query, ..self.pool.clone() }, tuning, self.synonyms.clone())
    }

    fn order(&self, fusion: Fusion, tuning: &Tuning, ids: Option<&[Uuid]>) -> Vec<PlacedValue> {
        let mut found = self.found_candidates(fusion, tuning);
        place_by_words(self.texts(), &mut found, fusion);
        if let Some(ids) = ids {
            found.retain(|f| ids.contains(&f.id));
        }
        let mut placed = order(self.texts(), &found, fusion, tuning);
        put_ahead(&mut placed, &self.pool.ahead);
        placed
    }

    /// The candidates as a search by `tuning` would have found them: fewer by words, or nearer.
    fn found_candidates(&self, fusion: Fusion, tuning: &Tuning) -> Vec<FoundCandidate> {
        let records = PoolPlan::new(tuning, fusion, self.pool.limit).lexical;
        let threshold = self.threshold(tuning).unwrap_or(f64::INFINITY);
        let all = self.pool.candidates.iter().enumerate().map(|(at, c)| FoundCandidate::new(at, c));
        all.map(|found| FoundCandidate {
            lexical_rank: found.lexical_rank.filter(|rank| *rank as usize <= records),
            vector: found.vector.filter(|v| v.distance <= threshold),
            ..found
        })
        .filter(|found| {
            found.lexical_rank.is_some() || found.vector.is_some() || found.named || found.sorted_in
        })
        .collect()
    }

    /// The threshold in force, where it cuts.
    fn threshold(&self, tuning: &Tuning) -> Option<f64> {
        tuning.cutting_threshold(self.pool.model_threshold)
    }

    fn texts(&self) -> Texts<'_> {
        Texts {
            query: &self.pool.query,
            candidates: &self.pool.candidates,
            readings: &self.readings,
            lexical: &self.lexical,
        }
    }
}

/// Whether words would fetch the same records, or the first of them. The plain order is that of the
/// index, so a shorter list is the beginning of a longer one; the weighted one fills its list in
/// tiers, so it is not, unless all records fit.
fn same_records(needed: PoolPlan, fetched: PoolPlan, found: usize) -> bool {
    let all = found < fetched.lexical && needed.lexical >= found;
    let fewer = fetched.terms == Terms::Plain && needed.lexical <= fetched.lexical;
    needed.lexical == fetched.lexical || all || fewer
}
