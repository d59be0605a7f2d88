//! References to merged products: own prices of lists, attached files, judgments and cases of query sets. Each move is
//! logged for undo. Conversations keep the old ids, which redirect to the new product ([`super::redirects`]). Costs
//! stay with their product.

use crate::StoreError;
use crate::connection::encode::encode_json;
use celeiro_domain::catalog::duplicates::PriceMove;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// A join, as it is kept.
#[derive(Debug, Clone)]
pub(crate) struct StoredJoin {
    /// The product that stays.
    pub stays: Uuid,
    /// The products that were joined into it.
    pub others: Vec<Uuid>,
    /// Own prices that move.
    pub price_moves: Vec<PriceMove>,
}

impl StoredJoin {
    /// The moves of prices as they are stored.
    fn stored_moves(&self) -> Result<Value, StoreError> {
        let moves = self.price_moves.iter();
        let list: Vec<Value> =
            moves.map(|one| json!({ "item": one.item, "from": one.from, "to": one.to })).collect();
        encode_json(&list)
    }

    /// Reads stored moves of prices; what is none is passed over.
    pub(super) fn read_moves(stored: &Value) -> Vec<PriceMove> {
        let list = stored.as_array().map(Vec::as_slice).unwrap_or_default();
        let read = |one: &Value| {
            let text = |name: &str| one.get(name).and_then(Value::as_str);
            let item = text("item")?.parse().ok()?;
            Some(PriceMove { item, from: text("from")?.to_owned(), to: text("to")?.to_owned() })
        };
        list.iter().filter_map(read).collect()
    }
}

/// Moves all that points to the joined products, as `operation`.
pub(crate) async fn move_pointers(
    db: &mut PgConnection,
    join: &StoredJoin,
    operation: Uuid,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO item_joins (operation_id, stays, others, price_moves) VALUES ($1, $2, $3, $4)",
        operation,
        join.stays,
        &join.others,
        join.stored_moves()?
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("DELETE FROM joined_items WHERE item_id = $1", join.stays).execute(&mut *db).await?;
    sqlx::query!(
        "INSERT INTO joined_items (item_id, into_id, operation_id) \
         SELECT id, $2, $3 FROM unnest($1::uuid[]) AS o (id) \
         ON CONFLICT (item_id) DO UPDATE SET into_id = excluded.into_id, operation_id = excluded.operation_id",
        &join.others,
        join.stays,
        operation
    )
    .execute(&mut *db)
    .await?;
    copy_list_prices(db, join, operation).await?;
    move_files(db, join, operation).await?;
    let names = RecordNames::read(db, join).await?;
    move_judgments(db, &names, operation).await?;
    rename_in_cases(db, &names, operation).await
}

