//! A search with everything needed to see why it gave what it gave, and to run it again.

use super::{Plan, Retrieved, bare_hit, ms, plan, plan_as, run};
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::analysis::{CutStage, LOOKED_AT, coverage};
use celeiro_domain::chat::{ScoredId, SearchRun, TraceCandidate, TraceSearch};
use celeiro_domain::rank::{Candidate, Profile, Ranked, rank};
use celeiro_domain::search::{Fusion, Kind, Lang, SearchRequest, SearchResponse, Timings};
use std::collections::HashSet;
use std::time::Instant;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// Most candidates whose components a trace keeps.
const MAX_CANDIDATES: usize = 100;

/// What a trace is told later: it is worked out while the turn goes on.
#[derive(Default)]
pub(crate) struct Ranking {
    /// The best candidates, best first.
    pub candidates: Vec<TraceCandidate>,
    /// The share of what was asked that one of the first hits holds.
    pub coverage: Option<f64>,
}

impl Ranking {
    /// Puts it into the trace.
    pub fn note(self, trace: &mut TraceSearch) {
        (trace.candidates, trace.coverage) = (self.candidates, self.coverage);
    }
}

/// A ranking under way: nobody waits for it before the turn's end.
pub(crate) type RankedLater = AbortOnDropHandle<Ranking>;

/// Searches, and tells how. `tool` is the search's name in traces; the candidates come later.
pub(crate) async fn traced(
    app: &App,
    caller: &Caller,
    tool: &'static str,
    request: SearchRequest,
) -> Result<(SearchResponse, TraceSearch, RankedLater), AppError> {
    let started = Instant::now();
    let plan = plan(app, request).await?;
    let (response, retrieved) = run(app, caller, &plan, started).await?;
    let trace = trace(app, &plan, outcome(tool, &response, ms(started))).await?;
    let (lang, shown) = (caller.lang, scored(&response));
    let ranking = tokio::task::spawn_blocking(move || {
        retrieved.map_or_else(Ranking::default, |retrieved| ranking(lang, &plan, &retrieved, &shown))
    });
    Ok((response, trace, AbortOnDropHandle::new(ranking)))
}

/// Runs a traced search again: the same request, profile and fusion on the data as they are now.
pub(crate) async fn again(
    app: &App,
    caller: &Caller,
    before: &TraceSearch,
) -> Result<Vec<ScoredId>, AppError> {
    let request: SearchRequest = serde_json::from_value(before.request.clone())?;
    let profile: Profile = serde_json::from_value(before.profile.clone())?;
    let plan = plan_as(app, request, profile, Fusion::parse(&before.fusion)).await?;
    let (response, _) = run(app, caller, &plan, Instant::now()).await?;
    Ok(scored(&response))
}

/// The candidates of a search, and how much of what was asked the first hits hold.
pub(crate) fn ranking(lang: Lang, plan: &Plan, retrieved: &Retrieved, shown: &[ScoredId]) -> Ranking {
    Ranking {
        candidates: candidates(lang, plan, retrieved, shown),
        coverage: covered(retrieved, shown.iter().map(|hit| hit.id)),
    }
}

/// How much of what was asked the first of `shown` hold.
pub(crate) fn covered(retrieved: &Retrieved, shown: impl Iterator<Item = Uuid>) -> Option<f64> {
    let find = |id: Uuid| retrieved.candidates.iter().find(|candidate| candidate.id == id);
    let first: Vec<&Candidate> = shown.take(LOOKED_AT).filter_map(find).collect();
    coverage(&retrieved.query, &first)
}

/// What a search came to, without its records.
pub(crate) struct Outcome {
    run: SearchRun,
    pub hits: Vec<ScoredId>,
    embedding_used: bool,
    timings: Timings,
}

/// What `response` came to. `tool` is the search's name in traces.
pub(crate) fn outcome(tool: &str, response: &SearchResponse, ms: f64) -> Outcome {
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
        hits: scored(response),
        embedding_used: response.embedding_used,
        timings: response.timings,
    }
}

/// The trace of a search, without its candidates.
pub(crate) async fn trace(app: &App, plan: &Plan, outcome: Outcome) -> Result<TraceSearch, AppError> {
    let embedding_model = match outcome.embedding_used {
        true => app.inner.embedders.serving(app, plan.kind).await?.map(|s| s.stored.model_key.clone()),
        false => None,
    };
    Ok(TraceSearch {
        run: outcome.run,
        request: serde_json::to_value(&plan.request)?,
        profile: serde_json::to_value(&plan.profile)?,
        fusion: plan.fusion.as_str().to_owned(),
        embedding_model,
        hits: outcome.hits,
        candidates: Vec::new(),
        coverage: None,
        timings: serde_json::to_value(outcome.timings)?,
    })
}

fn scored(response: &SearchResponse) -> Vec<ScoredId> {
    let id = |hit: &celeiro_domain::search::Hit| {
        hit.item.as_ref().map(|item| item.id).or(hit.faq.as_ref().map(|faq| faq.id))
    };
    response.results.iter().filter_map(|hit| Some(ScoredId { id: id(hit)?, score: hit.score })).collect()
}

/// The best candidates with their components, best first, and the stage at which each was cut; those
/// that were shown with their whole score, as it was read in `lang` that day.
fn candidates(lang: Lang, plan: &Plan, retrieved: &Retrieved, shown: &[ScoredId]) -> Vec<TraceCandidate> {
    // Only what is kept is explained, and explaining is what costs.
    let ranked =
        rank(&retrieved.query, &retrieved.candidates, plan.fusion, &plan.profile, plan.kind, MAX_CANDIDATES);
    let shown: HashSet<Uuid> = shown.iter().map(|hit| hit.id).collect();
    ranked
        .into_iter()
        .map(|ranked| {
            let shown = shown.contains(&ranked.id);
            candidate(lang, ranked, shown)
        })
        .collect()
}

fn candidate(lang: Lang, ranked: Ranked, shown: bool) -> TraceCandidate {
    let id = ranked.id;
    TraceCandidate { id, cut: (!shown).then_some(CutStage::ResultLimit), hit: bare_hit(lang, ranked, shown) }
}

/// The search's name in traces.
pub(crate) fn tool_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "searchCatalog",
        Kind::Faqs => "searchFaqs",
    }
}
