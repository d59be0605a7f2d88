//! The one retrieval path: chat, panel, command line and HTTP all search through here.
//!
//! Words and vectors are asked at the same time on two connections: the vector half waits for an
//! embedding that may take two seconds or fail, and neither the wait nor the failure may cost the
//! lexical half anything. What comes back is scored by crate `domain`; this module fetches, hands
//! over and dresses the result.

mod prepare;
mod present;
mod retrieve;
mod trace;

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::messages::name_of;
use crate::query_log;
use celeiro_domain::rank::{PlacedCandidate, PoolPlan, Profile, Query, RankedPool, Tuning, rank_pool};
use celeiro_domain::search::{
    Correction, FallbackReason, Fusion, Hit, Kind, MAX_QUERY_CHARS, SearchRequest, SearchResponse, Sort,
    Timings,
};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

pub(crate) use present::{bare_hit, node, rows_only, unread_hit};
pub(crate) use retrieve::{Keep, Retrieved, lexical_plan, passages, retrieve};
pub(crate) use trace::{
    Brief, Outcome, RankedLater, Ranking, again, covered, outcome, ranking, tool_of, trace, traced,
};

/// A request with everything that decides how it is answered.
pub(crate) struct Plan {
    pub kind: Kind,
    /// What is searched by words and vectors: the query without the records that it names.
    pub text: QueryText,
    /// The same as it was written.
    pub looked_for: String,
    /// The query as looked at, with its context.
    pub raw: String,
    /// The records that the query names by their ids elsewhere, in its order.
    pub named: Vec<Uuid>,
    pub limit: usize,
    pub fusion: Fusion,
    pub profile: Profile,
    pub vectors: bool,
    /// Synonyms instead of those stored, to try a change of them.
    pub synonyms: Option<Arc<SynonymIndex>>,
    pub request: SearchRequest,
}

impl Plan {
    pub fn tuning(&self) -> &Tuning {
        self.profile.tuning(self.kind)
    }

    /// Whether there is nothing to look for.
    pub fn is_blank(&self) -> bool {
        self.text.terms().is_empty() && self.named.is_empty()
    }

    /// The synonyms in force.
    pub async fn synonyms(&self, app: &App) -> Result<Arc<SynonymIndex>, AppError> {
        match &self.synonyms {
            Some(tried) => Ok(tried.clone()),
            None => app.synonyms().await,
        }
    }

    /// The order asked for, where it is another than by relevance. FAQs know no other.
    pub fn sort(&self) -> Option<Sort> {
        let sort = self.request.sort.filter(|sort| *sort != Sort::Relevance);
        sort.filter(|_| self.kind == Kind::Items)
    }

    /// The candidates to fetch.
    pub fn pool(&self) -> PoolPlan {
        PoolPlan::new(self.tuning(), self.fusion, self.limit)
    }
}

/// Searches the catalog or the FAQs.
///
/// # Errors
/// [`Code::UnknownProfile`], [`Code::UnknownFilter`], or what the database says. A query without
/// anything to look for gives an empty result, not an error.
pub async fn search(app: &App, caller: &Caller, request: SearchRequest) -> Result<SearchResponse, AppError> {
    let started = Instant::now();
    let plan = plan(app, request).await?;
    let (mut response, pool) = run(app, caller, &plan, started).await?;
    log(&plan, &response, pool.as_ref());
    response.trace_id = Some(query_log::note_search(app, caller, plan, pool, &response));
    Ok(response)
}

/// Tells the log what a search came to: counts and times, nothing of what was asked. One of a person
/// who is still typing is told to those alone who want to know everything.
pub(crate) fn log(plan: &Plan, response: &SearchResponse, pool: Option<&SearchedPool>) {
    macro_rules! tell {
        ($level:ident) => {
            tracing::$level!(
                corpus = plan.kind.as_str(),
                results = response.results.len(),
                vector = response.vector_count,
                lexical = response.lexical_count,
                dimensions =
                    pool.and_then(|pool| pool.retrieved.asked.as_ref()).map(|asked| asked.dimensions),
                fallback = response.fallback_reason.map(|reason| name_of(&reason)),
                embed_ms = response.timings.embed_ms,
                lexical_ms = response.timings.lexical_ms,
                vector_ms = response.timings.vector_ms,
                fuse_ms = response.timings.fuse_ms,
                total_ms = response.timings.total_ms,
                profile = response.profile,
                fusion = response.fusion.as_str(),
                "search"
            )
        };
    }
    match plan.request.settled {
        Some(false) => tell!(debug),
        _ => tell!(info),
    }
}

