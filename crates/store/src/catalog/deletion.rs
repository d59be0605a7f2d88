//! Soft deletion of items and FAQs: a mark that can be removed.

use crate::connection::write::{BegunWrite, finish};
use crate::search::candidates::table;
use crate::{Store, StoreError, Write};
use celeiro_domain::search::Kind;
use serde_json::json;
use sqlx::{PgTransaction, QueryBuilder};
use uuid::Uuid;

impl Store {
    /// Marks a record as deleted; fails where it is so already.
    pub(crate) async fn delete_record(&self, kind: Kind, id: Uuid, write: &Write) -> Result<(), StoreError> {
        if let Some(tx) = self.mark_deleted(kind, id, true, write).await? {
            tx.commit().await?;
        }
        Ok(())
    }

    /// Marks a record as deleted or takes the mark back, in a transaction that is left to be committed;
    /// fails where it is so already. None where the operation was done before.
    pub(crate) async fn mark_deleted(
        &self,
        kind: Kind,
        id: Uuid,
        deleted: bool,
        write: &Write,
    ) -> Result<Option<PgTransaction<'static>>, StoreError> {
        let operation = format!("{}-{}", if deleted { "delete" } else { "restore" }, kind.as_str());
        let mut tx = match self.begin(&operation, write).await? {
            BegunWrite::Done(_) => return Ok(None),
            BegunWrite::New(tx) => tx,
        };
        let mut sql = QueryBuilder::new(format!("UPDATE {} SET deleted_at = CASE WHEN ", table(kind)));
        sql.push_bind(deleted).push(" THEN now() END WHERE id = ").push_bind(id);
        sql.push(" AND (deleted_at IS NULL) = ").push_bind(deleted);
        if sql.build().execute(&mut *tx).await?.rows_affected() == 0 {
            return Err(StoreError::NotFound);
        }
        finish(&mut tx, write, &json!({ "id": id })).await?;
        Ok(Some(tx))
    }
}
