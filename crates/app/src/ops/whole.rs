//! A whole search laid open: both lists, what they became, what was cut and where, and how long each
//! stage took; of a search that is made now, or of one that a trace keeps.
//!
//! One record of it is [`crate::ops::inspect`]'s; other weights are [`crate::ops::sliders`]'s.

use super::conversations::find_trace;
use super::explain::{RecordName, names_of};
use crate::analysis::Fetched;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::search::{Plan, bare_hit, corrections, ms, plan, rows_only};
use celeiro_domain::analysis::CutStage;
use celeiro_domain::chat::{TraceCandidate, TraceSearch};
use celeiro_domain::rank::{PoolPlan, Profile, Ranked};
use celeiro_domain::search::{
    Correction, FallbackReason, Fusion, Hit, Kind, Lang, SearchRequest, Source, Timings,
};
use celeiro_domain::text::QueryText;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;
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
    #[specta(type = Option<i32>)]
    pub margin: Option<f64>,
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
    #[specta(type = Option<i32>)]
    pub threshold: Option<f64>,
    /// Why vectors took no part.
    pub fallback_reason: Option<FallbackReason>,
    /// Milliseconds by stage.
    pub timings: Timings,
    /// How many came how far.
    pub stages: SearchStages,
    /// What was ranked, best first, then what fell out before, nearest first; the first thousand of each.
    pub candidates: Vec<InspectedCandidate>,
}

/// Lays a search open that is made now.
///
/// # Errors
/// As [`crate::ops::search`].
pub async fn inspect_search(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
) -> Result<SearchInspection, AppError> {
    let started = Instant::now();
    let plan = plan(app, request).await?;
    let Some(fetched) = app.inner.pools.get(app, &plan).await? else {
        return Ok(opened(&plan, None, SearchStages::default(), Timings::default(), Vec::new()));
    };
    let ranking = Instant::now();
    let ranked = fetched.components.explain(&plan.profile, plan.fusion, usize::MAX);
    let ranked =
        ranked.map_err(|c| AppError::internal(format!("a pool does not serve its profile: {c:?}")))?;
    let fuse_ms = ms(ranking);
    let stages = stages(&plan, &fetched, &ranked);
    let mut candidates = shown(caller.lang, &plan, ranked);
    candidates.extend(too_far(&plan, &fetched));
    name(app, plan.kind, &mut candidates).await?;
    let timings = Timings { fuse_ms, total_ms: ms(started), ..fetched.timings };
    Ok(opened(&plan, Some(&fetched), stages, timings, candidates))
}

/// Lays a search open that a trace keeps, as it was that day.
///
/// # Errors
/// `not_found`.
pub async fn inspect_trace(
    app: &App,
    _: &Caller,
    request: InspectTrace,
) -> Result<SearchInspection, AppError> {
    let trace = find_trace(app, request.id).await?;
    let place = format!("{}#{}", request.id, request.at);
    let search = trace.searches.into_iter().nth(request.at as usize);
    let search = search.ok_or_else(|| AppError::new(Code::NotFound).with("reference", place))?;
    let (mut inspection, kept) = past(search, trace.created_at)?;
    inspection.candidates = kept.into_iter().enumerate().map(recorded).collect();
    name(app, inspection.kind, &mut inspection.candidates).await?;
    Ok(inspection)
}

fn opened(
    plan: &Plan,
    fetched: Option<&Fetched>,
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
        stages,
        candidates,
    }
}

fn stages(plan: &Plan, fetched: &Fetched, ranked: &[Ranked]) -> SearchStages {
    let pool = fetched.components.pool();
    let found = |has: fn(&celeiro_domain::rank::Candidate) -> bool| {
        pool.candidates.iter().filter(|candidate| has(candidate)).count() as u32
    };
    SearchStages {
        lexical_wanted: pool.plan.lexical as u32,
        lexical_found: found(|candidate| candidate.lexical_rank.is_some()),
        chunks_wanted: pool.plan.chunks as u32,
        vector_found: pool.chunks.map(|_| found(|candidate| candidate.vector.is_some())),
        vector_kept: ranked.iter().filter(|r| r.vector_rank.is_some()).count() as u32,
        ranked: ranked.len() as u32,
        shown: ranked.len().min(plan.limit) as u32,
    }
}

