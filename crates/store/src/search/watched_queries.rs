//! Watched queries: saved in query sets, or searched more than once.

use crate::{Store, StoreError};
use celeiro_domain::search::Kind;

/// A watched query, and whether a query set holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedQuery {
    /// As it was written.
    pub query: String,
    /// Whether it is in a query set; else it is asked often.
    pub saved: bool,
}

/// How often a query must have been asked to be watched: once is a try, twice is a habit.
const OFTEN: i64 = 2;

impl Store {
    /// Up to `limit` queries that a person watches: those of query sets first, then those asked most
    /// often; none twice by its folded words.
    pub async fn watched_queries(&self, kind: Kind, limit: i64) -> Result<Vec<WatchedQuery>, StoreError> {
        let rows = sqlx::query!(
            r#"WITH saved AS (
                 SELECT normalize_text(q.query) AS folded, min(q.query) AS query
                 FROM set_queries q JOIN query_sets s ON s.id = q.set_id
                 WHERE s.kind = $1 AND s.deleted_at IS NULL GROUP BY 1),
               asked AS (
                 SELECT normalized AS folded, min(query) AS query, count(*) AS times
                 FROM query_log WHERE scope = $1 AND normalized <> '' GROUP BY 1 HAVING count(*) >= $2)
               SELECT query AS "query!", saved AS "saved!" FROM (
                 SELECT query, true AS saved, 0 AS times, folded FROM saved
                 UNION ALL
                 SELECT query, false, times, folded FROM asked a
                 WHERE NOT EXISTS (SELECT FROM saved s WHERE s.folded = a.folded)) AS watched
               ORDER BY saved DESC, times DESC, folded LIMIT $3"#,
            kind.as_str(),
            OFTEN,
            limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| WatchedQuery { query: row.query, saved: row.saved }).collect())
    }
}
