//! Evaluation over judged queries: quality and speed at which a profile finds the records that judges graded relevant.

mod files;

pub(crate) use files::report_unreadable_line;
pub use files::{JudgedQuery, QuerySet, text_of};

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::search::{plan_search, run_planned_search};
use celeiro_domain::bench::Quality;
use celeiro_domain::bench::metrics::{percentile, recall_at};
use celeiro_domain::search::{FallbackReason, Fusion, Kind, SearchRequest, SearchResponse};
use celeiro_domain::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use std::time::Instant;
use uuid::Uuid;

/// Number of hits that each query is measured on: the maximum of a search.
const DEPTH: i32 = 50;

/// Number of queries whose vectors one request to an embedding server fetches.
const PREFETCH: usize = 64;

/// Mean figures of a group of queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Number of queries.
    pub queries: u32,
    /// Number of queries with at least one relevant record.
    pub judged_queries: u32,
    /// Mean quality over the queries with a relevant record; for any other query, quality is undefined.
    #[serde(flatten)]
    pub quality: Quality,
    /// Mean share of the relevant records among the scored candidates, 0 to 1. Ranking cannot recover a
    /// record that retrieval missed.
    #[specta(type = Number)]
    pub pool_recall: f64,
}

/// Figures of one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryFigures {
    /// Id of the query.
    pub id: String,
    /// Text of the query.
    pub query: String,
    /// Class of the query.
    pub kind: Option<String>,
    /// Quality of the result.
    #[serde(flatten)]
    pub quality: Quality,
    /// Share of the relevant records among the scored candidates, 0 to 1; 0 without relevant records.
    #[specta(type = Number)]
    pub pool_recall: f64,
    /// Whether the regression case passes; absent for a query that is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<bool>,
    /// Duration of the search in milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// Result of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvalReport {
    /// Kind of the searched records.
    pub kind: Kind,
    /// Name of the profile that the searches used.
    pub profile: String,
    /// Fusion that the searches used.
    pub fusion: Fusion,
    /// Figures over all queries.
    pub overall: Figures,
    /// Figures by class of query.
    pub per_class: BTreeMap<String, Figures>,
    /// Regression cases and how many pass; absent if the set has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<Cases>,
    /// Median duration of a search in milliseconds. Vectors of an embedding server are fetched
    /// beforehand and do not count.
    #[specta(type = Number)]
    pub p50_ms: f64,
    /// 95th percentile of the duration in milliseconds.
    #[specta(type = Number)]
    pub p95_ms: f64,
    /// Judged records that the catalog does not contain. No search can find them, but recall counts
    /// them.
    pub unknown_documents: UnknownIds,
    /// Ids of judgments without a query in the set.
    pub unasked_queries: UnknownIds,
    /// Queries that ran without vectors, if there are any: the figures are then not the profile's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_vectors: Option<WithoutVectors>,
    /// Figures by query.
    pub queries: Vec<QueryFigures>,
}

/// Queries of a measurement that ran without vectors. Its figures are then not the profile's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithoutVectors {
    /// Number of queries.
    pub queries: u32,
    /// Reason of the first failure; else the reason of the first query.
    pub reason: FallbackReason,
}

impl WithoutVectors {
    /// Counts the queries with a reason; `None` if every query used vectors.
    pub(crate) fn of(reasons: impl IntoIterator<Item = Option<FallbackReason>>) -> Option<Self> {
        let reasons: Vec<FallbackReason> = reasons.into_iter().flatten().collect();
        let queries = u32::try_from(reasons.len()).unwrap_or(u32::MAX);
        // A failure is more informative than a model that is not ready yet.
        let failed = reasons.iter().find(|reason| **reason != FallbackReason::EmbeddingDisabled);
        failed.or(reasons.first()).map(|reason| Self { queries, reason: *reason })
    }

    /// Whether an embedding or a vector query failed, as opposed to no model in use.
    pub(crate) fn is_failure(self) -> bool {
        self.reason != FallbackReason::EmbeddingDisabled
    }

