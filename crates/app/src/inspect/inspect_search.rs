//! Inspection of a whole search: both candidate lists, their fusion, cut-offs, and the duration of each stage; of a new
//! search, or of one in a trace.
//!
//! One record of it is [`crate::inspect::explain_item`]'s; other weights are [`crate::inspect::rerank`]'s.

use super::record_name::RecordName;
use super::search_halves::names_of;
use crate::app::{App, Caller};
use crate::chat::conversations::find_trace;
use crate::error::{AppError, Code};
use crate::inspect::FetchedPool;
use crate::inspect::get_pool;
use crate::search::plan::Plan;
use crate::search::timing::ms;
use crate::search::{bare_hit, corrections, plan_search, rows_only, unread_hit};
use celeiro_domain::chat::{ScoreComponent, TraceCandidate, TraceSearch};
use celeiro_domain::inspect::{CutReason, CutStage, PoolEnds};
use celeiro_domain::rank::{PlacedCandidate, PoolPlan, Profile, RankedHit, VectorMatch};
use celeiro_domain::search::{Correction, FallbackReason, Fusion, Hit, Kind, Lang, SearchRequest, Timings};
use celeiro_domain::text::QueryText;
use celeiro_domain::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use uuid::Uuid;

/// Ranked candidates that are told of, and as many that fell out before: all of them, as far as pools of
/// shipped profiles go.
const MOST: usize = 1_000;
/// Those of them whose rows are told.
const WITH_ROWS: usize = 100;

/// A search that a trace keeps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InspectTrace {
    /// The trace, or the answer it is about.
    pub id: Uuid,
    /// Which of its searches, from 0.
    #[serde(default)]
    pub at: u32,
}

/// How many came how far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchStages {
    /// Records asked for by words.
    pub lexical_wanted: u32,
    /// Records that came by words: as many as wanted where others were left behind.
    pub lexical_found: u32,
    /// Passages asked for by vectors.
    pub chunks_wanted: u32,
    /// Records that came by vectors; none where vectors took no part.
    pub vector_found: Option<u32>,
    /// Those of them that are near enough.
    pub vector_kept: u32,
    /// Records that were ranked.
    pub ranked: u32,
    /// Records that are shown.
    pub shown: u32,
}

/// A record that one of the halves has found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectedCandidate {
    /// Which; without a title where it was deleted since.
    pub record: RecordName,
    /// Its place among all that was ranked, from 1; none where it fell out before.
    pub place: Option<u32>,
    /// The stage at which it fell out; none where it is shown.
    pub cut: Option<CutStage>,
    /// By how much: score below the last hit, or distance beyond the threshold.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// Every gate that it did not pass, of what is shown too; empty in searches recorded before they were
    /// kept.
    pub cuts: Vec<CutReason>,
    /// Of a recorded search, what the score of a record that was cut is made of.
    pub components: Vec<ScoreComponent>,
    /// Its scores and ranks, without the record: what is shown with its whole explanation, the first of
    /// what was cut with their rows.
    pub hit: Hit,
}

/// A search laid open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchInspection {
    /// When it was made; none where it was made for this answer.
    pub recorded_at: Option<DateTime<Utc>>,
    /// The search, to be made again or with other weights.
    pub search: SearchRequest,
    /// What was searched.
    pub kind: Kind,
    /// The query as looked at.
    pub query: String,
    /// Its tokens.
    pub tokens: Vec<String>,
    /// What mistyped words were read as.
    pub corrections: Vec<Correction>,
    /// The profile in force, with what settings stand above it.
    pub profile: Profile,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Hits wanted.
    pub limit: u32,
    /// Greatest distance that counts as found; none where nothing is cut by it, or where it was left to
    /// the model of a past search.
    #[specta(type = Option<Number>)]
    pub threshold: Option<f64>,
    /// Why vectors took no part.
    pub fallback_reason: Option<FallbackReason>,
    /// Milliseconds by stage. Words and vectors are asked at the same time, so that the stages may be
    /// more than all of it.
    pub timings: Timings,
    /// How many seconds ago the candidates were fetched, where they were kept from an earlier look: then
    /// all times but that of ranking are of that fetch, and the whole is that fetch and this ranking.
    #[specta(type = Option<Number>)]
    pub fetched_seconds_ago: Option<f64>,
    /// Of a recorded search, whether what was cut has no components, because too much was asked at once.
    pub reduced: bool,
    /// How many came how far.
    pub stages: SearchStages,
    /// What was ranked, best first, then what fell out before, nearest first; the first thousand of each.
    pub candidates: Vec<InspectedCandidate>,
}

