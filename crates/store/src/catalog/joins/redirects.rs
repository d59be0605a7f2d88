//! Redirects from the ids of merged products.

use crate::{Store, StoreError};
use std::collections::HashMap;
use uuid::Uuid;

impl Store {
    /// The products that deleted ones of `ids` were joined into, over any number of joins; those that were not joined,
    /// or lead to a product that is deleted, are left out.
    pub async fn resolve_joined(&self, ids: &[Uuid]) -> Result<HashMap<Uuid, Uuid>, StoreError> {
        // A chain of joins goes round where a product was joined, brought back and joined the other way.
        let rows = sqlx::query!(
            r#"WITH RECURSIVE way (asked, item_id, steps) AS (
                 SELECT id, id, 0 FROM unnest($1::uuid[]) AS a (id)
                 UNION ALL
                 SELECT w.asked, j.into_id, w.steps + 1 FROM way w
                   JOIN catalog_items i ON i.id = w.item_id AND i.deleted_at IS NOT NULL
                   JOIN joined_items j ON j.item_id = w.item_id
                 WHERE w.steps < 50)
               SELECT DISTINCT ON (w.asked) w.asked AS "asked!", w.item_id AS "item_id!" FROM way w
                 JOIN catalog_items i ON i.id = w.item_id AND i.deleted_at IS NULL
               WHERE w.steps > 0 ORDER BY w.asked, w.steps"#,
            ids
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.asked, row.item_id)).collect())
    }

    /// The product into which a deleted one was joined that people know by `reference`: its external id, or else our
    /// own.
    pub(crate) async fn find_joined_record(&self, reference: &str) -> Result<Option<Uuid>, StoreError> {
        let reference = crate::connection::encode::encode_text(reference);
        let found = sqlx::query_scalar!(
            "SELECT id FROM catalog_items WHERE deleted_at IS NOT NULL AND (external_id = $1 OR id = $2) \
             ORDER BY external_id = $1 DESC NULLS LAST LIMIT 1",
            &*reference,
            Uuid::parse_str(reference.trim()).ok()
        )
        .fetch_optional(&self.pool);
        match self.run(async { Ok(found.await?) }).await? {
            Some(id) => Ok(self.resolve_joined(&[id]).await?.remove(&id)),
            None => Ok(None),
        }
    }
}
