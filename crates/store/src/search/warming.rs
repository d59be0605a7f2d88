//! Cache warming: reads the pages of searches into memory after a start.

use crate::embedding::models::embeddings_table;
use crate::search::vector::VectorQuery;
use crate::{Store, StoreError, StoredModel};
use celeiro_domain::search::{Filters, Kind};

/// Chunks of a walk: those of a search for ten hits.
const CHUNKS: usize = 100;

impl Store {
    /// Walks the index of `model` from so many of its own vectors, spread over the corpus, as a search walks it; says
    /// how many walks there were. Without an index every vector would be read: there are none then.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn walk_vectors(
        &self,
        kind: Kind,
        model: &StoredModel,
        walks: i64,
    ) -> Result<usize, StoreError> {
        if !model.indexed {
            return Ok(0);
        }
        let embeddings = embeddings_table(kind);
        let spread = format!(
            "SELECT e.vector FROM (SELECT min(id) AS least, max(id) AS most FROM {embeddings}) AS b \
             CROSS JOIN generate_series(1, $2::bigint) AS n CROSS JOIN LATERAL ( \
               SELECT embedding::real[] AS vector FROM {embeddings} \
               WHERE model_id = $1 AND id >= b.least + (b.most - b.least) * (n - 1) / $2 ORDER BY id LIMIT 1) AS e"
        );
        let spread = sqlx::query_scalar(sqlx::AssertSqlSafe(spread)).bind(model.id).bind(walks);
        let vectors: Vec<Vec<f32>> = self.run(async { Ok(spread.fetch_all(&self.searching).await?) }).await?;
        let walked = vectors.len();
        for vector in vectors {
            let query = VectorQuery {
                kind,
                model_id: model.id,
                dimensions: model.dimensions,
                indexed: true,
                vector,
                threshold: None,
                chunks: CHUNKS,
                filters: Filters::default(),
            };
            self.search_vector(&query).await?;
        }
        Ok(walked)
    }
}
