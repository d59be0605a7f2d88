//! Vector search: records by nearest embeddings.
//!
//! Below [`EXACT_ROWS`] vectors, or where filters leave that few, the search scans every vector: exact, and fast
//! enough. Above, it walks the model's own HNSW index iteratively, so that filters do not starve the result.

use crate::connection::search_settings::{EFFORT, LONG_WALK, SHORT_WALK, effort};
use crate::connection::transaction::begin_transaction;
use crate::search::filter_sql::{fits_grid, push_filters, push_grid_filters};
use crate::{Store, StoreError};
use celeiro_domain::search::{Filters, Kind};
use pgvector::HalfVector;
use sqlx::postgres::PgRow;
use sqlx::{Postgres, QueryBuilder, Row};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Up to this many vectors are scanned exactly.
pub(crate) const EXACT_ROWS: i64 = 6_000;

/// What the index allows at most.
const GREATEST_EFFORT: usize = 1_000;

/// Chunks that meet the conditions with which a short walk is content: twice a list of ten.
const ENOUGH: usize = 20;

/// How the nearest chunks are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walk {
    /// Every chunk is looked at that meets the conditions.
    None,
    /// Over the index, as far as searches usually need.
    Short,
    /// Over the index, until the list is full or far more was looked at.
    Long,
}

/// A vector search.
#[derive(Debug, Clone)]
pub struct VectorQuery {
    /// What is searched.
    pub kind: Kind,
    /// The model whose vectors are compared.
    pub model_id: i32,
    /// Its dimensions.
    pub dimensions: i32,
    /// Whether its index is built.
    pub indexed: bool,
    /// The query's vector, of norm 1.
    pub vector: Vec<f32>,
    /// Greatest distance kept; none keeps all.
    pub threshold: Option<f64>,
    /// Chunks fetched.
    pub chunks: usize,
    /// Conditions on items.
    pub filters: Filters,
}

/// A record that vectors found. What it says is fetched by those who show it
/// ([`Store::documents`], [`Store::passages`]): most of what is found is never shown.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorHit {
    /// The record.
    pub id: Uuid,
    /// Distance of its nearest chunk: the negative inner product.
    pub distance: f64,
    /// Its chunks that were found, nearest first.
    pub chunks: Vec<i64>,
}

/// What vectors found, nearest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VectorHits {
    /// What is near enough.
    pub near: Vec<VectorHit>,
    /// What was fetched and is too far away, with its distance.
    pub beyond: Vec<(Uuid, f64)>,
    /// Chunks fetched.
    pub chunks: usize,
}

impl Store {
    /// Runs `query`; the hits come nearest first, grouped by record.
    pub async fn search_vector(&self, query: &VectorQuery) -> Result<VectorHits, StoreError> {
        let walk = if self.leaves_few(query).await? { Walk::None } else { Walk::Short };
        let mut rows = self.fetch_nearest(query, walk).await?;
        let starved = rows.len() < ENOUGH.min(query.chunks) && !query.filters.is_empty();
        if walk == Walk::Short && query.indexed && starved {
            rows = self.fetch_nearest(query, Walk::Long).await?;
        }
        group_hits(&rows, query.threshold)
    }

    async fn fetch_nearest(&self, query: &VectorQuery, walk: Walk) -> Result<Vec<PgRow>, StoreError> {
        let rows = self.run(async {
            let (effort, long) = (effort(query.chunks), walk == Walk::Long);
            if walk == Walk::None || !query.indexed || effort <= EFFORT && !long {
                return Ok(statement(query, walk).build().fetch_all(&self.searching).await?);
            }
            let mut tx = begin_transaction(&self.searching).await?;
            let walked = if long { LONG_WALK } else { SHORT_WALK };
            let settings =
                "SELECT set_config('hnsw.ef_search', $1, true), set_config('hnsw.max_scan_tuples', $2, true)";
            sqlx::query(settings)
                .bind(effort.clamp(EFFORT, GREATEST_EFFORT).to_string())
                .bind(walked.to_string())
                .execute(&mut *tx)
                .await?;
            let rows = statement(query, walk).build().fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(rows)
        });
        rows.await
    }

    /// Whether conditions leave so few records that the vectors of all of them are looked at.
    async fn leaves_few(&self, query: &VectorQuery) -> Result<bool, StoreError> {
        if query.kind == Kind::Faqs || query.filters.is_empty() || !fits_grid(&query.filters) {
            return Ok(false);
        }
        let met = self.count_in_digest(&query.filters).await?;
        Ok(met.is_some_and(|met| met as i64 <= EXACT_ROWS))
    }

