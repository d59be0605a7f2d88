//! The log of operations on records.

use crate::catalog::history::{confirmed_by, field_changes};
use crate::connection::encode;
use crate::{Store, StoreError};
use celeiro_domain::catalog::{OperationRecord, RecordChange};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use chrono::{DateTime, Utc};
use std::collections::HashMap;
use uuid::Uuid;

/// An operation that changed records, or the tree of categories.
#[derive(Debug, Clone)]
pub struct LoggedOperation {
    /// Its id.
    pub id: Uuid,
    /// What it did.
    pub kind: String,
    /// The actor.
    pub actor: String,
    /// From where.
    pub source: String,
    /// The person who confirmed it, where the assistant proposed it.
    pub confirmed_by: Option<String>,
    /// The program that proposed it; none where the own assistant did.
    pub proposed_by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// Records that it changed.
    pub records: i32,
    /// Categories of the tree that it changed.
    pub categories: i32,
    /// How many of them it created.
    pub created: i32,
    /// Fields that it changed in records that were there, by their names on the wire.
    pub fields: Vec<String>,
    /// The operation in force that took this one back.
    pub undone_by: Option<Uuid>,
    /// The operation that this one took back.
    pub undoes: Option<Uuid>,
    /// Whether any of its records is still there, deleted or not; a change of the tree is always.
    pub any_left: bool,
    /// What it is of, as people call it: a file, a category; of one that takes another back, what that is of.
    pub subject: Option<String>,
    /// Its record, where it changed one alone and that is still there, deleted or not.
    pub record: Option<OperationRecord>,
}

/// What has to be known before an operation is taken back.
#[derive(Debug, Clone)]
pub struct OperationOwner {
    /// What it did.
    pub kind: String,
    /// The actor.
    pub actor: String,
    /// Whether it changed any record, or the tree of categories.
    pub changed_records: bool,
    /// The kinds of records of the personal assistant that it wrote, by their stored names.
    pub personal_kinds: Vec<String>,
}

struct Row {
    id: Uuid,
    kind: String,
    actor: String,
    source: String,
    proposed_by: Option<String>,
    created_at: DateTime<Utc>,
    records: i32,
    categories: i32,
    created: i32,
    fields: Vec<String>,
    undone_by: Option<Uuid>,
    undoes: Option<Uuid>,
    any_left: bool,
    subject: Option<String>,
}

impl From<Row> for LoggedOperation {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            confirmed_by: confirmed_by(&row.source, &row.actor),
            proposed_by: row.proposed_by,
            actor: row.actor,
            source: row.source,
            at: row.created_at,
            records: row.records,
            categories: row.categories,
            created: row.created,
            fields: row.fields.iter().map(|stored| Column::wire_name(stored)).collect(),
            undone_by: row.undone_by,
            undoes: row.undoes,
            any_left: row.any_left,
            subject: row.subject,
            record: None,
        }
    }
}

impl Store {
    /// Operations that changed records or the tree of categories, of `actor` alone where one is given, the latest first; and how
    /// many there are.
    pub async fn operations(
        &self,
        actor: Option<&str>,
        offset: i64,
        limit: i64,
    ) -> Result<(Vec<LoggedOperation>, i64), StoreError> {
        self.run(async {
            let total = sqlx::query_scalar!(
                r#"SELECT count(*) AS "count!" FROM operations WHERE (records > 0 OR categories > 0) AND actor = coalesce($1, actor)"#,
                actor
            )
            .fetch_one(&self.pool)
            .await?;
            let rows = sqlx::query_as!(
                Row,
                r#"SELECT o.id, o.kind, o.actor, coalesce(o.source, 'person') AS "source!",
                     o.result ->> 'proposedBy' AS proposed_by, o.created_at, o.records, o.categories, o.created, o.fields, undone_by(o.id) AS undone_by, o.undoes, o.subject,
                     (o.categories > 0 OR EXISTS (SELECT FROM revisions r WHERE r.operation_id = o.id
                       AND (EXISTS (SELECT FROM catalog_items i WHERE i.id = r.record_id)
                         OR EXISTS (SELECT FROM faqs f WHERE f.id = r.record_id)))
                       OR EXISTS (SELECT FROM item_row_changes c JOIN catalog_items i ON i.id = c.item_id
                         WHERE c.operation_id = o.id)) AS "any_left!"
                   FROM operations o WHERE (o.records > 0 OR o.categories > 0) AND o.actor = coalesce($1, o.actor)
                   ORDER BY o.created_at DESC, o.id DESC OFFSET $2 LIMIT $3"#,
                actor,
                offset,
                limit
            )
            .fetch_all(&self.pool)
            .await?;
            let mut logged: Vec<LoggedOperation> = rows.into_iter().map(Into::into).collect();
            self.name_records(&mut logged).await?;
            Ok((logged, total))
        })
        .await
    }