    /// The error of an operation that must not decide on such figures; `of` is the number of all
    /// queries.
    pub(crate) fn refusal(self, of: usize) -> AppError {
        let reason = match self.reason {
            FallbackReason::EmbeddingDisabled => "cli.search.fallback.embedding-disabled",
            FallbackReason::EmbeddingGenerationFailed => "cli.search.fallback.embedding-generation-failed",
            FallbackReason::VectorQueryError => "cli.search.fallback.vector-query-error",
        };
        AppError::new(Code::MeasuredWithoutVectors)
            .with("count", self.queries)
            .with("of", of)
            .with_text("reason", reason)
    }
}

/// Number of regression cases and of those that pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Cases {
    /// Number of cases.
    pub count: u32,
    /// Number of cases that pass.
    pub passed: u32,
}

impl Cases {
    /// Counts the cases in `passes`, which has `None` for a query that is no case; `None` if there is no
    /// case.
    pub(crate) fn of(passes: impl Iterator<Item = Option<bool>>) -> Option<Self> {
        let mut cases = Self::default();
        for passed in passes.flatten() {
            cases.count += 1;
            cases.passed += u32::from(passed);
        }
        (cases.count > 0).then_some(cases)
    }
}

/// Ids without a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct UnknownIds {
    /// Number of ids.
    pub count: u32,
    /// The first twenty ids.
    pub ids: Vec<String>,
}

impl UnknownIds {
    /// Counts `ids` and keeps the first twenty.
    pub(crate) fn of<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let ids: Vec<&str> = ids.into_iter().collect();
        Self {
            count: u32::try_from(ids.len()).unwrap_or(u32::MAX),
            ids: ids.into_iter().take(20).map(str::to_owned).collect(),
        }
    }
}

/// Options of an evaluation.
#[derive(Debug, Clone, Default)]
pub struct EvalOptions {
    /// Kind of records to search.
    pub kind: Kind,
    /// Profile that replaces the active one.
    pub profile: Option<String>,
    /// Fusion that replaces the profile's.
    pub fusion: Option<Fusion>,
}

/// Runs every query of `set` and measures the results against its judgments. Calls `progress` with the
/// number of finished queries.
///
/// # Errors
/// The error of the first search that fails.
pub async fn evaluate_judged_set(
    app: &App,
    caller: &Caller,
    set: &QuerySet,
    options: &EvalOptions,
    progress: impl Fn(usize),
) -> Result<EvalReport, AppError> {
    let (_, unknown) = judged_ids(app, set, options.kind).await?;
    // No person asked these queries, so they leave no entry in the query log.
    let unlogged = Caller { surface: None, ..caller.clone() };
    let mut queries = Vec::with_capacity(set.queries.len());
    let (mut profile, mut fusion) = (String::new(), Fusion::Relevance);
    let mut reasons = Vec::with_capacity(set.queries.len());
    for (at, query) in set.queries.iter().enumerate() {
        if at % PREFETCH == 0 {
            let next: Vec<String> =
                set.queries[at..].iter().take(PREFETCH).map(|q| q.query.clone()).collect();
            app.inner.embedders.prefetch_queries(app, options.kind, &next).await;
        }
        let (figures, found) = measure_runs(app, &unlogged, set, query, options).await?;
        (profile, fusion) = (found.profile, found.fusion);
        reasons.push(found.fallback_reason);
        queries.push(figures);
        progress(at + 1);
    }
    let relevant = |q: &QueryFigures| set.judgments.get(&q.id).is_some_and(|j| j.values().any(|g| *g > 0));
    let mut per_class: BTreeMap<String, Vec<&QueryFigures>> = BTreeMap::new();
    for query in &queries {
        if let Some(kind) = &query.kind {
            per_class.entry(kind.clone()).or_default().push(query);
        }
    }
    let times: Vec<f64> = queries.iter().map(|q| q.ms).collect();
    Ok(EvalReport {
        kind: options.kind,
        profile,
        fusion,
        overall: average_figures(queries.iter(), relevant),
        per_class: per_class
            .into_iter()
            .map(|(kind, list)| (kind, average_figures(list.into_iter(), relevant)))
            .collect(),
        cases: Cases::of(queries.iter().map(|q| q.passes)),
        p50_ms: percentile(&times, 50.0),
        p95_ms: percentile(&times, 95.0),
        unknown_documents: UnknownIds::of(unknown.iter().map(String::as_str)),
        unasked_queries: UnknownIds::of(set.queries_unasked()),
        without_vectors: WithoutVectors::of(reasons),
        queries,
    })
}

