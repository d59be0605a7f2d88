//! Soft deletion, alike for items and FAQs: a mark that can be taken back.

use crate::candidates::table;
use crate::write::{Begun, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::search::Kind;
use serde_json::json;
use sqlx::QueryBuilder;
use uuid::Uuid;

impl Store {
    /// Marks a record as deleted or takes the mark back; fails where it is so already.
    pub(crate) async fn mark_deleted(
        &self,
        kind: Kind,
        id: Uuid,
        deleted: bool,
        write: &Write,
    ) -> Result<(), StoreError> {
        let operation = format!("{}-{}", if deleted { "delete" } else { "restore" }, kind.as_str());
        let mut tx = match self.begin(&operation, write).await? {
            Begun::Done(_) => return Ok(()),
            Begun::New(tx) => tx,
        };
        let mut sql = QueryBuilder::new(format!("UPDATE {} SET deleted_at = CASE WHEN ", table(kind)));
        sql.push_bind(deleted).push(" THEN now() END WHERE id = ").push_bind(id);
        sql.push(" AND (deleted_at IS NULL) = ").push_bind(deleted);
        if sql.build().execute(&mut *tx).await?.rows_affected() == 0 {
            return Err(StoreError::NotFound);
        }
        finish(&mut tx, write, &json!({ "id": id })).await?;
        tx.commit().await?;
        Ok(())
    }
}
