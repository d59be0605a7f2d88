//! Retrieval of candidates, by words and by vectors concurrently.

use crate::app::App;
use crate::error::AppError;
use crate::search::plan::Plan;
use crate::search::plan_synonyms;
use crate::search::retrieved::{Keep, RetrievedCandidates};
use crate::search::timing::ms;
use celeiro_domain::rank::{
    Candidate, Lookups, Query, RelevanceTuning, Terms, VectorMatch, VectorScale, Vocabulary,
};
use celeiro_domain::search::{FallbackReason, Kind, Timings};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use celeiro_store::{LexicalPlan, VectorHits, VectorQuery};
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use uuid::Uuid;

/// Fetches candidates by words and by vectors at the same time, and joins both lists.
pub(crate) async fn retrieve_candidates(
    app: &App,
    plan: &Plan,
    keep: Keep,
) -> Result<RetrievedCandidates, AppError> {
    let (lexical, vector) = tokio::join!(by_words(app, plan), by_vectors(app, plan, keep));
    let (query, rows, lexical_ms) = lexical?;
    let query = Query { scale: vector.scale, ..query };
    let mut candidates: Vec<Candidate> = rows
        .into_iter()
        .enumerate()
        .map(|(at, (id, document))| Candidate {
            id,
            document,
            lexical_rank: Some(at as u32 + 1),
            vector: None,
            named: false,
            sorted_in: false,
        })
        .collect();
    let lexical_count = candidates.len() as u32;
    let places: HashMap<Uuid, usize> = candidates.iter().enumerate().map(|(at, c)| (c.id, at)).collect();
    let VectorHits { near, beyond, chunks: passages } = vector.hits;
    let vector_count = near.len() as u32;
    let others: Vec<Uuid> = near.iter().map(|h| h.id).filter(|id| !places.contains_key(id)).collect();
    let mut documents = app.search_store().documents(plan.kind, &others).await?;
    let mut chunks = HashMap::new();
    for (at, hit) in near.into_iter().enumerate() {
        let found = VectorMatch { distance: hit.distance, rank: at as u32 + 1 };
        chunks.insert(hit.id, hit.chunks);
        match places.get(&hit.id) {
            Some(place) => candidates[*place].vector = Some(found),
            None => candidates.extend(documents.remove(&hit.id).map(|document| Candidate {
                id: hit.id,
                document,
                lexical_rank: None,
                vector: Some(found),
                named: false,
                sorted_in: false,
            })),
        }
    }
    note_named(app, plan, &mut candidates).await?;
    let ahead = put_in_order(app, plan, &query, &mut candidates).await?;
    Ok(RetrievedCandidates {
        query,
        candidates,
        chunks,
        beyond,
        passages,
        ahead,
        lexical_count,
        vector_count,
        embedding_used: vector.used,
        fallback: vector.fallback,
        timings: Timings {
            embed_ms: vector.embed_ms,
            lexical_ms,
            vector_ms: vector.query_ms,
            ..Timings::default()
        },
        asked: vector.asked,
        model_threshold: vector.model_threshold,
    })
}

/// Marks the records that the query names, and adds those that neither search has found.
async fn note_named(app: &App, plan: &Plan, candidates: &mut Vec<Candidate>) -> Result<(), AppError> {
    if plan.named.is_empty() {
        return Ok(());
    }
    let mut documents = app.search_store().documents(plan.kind, &plan.named).await?;
    for id in &plan.named {
        match candidates.iter_mut().find(|candidate| candidate.id == *id) {
            Some(candidate) => candidate.named = true,
            None => candidates.extend(documents.remove(id).map(|document| Candidate {
                id: *id,
                document,
                lexical_rank: None,
                vector: None,
                named: true,
                sorted_in: false,
            })),
        }
    }
    Ok(())
}

/// The first of all that match in another order than by relevance, where one was asked for; those that
/// stand beyond the pools become candidates too.
async fn put_in_order(
    app: &App,
    plan: &Plan,
    query: &Query,
    candidates: &mut Vec<Candidate>,
) -> Result<Vec<Uuid>, AppError> {
    let Some(sort) = plan.sort() else { return Ok(Vec::new()) };
    let near: Vec<Uuid> = candidates.iter().filter(|c| c.vector.is_some() || c.named).map(|c| c.id).collect();
    let lexical = lexical_plan(plan, query);
    let records = query.vocabulary.rows;
    let ahead = app.search_store().sorted_matches(&lexical, &near, sort, plan.limit, records).await?;
    let known: HashSet<Uuid> = candidates.iter().map(|c| c.id).collect();
    let others: Vec<Uuid> = ahead.iter().filter(|id| !known.contains(id)).copied().collect();
    let documents = app.search_store().documents(plan.kind, &others).await?;
    candidates.extend(documents.into_iter().map(|(id, document)| Candidate {
        id,
        document,
        lexical_rank: None,
        vector: None,
        named: false,
        sorted_in: true,
    }));
    Ok(ahead)
}