/// Lays a search open that is made now.
///
/// # Errors
/// As [`crate::search::api::search`].
pub async fn inspect_search(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
) -> Result<SearchInspection, AppError> {
    let started = Instant::now();
    let plan = plan_search(app, request).await?;
    let Some(fetched) = get_pool(app, &plan).await? else {
        return Ok(inspect_pool(&plan, None, SearchStages::default(), Timings::default(), Vec::new()));
    };
    let ranking = Instant::now();
    let ranked = fetched.components.explain(&plan.profile, plan.fusion, usize::MAX);
    let ranked =
        ranked.map_err(|c| AppError::internal(format!("a pool does not serve its profile: {c:?}")))?;
    let fuse_ms = ms(ranking);
    let stages = stages(&plan, &fetched, &ranked);
    let ends = ends(&plan, &fetched, &ranked);
    let beyond = beyond(&plan, &fetched);
    let mut candidates = inspect_candidates(caller.lang, &ends, &beyond, ranked);
    candidates.extend(too_far(&fetched, &ends, &beyond));
    name(app, plan.kind, &mut candidates).await?;
    let timings = Timings { fuse_ms, total_ms: fetched.timings.total_ms + fuse_ms, ..fetched.timings };
    let mut opened = inspect_pool(&plan, Some(&fetched), stages, timings, candidates);
    opened.fetched_seconds_ago = (fetched.at < started).then(|| fetched.at.elapsed().as_secs_f64());
    Ok(opened)
}

/// Lays a search open that a trace keeps, as it was that day.
///
/// # Errors
/// `not_found`.
pub async fn inspect_trace(
    app: &App,
    caller: &Caller,
    request: InspectTrace,
) -> Result<SearchInspection, AppError> {
    let trace = find_trace(app, caller, request.id).await?;
    let place = format!("{}#{}", request.id, request.at);
    let search = trace.searches.into_iter().nth(request.at as usize);
    let search = search.ok_or_else(|| AppError::new(Code::NotFound).with("reference", place))?;
    let (mut inspection, kept) = past(search, trace.created_at)?;
    inspection.candidates = kept.into_iter().enumerate().map(recorded_candidate).collect();
    name(app, inspection.kind, &mut inspection.candidates).await?;
    Ok(inspection)
}

fn inspect_pool(
    plan: &Plan,
    fetched: Option<&FetchedPool>,
    stages: SearchStages,
    timings: Timings,
    candidates: Vec<InspectedCandidate>,
) -> SearchInspection {
    SearchInspection {
        recorded_at: None,
        search: plan.request.clone(),
        kind: plan.kind,
        query: plan.raw.clone(),
        tokens: plan.text.tokens.clone(),
        corrections: fetched.map_or_else(Vec::new, |f| corrections(&f.components.pool().query)),
        profile: plan.profile.clone(),
        fusion: plan.fusion,
        limit: plan.limit as u32,
        threshold: fetched.and_then(|f| f.threshold(plan)),
        fallback_reason: fetched.and_then(|f| f.fallback),
        timings,
        fetched_seconds_ago: None,
        reduced: false,
        stages,
        candidates,
    }
}

