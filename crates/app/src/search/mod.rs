//! The only retrieval path: chat, panel, command line and HTTP all search through this module.
//!
//! The lexical and the vector query run in parallel on two connections: the vector query needs an
//! embedding, which may take two seconds or fail, and must not delay or break the lexical query. Crate
//! `domain` scores the candidates; this module fetches them and presents the result.

pub mod api;
pub(crate) mod plan;
pub(crate) mod prepare;
mod present;
pub(crate) mod ranking;
mod retrieve;
pub(crate) mod retrieved;
mod run;
pub(crate) mod timing;
mod trace;
pub mod warming;

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::search::plan::Plan;
use crate::search::retrieved::SearchedPool;
use crate::search::timing::ms;
use celeiro_domain::rank::{Profile, Query, RankedPool};
use celeiro_domain::search::{
    Correction, FallbackReason, Fusion, Hit, Kind, MAX_QUERY_CHARS, SearchRequest, SearchResponse, Timings,
};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use std::sync::Arc;
use std::time::Instant;

pub(crate) use crate::search::present::hits::{bare_hit, node, rows_only, unread_hit};
pub(crate) use crate::search::ranking::{RankedLater, measure_coverage, summarize_response, tool_of};
pub(crate) use crate::search::retrieved::{Keep, RetrievedCandidates};
pub(crate) use retrieve::{lexical_plan, passages, prepare_query, ready_query, retrieve_candidates};
pub(crate) use trace::{build_search_trace, rerun_search, search_with_trace};

/// The synonyms of `plan`, or else the stored synonyms.
pub(crate) async fn plan_synonyms(app: &App, plan: &Plan) -> Result<Arc<SynonymIndex>, AppError> {
    match &plan.synonyms {
        Some(tried) => Ok(tried.clone()),
        None => app.synonyms().await,
    }
}

/// Runs a planned search. Returns the response and, for traces, the ranked candidates; `None` instead of
/// candidates if the query is blank.
pub(crate) async fn run_planned_search(
    app: &App,
    caller: &Caller,
    plan: &Plan,
    started: Instant,
) -> Result<(SearchResponse, Option<SearchedPool>), AppError> {
    if plan.is_blank() {
        return Ok((build_empty_response(plan, started), None));
    }
    let retrieved = retrieve_candidates(app, plan, Keep::Near).await?;
    let fusing = Instant::now();
    let ranked = RankedPool::new(retrieved.rank_input(plan), &retrieved.ahead);
    let first = ranked.explain(retrieved.rank_input(plan), plan.limit);
    let fuse_ms = ms(fusing);
    let results = present::present_hits(app, caller, plan, &retrieved, first).await?;
    let response = build_response(plan, &retrieved, results, fuse_ms, started);
    Ok((response, Some(SearchedPool { retrieved, ranked })))
}

/// Counts a search of a person or program for monitoring systems. One for a blank query searched nothing; those of
/// measurements are not counted at all.
pub(crate) fn note_search(app: &App, response: &SearchResponse, searched: Option<&SearchedPool>) {
    if searched.is_some() {
        app.inner.counters.note_search(response);
    }
}

/// Plans profile, fusion, limit and use of vectors; without a profile in the request, the active profile
/// applies.
///
/// # Errors
/// `unknown_profile`, `unknown_filter`, or `invalid_fields` for a query that is too long.
pub(crate) async fn plan_search(app: &App, request: SearchRequest) -> Result<Plan, AppError> {
    prepare::check_lengths(&request)?;
    let profiles = app.profiles().await?;
    let stored = match request.profile.as_deref() {
        Some(name) => {
            let names = profiles.iter().map(|p| p.profile.name.as_str());
            let found = profiles.iter().find(|p| p.profile.name == name);
            found.ok_or_else(|| AppError::unknown_profile(name, names))?
        }
        None => profiles.iter().find(|p| p.active).ok_or_else(|| AppError::internal("no active profile"))?,
    };
    let mut profile = stored.profile.clone();
    app.config().override_profile(&mut profile);
    plan_as(app, request, profile, None).await
}