    /// Reads the texts of passages that vectors found, by their ids.
    pub async fn passages(&self, kind: Kind, chunks: &[i64]) -> Result<HashMap<i64, String>, StoreError> {
        let (embeddings, _) = tables(kind);
        let mut sql = QueryBuilder::new(format!("SELECT id, content FROM {embeddings} WHERE id = ANY("));
        sql.push_bind(chunks.to_vec()).push(")");
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        Ok(rows
            .iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, sqlx::Error>>()?)
    }
}

/// Nearest chunks first as hits, those beyond `threshold` apart. An index walked in relaxed order gives
/// no exact order, so it is made here.
fn group_hits(rows: &[PgRow], threshold: Option<f64>) -> Result<VectorHits, StoreError> {
    let mut chunks: Vec<(f64, Uuid, i64)> = rows
        .iter()
        .map(|row| Ok((row.try_get("distance")?, row.try_get("record_id")?, row.try_get("id")?)))
        .collect::<Result<_, sqlx::Error>>()?;
    chunks.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut hits: Vec<VectorHit> = Vec::new();
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    let mut beyond: Vec<(Uuid, f64)> = Vec::new();
    let mut too_far: HashSet<Uuid> = HashSet::new();
    let all = chunks.len();
    for (distance, id, chunk) in chunks {
        if threshold.is_some_and(|threshold| distance > threshold) {
            if !places.contains_key(&id) && too_far.insert(id) {
                beyond.push((id, distance));
            }
            continue;
        }
        let place = *places.entry(id).or_insert_with(|| {
            hits.push(VectorHit { id, distance, chunks: Vec::new() });
            hits.len() - 1
        });
        hits[place].chunks.push(chunk);
    }
    Ok(VectorHits { near: hits, beyond, chunks: all })
}

/// The table of chunks and its column that names the record.
fn tables(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Items => ("catalog_item_embeddings", "item_id"),
        Kind::Faqs => ("faq_embeddings", "faq_id"),
    }
}

/// The distance of a record's nearest chunk. The index takes no part: the record's own chunks are few.
pub(crate) fn distance_statement(query: &VectorQuery, id: Uuid) -> QueryBuilder<Postgres> {
    let (embeddings, key) = tables(query.kind);
    let mut sql = QueryBuilder::new(format!("SELECT min((embedding::halfvec({})) <#> ", query.dimensions));
    sql.push_bind(HalfVector::from_f32_slice(&query.vector));
    sql.push(format!(")::float8 FROM {embeddings} WHERE model_id = ")).push(query.model_id);
    sql.push(format!(" AND {key} = ")).push_bind(id);
    sql
}

/// Put together at run time because the index is an expression of the model's dimensions. Without a
/// walk the planner is kept from the index.
fn statement(query: &VectorQuery, walk: Walk) -> QueryBuilder<Postgres> {
    let (embeddings, key) = tables(query.kind);
    let distance = format!("((e.embedding::halfvec({})) <#> ", query.dimensions);
    let mut sql = QueryBuilder::new(format!("SELECT e.id, e.{key} AS record_id, {distance}"));
    // One and the same parameter twice, or the planner would not see that the order is the distance.
    sql.push_bind(HalfVector::from_f32_slice(&query.vector));
    sql.push(format!(")::float8 AS distance FROM {embeddings} e"));
    // Records that search does not find have no vectors; only conditions need the record.
    let filters = Some(&query.filters).filter(|f| query.kind == Kind::Items && !f.is_empty());
    let by_grid = filters.is_some_and(fits_grid);
    if filters.is_some() {
        sql.push(if by_grid {
            " JOIN catalog_grid g ON g.item_id = e.item_id"
        } else {
            " JOIN catalog_items i ON i.id = e.item_id"
        });
    }
    sql.push(" WHERE e.model_id = ").push(query.model_id);
    match filters {
        Some(filters) if by_grid => push_grid_filters(&mut sql, filters),
        Some(filters) => push_filters(&mut sql, filters),
        None => {}
    }
    sql.push(" ORDER BY ").push(distance);
    // A sum is no order of the index.
    sql.push(if walk == Walk::None { "$1) + 0 LIMIT " } else { "$1) LIMIT " }).push(query.chunks);
    sql
}
