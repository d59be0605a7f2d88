//! Undo and redo of a merge, as a part of the undo of its operation: moved references go back. The products themselves
//! are undone by their history, as in every operation.

use super::pointers::{StoredJoin, move_pointers};
use crate::StoreError;
use celeiro_domain::catalog::UndoConflict;
use celeiro_domain::search::Kind;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// What taking an operation back means for a join.
pub(crate) enum JoinStep {
    /// It joined products: what it moved goes back.
    TakeBack(MadeJoin),
    /// It took a join back: the products are joined again.
    Again(StoredJoin),
}

/// A join that was made.
pub(crate) struct MadeJoin {
    /// The product that stayed.
    stays: Uuid,
    /// The products that were joined into it.
    others: Vec<Uuid>,
    /// The operation whose moves stand: the join, or the one that made it again; `None` where it was taken back.
    in_force: Option<Uuid>,
}

/// What taking `operation` back means for a join; `None` where it is about none.
pub(crate) async fn find_join_step(
    db: &mut PgConnection,
    operation: Uuid,
) -> Result<Option<JoinStep>, StoreError> {
    let join = sqlx::query!(
        r#"SELECT operation_id = $1 AS "is_join!", stays, others, price_moves,
             (SELECT i.operation_id FROM joined_items i
              WHERE i.item_id = ANY(item_joins.others) AND i.into_id = item_joins.stays
              ORDER BY i.operation_id = item_joins.operation_id DESC, i.operation_id DESC LIMIT 1) AS "in_force?"
           FROM item_joins
           WHERE operation_id = $1 OR operation_id = (SELECT undoes FROM operations WHERE id = $1)"#,
        operation
    )
    .fetch_optional(db)
    .await?;
    Ok(join.map(|join| match join.is_join {
        true => {
            JoinStep::TakeBack(MadeJoin { stays: join.stays, others: join.others, in_force: join.in_force })
        }
        false => JoinStep::Again(StoredJoin {
            stays: join.stays,
            others: join.others,
            price_moves: StoredJoin::read_moves(&join.price_moves),
        }),
    }))
}

/// Something that keeps a join from being taken back.
struct Hindrance {
    id: Uuid,
    name: String,
    field: String,
    moved: Option<Value>,
    now: Option<Value>,
}

impl Hindrance {
    fn into_conflict(self) -> UndoConflict {
        UndoConflict {
            record_id: self.id,
            kind: Kind::Items,
            name: self.name,
            field: self.field,
            from: json!(null),
            to: self.moved.unwrap_or_default(),
            now: self.now.unwrap_or_default(),
            changed_by: None,
            changed_at: None,
            operation_id: None,
        }
    }
}

impl JoinStep {
    /// What stands in the way beside the fields of the products: the product that stays was deleted or joined into
    /// another one, a joined one was joined into another one, and what the join moved was changed or moved since.
    pub(crate) async fn find_conflicts(
        &self,
        db: &mut PgConnection,
    ) -> Result<Vec<UndoConflict>, StoreError> {
        let (stays, others) = match self {
            JoinStep::TakeBack(MadeJoin { in_force: None, .. }) => return Ok(Vec::new()),
            JoinStep::TakeBack(join) => (join.stays, join.others.as_slice()),
            JoinStep::Again(join) => (join.stays, join.others.as_slice()),
        };
        let mut found = find_gone(db, stays, others).await?;
        if let JoinStep::TakeBack(MadeJoin { in_force: Some(operation), .. }) = self {
            found.extend(find_changed_moves(db, *operation).await?);
        }
        Ok(found.into_iter().map(Hindrance::into_conflict).collect())
    }

    /// Counts the products that get back what a merge moved; none where it was taken back, or is made again.
    pub(crate) async fn count_moved(&self, db: &mut PgConnection) -> Result<i64, StoreError> {
        let JoinStep::TakeBack(MadeJoin { in_force: Some(operation), .. }) = self else { return Ok(0) };
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM joined_items WHERE operation_id = $1"#,
            *operation
        );
        Ok(count.fetch_one(db).await?)
    }

    /// Moves back what the join moved, or moves it again as `operation`.
    pub(crate) async fn make(&self, db: &mut PgConnection, operation: Uuid) -> Result<(), StoreError> {
        match self {
            JoinStep::TakeBack(join) => match join.in_force {
                Some(join) => move_back(db, join).await,
                None => Ok(()),
            },
            JoinStep::Again(join) => move_pointers(db, join, operation).await,
        }
    }
}

/// The product that stays where it is deleted, and deleted ones of `others` that were joined into another one since.
async fn find_gone(
    db: &mut PgConnection,
    stays: Uuid,
    others: &[Uuid],
) -> Result<Vec<Hindrance>, StoreError> {
    let gone = sqlx::query_as!(
        Hindrance,
        r#"SELECT i.id AS "id!", i.name AS "name!", 'deleted'::text AS "field!", to_jsonb(false) AS "moved?", to_jsonb(true) AS "now?"
           FROM catalog_items i LEFT JOIN joined_items j ON j.item_id = i.id
           WHERE i.deleted_at IS NOT NULL AND (i.id = $1 OR (i.id = ANY($2) AND j.into_id <> $1))
           ORDER BY i.id"#,
        stays,
        others
    );
    Ok(gone.fetch_all(db).await?)
}