fn stages(plan: &Plan, fetched: &FetchedPool, ranked: &[RankedHit]) -> SearchStages {
    let pool = fetched.components.pool();
    let count_candidates = |has: fn(&celeiro_domain::rank::Candidate) -> bool| {
        pool.candidates.iter().filter(|candidate| has(candidate)).count() as u32
    };
    SearchStages {
        lexical_wanted: pool.plan.lexical as u32,
        lexical_found: count_candidates(|candidate| candidate.lexical_rank.is_some()),
        chunks_wanted: pool.plan.chunks as u32,
        vector_found: pool.chunks.map(|_| count_candidates(|candidate| candidate.vector.is_some())),
        vector_kept: ranked.iter().filter(|r| r.vector_rank.is_some()).count() as u32,
        ranked: ranked.len() as u32,
        shown: ranked.len().min(plan.limit) as u32,
    }
}

/// By what the candidates of the search are told apart.
fn ends(plan: &Plan, fetched: &FetchedPool, ranked: &[RankedHit]) -> PoolEnds {
    let last = ranked.len().min(plan.limit).checked_sub(1).and_then(|at| ranked.get(at));
    let pool = fetched.components.pool();
    PoolEnds {
        limit: plan.limit,
        last_score: last.map(|last| last.explanation.value()).filter(|_| pool.ahead.is_empty()),
        threshold: fetched.threshold(plan),
        vectors: pool.chunks.is_some(),
        vectors_full: pool.chunks.is_some_and(|chunks| chunks >= pool.plan.chunks),
    }
}

/// What vectors fetched and the threshold cuts.
fn beyond(plan: &Plan, fetched: &FetchedPool) -> HashMap<Uuid, VectorMatch> {
    let threshold = fetched.threshold(plan).unwrap_or(f64::INFINITY);
    let candidates = fetched.components.pool().candidates.iter();
    let dropped = candidates.filter_map(|c| Some((c.id, c.vector.filter(|v| v.distance > threshold)?)));
    dropped.collect()
}

/// What was ranked, first the first.
fn inspect_candidates(
    lang: Lang,
    ends: &PoolEnds,
    beyond: &HashMap<Uuid, VectorMatch>,
    ranked: Vec<RankedHit>,
) -> Vec<InspectedCandidate> {
    let candidate = |(at, ranked): (usize, RankedHit)| {
        let shown = at < ends.limit;
        let placed = placed_candidate(&ranked);
        let cuts = ends.cuts(&placed, at, beyond.get(&ranked.id).map(|vector| vector.distance));
        let rows = (!shown && at < WITH_ROWS).then(|| rows_only(lang, &ranked.explanation));
        let mut hit = bare_hit(lang, ranked, shown);
        hit.explanation = hit.explanation.or(rows);
        InspectedCandidate {
            record: nameless_record(placed.id),
            place: Some(at as u32 + 1),
            cut: (!shown).then_some(CutStage::ResultLimit),
            margin: ends.last_score.filter(|_| !shown).map(|last| last - placed.score),
            cuts,
            components: Vec::new(),
            hit,
        }
    };
    ranked.into_iter().take(MOST).enumerate().map(candidate).collect()
}

fn placed_candidate(ranked: &RankedHit) -> PlacedCandidate {
    let vector = ranked.distance.zip(ranked.vector_rank);
    PlacedCandidate {
        id: ranked.id,
        score: ranked.explanation.value(),
        lexical_rank: ranked.lexical_rank,
        vector: vector.map(|(distance, rank)| VectorMatch { distance, rank }),
        named: ranked.named,
        holds_terms: Some(!ranked.lexical.signals.tokens_hit.is_empty()),
    }
}

