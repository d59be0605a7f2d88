//! Records by nearest embeddings.
//!
//! Below [`EXACT_ROWS`] vectors, or where filters leave that few, every vector is looked at: exact,
//! and fast enough. Above, the model's own HNSW index is walked, iteratively, so that conditions do
//! not starve the result.

use crate::candidates::{document, further_columns};
use crate::filter_sql::push_filters;
use crate::{Store, StoreError};
use celeiro_domain::rank::Document;
use celeiro_domain::search::{Filters, Kind};
use pgvector::HalfVector;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

/// Up to this many vectors are scanned exactly.
pub(crate) const EXACT_ROWS: i64 = 6_000;

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
    /// Snippets kept for each record.
    pub chunks_per_record: usize,
    /// Conditions on items.
    pub filters: Filters,
}

/// A record that vectors found.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorHit {
    /// The record.
    pub id: Uuid,
    /// Its folded texts.
    pub document: Document,
    /// Distance of its nearest chunk: the negative inner product.
    pub distance: f64,
    /// Its nearest distinct chunks.
    pub snippets: Vec<String>,
}

impl Store {
    /// Runs `query`; the hits come nearest first, grouped by record.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn search_vector(&self, query: &VectorQuery) -> Result<Vec<VectorHit>, StoreError> {
        let rows = self.run(async {
            let mut tx = self.pool.begin().await?;
            if query.indexed {
                let effort = (query.chunks * 2).clamp(80, 1000).to_string();
                sqlx::query!(
                    "SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true) AS a, \
                     set_config('hnsw.ef_search', $1, true) AS b, set_config('hnsw.max_scan_tuples', '40000', true) AS c",
                    effort
                )
                .fetch_one(&mut *tx)
                .await?;
            }
            let rows = statement(query).build().fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(rows)
        });
        let mut hits: Vec<VectorHit> = Vec::new();
        for row in rows.await? {
            let id: Uuid = row.try_get("record_id")?;
            let content: String = row.try_get("content")?;
            match hits.iter_mut().find(|h| h.id == id) {
                Some(hit)
                    if hit.snippets.len() < query.chunks_per_record && !hit.snippets.contains(&content) =>
                {
                    hit.snippets.push(content);
                }
                Some(_) => {}
                None => hits.push(VectorHit {
                    id,
                    document: document(query.kind, &row)?,
                    distance: row.try_get("distance")?,
                    snippets: vec![content],
                }),
            }
        }
        Ok(hits)
    }
}

/// Put together at run time because the index is an expression of the model's dimensions.
fn statement(query: &VectorQuery) -> QueryBuilder<Postgres> {
    let (embeddings, key, records) = match query.kind {
        Kind::Items => ("catalog_item_embeddings", "item_id", "catalog_items"),
        Kind::Faqs => ("faq_embeddings", "faq_id", "faqs"),
    };
    let expression = format!("(e.embedding::halfvec({}))", query.dimensions);
    let mut sql =
        QueryBuilder::new(format!("SELECT e.{key} AS record_id, e.content, n.distance, r.search_text, "));
    sql.push(further_columns(query.kind)).push(format!(" FROM (SELECT e.id, ({expression} <#> "));
    sql.push_bind(HalfVector::from_f32_slice(&query.vector));
    sql.push(format!(")::float8 AS distance FROM {embeddings} e"));
    // Records that search does not find have no vectors; only conditions need the record.
    if !query.filters.is_empty() {
        sql.push(format!(" JOIN {records} i ON i.id = e.{key}"));
    }
    sql.push(" WHERE e.model_id = ").push(query.model_id);
    if query.kind == Kind::Items {
        push_filters(&mut sql, &query.filters);
    }
    sql.push(format!(" ORDER BY {expression} <#> "));
    sql.push_bind(HalfVector::from_f32_slice(&query.vector));
    sql.push(" LIMIT ").push(query.chunks).push(format!(") n JOIN {embeddings} e USING (id)"));
    sql.push(format!(" JOIN {records} r ON r.id = e.{key} AND r.searchable"));
    if let Some(threshold) = query.threshold.filter(|t| t.is_finite()) {
        sql.push(" WHERE n.distance <= ").push_bind(threshold);
    }
    sql.push(format!(" ORDER BY n.distance, e.{key}"));
    sql
}