/// Gives packages the own prices that their products had. Those of the products stay where they are: a deleted product
/// is in no list.
async fn copy_list_prices(
    db: &mut PgConnection,
    join: &StoredJoin,
    operation: Uuid,
) -> Result<(), StoreError> {
    let items: Vec<Uuid> = join.price_moves.iter().map(|one| one.item).collect();
    let before: Vec<String> = join.price_moves.iter().map(|one| one.from.clone()).collect();
    let after: Vec<String> = join.price_moves.iter().map(|one| one.to.clone()).collect();
    sqlx::query!(
        "WITH wanted AS (SELECT DISTINCT ON (p.list_id, m.label) p.list_id, m.label, p.price \
           FROM unnest($3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS m (item_id, old_label, label, place) \
           JOIN list_prices p ON p.item_id = m.item_id AND p.package = m.old_label \
           ORDER BY p.list_id, m.label, m.place), \
         made AS (INSERT INTO list_prices (list_id, item_id, package, price) \
           SELECT list_id, $2, label, price FROM wanted ON CONFLICT DO NOTHING \
           RETURNING list_id, item_id, package, price) \
         INSERT INTO join_moves (operation_id, kind, moved) SELECT $1, 'list-price', to_jsonb(made) FROM made",
        operation,
        join.stays,
        &items,
        &before,
        &after
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Attaches the files to the product that stays, but content that it has already.
async fn move_files(db: &mut PgConnection, join: &StoredJoin, operation: Uuid) -> Result<(), StoreError> {
    // The pictures that come stand behind those that are there, however old they are, and in the order that people put
    // them in.
    let pictured: Vec<Uuid> = std::iter::once(join.stays).chain(join.others.iter().copied()).collect();
    sqlx::query!(
        "INSERT INTO item_images AS o (item_id, images, updated_by) \
         SELECT $1, array_agg(f.id ORDER BY array_position($2::uuid[], f.item_id), \
             array_position(i.images, f.id) NULLS LAST, f.created_at, f.id), \
           coalesce(current_setting('celeiro.actor', true), '') \
         FROM catalog_files f LEFT JOIN item_images i ON i.item_id = f.item_id \
         WHERE f.item_id = ANY($2) AND f.format = 'image' AND f.deleted_at IS NULL HAVING count(*) > 0 \
         ON CONFLICT (item_id) DO UPDATE SET \
           images = o.images || ARRAY(SELECT id FROM unnest(excluded.images) WITH ORDINALITY AS own (id, place) \
             WHERE id <> ALL(o.images) ORDER BY place), \
           version = o.version + 1, updated_at = now(), updated_by = excluded.updated_by",
        join.stays,
        &pictured
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "WITH wanted AS (SELECT DISTINCT ON (f.sha256) f.id, f.item_id AS came_from FROM catalog_files f \
           WHERE f.item_id = ANY($3) AND f.deleted_at IS NULL AND NOT EXISTS (SELECT FROM catalog_files o \
             WHERE o.item_id = $2 AND o.sha256 = f.sha256 AND o.deleted_at IS NULL) \
           ORDER BY f.sha256, array_position($3, f.item_id), f.id), \
         moved AS (UPDATE catalog_files f SET item_id = $2 FROM wanted w WHERE f.id = w.id \
           RETURNING f.id, w.came_from) \
         INSERT INTO join_moves (operation_id, kind, moved) \
         SELECT $1, 'file', jsonb_build_object('id', id, 'item_id', came_from) FROM moved",
        operation,
        join.stays,
        &join.others
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What query sets call the products.
struct RecordNames {
    /// Every name of the joined ones.
    old: Vec<String>,
    /// The name of the one that stays.
    new: String,
}

impl RecordNames {
    async fn read(db: &mut PgConnection, join: &StoredJoin) -> Result<Self, StoreError> {
        let old = sqlx::query_scalar!(
            r#"SELECT n.name AS "name!" FROM catalog_items i,
                 LATERAL (VALUES (i.id::text), (i.external_id)) AS n (name)
               WHERE i.id = ANY($1) AND n.name IS NOT NULL"#,
            &join.others
        )
        .fetch_all(&mut *db)
        .await?;
        let new = sqlx::query_scalar!(
            r#"SELECT coalesce(external_id, id::text) AS "name!" FROM catalog_items WHERE id = $1"#,
            join.stays
        )
        .fetch_one(db)
        .await?;
        Ok(Self { old, new })
    }
}

/// Makes judgments of the joined products those of the one that stays: of several of one judge the best, and none
/// where the judge has judged it.
async fn move_judgments(
    db: &mut PgConnection,
    names: &RecordNames,
    operation: Uuid,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH gone AS (DELETE FROM judgments j USING set_queries q, query_sets s \
           WHERE j.record = ANY($2) AND q.id = j.query_id AND s.id = q.set_id AND s.kind = 'items' \
           RETURNING j.query_id, j.record, j.judge, j.grade, j.note, j.blind, j.judged_at, q.set_id), \
         best AS (SELECT DISTINCT ON (query_id, judge) * FROM gone \
           ORDER BY query_id, judge, grade DESC, judged_at DESC), \
         made AS (INSERT INTO judgments (query_id, record, judge, grade, note, blind, judged_at) \
           SELECT query_id, $3, judge, grade, note, blind, judged_at FROM best ON CONFLICT DO NOTHING \
           RETURNING query_id, record, judge, judged_at), \
         touched AS (UPDATE query_sets SET version = version + 1, updated_at = now() \
           WHERE id IN (SELECT set_id FROM gone)) \
         INSERT INTO join_moves (operation_id, kind, moved) \
         SELECT $1::uuid, 'judgment', to_jsonb(gone) - 'set_id' FROM gone \
         UNION ALL SELECT $1, 'judgment-made', to_jsonb(made) FROM made",
        operation,
        &names.old,
        names.new
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Names the product that stays in what cases of query sets expect and forbid.
async fn rename_in_cases(
    db: &mut PgConnection,
    names: &RecordNames,
    operation: Uuid,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH renamed AS (SELECT q.id, q.set_id, q.expected AS old_expected, q.forbidden AS old_forbidden, \
             ARRAY(SELECT CASE WHEN e.name = ANY($2) THEN $3::text ELSE e.name END \
               FROM unnest(q.expected) WITH ORDINALITY AS e (name, place) \
               GROUP BY 1 ORDER BY min(e.place)) AS expected, \
             ARRAY(SELECT CASE WHEN e.name = ANY($2) THEN $3::text ELSE e.name END \
               FROM unnest(q.forbidden) WITH ORDINALITY AS e (name, place) \
               GROUP BY 1 ORDER BY min(e.place)) AS forbidden \
           FROM set_queries q JOIN query_sets s ON s.id = q.set_id AND s.kind = 'items' \
           WHERE q.expected && $2 OR q.forbidden && $2), \
         stored AS (UPDATE set_queries q SET expected = r.expected, forbidden = r.forbidden \
           FROM renamed r WHERE q.id = r.id RETURNING q.id), \
         touched AS (UPDATE query_sets SET version = version + 1, updated_at = now() \
           WHERE id IN (SELECT set_id FROM renamed)) \
         INSERT INTO join_moves (operation_id, kind, moved) \
         SELECT $1, 'case', to_jsonb(r) - 'set_id' FROM renamed r JOIN stored USING (id)",
        operation,
        &names.old,
        names.new
    )
    .execute(db)
    .await?;
    Ok(())
}