/// What the join moved and is no longer so: own prices of lists, the place of files, and what cases of query sets
/// expect and forbid. What is gone for good keeps nothing from coming back.
async fn find_changed_moves(db: &mut PgConnection, join: Uuid) -> Result<Vec<Hindrance>, StoreError> {
    let changed = sqlx::query_as!(
        Hindrance,
        r#"SELECT c.id AS "id!", c.name AS "name!", c.field AS "field!", c.moved AS "moved?", c.now AS "now?" FROM (
             SELECT m.id AS place, i.id, i.name, 'price'::text AS field, m.moved -> 'price' AS moved,
               to_jsonb(p.price) AS now
             FROM join_moves m JOIN price_lists l ON l.id = (m.moved ->> 'list_id')::uuid
               JOIN catalog_items i ON i.id = (m.moved ->> 'item_id')::uuid
               LEFT JOIN list_prices p ON p.list_id = l.id AND p.item_id = i.id AND p.package = m.moved ->> 'package'
             WHERE m.operation_id = $1 AND m.kind = 'list-price'
               AND p.price IS DISTINCT FROM (m.moved ->> 'price')::numeric
             UNION ALL
             SELECT m.id, i.id, i.name, 'attachments', to_jsonb(f.name), NULL::jsonb
             FROM join_moves m JOIN item_joins j USING (operation_id)
               JOIN catalog_files f ON f.id = (m.moved ->> 'id')::uuid AND f.deleted_at IS NULL
               JOIN catalog_items i ON i.id = j.stays
             WHERE m.operation_id = $1 AND m.kind = 'file' AND f.item_id <> j.stays
             UNION ALL
             SELECT m.id, i.id, i.name, n.field, n.moved, to_jsonb(n.now)
             FROM join_moves m JOIN item_joins j USING (operation_id)
               JOIN set_queries q ON q.id = (m.moved ->> 'id')::uuid
               JOIN catalog_items i ON i.id = j.stays,
               LATERAL (VALUES ('expected', m.moved -> 'expected', q.expected),
                 ('forbidden', m.moved -> 'forbidden', q.forbidden)) AS n (field, moved, now)
             WHERE m.operation_id = $1 AND m.kind = 'case'
               AND n.now IS DISTINCT FROM ARRAY(SELECT jsonb_array_elements_text(n.moved))
           ) AS c ORDER BY c.place, c.field"#,
        join
    );
    Ok(changed.fetch_all(db).await?)
}

async fn move_back(db: &mut PgConnection, join: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM list_prices p USING join_moves m WHERE m.operation_id = $1 AND m.kind = 'list-price' \
         AND p.list_id = (m.moved ->> 'list_id')::uuid AND p.item_id = (m.moved ->> 'item_id')::uuid \
         AND p.package = m.moved ->> 'package'",
        join
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE catalog_files f SET item_id = (m.moved ->> 'item_id')::uuid \
         FROM join_moves m JOIN item_joins j USING (operation_id) \
         WHERE m.operation_id = $1 AND m.kind = 'file' AND f.id = (m.moved ->> 'id')::uuid AND f.item_id = j.stays",
        join
    )
    .execute(&mut *db)
    .await?;
    // A judgment that was made anew since stays beside those that come back.
    sqlx::query!(
        "DELETE FROM judgments j USING join_moves m WHERE m.operation_id = $1 AND m.kind = 'judgment-made' \
         AND j.query_id = (m.moved ->> 'query_id')::uuid AND j.record = m.moved ->> 'record' \
         AND j.judge = m.moved ->> 'judge' AND j.judged_at = (m.moved ->> 'judged_at')::timestamptz",
        join
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO judgments (query_id, record, judge, grade, note, blind, judged_at) \
         SELECT q.id, m.moved ->> 'record', m.moved ->> 'judge', (m.moved ->> 'grade')::smallint, \
           m.moved ->> 'note', (m.moved ->> 'blind')::boolean, (m.moved ->> 'judged_at')::timestamptz \
         FROM join_moves m JOIN set_queries q ON q.id = (m.moved ->> 'query_id')::uuid \
         WHERE m.operation_id = $1 AND m.kind = 'judgment' ON CONFLICT DO NOTHING",
        join
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE set_queries q SET \
           expected = ARRAY(SELECT jsonb_array_elements_text(m.moved -> 'old_expected')), \
           forbidden = ARRAY(SELECT jsonb_array_elements_text(m.moved -> 'old_forbidden')) \
         FROM join_moves m WHERE m.operation_id = $1 AND m.kind = 'case' AND q.id = (m.moved ->> 'id')::uuid \
           AND q.expected = ARRAY(SELECT jsonb_array_elements_text(m.moved -> 'expected')) \
           AND q.forbidden = ARRAY(SELECT jsonb_array_elements_text(m.moved -> 'forbidden'))",
        join
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE query_sets SET version = version + 1, updated_at = now() WHERE id IN (SELECT q.set_id \
         FROM join_moves m JOIN set_queries q ON q.id = coalesce(m.moved ->> 'query_id', m.moved ->> 'id')::uuid \
         WHERE m.operation_id = $1 AND m.kind IN ('judgment', 'case'))",
        join
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("DELETE FROM joined_items WHERE operation_id = $1", join).execute(db).await?;
    Ok(())
}
