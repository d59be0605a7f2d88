//! Undo of an operation on rows that belong to items: a row that is still as the operation left it gets its former
//! values; a row that was changed since is only reported.

use crate::catalog::relations::writing::{closes_circle, lock_relations};
use crate::catalog::stock::writing::lock_stock;
use crate::{StoreError, Write};
use celeiro_domain::catalog::UndoConflict;
use celeiro_domain::catalog::relations::{RelationKind, RelationPair};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use std::collections::HashSet;
use uuid::Uuid;

/// Which rows of an operation are meant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowScope<'a> {
    /// The operation.
    pub operation: Uuid,
    /// Rows of these items alone.
    pub records: Option<&'a [Uuid]>,
    /// `relations`, `stock` or `images` alone.
    pub fields: Option<&'a [String]>,
}

/// What taking rows back comes to.
#[derive(Debug, Default)]
pub(crate) struct RowOutcome {
    /// Items with a row that comes back.
    pub records: HashSet<Uuid>,
    /// Rows that were changed since.
    pub conflicts: Vec<UndoConflict>,
    /// Items whose rows cannot come back, because they are gone for good.
    pub purged: HashSet<Uuid>,
    rows: Vec<ChangedRow>,
}

/// A row that an operation changed.
#[derive(Debug)]
struct ChangedRow {
    subject: String,
    row_key: Value,
    before: Option<Value>,
}

/// Looks at the rows that an operation changed, and locks the items whose pictures it ordered; changes nothing.
pub(crate) async fn plan_rows(db: &mut PgConnection, scope: RowScope<'_>) -> Result<RowOutcome, StoreError> {
    lock_ordered_items(&mut *db, scope.operation).await?;
    let rows = sqlx::query!(
        r#"WITH whole AS (SELECT c.subject, c.row_key, (array_agg(c.item_id ORDER BY c.id))[1] AS item_id,
               (array_agg(c.other_id ORDER BY c.id))[1] AS other_id,
               (array_agg(c.before ORDER BY c.id))[1] AS before, (array_agg(c.after ORDER BY c.id DESC))[1] AS after
             FROM item_row_changes c
             WHERE c.operation_id = $1 AND ($2::uuid[] IS NULL OR c.item_id = ANY($2) OR c.other_id = ANY($2))
               AND ($3::text[] IS NULL OR c.subject = ANY($3))
             GROUP BY c.subject, c.row_key)
           SELECT w.subject AS "subject!", w.row_key AS "row_key!", w.item_id AS "item_id!", w.other_id, w.before, w.after,
             current_item_row(w.subject, w.row_key) AS now, i.name AS "name?",
             (i.id IS NULL OR (w.other_id IS NOT NULL AND o.id IS NULL)) AS "is_purged!",
             describe_item_row(w.subject, w.before, w.item_id) AS said_before,
             describe_item_row(w.subject, w.after, w.item_id) AS said_after,
             describe_item_row(w.subject, current_item_row(w.subject, w.row_key), w.item_id) AS said_now,
             l.actor AS "changed_by?", l.created_at AS "changed_at?", l.operation_id AS "changed_in?"
           FROM whole w LEFT JOIN catalog_items i ON i.id = w.item_id LEFT JOIN catalog_items o ON o.id = w.other_id
             LEFT JOIN LATERAL (SELECT p.actor, c.created_at, c.operation_id FROM item_row_changes c
               JOIN operations p ON p.id = c.operation_id
               WHERE c.item_id = w.item_id AND c.subject = w.subject AND c.row_key = w.row_key AND c.operation_id <> $1
               ORDER BY c.id DESC LIMIT 1) AS l ON true
           WHERE w.before IS DISTINCT FROM w.after
           ORDER BY w.subject, w.row_key"#,
        scope.operation,
        scope.records,
        scope.fields
    )
    .fetch_all(&mut *db)
    .await?;
    let mut outcome = RowOutcome::default();
    for row in rows {
        if row.is_purged {
            outcome.purged.insert(row.item_id);
            continue;
        }
        if row.now == row.before {
            continue;
        }
        let restored = row.before.as_ref().and_then(read_pair);
        let is_circle = match restored {
            Some(pair) if row.now == row.after => closes_circle(db, pair).await?,
            _ => false,
        };
        if row.now == row.after && !is_circle {
            outcome.records.extend([Some(row.item_id), row.other_id].into_iter().flatten());
            let row = ChangedRow { subject: row.subject, row_key: row.row_key, before: row.before };
            outcome.rows.push(row);
            continue;
        }
        let said = [row.said_before, row.said_after, row.said_now].map(Option::unwrap_or_default);
        let since = (row.changed_by, row.changed_at, row.changed_in);
        outcome.conflicts.push(make_conflict((row.item_id, row.name), row.subject, said, since));
    }
    Ok(outcome)
}

fn make_conflict(
    (record_id, name): (Uuid, Option<String>),
    field: String,
    [from, to, now]: [Value; 3],
    (changed_by, changed_at, operation_id): (Option<String>, Option<DateTime<Utc>>, Option<Uuid>),
) -> UndoConflict {
    UndoConflict {
        record_id,
        kind: Kind::Items,
        name: name.unwrap_or_default(),
        field,
        from,
        to,
        now,
        changed_by,
        changed_at,
        operation_id,
    }
}

