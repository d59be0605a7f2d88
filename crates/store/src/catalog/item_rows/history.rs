//! History entries for operations on rows that belong to items.

use crate::catalog::history::{confirmed_by, field_changes};
use crate::{Store, StoreError};
use celeiro_domain::catalog::HistoryEntry;
use celeiro_domain::search::Kind;
use uuid::Uuid;

impl Store {
    /// The saves of an item and what operations did to its relations, its stock and the order of its pictures, the latest first.
    pub async fn item_history(
        &self,
        item: Uuid,
        offset: i64,
        limit: i64,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let wanted = offset.saturating_add(limit);
        let (mut entries, rows) = tokio::try_join!(
            self.history(Kind::Items, item, 0, wanted),
            self.item_row_history(item, wanted)
        )?;
        entries.extend(rows);
        // A stable sort: of one version the later entry first, and of one moment that of the rows.
        entries.reverse();
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.version, entry.at)));
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let limit = usize::try_from(limit).unwrap_or(0);
        Ok(entries.into_iter().skip(offset).take(limit).collect())
    }

    /// What operations did to the relations, the stock and the order of the pictures of an item, the latest first: the last `limit`.
    async fn item_row_history(&self, item: Uuid, limit: i64) -> Result<Vec<HistoryEntry>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT h.operation_id AS "operation_id!", h.created_at AS "created_at!", h.changes AS "changes!",
                 o.kind, o.actor, coalesce(o.source, 'person') AS "source!", o.result ->> 'proposedBy' AS proposed_by,
                 coalesce((SELECT max(v.version) FROM revisions v
                   WHERE v.record_id = h.record_id AND v.created_at <= h.created_at), 1) AS "version!"
               FROM item_row_history h JOIN operations o ON o.id = h.operation_id
               WHERE h.record_id = $1 ORDER BY h.created_at DESC, h.id DESC LIMIT $2"#,
            item,
            limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let entries = rows.into_iter().map(|row| HistoryEntry {
            version: row.version,
            confirmed_by: confirmed_by(&row.source, &row.actor),
            proposed_by: row.proposed_by,
            actor: row.actor,
            source: row.source,
            operation_id: Some(row.operation_id),
            operation: Some(row.kind),
            at: row.created_at,
            changes: field_changes(row.changes),
        });
        Ok(entries.collect())
    }
}
