//! Taking a join back, or making it again, as a part of taking its operation back: what it moved goes back where it
//! was. The products themselves are taken back by their history, as those of every operation.

use super::pointers::{StoredJoin, move_pointers};
use crate::StoreError;
use celeiro_domain::catalog::UndoConflict;
use celeiro_domain::search::Kind;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// What taking an operation back means for a join.
pub(crate) enum JoinStep {
    /// It joined products: what it moved goes back.
    TakeBack(Uuid),
    /// It took a join back: the products are joined again.
    Again(StoredJoin),
}

/// What taking `operation` back means for a join; `None` where it is about none.
pub(crate) async fn find_join_step(
    db: &mut PgConnection,
    operation: Uuid,
) -> Result<Option<JoinStep>, StoreError> {
    let join = sqlx::query!(
        r#"SELECT operation_id = $1 AS "is_join!", stays, others, price_moves FROM item_joins
           WHERE operation_id = $1 OR operation_id = (SELECT undoes FROM operations WHERE id = $1)"#,
        operation
    )
    .fetch_optional(db)
    .await?;
    Ok(join.map(|join| match join.is_join {
        true => JoinStep::TakeBack(operation),
        false => JoinStep::Again(StoredJoin {
            stays: join.stays,
            others: join.others,
            price_moves: StoredJoin::read_moves(&join.price_moves),
        }),
    }))
}

impl JoinStep {
    /// Own prices of lists that the join moved and that were changed since.
    pub(crate) async fn find_conflicts(
        &self,
        db: &mut PgConnection,
    ) -> Result<Vec<UndoConflict>, StoreError> {
        let JoinStep::TakeBack(operation) = self else { return Ok(Vec::new()) };
        let changed = sqlx::query!(
            r#"SELECT i.id, i.name, m.moved -> 'price' AS "moved!", to_jsonb(p.price) AS now
               FROM join_moves m JOIN price_lists l ON l.id = (m.moved ->> 'list_id')::uuid
                 JOIN catalog_items i ON i.id = (m.moved ->> 'item_id')::uuid
                 LEFT JOIN list_prices p ON p.list_id = l.id AND p.item_id = i.id AND p.package = m.moved ->> 'package'
               WHERE m.operation_id = $1 AND m.kind = 'list-price'
                 AND p.price IS DISTINCT FROM (m.moved ->> 'price')::numeric ORDER BY m.id"#,
            *operation
        )
        .fetch_all(db)
        .await?;
        let conflicts = changed.into_iter().map(|row| UndoConflict {
            record_id: row.id,
            kind: Kind::Items,
            name: row.name,
            field: "price".into(),
            from: json!(null),
            to: row.moved,
            now: row.now.unwrap_or_default(),
            changed_by: None,
            changed_at: None,
            operation_id: None,
        });
        Ok(conflicts.collect())
    }

    /// Moves back what the join moved, or moves it again as `operation`.
    pub(crate) async fn make(&self, db: &mut PgConnection, operation: Uuid) -> Result<(), StoreError> {
        match self {
            JoinStep::TakeBack(join) => move_back(db, *join).await,
            JoinStep::Again(join) => move_pointers(db, join, operation).await,
        }
    }
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
