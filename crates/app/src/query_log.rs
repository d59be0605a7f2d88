//! The query log: what a person asked on purpose leaves an entry, and a search by itself its trace.
//!
//! Nothing of it is on the way of an answer: it is worked out and stored when the answer has gone, one
//! entry at a time. Where more wait than there is room for, entries are dropped and counted rather than
//! kept in memory. Evaluations, tuning and what the program asks for itself leave no entry: their
//! caller has no surface.

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::search::{Outcome, Plan, Retrieved, outcome, ranking, tool_of, trace};
use celeiro_domain::analysis::{QueryScope, Surface, gap_key, search_gap, turn_gap};
use celeiro_domain::chat::plan::{Intent, SearchPlan};
use celeiro_domain::chat::{ChatDebug, Trace, TraceOutcome, TraceSearch};
use celeiro_domain::search::{Filters, Kind, Lang, SearchResponse};
use celeiro_domain::text::QueryText;
use celeiro_store::{LoggedQuery, MAX_LOGGED_CHARS};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Most entries that wait to be stored. Each holds what its search fetched, up to a megabyte.
const MOST_WAITING: usize = 16;
/// Largest trace of a search by itself, in bytes of JSON; candidates at the end are left out beyond.
const MAX_TRACE_BYTES: usize = 256 << 10;

/// Entries on their way into the log.
pub(crate) struct QueryLog {
    waiting: TaskTracker,
    one_at_a_time: Semaphore,
    dropped: AtomicU32,
}

impl Default for QueryLog {
    fn default() -> Self {
        Self { waiting: TaskTracker::new(), one_at_a_time: Semaphore::new(1), dropped: AtomicU32::new(0) }
    }
}

impl QueryLog {
    /// Entries that were dropped for want of room since the program started.
    pub fn dropped(&self) -> u32 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until nothing is on its way, at most this long.
    pub async fn settled(&self, patience: Duration) {
        self.waiting.close();
        let settled = tokio::time::timeout(patience, self.waiting.wait()).await;
        self.waiting.reopen();
        if settled.is_err() {
            tracing::warn!(waiting = self.waiting.len(), "entries of the query log are still on their way");
        }
    }

    fn has_room(&self) -> bool {
        let room = self.waiting.len() < MOST_WAITING;
        if !room {
            let dropped = self.dropped.fetch_add(1, Ordering::Relaxed) + 1;
            tracing::warn!(dropped, "no room for an entry of the query log");
        }
        room
    }
}

/// Through what `caller` asks, where an entry is wanted.
fn wanted(app: &App, caller: &Caller) -> Option<Surface> {
    let enabled = app.config().switch("QUERY_LOG_ENABLED").unwrap_or(true);
    caller.surface.filter(|_| enabled && app.inner.query_log.has_room())
}

/// Notes a search, unless its person is still typing.
pub(crate) fn note_search(
    app: &App,
    caller: &Caller,
    plan: Plan,
    retrieved: Option<Retrieved>,
    response: &SearchResponse,
) {
    if plan.request.settled == Some(false) || plan.is_blank() {
        return;
    }
    let Some(surface) = wanted(app, caller) else { return };
    let searched = Searched {
        surface,
        actor: caller.actor.clone(),
        lang: caller.lang,
        at: Utc::now(),
        ms: response.timings.total_ms,
        best_score: response.results.first().map(|hit| hit.score),
        outcome: outcome(tool_of(plan.kind), response, response.timings.total_ms),
        plan,
        retrieved,
    };
    let app = app.clone();
    app.inner.query_log.waiting.spawn({
        let app = app.clone();
        async move {
            let _turn = app.inner.query_log.one_at_a_time.acquire().await;
            if let Err(error) = store(&app, searched).await {
                tracing::warn!(%error, "a search is not in the query log");
            }
        }
    });
}

/// A search that was answered.
struct Searched {
    surface: Surface,
    actor: String,
    lang: Lang,
    at: DateTime<Utc>,
    ms: f64,
    best_score: Option<f64>,
    outcome: Outcome,
    plan: Plan,
    retrieved: Option<Retrieved>,
}

