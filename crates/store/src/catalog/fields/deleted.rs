//! Deleted defined fields: the rows stay marked, so that each can be restored later.

use crate::{Store, StoreError};
use celeiro_domain::catalog::defined_fields::DeletedField;

impl Store {
    /// The fields that were deleted and whose attribute no other field is about, the latest first, at most `most`.
    pub async fn deleted_fields(&self, most: i64) -> Result<Vec<DeletedField>, StoreError> {
        let fields = sqlx::query_as!(
            DeletedField,
            r#"SELECT f.id, f.key, f.content ->> 'name' AS "name!", f.deleted_at AS "deleted_at!", f.updated_by AS deleted_by
               FROM catalog_fields f
               WHERE f.deleted_at IS NOT NULL
                 AND NOT EXISTS (SELECT FROM catalog_fields o WHERE o.key = f.key AND o.deleted_at IS NULL)
               ORDER BY f.deleted_at DESC, f.id LIMIT $1"#,
            most
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(fields.await?) }).await
    }
}