/// The relation that a stored row is; none where it is no confirmed relation.
fn read_pair(row: &Value) -> Option<RelationPair> {
    let text = |name: &str| row.get(name).and_then(Value::as_str);
    let is_refused = row.get("refused").and_then(Value::as_bool).unwrap_or(false);
    let kind = RelationKind::parse(text("kind")?).filter(|_| !is_refused)?;
    Some(RelationPair { kind, one: text("one")?.parse().ok()?, other: text("other")?.parse().ok()? })
}

impl RowOutcome {
    /// Counts the items of undone rows that are in no revision of `operation`, and so were not counted with these.
    pub(crate) async fn count_new(&self, db: &mut PgConnection, operation: Uuid) -> Result<i64, StoreError> {
        let records: Vec<Uuid> = self.records.iter().copied().collect();
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM unnest($2::uuid[]) AS r (id)
               WHERE NOT EXISTS (SELECT FROM revisions v WHERE v.operation_id = $1 AND v.record_id = r.id)"#,
            operation,
            &records
        );
        Ok(count.fetch_one(db).await?)
    }

    /// What the rows of a subject were, or, of those that were not there before, what they are found by.
    fn list_rows(&self, subject: &str, was_there: bool) -> Vec<Value> {
        let rows = self.rows.iter().filter(|row| row.subject == subject && row.before.is_some() == was_there);
        rows.map(|row| row.before.clone().unwrap_or_else(|| row.row_key.clone())).collect()
    }

    /// Makes the rows what they were.
    pub(crate) async fn take_back(self, db: &mut PgConnection, write: &Write) -> Result<(), StoreError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "DELETE FROM item_relations r USING unnest($1::jsonb[]) AS k (row_key) WHERE r.kind = k.row_key ->> 'kind' \
             AND r.one = (k.row_key ->> 'one')::uuid AND r.other = (k.row_key ->> 'other')::uuid",
            &self.list_rows("relations", false)
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "INSERT INTO item_relations (kind, one, other, refused, actor) \
             SELECT b.before ->> 'kind', (b.before ->> 'one')::uuid, (b.before ->> 'other')::uuid, \
               (b.before ->> 'refused')::boolean, $2 FROM unnest($1::jsonb[]) AS b (before) \
             ON CONFLICT (kind, one, other) DO UPDATE SET refused = excluded.refused, actor = excluded.actor",
            &self.list_rows("relations", true),
            write.actor
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "DELETE FROM stock_levels s USING unnest($1::jsonb[]) AS k (row_key) \
             WHERE s.item_id = (k.row_key ->> 'item_id')::uuid AND s.package = k.row_key ->> 'package' \
             AND s.place = k.row_key ->> 'place'",
            &self.list_rows("stock", false)
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "INSERT INTO stock_levels (item_id, package, place, quantity, unit, counted_at) \
             SELECT (b.before ->> 'item_id')::uuid, b.before ->> 'package', b.before ->> 'place', \
               (b.before ->> 'quantity')::numeric, b.before ->> 'unit', (b.before ->> 'counted_at')::timestamptz \
             FROM unnest($1::jsonb[]) AS b (before) \
             ON CONFLICT (item_id, package, place) DO UPDATE SET quantity = excluded.quantity, unit = excluded.unit, \
               counted_at = excluded.counted_at",
            &self.list_rows("stock", true)
        )
        .execute(&mut *db)
        .await?;
        restore_orders(db, &self.list_rows("images", true), write).await
    }
}

/// Gives items the order of their pictures again that they had, and notes that.
async fn restore_orders(db: &mut PgConnection, orders: &[Value], write: &Write) -> Result<(), StoreError> {
    sqlx::query(
        "SELECT note_item_rows('images', current_item_row('images', item_row_key('images', b.before)), b.before) \
         FROM unnest($1::jsonb[]) AS b (before)",
    )
    .bind(orders)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO item_images AS o (item_id, images, updated_by) \
         SELECT (b.before ->> 'item_id')::uuid, ARRAY(SELECT p.id::uuid \
           FROM jsonb_array_elements_text(b.before -> 'images') WITH ORDINALITY AS p (id, place) ORDER BY p.place), $2 \
         FROM unnest($1::jsonb[]) AS b (before) \
         ON CONFLICT (item_id) DO UPDATE SET images = excluded.images, version = o.version + 1, updated_at = now(), \
           updated_by = excluded.updated_by",
        orders,
        write.actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks the items whose pictures an operation ordered, as who orders them does: an order that is made meanwhile is
/// seen, and is not overwritten.
async fn lock_ordered_items(db: &mut PgConnection, operation: Uuid) -> Result<(), StoreError> {
    sqlx::query(
        "SELECT FROM catalog_items WHERE id IN \
           (SELECT c.item_id FROM item_row_changes c WHERE c.operation_id = $1 AND c.subject = 'images') \
         ORDER BY id FOR NO KEY UPDATE",
    )
    .bind(operation)
    .execute(db)
    .await?;
    Ok(())
}

/// Takes the locks of writers of rows.
pub(crate) async fn lock_rows(db: &mut PgConnection) -> Result<(), StoreError> {
    lock_relations(&mut *db).await?;
    lock_stock(db).await
}
