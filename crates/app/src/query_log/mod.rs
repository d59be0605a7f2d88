//! The query log, and traces of single searches.
//!
//! Every search has a trace. A search that a person made on purpose gets a log entry with its trace; the trace of a
//! keystroke, of a search by the program, and of any search while the log is off stays in memory, for some minutes and
//! some searches ([`recent`]). Where the person stays with the typed search, [`log_settled_search`] moves it into the
//! log as it was ranked then.
//!
//! No answer waits for the log: entries are computed and stored after the answer was sent, one at a time. The first few
//! waiting entries keep all that their search read; further ones keep places and scores, and the trace is marked as
//! reduced; beyond that the entry is dropped and counted, and its trace stays in memory like the others.

pub mod api;
pub(crate) mod gaps;
pub mod gaps_api;
pub(crate) mod queue;
mod recent;
pub(crate) mod searched;

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::messages::translate;
use crate::query_log::searched::{Candidates, LoggedSearch};
use crate::search::plan::Plan;
use crate::search::retrieved::SearchedPool;
use crate::search::{build_search_trace, summarize_response, tool_of};
use celeiro_domain::assistant::Tool;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::answer::refusal::says_not_found;
use celeiro_domain::chat::intent::plan::{Intent, SearchPlan};
use celeiro_domain::chat::{ChatDebug, Trace, TraceOutcome, TraceSearch};
use celeiro_domain::insight::{LoggedQuery, QueryScope, Surface, gap_key, is_reckoned, search_gap, turn_gap};
use celeiro_domain::search::{Filters, Kind, Lang, SearchResponse};
use celeiro_domain::text::QueryText;
use celeiro_store::MAX_LOGGED_CHARS;
use chrono::Utc;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use uuid::Uuid;

/// Most entries that wait with everything that their search fetched, up to a megabyte each.
const MOST_WHOLE: usize = 16;
/// Most entries that wait at all: beyond the first, some thirty kilobytes each.
const MOST_WAITING: usize = 1_000;
/// Largest trace of a search by itself, in bytes of JSON; beyond, what was cut goes without components.
const MAX_TRACE_BYTES: usize = 512 << 10;
/// Traces of searches that the database keeps, some thirty kilobytes each: the newest.
pub(crate) const MOST_TRACES: u32 = 20_000;

/// The surface that an entry of `caller` names; none where nothing is logged.
fn log_surface(app: &App, caller: &Caller) -> Option<Surface> {
    let enabled = app.config().switch("QUERY_LOG_ENABLED").unwrap_or(true);
    caller.surface.filter(|_| enabled)
}

/// Records a search: in the log, unless its person is still typing, or else in memory. Returns the id of
/// its trace.
pub(crate) fn record_search(
    app: &App,
    caller: &Caller,
    plan: Plan,
    pool: Option<SearchedPool>,
    response: &SearchResponse,
) -> Uuid {
    let typing = plan.request.settled == Some(false);
    let surface = log_surface(app, caller).filter(|_| !typing && !plan.is_blank());
    let searched = LoggedSearch {
        trace_id: Uuid::now_v7(),
        actor: caller.actor.clone(),
        lang: caller.lang,
        at: Utc::now(),
        ms: response.timings.total_ms,
        best_score: response.results.first().map(|hit| hit.score),
        outcome: summarize_response(tool_of(plan.kind), response, response.timings.total_ms),
        plan,
        candidates: pool.map_or(Candidates::None, |pool| Candidates::Whole(Box::new(pool))),
    };
    let id = searched.trace_id;
    match surface {
        Some(surface) => enqueue_search(app, surface, Arc::new(searched)),
        None => app.inner.query_log.recent.remember(Arc::new(searched)),
    }
    id
}

/// Moves a search from memory into the log: its person stays with it. False where memory no longer has
/// it, or nothing is to be logged.
pub(crate) fn log_settled_search(app: &App, caller: &Caller, trace_id: Uuid) -> bool {
    let Some(surface) = log_surface(app, caller) else { return false };
    let Some(searched) = app.inner.query_log.recent.take(trace_id) else { return false };
    enqueue_search(app, surface, searched);
    true
}

