//! The ranked candidates of a search, as stored in its trace.

use crate::search::plan::Plan;
use crate::search::present::hits::{bare_hit, unread_hit};
use crate::search::retrieved::{RetrievedCandidates, SearchedPool};
use celeiro_domain::chat::{ScoreComponent, ScoredId, SearchRun, TraceCandidate, TraceSearch};
use celeiro_domain::insight::{LOOKED_AT, query_coverage};
use celeiro_domain::inspect::{CutStage, PoolEnds, score_rows};
use celeiro_domain::rank::{Candidate, PlacedCandidate};
use celeiro_domain::search::{Hit, Kind, Lang, SearchResponse, Source, Timings};
use std::collections::{HashMap, HashSet};
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// The part of a trace that is computed while the turn goes on.
#[derive(Default)]
pub(crate) struct Ranking {
    /// All candidates, best first, then those that were too far away.
    pub candidates: Vec<TraceCandidate>,
    /// The share of what was asked that one of the first hits holds.
    pub coverage: Option<f64>,
    /// The threshold that cut.
    pub threshold: Option<f64>,
    /// Whether what was cut has no components.
    pub reduced: bool,
}

impl Ranking {
    /// Stores the ranking in the trace of the search.
    pub fn note(self, trace: &mut TraceSearch) {
        let Self { candidates, coverage, threshold, reduced } = self;
        (trace.candidates, trace.coverage) = (candidates, coverage);
        (trace.threshold, trace.reduced) = (threshold, reduced);
    }
}

/// A ranking under way: it is awaited at the turn's end.
pub(crate) type RankedLater = AbortOnDropHandle<Ranking>;

/// The candidates of a search, each with the components of its score, and how much of the query the
/// first hits cover. Nothing is read or scored again.
pub(crate) fn explain_candidates(lang: Lang, plan: &Plan, pool: &SearchedPool) -> Ranking {
    let SearchedPool { retrieved, ranked } = pool;
    let placed = &ranked.placed;
    let ends = pool_ends(plan, retrieved, placed);
    let mut explained = ranked.explain(retrieved.rank_input(plan), usize::MAX).into_iter();
    let candidates = list_candidates(&ends, placed, &retrieved.beyond, |place, placed| {
        let shown = place < plan.limit;
        // One candidate in, one out, in the same order: the same function placed them.
        let Some(ranked) = explained.next() else { return (unread_hit(placed), Vec::new()) };
        let component =
            |row: celeiro_domain::inspect::Row<'_>| ScoreComponent { name: row.name, value: row.value };
        let components = match shown {
            true => Vec::new(),
            false => score_rows(&ranked.explanation).into_iter().map(component).collect(),
        };
        (bare_hit(lang, ranked, shown), components)
    });
    Ranking {
        candidates,
        coverage: measure_coverage(retrieved, placed.iter().take(plan.limit).map(|placed| placed.id)),
        threshold: ends.threshold,
        reduced: false,
    }
}

/// Measures how much of the query the first hits in `shown` hold.
pub(crate) fn measure_coverage(
    retrieved: &RetrievedCandidates,
    shown: impl Iterator<Item = Uuid>,
) -> Option<f64> {
    let find = |id: Uuid| retrieved.candidates.iter().find(|candidate| candidate.id == id);
    let first: Vec<&Candidate> = shown.take(LOOKED_AT).filter_map(find).collect();
    query_coverage(&retrieved.query, &first)
}

/// What a search came to, without its records.
#[derive(Clone)]
pub(crate) struct Outcome {
    pub(crate) run: SearchRun,
    pub hits: Vec<ScoredId>,
    pub(crate) embedding_used: bool,
    pub(crate) timings: Timings,
}

/// What `response` came to. `tool` is the search's name in traces.
pub(crate) fn summarize_response(tool: &str, response: &SearchResponse, ms: f64) -> Outcome {
    Outcome {
        run: SearchRun {
            tool: tool.to_owned(),
            query: response.query.clone(),
            result_count: response.results.len() as u32,
            vector_count: response.vector_count,
            lexical_count: response.lexical_count,
            ms,
            fallback_reason: response.fallback_reason,
        },
        hits: scored_ids(response),
        embedding_used: response.embedding_used,
        timings: response.timings,
    }
}

/// Id and score of every hit, best first.
pub(crate) fn scored_ids(response: &SearchResponse) -> Vec<ScoredId> {
    let id = |hit: &celeiro_domain::search::Hit| {
        hit.item.as_ref().map(|item| item.id).or(hit.faq.as_ref().map(|faq| faq.id))
    };
    response.results.iter().filter_map(|hit| Some(ScoredId { id: id(hit)?, score: hit.score })).collect()
}