async fn store(app: &App, searched: Searched) -> Result<(), AppError> {
    let Searched { surface, actor, lang, at, ms, best_score, outcome, plan, retrieved } = searched;
    let hits = outcome.hits.clone();
    let mut search = trace(app, &plan, outcome).await?;
    let (plan, ranked) = tokio::task::spawn_blocking(move || {
        let ranked = retrieved.map(|retrieved| ranking(lang, &plan, &retrieved, &hits));
        (plan, ranked.unwrap_or_default())
    })
    .await
    .map_err(AppError::internal)?;
    ranked.note(&mut search);
    let fallback = search.run.fallback_reason.map(serde_json::to_value).transpose()?;
    let entry = LoggedQuery {
        id: Uuid::now_v7(),
        created_at: at,
        scope: plan.kind.into(),
        surface,
        actor,
        query: beginning(&plan.request.query),
        normalized: QueryText::parse(&beginning(&plan.request.query)).normalized,
        looked_for: None,
        gap_key: gap_key(&QueryText::parse(&beginning(&plan.request.query)), plan.request.filters.as_ref()),
        filters: plan
            .request
            .filters
            .as_ref()
            .filter(|f| !f.is_empty())
            .map(serde_json::to_value)
            .transpose()?,
        profile: Some(plan.profile.name.clone()),
        results: search.run.result_count,
        best_score,
        coverage: search.coverage,
        fallback: fallback.as_ref().and_then(Value::as_str).map(str::to_owned),
        ms,
        gap: search_gap(search.run.result_count, search.coverage),
        trace_id: Some(Uuid::now_v7()),
        conversation_id: None,
        message_id: None,
    };
    let trace = bounded(search_trace(&entry, &plan, search))?;
    Ok(app.store().log_query(&entry, Some(&trace)).await?)
}

/// A search by itself as a turn without model, conversation and answer.
fn search_trace(entry: &LoggedQuery, plan: &Plan, search: TraceSearch) -> Trace {
    let id = entry.trace_id.unwrap_or(entry.id);
    let (intent, faq) = match plan.kind {
        Kind::Items => (Intent::Catalog, false),
        Kind::Faqs => (Intent::Faq, true),
    };
    Trace {
        id,
        conversation_id: None,
        message_id: None,
        created_at: entry.created_at,
        outcome: TraceOutcome::Composed,
        message: entry.query.clone(),
        normalized: entry.normalized.clone(),
        tokens: plan.text.tokens.clone(),
        debug: ChatDebug {
            intent,
            intent_by: "request".to_owned(),
            plan: SearchPlan { run_faq: faq, run_catalog: !faq },
            llm_calls: Vec::new(),
            searches: vec![search.run.clone()],
            rag_source: "hybrid".to_owned(),
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
        program: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The trace with as many of its candidates as there is room for, the best first.
fn bounded(mut trace: Trace) -> Result<Trace, AppError> {
    while serde_json::to_vec(&trace)?.len() > MAX_TRACE_BYTES {
        let longest = trace.searches.iter_mut().max_by_key(|search| search.candidates.len());
        match longest {
            Some(search) if !search.candidates.is_empty() => {
                search.candidates.truncate(search.candidates.len() / 2);
            }
            _ => break,
        }
    }
    Ok(trace)
}

/// Notes a turn whose trace is stored.
pub(crate) fn note_turn(app: &App, caller: &Caller, trace: &Trace, answered: bool, ms: f64) {
    let Some(surface) = wanted(app, caller) else { return };
    let entry = turn_entry(surface, &caller.actor, trace, answered, ms);
    let app = app.clone();
    app.inner.query_log.waiting.spawn({
        let app = app.clone();
        async move {
            let _turn = app.inner.query_log.one_at_a_time.acquire().await;
            if let Err(error) = app.store().log_query(&entry, None).await {
                tracing::warn!(%error, "a turn is not in the query log");
            }
        }
    });
}

fn turn_entry(surface: Surface, actor: &str, trace: &Trace, answered: bool, ms: f64) -> LoggedQuery {
    let query = beginning(&trace.message);
    let looked_for = trace.searches.first().map(|search| beginning(&search.run.query));
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
        actor: actor.to_owned(),
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
        gap: turn_gap(trace),
        trace_id: Some(trace.id),
        conversation_id: trace.conversation_id,
        message_id: trace.message_id.filter(|_| answered),
    }
}

fn beginning(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(MAX_LOGGED_CHARS).collect()
}
