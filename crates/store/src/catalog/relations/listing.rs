//! Relations of an item, and items that may have the same active ingredient.

use crate::search::lexical::lexeme;
use crate::{Store, StoreError};
use celeiro_domain::catalog::Status;
use celeiro_domain::catalog::relations::{ItemRelation, RelationKind, RelationPair, RelationStatus};
use sqlx::PgExecutor;
use uuid::Uuid;

/// Items that are looked at for one item at most.
const MAX_CANDIDATES: i64 = 300;

impl Store {
    /// The relations of an item by kind and name, refused ones too; those with deleted items are left out.
    pub async fn item_relations(&self, item: Uuid) -> Result<Vec<ItemRelation>, StoreError> {
        self.run(read_relations(&self.pool, item)).await
    }

    /// Items on sale that hold `word` among their attributes and of which no person has said whether they have the same
    /// active ingredient as `item`.
    pub async fn ingredient_candidates(&self, item: Uuid, word: &str) -> Result<Vec<Uuid>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT i.id AS "id!" FROM catalog_items i
               WHERE i.searchable AND i.search_words @@ $2::text::tsquery AND i.id <> $1 AND NOT EXISTS (
                 SELECT FROM item_relations r WHERE r.kind = 'same_ingredient'
                   AND r.one = least(i.id, $1) AND r.other = greatest(i.id, $1))
               ORDER BY i.name, i.id LIMIT $3"#,
            item,
            lexeme(&format!("\u{2}{word}")),
            MAX_CANDIDATES
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }
}

async fn read_relations(db: impl PgExecutor<'_>, item: Uuid) -> Result<Vec<ItemRelation>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT r.kind, r.one, r.other, r.refused, i.name AS "name!", i.external_id AS "external_id?",
             i.manufacturer AS "manufacturer?", i.status AS "status!"
           FROM item_relations r JOIN catalog_items i ON i.id = CASE WHEN r.one = $1 THEN r.other ELSE r.one END
           WHERE (r.one = $1 OR r.other = $1) AND i.deleted_at IS NULL
           ORDER BY array_position(ARRAY['replaces', 'goes_with', 'same_ingredient'], r.kind), r.one = $1 DESC, i.name, i.id"#,
        item
    )
    .fetch_all(db)
    .await?;
    let relation =
        |row: &RelationPair, name, external_id, manufacturer, status: &str, refused| ItemRelation {
            kind: row.kind,
            direction: row.direction_from(item),
            item_id: row.other_than(item),
            name,
            external_id,
            manufacturer,
            item_status: Status::parse(status).unwrap_or_default(),
            status: if refused { RelationStatus::Refused } else { RelationStatus::Confirmed },
            evidence: None,
        };
    let read = rows.into_iter().filter_map(|row| {
        let pair = RelationPair { kind: RelationKind::parse(&row.kind)?, one: row.one, other: row.other };
        Some(relation(&pair, row.name, row.external_id, row.manufacturer, &row.status, row.refused))
    });
    Ok(read.collect())
}