/// Lists all fetched candidates of a search, each with its place and the gates that it did not pass.
pub(crate) fn list_candidates(
    ends: &PoolEnds,
    placed: &[PlacedCandidate],
    beyond: &[(Uuid, f64)],
    mut find_hit: impl FnMut(usize, &PlacedCandidate) -> (Hit, Vec<ScoreComponent>),
) -> Vec<TraceCandidate> {
    let distances: HashMap<Uuid, f64> = beyond.iter().copied().collect();
    let mut all: Vec<TraceCandidate> = Vec::with_capacity(placed.len() + beyond.len());
    for (place, placed) in placed.iter().enumerate() {
        let (hit, components) = find_hit(place, placed);
        let cut = (place >= ends.limit).then_some(CutStage::ResultLimit);
        let cuts = ends.cuts(placed, place, distances.get(&placed.id).copied());
        all.push(TraceCandidate { id: placed.id, cut, cuts, components, hit });
    }
    let ranked: HashSet<Uuid> = placed.iter().map(|placed| placed.id).collect();
    let dropped = beyond.iter().filter(|(id, _)| !ranked.contains(id));
    all.extend(dropped.map(|(id, distance)| too_far(ends, *id, *distance)));
    all
}

/// What only vectors found, and too far away.
pub(crate) fn too_far(ends: &PoolEnds, id: Uuid, distance: f64) -> TraceCandidate {
    let placed =
        PlacedCandidate { id, score: 0.0, lexical_rank: None, vector: None, named: false, holds_terms: None };
    let vector_score = Some((-distance).clamp(0.0, 1.0));
    let hit =
        Hit { source: Source::Vector, vector_score, vector_distance: Some(distance), ..unread_hit(&placed) };
    let cuts = vec![ends.cut_by_vectors(Some(distance))];
    TraceCandidate { id, cut: Some(CutStage::Threshold), cuts, components: Vec::new(), hit }
}

/// The key by which the candidates of a search are distinguished.
pub(crate) fn pool_ends(
    plan: &Plan,
    retrieved: &RetrievedCandidates,
    placed: &[PlacedCandidate],
) -> PoolEnds {
    let last = placed.len().min(plan.limit).checked_sub(1).and_then(|at| placed.get(at));
    let threshold = plan.tuning().cutting_threshold(retrieved.model_threshold);
    PoolEnds {
        limit: plan.limit,
        last_score: last.map(|last| last.score).filter(|_| retrieved.ahead.is_empty()),
        threshold: threshold.filter(|_| retrieved.asked.is_some()),
        vectors: retrieved.asked.is_some(),
        vectors_full: retrieved.passages >= plan.pool().chunks,
    }
}

/// A search without the texts of its candidates: hits with their explanations, of the other candidates
/// places and scores. Some thirty kilobytes and the explanations.
pub(crate) struct Brief {
    placed: Vec<PlacedCandidate>,
    beyond: Vec<(Uuid, f64)>,
    ends: PoolEnds,
    coverage: Option<f64>,
    hits: HashMap<Uuid, Hit>,
}

impl Brief {
    pub fn new(lang: Lang, plan: &Plan, pool: &SearchedPool) -> Self {
        let SearchedPool { retrieved, ranked } = pool;
        let placed = &ranked.placed;
        let explained = ranked.explain(retrieved.rank_input(plan), plan.limit);
        Self {
            ends: pool_ends(plan, retrieved, placed),
            coverage: measure_coverage(retrieved, explained.iter().map(|ranked| ranked.id)),
            hits: explained.into_iter().map(|ranked| (ranked.id, bare_hit(lang, ranked, true))).collect(),
            beyond: retrieved.beyond.clone(),
            placed: placed.clone(),
        }
    }

    pub fn ranking(&self) -> Ranking {
        let find_hit = |_, placed: &PlacedCandidate| {
            (self.hits.get(&placed.id).cloned().unwrap_or_else(|| unread_hit(placed)), Vec::new())
        };
        Ranking {
            candidates: list_candidates(&self.ends, &self.placed, &self.beyond, find_hit),
            coverage: self.coverage,
            threshold: self.ends.threshold,
            reduced: true,
        }
    }
}

/// The search's name in traces.
pub(crate) fn tool_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "searchCatalog",
        Kind::Faqs => "searchFaqs",
    }
}