/// Runs one query and measures its result.
async fn measure_runs(
    app: &App,
    caller: &Caller,
    set: &QuerySet,
    query: &JudgedQuery,
    options: &EvalOptions,
) -> Result<(QueryFigures, SearchResponse), AppError> {
    let request = SearchRequest {
        query: query.query.clone(),
        kind: Some(options.kind),
        limit: Some(DEPTH),
        profile: options.profile.clone(),
        fusion: options.fusion,
        explain: Some(false),
        ..SearchRequest::default()
    };
    let planned = plan_search(app, request).await?;
    let started = Instant::now();
    let (found, pool) = run_planned_search(app, caller, &planned, started).await?;
    let ms = crate::search::timing::ms(started);
    let candidates = pool.map(|pool| pool.retrieved.candidates).unwrap_or_default();
    let candidates: Vec<Uuid> = candidates.iter().map(|candidate| candidate.id).collect();
    let names = app.store().external_ids(options.kind, &candidates).await?;
    let candidates: Vec<String> =
        candidates.iter().map(|id| names.get(id).cloned().unwrap_or_else(|| id.to_string())).collect();
    let ranked: Vec<String> = found.results.iter().map(external_id).collect();
    let judged = set.judgments.get(&query.id).cloned().unwrap_or_default();
    let figures = QueryFigures {
        id: query.id.clone(),
        query: query.query.clone(),
        kind: query.kind.clone(),
        quality: Quality::of(&ranked, &judged),
        pool_recall: recall_at(candidates.len(), &candidates, &judged),
        passes: query.case().map(|case| case.passes(&ranked)),
        ms,
    };
    Ok((figures, found))
}

/// Checks that the set fits the catalog: at least one judged record exists, or the set has no judgment.
///
/// # Errors
/// [`Code::QuerySetForeign`] if no judged record exists.
pub(crate) async fn check_fit(app: &App, set: &QuerySet, kind: Kind) -> Result<(), AppError> {
    let (judged, unknown) = judged_ids(app, set, kind).await?;
    if judged == 0 || unknown.len() < judged {
        return Ok(());
    }
    Err(AppError::new(Code::QuerySetForeign).with("count", unknown.len()).with("kind", kind.as_str()))
}

/// Counts the judged records and lists those that do not exist.
async fn judged_ids(app: &App, set: &QuerySet, kind: Kind) -> Result<(usize, Vec<String>), AppError> {
    let judged: Vec<String> = set.documents().into_iter().map(str::to_owned).collect();
    Ok((judged.len(), app.store().unknown_ids(kind, &judged).await?))
}

/// Judgments refer to external ids; a record without one counts by its own id.
fn external_id(hit: &celeiro_domain::search::Hit) -> String {
    let item = hit.item.as_ref().map(|i| i.external_id.clone().unwrap_or_else(|| i.id.to_string()));
    let faq = || hit.faq.as_ref().map(|f| f.external_id.clone().unwrap_or_else(|| f.id.to_string()));
    item.or_else(faq).unwrap_or_default()
}

/// Mean figures of queries, the quality of those alone that have relevant records.
fn average_figures<'a>(
    queries: impl Iterator<Item = &'a QueryFigures>,
    relevant: impl Fn(&QueryFigures) -> bool,
) -> Figures {
    let (judged, others): (Vec<&QueryFigures>, Vec<&QueryFigures>) =
        queries.partition(|query| relevant(query));
    Figures {
        queries: (judged.len() + others.len()) as u32,
        judged_queries: judged.len() as u32,
        quality: Quality::mean(judged.iter().map(|query| query.quality)),
        pool_recall: judged.iter().map(|q| q.pool_recall).sum::<f64>() / judged.len().max(1) as f64,
    }
}
