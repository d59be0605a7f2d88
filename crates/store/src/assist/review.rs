//! Review queue: suggestions of enrichment runs that no person has decided yet.

use crate::connection::encode;
use crate::{Store, StoreError};
use celeiro_domain::assist::AssistField;
use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

/// A suggestion that waits for a person.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewRow {
    /// The run.
    pub run: Uuid,
    /// The item.
    pub item: Uuid,
    /// The field.
    pub field: AssistField,
    /// The trace.
    pub trace_id: Uuid,
    /// The suggestion, as it was answered.
    pub suggestion: Value,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

impl Store {
    /// Suggestions of runs without a decision, the least sure first, and how many there are; with
    /// `trace`, those of one trace.
    pub async fn review_queue(
        &self,
        run: Option<Uuid>,
        trace: Option<Uuid>,
        offset: i64,
        most: i64,
    ) -> Result<(Vec<ReviewRow>, i64), StoreError> {
        let (rows, total) = self.review_at(run, trace, offset, most).await?;
        if !rows.is_empty() || offset == 0 {
            return Ok((rows, total));
        }
        // Behind the last one no row is there to say how many there are.
        Ok((rows, self.review_at(run, trace, 0, 1).await?.1))
    }

    async fn review_at(
        &self,
        run: Option<Uuid>,
        trace: Option<Uuid>,
        offset: i64,
        most: i64,
    ) -> Result<(Vec<ReviewRow>, i64), StoreError> {
        let rows = sqlx::query!(
            r#"SELECT i.enrichment_id, i.item_id, s.field, s.trace_id, s.suggestion, s.created_at,
                 count(*) OVER () AS "total!"
               FROM enrichment_items i JOIN enrichments e ON e.id = i.enrichment_id
               JOIN assist_suggestions s USING (trace_id) JOIN catalog_items c ON c.id = i.item_id
               WHERE i.state = 'suggested' AND s.outcome IS NULL AND s.field = ANY(e.fields) AND c.deleted_at IS NULL
                 AND e.state <> 'cancelled' AND ($1::uuid IS NULL OR e.id = $1)
                 AND ($2::uuid IS NULL OR s.trace_id = $2)
               ORDER BY s.confidence, s.trace_id, s.field OFFSET $3 LIMIT $4"#,
            run,
            trace,
            offset,
            most
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let total = rows.first().map_or(0, |row| row.total);
        let rows = rows.into_iter().map(|row| {
            Ok(ReviewRow {
                run: row.enrichment_id,
                item: row.item_id,
                field: encode::decode_name(&row.field)?,
                trace_id: row.trace_id,
                suggestion: row.suggestion,
                created_at: row.created_at,
            })
        });
        Ok((rows.collect::<Result<_, StoreError>>()?, total))
    }
}