/// [`plan_search()`] with a given profile and fusion: a trace runs its search again as it was.
pub(crate) async fn plan_as(
    app: &App,
    mut request: SearchRequest,
    profile: Profile,
    fusion: Option<Fusion>,
) -> Result<Plan, AppError> {
    let kind = request.kind.unwrap_or_default();
    let by_switch = app.config().fusion_by_switch().filter(|_| request.profile.is_none());
    let fusion = fusion.or(request.fusion).or(by_switch).unwrap_or(profile.fusion);
    // The search of a trace may have a longer query than today's limit; it was cut here at the time.
    let raw: String = request.query.chars().filter(|c| *c != '\0').take(MAX_QUERY_CHARS).collect();
    let context = request.query_context.as_deref();
    if let Some(filters) = request.filters.as_ref().filter(|_| kind == Kind::Items) {
        prepare::check_filters(app, filters).await?;
    }
    if kind == Kind::Faqs {
        request.filters = None;
    }
    let filters = prepare::widen_filters(app, request.filters.as_ref()).await?;
    let (named, rest) = prepare::split_named_records(app, kind, &raw, Some(&filters)).await?;
    let looked_for = prepare::with_context(kind, &rest, context);
    let raw = prepare::with_context(kind, &raw, context);
    let faqs_by_words = kind == Kind::Faqs && app.config().switch("FAQ_HYBRID_ENABLED") == Some(false);
    Ok(Plan {
        kind,
        text: QueryText::parse(&looked_for),
        looked_for,
        raw,
        named,
        limit: request.clamped_limit(),
        fusion,
        profile,
        vectors: !faqs_by_words,
        synonyms: None,
        filters,
        request,
    })
}

/// The response to a search that found `results`; the caller adds the id of its trace.
fn build_response(
    plan: &Plan,
    retrieved: &RetrievedCandidates,
    results: Vec<Hit>,
    fuse_ms: f64,
    started: Instant,
) -> SearchResponse {
    SearchResponse {
        query: plan.raw.clone(),
        tokens: plan.text.tokens.clone(),
        corrections: corrections(&retrieved.query),
        results,
        vector_count: retrieved.vector_count,
        lexical_count: retrieved.lexical_count,
        embedding_used: retrieved.embedding_used,
        fallback_reason: retrieved.fallback,
        timings: Timings { fuse_ms, total_ms: ms(started), ..retrieved.timings },
        profile: plan.profile.name.clone(),
        fusion: plan.fusion,
        rag_source: "hybrid".into(),
        trace_id: None,
    }
}

/// Typo corrections of the query, one for each token.
pub(crate) fn corrections(query: &Query) -> Vec<Correction> {
    let terms = query.terms.iter().map(|t| (&t.token, &t.corrections));
    let concepts = query.concepts.iter().map(|c| (&c.text, &c.corrections));
    let mut out: Vec<Correction> = Vec::new();
    for (token, words) in terms.chain(concepts).filter(|(_, words)| !words.is_empty()) {
        if out.iter().all(|c| c.token != *token) {
            out.push(Correction { token: token.clone(), words: words.clone() });
        }
    }
    out
}

/// The response to a blank query, which reaches no database.
fn build_empty_response(plan: &Plan, started: Instant) -> SearchResponse {
    SearchResponse {
        query: plan.raw.clone(),
        tokens: Vec::new(),
        corrections: Vec::new(),
        results: Vec::new(),
        vector_count: 0,
        lexical_count: 0,
        embedding_used: false,
        fallback_reason: None::<FallbackReason>,
        timings: Timings { total_ms: ms(started), ..Timings::default() },
        profile: plan.profile.name.clone(),
        fusion: plan.fusion,
        rag_source: "hybrid".into(),
        trace_id: None,
    }
}