/// What only vectors found, but too far away, nearest first.
fn too_far(
    fetched: &FetchedPool,
    ends: &PoolEnds,
    beyond: &HashMap<Uuid, VectorMatch>,
) -> Vec<InspectedCandidate> {
    let Some(threshold) = ends.threshold else { return Vec::new() };
    let alone = fetched.components.pool().candidates.iter();
    let alone = alone.filter(|c| c.lexical_rank.is_none() && !c.named && !c.sorted_in);
    let mut dropped: Vec<(Uuid, VectorMatch)> =
        alone.filter_map(|c| Some((c.id, *beyond.get(&c.id)?))).collect();
    dropped.sort_by_key(|(_, vector)| vector.rank);
    let candidate = |(id, vector): (Uuid, VectorMatch)| {
        let found = PlacedCandidate {
            id,
            score: 0.0,
            lexical_rank: None,
            vector: Some(vector),
            named: false,
            holds_terms: None,
        };
        InspectedCandidate {
            record: nameless_record(id),
            place: None,
            cut: Some(CutStage::Threshold),
            margin: Some(vector.distance - threshold),
            cuts: vec![ends.cut_by_vectors(Some(vector.distance))],
            components: Vec::new(),
            hit: unread_hit(&found),
        }
    };
    dropped.into_iter().take(MOST).map(candidate).collect()
}

/// A past search without its candidates, and these.
fn past(
    search: TraceSearch,
    recorded_at: DateTime<Utc>,
) -> Result<(SearchInspection, Vec<TraceCandidate>), AppError> {
    let request: SearchRequest = serde_json::from_value(search.request)?;
    let profile: Profile = serde_json::from_value(search.profile)?;
    let (kind, limit) = (request.kind.unwrap_or_default(), request.clamped_limit());
    let fusion = Fusion::parse(&search.fusion).unwrap_or(profile.fusion);
    let tuning = profile.tuning(kind);
    let pool = PoolPlan::new(tuning, fusion, limit);
    let by_vectors = search.embedding_model.is_some();
    let too_far =
        |candidate: &&TraceCandidate| candidate.cuts.iter().any(|cut| cut.stage == CutStage::Threshold);
    let dropped = search.candidates.iter().filter(too_far).count() as u32;
    let inspection = SearchInspection {
        recorded_at: Some(recorded_at),
        kind,
        tokens: QueryText::parse(&search.run.query).tokens,
        query: search.run.query,
        corrections: Vec::new(),
        fusion,
        limit: limit as u32,
        threshold: search.threshold.or(tuning.cutting_threshold(None)).filter(|_| by_vectors),
        fallback_reason: search.run.fallback_reason,
        timings: serde_json::from_value(search.timings)?,
        fetched_seconds_ago: None,
        reduced: search.reduced,
        stages: SearchStages {
            lexical_wanted: pool.lexical as u32,
            lexical_found: search.run.lexical_count,
            chunks_wanted: pool.chunks as u32,
            vector_found: by_vectors.then(|| search.run.vector_count + dropped),
            vector_kept: search.run.vector_count,
            ranked: search.candidates.iter().filter(|c| c.cut != Some(CutStage::Threshold)).count() as u32,
            shown: search.hits.len() as u32,
        },
        profile,
        search: request,
        candidates: Vec::new(),
    };
    Ok((inspection, search.candidates))
}

fn recorded_candidate((at, candidate): (usize, TraceCandidate)) -> InspectedCandidate {
    let margin = candidate.cuts.iter().find(|reason| Some(reason.stage) == candidate.cut);
    InspectedCandidate {
        record: nameless_record(candidate.id),
        place: (candidate.cut != Some(CutStage::Threshold)).then_some(at as u32 + 1),
        cut: candidate.cut,
        margin: margin.and_then(|reason| reason.margin),
        cuts: candidate.cuts,
        components: candidate.components,
        hit: candidate.hit,
    }
}

fn nameless_record(id: Uuid) -> RecordName {
    RecordName { id, external_id: None, title: String::new() }
}

/// Names the candidates; one that was deleted since keeps its id alone.
async fn name(app: &App, kind: Kind, candidates: &mut [InspectedCandidate]) -> Result<(), AppError> {
    let ids: HashSet<Uuid> = candidates.iter().map(|candidate| candidate.record.id).collect();
    let mut names = names_of(app, kind, ids.into_iter()).await?;
    for candidate in candidates {
        if let Some(name) = names.remove(&candidate.record.id) {
            candidate.record = name;
        }
    }
    Ok(())
}