/// Stores a search in the background, with less of it the more entries wait.
fn enqueue_search(app: &App, surface: Surface, mut searched: Arc<LoggedSearch>) {
    let log = &app.inner.query_log;
    let waiting = log.waiting.len();
    if waiting >= MOST_WHOLE
        && let Some(searched) = Arc::get_mut(&mut searched)
    {
        searched.reduce();
    }
    if waiting >= MOST_WAITING {
        log.count_dropped();
        return log.recent.remember(searched);
    }
    let app = app.clone();
    log.waiting.spawn({
        let app = app.clone();
        async move {
            let _turn = app.inner.query_log.one_at_a_time.acquire().await;
            if let Err(error) = store_logged_search(&app, surface, searched.clone()).await {
                app.inner.query_log.dropped.fetch_add(1, Ordering::Relaxed);
                app.inner.query_log.recent.remember(searched);
                tracing::warn!(%error, "a search is not in the query log");
            }
        }
    });
}

/// The trace of a search that is in memory alone; nothing where it is forgotten.
pub(crate) async fn recent_trace(app: &App, id: Uuid) -> Result<Option<Trace>, AppError> {
    let Some(searched) = app.inner.query_log.recent.get(id) else { return Ok(None) };
    Ok(Some(full_trace(app, searched).await?))
}

/// Writes the entry of a search and its trace, which is cut to its largest size.
async fn store_logged_search(
    app: &App,
    surface: Surface,
    searched: Arc<LoggedSearch>,
) -> Result<(), AppError> {
    let trace = full_trace(app, searched.clone()).await?;
    let entry = search_entry(surface, &searched, &trace.searches[0])?;
    Ok(app.store().log_query(&entry, Some(&bound_size(trace)?)).await?)
}

/// The trace of a search with its candidates; explaining them takes milliseconds of computing.
async fn full_trace(app: &App, searched: Arc<LoggedSearch>) -> Result<Trace, AppError> {
    let mut search = build_search_trace(app, &searched.plan, searched.outcome.clone()).await?;
    let explaining = {
        let searched = searched.clone();
        tokio::task::spawn_blocking(move || searched.candidates.ranking(searched.lang, &searched.plan))
    };
    explaining.await.map_err(AppError::internal)?.note(&mut search);
    Ok(search_trace(&searched, search))
}

/// The log's entry of a search; whether it is a gap depends on its hits and their coverage.
fn search_entry(
    surface: Surface,
    searched: &LoggedSearch,
    search: &TraceSearch,
) -> Result<LoggedQuery, AppError> {
    let plan = &searched.plan;
    let fallback = search.run.fallback_reason.map(serde_json::to_value).transpose()?;
    let query = cut_logged_text(&plan.request.query);
    let text = QueryText::parse(&query);
    Ok(LoggedQuery {
        id: Uuid::now_v7(),
        created_at: searched.at,
        scope: plan.kind.into(),
        surface,
        actor: searched.actor.clone(),
        query,
        gap_key: gap_key(&text, plan.request.filters.as_ref()),
        normalized: text.normalized,
        looked_for: None,
        filters: plan
            .request
            .filters
            .as_ref()
            .filter(|f| !f.is_empty())
            .map(serde_json::to_value)
            .transpose()?,
        profile: Some(plan.profile.name.clone()),
        results: search.run.result_count,
        best_score: searched.best_score,
        coverage: search.coverage,
        fallback: fallback.as_ref().and_then(Value::as_str).map(str::to_owned),
        ms: searched.ms,
        gap: search_gap(search.run.result_count, search.coverage),
        trace_id: Some(searched.trace_id),
        conversation_id: None,
        message_id: None,
    })
}