/// The texts of the passages that vectors found in `records`: of each, so many distinct ones as the
/// profile shows.
pub(crate) async fn passages(
    app: &App,
    plan: &Plan,
    retrieved: &RetrievedCandidates,
    records: &[Uuid],
) -> Result<HashMap<Uuid, Vec<String>>, AppError> {
    let of = |id: &Uuid| retrieved.chunks.get(id).map(Vec::as_slice).unwrap_or_default();
    let chunks: Vec<i64> = records.iter().flat_map(of).copied().collect();
    if chunks.is_empty() {
        return Ok(HashMap::new());
    }
    let texts = app.search_store().passages(plan.kind, &chunks).await?;
    let most = plan.tuning().vector_chunks_per_item.max(1) as usize;
    let passages_of = |id: &Uuid| {
        let mut passages: Vec<String> = Vec::new();
        for text in of(id).iter().filter_map(|chunk| texts.get(chunk)) {
            if passages.len() < most && !passages.contains(text) {
                passages.push(text.clone());
            }
        }
        passages
    };
    let found = records.iter().map(|id| (*id, passages_of(id)));
    Ok(found.filter(|(_, passages)| !passages.is_empty()).collect())
}

type LexicalRows = Vec<(Uuid, celeiro_domain::rank::Document)>;

/// Prepares the query and searches by words; the time is in milliseconds.
async fn by_words(app: &App, plan: &Plan) -> Result<(Query, LexicalRows, f64), AppError> {
    let started = Instant::now();
    let query = prepare_query(app, plan).await?;
    let found = app.search_store().search_lexical(&lexical_plan(plan, &query)).await?;
    Ok((query, found.rows, ms(started)))
}

/// What words are asked.
pub(crate) fn lexical_plan(plan: &Plan, query: &Query) -> LexicalPlan {
    let pool = plan.pool();
    let terms = match pool.terms {
        Terms::Weighted => query.weighted_terms(plan.kind),
        Terms::Plain => query.plain_terms(plan.kind),
    };
    LexicalPlan { kind: plan.kind, terms, filters: plan.filters.clone(), limit: pool.lexical }
}

/// The query of `plan` with what the index knows of its words.
pub(crate) async fn prepare_query(app: &App, plan: &Plan) -> Result<Query, AppError> {
    let synonyms = plan_synonyms(app, plan).await?;
    let filtered = !plan.filters.is_empty();
    ready_query(app, plan.kind, &plan.text, &synonyms, &plan.tuning().relevance, filtered).await
}

/// Looks the words of `text` up in the vocabulary; words that nothing holds once more by likeness.
pub(crate) async fn ready_query(
    app: &App,
    kind: Kind,
    text: &QueryText,
    synonyms: &SynonymIndex,
    tuning: &RelevanceTuning,
    filtered: bool,
) -> Result<Query, AppError> {
    let statistics = app.statistics(kind).await?;
    let lookups = Lookups::new(text, synonyms, kind);
    let (containing, rows_of) = app.search_store().look_up(kind, &lookups.roots, &lookups.words).await?;
    let mut vocabulary = Vocabulary {
        rows: statistics.rows,
        mean_lengths: statistics.mean_lengths.clone(),
        containing,
        rows_of,
        near: HashMap::new(),
    };
    let query = Query::new(text, synonyms, vocabulary.clone(), kind, tuning, filtered);
    let unknown = query.unknown_words(kind);
    if unknown.is_empty() {
        return Ok(query);
    }
    vocabulary.near = app.search_store().words_like(kind, &unknown).await?;
    Ok(Query::new(text, synonyms, vocabulary, kind, tuning, filtered))
}

#[derive(Default)]
struct ByVectors {
    hits: VectorHits,
    used: bool,
    fallback: Option<FallbackReason>,
    embed_ms: f64,
    query_ms: f64,
    asked: Option<VectorQuery>,
    model_threshold: Option<f64>,
    scale: Option<VectorScale>,
}

/// Never fails: what goes wrong becomes the reason why words answer alone.
async fn by_vectors(app: &App, plan: &Plan, keep: Keep) -> ByVectors {
    if plan.text.terms().is_empty() {
        return ByVectors::default();
    }
    // A choice of the operator, which the log is not told.
    if !plan.vectors {
        return ByVectors { fallback: Some(FallbackReason::EmbeddingDisabled), ..ByVectors::default() };
    }
    let embedding = Instant::now();
    let embedded = app.inner.embedders.embed_query(app, plan.kind, &plan.looked_for).await;
    let embed_ms = ms(embedding);
    let vector = match embedded {
        Ok(Some(vector)) => vector,
        Ok(None) => return ByVectors { used: true, embed_ms, ..ByVectors::default() },
        Err(reason) => return ByVectors { fallback: Some(reason), embed_ms, ..ByVectors::default() },
    };
    let model = &vector.serving.stored;
    let threshold = plan.tuning().cutting_threshold(model.threshold).filter(|_| keep == Keep::Near);
    let asked = VectorQuery {
        kind: plan.kind,
        model_id: model.id,
        dimensions: model.dimensions,
        indexed: model.indexed,
        vector: vector.vector,
        threshold,
        chunks: plan.pool().chunks,
        filters: plan.filters.clone(),
    };
    let querying = Instant::now();
    let scale = app.inner.embedders.scale(app, plan.kind, model, &asked.vector);
    let found = tokio::try_join!(app.search_store().search_vector(&asked), scale);
    let query_ms = ms(querying);
    match found {
        Ok((hits, scale)) => {
            app.inner.embedders.fallbacks.note_vectors(plan.kind);
            let (asked, model_threshold) = (Some(asked), model.threshold);
            ByVectors { hits, used: true, fallback: None, embed_ms, query_ms, asked, model_threshold, scale }
        }
        Err(error) => {
            app.inner.embedders.fallbacks.note_fallback(plan.kind, FallbackReason::VectorQueryError, &error);
            let fallback = Some(FallbackReason::VectorQueryError);
            ByVectors { fallback, embed_ms, query_ms, ..ByVectors::default() }
        }
    }
}