/// What a search fetched, and where everything of it stands.
pub(crate) struct SearchedPool {
    pub retrieved: Retrieved,
    pub placed: Vec<PlacedCandidate>,
}

/// Searches as planned. What was retrieved comes along for traces; nothing where there was nothing to
/// look for.
pub(crate) async fn run(
    app: &App,
    caller: &Caller,
    plan: &Plan,
    started: Instant,
) -> Result<(SearchResponse, Option<SearchedPool>), AppError> {
    if plan.is_blank() {
        return Ok((empty(plan, started), None));
    }
    let retrieved = retrieve(app, plan, Keep::Near).await?;
    let fusing = Instant::now();
    let RankedPool { placed, first } = ranked(plan, &retrieved, plan.limit);
    let fuse_ms = ms(fusing);
    let results = present::hits(app, caller, plan, &retrieved, first).await?;
    let response = answer(plan, &retrieved, results, fuse_ms, started);
    Ok((response, Some(SearchedPool { retrieved, placed })))
}

/// What was retrieved in its order, the first `limit` explained.
pub(crate) fn ranked(plan: &Plan, retrieved: &Retrieved, limit: usize) -> RankedPool {
    let Retrieved { query, candidates, ahead, .. } = retrieved;
    rank_pool(query, candidates, plan.fusion, &plan.profile, plan.kind, limit, ahead)
}

/// Decides limit, profile, fusion and whether vectors take part.
pub(crate) async fn plan(app: &App, request: SearchRequest) -> Result<Plan, AppError> {
    let profiles = app.profiles().await?;
    let stored = match request.profile.as_deref() {
        Some(name) => profiles.iter().find(|p| p.profile.name == name).ok_or_else(|| {
            let names: Vec<&str> = profiles.iter().map(|p| p.profile.name.as_str()).collect();
            AppError::new(Code::UnknownProfile).with("name", name).with("allowed", names.join(", "))
        })?,
        None => profiles.iter().find(|p| p.active).ok_or_else(|| AppError::internal("no active profile"))?,
    };
    let mut profile = stored.profile.clone();
    app.config().override_profile(&mut profile);
    plan_as(app, request, profile, None).await
}

/// The same with a profile as it once was, for a search that is run again; `fusion` is then what was
/// used.
pub(crate) async fn plan_as(
    app: &App,
    mut request: SearchRequest,
    profile: Profile,
    fusion: Option<Fusion>,
) -> Result<Plan, AppError> {
    let kind = request.kind.unwrap_or_default();
    let switch = app.config().switch("HYBRID_SEARCH_ENHANCED").filter(|_| request.profile.is_none());
    let by_switch = switch.map(|enhanced| if enhanced { Fusion::Enhanced } else { Fusion::Simple });
    let fusion = fusion.or(request.fusion).or(by_switch).unwrap_or(profile.fusion);
    let raw: String = request.query.chars().filter(|c| *c != '\0').take(MAX_QUERY_CHARS).collect();
    let context = request.query_context.as_deref();
    if let Some(filters) = request.filters.as_ref().filter(|_| kind == Kind::Items) {
        prepare::check_filters(app, filters).await?;
    }
    if kind == Kind::Faqs {
        request.filters = None;
    }
    let (named, rest) = prepare::named(app, kind, &raw, request.filters.as_ref()).await?;
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
        request,
    })
}

fn answer(
    plan: &Plan,
    retrieved: &Retrieved,
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

/// What mistyped words were read as.
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

fn empty(plan: &Plan, started: Instant) -> SearchResponse {
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

pub(crate) fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