/// A search by itself as a turn without model, conversation and answer.
fn search_trace(searched: &LoggedSearch, search: TraceSearch) -> Trace {
    let (id, plan) = (searched.trace_id, &searched.plan);
    let message = cut_logged_text(&plan.request.query);
    let (intent, faq) = match plan.kind {
        Kind::Items => (Intent::Catalog, false),
        Kind::Faqs => (Intent::Faq, true),
    };
    Trace {
        id,
        conversation_id: None,
        message_id: None,
        created_at: searched.at,
        outcome: TraceOutcome::Composed,
        normalized: QueryText::parse(&message).normalized,
        message,
        tokens: plan.text.tokens.clone(),
        debug: ChatDebug {
            safety: None,
            intent,
            intent_by: "request".to_owned(),
            plan: SearchPlan { run_faq: faq, run_catalog: !faq },
            llm_calls: Vec::new(),
            searches: vec![search.run.clone()],
            rag_source: "hybrid".to_owned(),
            rounds: Vec::new(),
            fallbacks: Vec::new(),
            trace_id: id,
        },
        prompts: Vec::new(),
        calls: Vec::new(),
        tools: Vec::new(),
        searches: vec![search],
        sources: Vec::new(),
        context: String::new(),
        raw_answer: String::new(),
        memory: Vec::new(),
        manner: None,
        program: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The trace with all of its candidates; where that is too much, without the components of those that
/// were cut.
fn bound_size(mut trace: Trace) -> Result<Trace, AppError> {
    if serde_json::to_vec(&trace)?.len() > MAX_TRACE_BYTES {
        for search in &mut trace.searches {
            search.reduced = true;
            search.candidates.iter_mut().for_each(|candidate| candidate.components.clear());
        }
    }
    Ok(trace)
}

/// Notes a turn whose trace is stored.
pub(crate) fn note_turn(app: &App, caller: &Caller, trace: &Trace, answered: bool, ms: f64) {
    let Some(surface) = log_surface(app, caller) else { return };
    // What is said about people, and by a person in danger, is read by no one who looks for gaps in the catalog.
    if uses_personal_tools(trace) || trace.debug.safety.is_some() {
        return;
    }
    if app.inner.query_log.waiting.len() >= MOST_WAITING {
        return app.inner.query_log.count_dropped();
    }
    let entry = turn_entry(surface, caller, trace, answered, ms);
    let app = app.clone();
    app.inner.query_log.waiting.spawn({
        let app = app.clone();
        async move {
            let _turn = app.inner.query_log.one_at_a_time.acquire().await;
            if let Err(error) = app.store().log_query(&entry, None).await {
                app.inner.query_log.dropped.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(%error, "a turn is not in the query log");
            }
        }
    });
}

fn uses_personal_tools(trace: &Trace) -> bool {
    let mut calls = trace.debug.rounds.iter().flat_map(|round| &round.tool_calls);
    calls.any(|call| Tool::parse(&call.name).is_some_and(Tool::is_personal))
}

/// The log's entry of a chat turn, with its first search where that looked for other words.
fn turn_entry(surface: Surface, caller: &Caller, trace: &Trace, answered: bool, ms: f64) -> LoggedQuery {
    let query = cut_logged_text(&trace.message);
    let looked_for = trace.searches.first().map(|search| cut_logged_text(&search.run.query));
    let looked_for = looked_for.filter(|looked_for| *looked_for != query);
    let filters = trace.searches.iter().find_map(|search| search.request.get("filters").cloned());
    let filters = filters.filter(|filters| !filters.is_null());
    let typed: Option<Filters> = filters.clone().and_then(|filters| serde_json::from_value(filters).ok());
    let profile = trace.searches.first().and_then(|s| s.profile.get("name")?.as_str().map(str::to_owned));
    LoggedQuery {
        id: Uuid::now_v7(),
        created_at: trace.created_at,
        scope: QueryScope::Chat,
        surface,
        actor: caller.actor.clone(),
        normalized: QueryText::parse(&query).normalized,
        gap_key: gap_key(&QueryText::parse(looked_for.as_deref().unwrap_or(&query)), typed.as_ref()),
        looked_for,
        query,
        filters,
        profile,
        results: trace.sources.len() as u32,
        best_score: trace.sources.iter().map(|source| source.score).reduce(f64::max),
        coverage: trace.searches.iter().filter_map(|search| search.coverage).reduce(f64::max),
        fallback: trace.debug.fallbacks.first().map(|fallback| fallback.reason.clone()),
        ms,
        gap: turn_gap(trace, is_not_found_answer(trace, caller.lang)),
        trace_id: Some(trace.id),
        conversation_id: trace.conversation_id,
        message_id: trace.message_id.filter(|_| answered),
    }
}

/// Whether the answer says that it does not have what was asked: a model's in its own words, one that was
/// put together in the phrases of `lang`.
fn is_not_found_answer(trace: &Trace, lang: Lang) -> bool {
    let phrases = [Phrase::NotFound, Phrase::Nothing, Phrase::NotStated, Phrase::NoTotal];
    let says = |phrase: &Phrase| trace.raw_answer.contains(&translate(lang, phrase.key()));
    match trace.outcome {
        // A sum without one of the things that were ordered shows what is missing.
        TraceOutcome::Composed => {
            phrases.iter().any(says) || (is_reckoned(&trace.raw_answer) && says(&Phrase::Missing))
        }
        TraceOutcome::Answered => says_not_found(&trace.raw_answer),
        TraceOutcome::Stopped | TraceOutcome::Failed => false,
    }
}

/// At most [`MAX_LOGGED_CHARS`] characters, without NUL, which PostgreSQL does not store.
fn cut_logged_text(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(MAX_LOGGED_CHARS).collect()
}