/// What was ranked, best first.
fn shown(lang: Lang, plan: &Plan, ranked: Vec<Ranked>) -> Vec<InspectedCandidate> {
    let last = ranked.get(plan.limit.saturating_sub(1)).map_or(0.0, |r| r.explanation.value());
    let candidate = |(at, ranked): (usize, Ranked)| {
        let shown = at < plan.limit;
        let (id, margin) = (ranked.id, last - ranked.explanation.value());
        let rows = (!shown && at < WITH_ROWS).then(|| rows_only(lang, &ranked.explanation));
        let mut hit = bare_hit(lang, ranked, shown);
        hit.explanation = hit.explanation.or(rows);
        InspectedCandidate {
            record: unnamed(id),
            place: Some(at as u32 + 1),
            cut: (!shown).then_some(CutStage::ResultLimit),
            margin: (!shown).then_some(margin),
            hit,
        }
    };
    ranked.into_iter().take(MOST).enumerate().map(candidate).collect()
}

/// What only vectors found, but too far away, nearest first.
fn too_far(plan: &Plan, fetched: &Fetched) -> Vec<InspectedCandidate> {
    let Some(threshold) = fetched.threshold(plan) else { return Vec::new() };
    let dropped = fetched.components.pool().candidates.iter().filter_map(|candidate| {
        let vector = candidate.vector.filter(|vector| vector.distance > threshold)?;
        (candidate.lexical_rank.is_none() && !candidate.named).then_some((candidate.id, vector))
    });
    let mut dropped: Vec<_> = dropped.collect();
    dropped.sort_by_key(|(_, vector)| vector.rank);
    let candidate = |(id, vector): (Uuid, celeiro_domain::rank::VectorMatch)| InspectedCandidate {
        record: unnamed(id),
        place: None,
        cut: Some(CutStage::Threshold),
        margin: Some(vector.distance - threshold),
        hit: Hit {
            item: None,
            faq: None,
            source: Source::Vector,
            score: 0.0,
            vector_score: Some((-vector.distance).clamp(0.0, 1.0)),
            vector_distance: Some(vector.distance),
            lexical_score: None,
            lexical_signals: None,
            lexical_rank: None,
            vector_rank: Some(vector.rank),
            snippet: String::new(),
            explanation: None,
        },
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
    let inspection = SearchInspection {
        recorded_at: Some(recorded_at),
        kind,
        tokens: QueryText::parse(&search.run.query).tokens,
        query: search.run.query,
        corrections: Vec::new(),
        fusion,
        limit: limit as u32,
        threshold: tuning.vector_threshold.filter(|_| by_vectors),
        fallback_reason: search.run.fallback_reason,
        timings: serde_json::from_value(search.timings)?,
        stages: SearchStages {
            lexical_wanted: pool.lexical as u32,
            lexical_found: search.run.lexical_count,
            chunks_wanted: pool.chunks as u32,
            vector_found: by_vectors.then_some(search.run.vector_count),
            vector_kept: search.run.vector_count,
            ranked: search.candidates.len() as u32,
            shown: search.hits.len() as u32,
        },
        profile,
        search: request,
        candidates: Vec::new(),
    };
    Ok((inspection, search.candidates))
}

fn recorded((at, candidate): (usize, TraceCandidate)) -> InspectedCandidate {
    InspectedCandidate {
        record: unnamed(candidate.id),
        place: Some(at as u32 + 1),
        cut: candidate.cut,
        margin: None,
        hit: candidate.hit,
    }
}

fn unnamed(id: Uuid) -> RecordName {
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