    /// An operation, a page of what it changed, and how many changes there are.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn operation(
        &self,
        id: Uuid,
        offset: i64,
        limit: i64,
    ) -> Result<(LoggedOperation, Vec<RecordChange>, i64), StoreError> {
        self.run(async {
            let row = sqlx::query_as!(
                Row,
                r#"SELECT o.id, o.kind, o.actor, coalesce(o.source, 'person') AS "source!",
                     o.result ->> 'proposedBy' AS proposed_by, o.created_at, o.records, o.categories, o.created, o.fields, undone_by(o.id) AS undone_by, o.undoes, o.subject,
                     (o.categories > 0 OR EXISTS (SELECT FROM revisions r WHERE r.operation_id = o.id
                       AND (EXISTS (SELECT FROM catalog_items i WHERE i.id = r.record_id)
                         OR EXISTS (SELECT FROM faqs f WHERE f.id = r.record_id)))
                       OR EXISTS (SELECT FROM item_row_changes c JOIN catalog_items i ON i.id = c.item_id
                         WHERE c.operation_id = o.id)) AS "any_left!"
                   FROM operations o WHERE (o.records > 0 OR o.categories > 0) AND o.id = $1"#,
                id
            )
            .fetch_one(&self.pool)
            .await?;
            let total = sqlx::query_scalar!(
                r#"SELECT (SELECT count(*) FROM revisions WHERE operation_id = $1)
                     + (SELECT count(*) FROM item_row_history WHERE operation_id = $1) AS "count!""#,
                id
            )
            .fetch_one(&self.pool)
            .await?;
            let mut logged = [row.into()];
            self.name_records(&mut logged).await?;
            let [operation] = logged;
            Ok((operation, self.changes_of(id, offset, limit).await?, total))
        })
        .await
    }

    /// Says of operations on one record which that is.
    async fn name_records(&self, logged: &mut [LoggedOperation]) -> Result<(), StoreError> {
        let single: Vec<Uuid> = logged.iter().filter(|o| o.records == 1).map(|o| o.id).collect();
        let rows = sqlx::query!(
            r#"SELECT DISTINCT ON (r.operation_id) r.operation_id AS "operation_id!", r.record_id AS "record_id!", r.kind AS "kind!",
                 coalesce(i.name, f.question) AS "name!", coalesce(i.external_id, f.external_id) AS external_id
               FROM (SELECT operation_id, record_id, kind FROM revisions WHERE operation_id = ANY($1)
                 UNION ALL SELECT operation_id, item_id, 'items' FROM item_row_changes WHERE operation_id = ANY($1)) AS r
               LEFT JOIN catalog_items i ON i.id = r.record_id LEFT JOIN faqs f ON f.id = r.record_id
               WHERE coalesce(i.id, f.id) IS NOT NULL
               ORDER BY r.operation_id"#,
            &single
        )
        .fetch_all(&self.pool)
        .await?;
        let mut records: HashMap<Uuid, OperationRecord> = rows
            .into_iter()
            .map(|row| {
                let kind = kind_of(&row.kind);
                let (name, external_id) = (row.name, row.external_id);
                (row.operation_id, OperationRecord { id: row.record_id, kind, name, external_id })
            })
            .collect();
        for operation in logged {
            operation.record = records.remove(&operation.id);
        }
        Ok(())
    }

    async fn changes_of(&self, id: Uuid, offset: i64, limit: i64) -> Result<Vec<RecordChange>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT r.record_id AS "record_id!", r.kind AS "kind!", r.version AS "version!", r.changes AS "changes!",
                 coalesce(i.name, f.question) AS name
               FROM (SELECT record_id, kind, version, changes, 0 AS place, id FROM revisions WHERE operation_id = $1
                 UNION ALL
                 SELECT h.record_id, 'items', coalesce((SELECT max(v.version) FROM revisions v
                     WHERE v.record_id = h.record_id AND v.created_at <= h.created_at), 1), h.changes, 1, h.id
                 FROM item_row_history h WHERE h.operation_id = $1) AS r
               LEFT JOIN catalog_items i ON i.id = r.record_id LEFT JOIN faqs f ON f.id = r.record_id
               ORDER BY r.place, r.id OFFSET $2 LIMIT $3"#,
            id,
            offset,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| RecordChange {
                record_id: row.record_id,
                kind: kind_of(&row.kind),
                name: row.name,
                version: row.version,
                changes: field_changes(row.changes),
            })
            .collect())
    }

    /// The record with this id or external id, deleted or not.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn record_called(&self, name: &str) -> Result<(Kind, Uuid), StoreError> {
        let own: Option<Uuid> = name.parse().ok();
        let name = encode::encode_text(name);
        let found = sqlx::query!(
            r#"SELECT 'items' AS "kind!", id AS "id!" FROM catalog_items WHERE id = $1 OR external_id = $2
               UNION ALL SELECT 'faqs', id FROM faqs WHERE id = $1 OR external_id = $2 LIMIT 1"#,
            own,
            &*name
        )
        .fetch_one(&self.pool);
        let found = self.run(async { Ok(found.await?) }).await?;
        Ok((kind_of(&found.kind), found.id))
    }

    /// Reads whose an operation on records is.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn operation_owner(&self, id: Uuid) -> Result<OperationOwner, StoreError> {
        let owner = sqlx::query_as!(
            OperationOwner,
            r#"SELECT kind, actor, records > 0 OR EXISTS (SELECT FROM category_changes c WHERE c.operation_id = $1)
                   AS "changed_records!",
                 ARRAY(SELECT DISTINCT c.kind FROM personal_changes c WHERE c.operation_id = $1 ORDER BY 1)
                   AS "personal_kinds!"
               FROM operations WHERE id = $1"#,
            id
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(owner.await?) }).await
    }
}

fn kind_of(stored: &str) -> Kind {
    if stored == Kind::Faqs.as_str() { Kind::Faqs } else { Kind::Items }
}
