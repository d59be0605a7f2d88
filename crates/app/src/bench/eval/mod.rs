//! Evaluation over judged queries: how well a profile finds what people judged relevant, and how
//! fast.

mod files;

pub(crate) use files::unreadable;
pub use files::{JudgedQuery, QuerySet, text_of};

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::search::{plan, run};
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

/// Hits looked at for each query: as deep as a search goes.
const DEPTH: i32 = 50;

/// Queries whose vectors a server is asked for in one go.
const PREFETCH: usize = 64;

/// Means over some queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Queries.
    pub queries: u32,
    /// Those with at least one relevant record.
    pub judged_queries: u32,
    /// How well these are answered in the mean; a query without a relevant record cannot be answered well
    /// or badly.
    #[serde(flatten)]
    pub quality: Quality,
    /// Share of the relevant records among the candidates that were scored, in the mean: what retrieval
    /// lost no ranking can bring back.
    #[specta(type = Number)]
    pub pool_recall: f64,
}

/// One query's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryFigures {
    /// The query's id.
    pub id: String,
    /// The query.
    pub query: String,
    /// Its class.
    pub kind: Option<String>,
    /// How well it is answered.
    #[serde(flatten)]
    pub quality: Quality,
    /// Share of the relevant records among the candidates that were scored; 0 without relevant records.
    #[specta(type = Number)]
    pub pool_recall: f64,
    /// Of a regression case: whether it passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<bool>,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvalReport {
    /// What was searched.
    pub kind: Kind,
    /// The profile in force.
    pub profile: String,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Over all queries.
    pub overall: Figures,
    /// Over the queries of each class.
    pub per_class: BTreeMap<String, Figures>,
    /// How many regression cases pass, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<Cases>,
    /// Median time of a search, in milliseconds; vectors of a server's model were fetched before.
    #[specta(type = Number)]
    pub p50_ms: f64,
    /// 95th percentile, in milliseconds.
    #[specta(type = Number)]
    pub p95_ms: f64,
    /// Judged documents that are not in the catalog: no search can find them, and recall counts them.
    pub unknown_documents: Unknown,
    /// Queries with judgments that are not in the set of queries.
    pub unasked_queries: Unknown,
    /// Queries that words answered alone, where there are any: the figures are not the profile's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_vectors: Option<WithoutVectors>,
    /// Query by query.
    pub queries: Vec<QueryFigures>,
}

/// Queries of a measurement that words answered alone: its figures are not those of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithoutVectors {
    /// How many.
    pub queries: u32,
    /// Why the first of them.
    pub reason: FallbackReason,
}

impl WithoutVectors {
    /// Counts the reasons of a measurement's queries; none where vectors had their part in all.
    pub(crate) fn of(reasons: impl IntoIterator<Item = Option<FallbackReason>>) -> Option<Self> {
        let reasons: Vec<FallbackReason> = reasons.into_iter().flatten().collect();
        let queries = u32::try_from(reasons.len()).unwrap_or(u32::MAX);
        // A failure says more than a model that is not ready yet.
        let failed = reasons.iter().find(|reason| **reason != FallbackReason::EmbeddingDisabled);
        failed.or(reasons.first()).map(|reason| Self { queries, reason: *reason })
    }

    /// Whether something failed, rather than that no model is in use.
    pub(crate) fn is_failure(self) -> bool {
        self.reason != FallbackReason::EmbeddingDisabled
    }

    /// The error where such figures must not decide anything.
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

/// Regression cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Cases {
    /// How many there are.
    pub count: u32,
    /// How many pass.
    pub passed: u32,
}

impl Cases {
    /// Counts `passes`, of queries that are cases and of such that are not; none where none is.
    pub(crate) fn of(passes: impl Iterator<Item = Option<bool>>) -> Option<Self> {
        let mut cases = Self::default();
        for passed in passes.flatten() {
            cases.count += 1;
            cases.passed += u32::from(passed);
        }
        (cases.count > 0).then_some(cases)
    }
}

/// Ids that lead nowhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Unknown {
    /// How many there are.
    pub count: u32,
    /// The first twenty.
    pub ids: Vec<String>,
}

impl Unknown {
    pub(crate) fn of<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let ids: Vec<&str> = ids.into_iter().collect();
        Self {
            count: u32::try_from(ids.len()).unwrap_or(u32::MAX),
            ids: ids.into_iter().take(20).map(str::to_owned).collect(),
        }
    }
}

/// What is evaluated.
#[derive(Debug, Clone, Default)]
pub struct EvalOptions {
    /// What is searched.
    pub kind: Kind,
    /// A profile instead of the active one.
    pub profile: Option<String>,
    /// A fusion instead of the profile's.
    pub fusion: Option<Fusion>,
}

/// Runs every query of `set` and measures the answers against its judgments.
///
/// # Errors
/// Where a search fails.
pub async fn evaluate(
    app: &App,
    caller: &Caller,
    set: &QuerySet,
    options: &EvalOptions,
    progress: impl Fn(usize),
) -> Result<EvalReport, AppError> {
    let (_, unknown) = judged_ids(app, set, options.kind).await?;
    // These are no person's queries: they leave no entry in the query log.
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
        overall: mean(queries.iter(), relevant),
        per_class: per_class
            .into_iter()
            .map(|(kind, list)| (kind, mean(list.into_iter(), relevant)))
            .collect(),
        cases: Cases::of(queries.iter().map(|q| q.passes)),
        p50_ms: percentile(&times, 50.0),
        p95_ms: percentile(&times, 95.0),
        unknown_documents: Unknown::of(unknown.iter().map(String::as_str)),
        unasked_queries: Unknown::of(set.queries_unasked()),
        without_vectors: WithoutVectors::of(reasons),
        queries,
    })
}

/// Asks one query, and measures the answer.
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
    let planned = plan(app, request).await?;
    let started = Instant::now();
    let (found, pool) = run(app, caller, &planned, started).await?;
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

/// A set is of use where at least one of the judged records is there, or nothing is judged yet.
///
/// # Errors
/// [`Code::QuerySetForeign`].
pub(crate) async fn check_fit(app: &App, set: &QuerySet, kind: Kind) -> Result<(), AppError> {
    let (judged, unknown) = judged_ids(app, set, kind).await?;
    if judged == 0 || unknown.len() < judged {
        return Ok(());
    }
    Err(AppError::new(Code::QuerySetForeign).with("count", unknown.len()).with("kind", kind.as_str()))
}

/// How many records are judged, and those of them that are not there.
async fn judged_ids(app: &App, set: &QuerySet, kind: Kind) -> Result<(usize, Vec<String>), AppError> {
    let judged: Vec<String> = set.documents().into_iter().map(str::to_owned).collect();
    Ok((judged.len(), app.store().unknown_ids(kind, &judged).await?))
}

/// Judgments speak of external ids; a record without one counts by our own.
fn external_id(hit: &celeiro_domain::search::Hit) -> String {
    let item = hit.item.as_ref().map(|i| i.external_id.clone().unwrap_or_else(|| i.id.to_string()));
    let faq = || hit.faq.as_ref().map(|f| f.external_id.clone().unwrap_or_else(|| f.id.to_string()));
    item.or_else(faq).unwrap_or_default()
}

fn mean<'a>(
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
