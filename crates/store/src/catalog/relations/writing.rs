//! Insert and delete of relations under one lock for the whole catalog, so that two writers cannot make a cycle
//! together.

use crate::connection::encode::encode_json;
use crate::connection::write::{BegunWrite, finish, lock_bulk_shared, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::relations::{MAX_RELATIONS, RelationKind, RelationPair, RelationProblem};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// What became of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationSet {
    /// Whether it is another one now; nothing is kept of an operation that changes nothing.
    pub changed: bool,
}

impl Store {
    /// Stores a relation, or that a proposed one was refused; inside, what keeps it from being stored.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where one of the items is not there.
    pub async fn set_relation(
        &self,
        pair: RelationPair,
        is_refused: bool,
        write: &Write,
    ) -> Result<Result<RelationSet, RelationProblem>, StoreError> {
        self.run(async {
            let mut tx = match self.begin("set-relation", write).await? {
                BegunWrite::Done(result) => {
                    let done = serde_json::from_value(result);
                    return done
                        .map(Ok)
                        .map_err(|_| StoreError::Other("an operation without its result".into()));
                }
                BegunWrite::New(tx) => tx,
            };
            lock_bulk_shared(&mut tx).await?;
            lock_relations(&mut tx).await?;
            require_items(&mut tx, pair).await?;
            let stored = sqlx::query_scalar!(
                "SELECT refused FROM item_relations WHERE kind = $1 AND one = $2 AND other = $3",
                pair.kind.as_str(),
                pair.one,
                pair.other
            )
            .fetch_optional(&mut *tx)
            .await?;
            if stored == Some(is_refused) {
                return Ok(Ok(RelationSet { changed: false }));
            }
            if let Some(problem) = find_problem(&mut tx, pair, is_refused, stored.is_some()).await? {
                return Ok(Err(problem));
            }
            sqlx::query!(
                "INSERT INTO item_relations (kind, one, other, refused, actor) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (kind, one, other) DO UPDATE SET refused = excluded.refused, actor = excluded.actor, \
                   created_at = now()",
                pair.kind.as_str(),
                pair.one,
                pair.other,
                is_refused,
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            let done = RelationSet { changed: true };
            finish(&mut tx, write, &encode_json(&done)?).await?;
            tx.commit().await?;
            Ok(Ok(done))
        })
        .await
    }

    /// Removes a relation, or forgets that a proposed one was refused.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such relation.
    pub async fn remove_relation(&self, pair: RelationPair, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("remove-relation", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            lock_bulk_shared(&mut tx).await?;
            lock_relations(&mut tx).await?;
            let gone = sqlx::query!(
                "DELETE FROM item_relations WHERE kind = $1 AND one = $2 AND other = $3",
                pair.kind.as_str(),
                pair.one,
                pair.other
            )
            .execute(&mut *tx)
            .await?;
            require_rows(gone.rows_affected())?;
            finish(&mut tx, write, &json!({})).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Lets one writer of relations at a time through, until the transaction ends.
pub(crate) async fn lock_relations(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.relations'))").fetch_one(db).await?;
    Ok(())
}

/// Whether `other` leads to `one` by what it replaces, so that the pair would close a circle.
pub(crate) async fn closes_circle(db: &mut PgConnection, pair: RelationPair) -> Result<bool, StoreError> {
    if pair.kind != RelationKind::Replaces {
        return Ok(false);
    }
    let closes = sqlx::query_scalar!(
        r#"WITH RECURSIVE way (id) AS (
             SELECT r.other FROM item_relations r WHERE r.kind = 'replaces' AND r.one = $2
             UNION
             SELECT r.other FROM way w JOIN item_relations r ON r.kind = 'replaces' AND r.one = w.id)
           SELECT EXISTS (SELECT FROM way WHERE id = $1) AS "closes!""#,
        pair.one,
        pair.other
    );
    Ok(closes.fetch_one(db).await?)
}

/// Both items are there.
async fn require_items(db: &mut PgConnection, pair: RelationPair) -> Result<(), StoreError> {
    let mut ids = [pair.one, pair.other];
    ids.sort_unstable();
    let found = sqlx::query_scalar!(
        "SELECT id FROM catalog_items WHERE id = ANY($1) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE",
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    if found.len() < ids.len() { Err(StoreError::NotFound) } else { Ok(()) }
}

async fn find_problem(
    db: &mut PgConnection,
    pair: RelationPair,
    is_refused: bool,
    is_stored: bool,
) -> Result<Option<RelationProblem>, StoreError> {
    if is_refused {
        // A confirmed relation is taken away, not refused.
        let is_proposal = pair.kind == RelationKind::SameIngredient && !is_stored;
        return Ok((!is_proposal).then_some(RelationProblem::NotProposed));
    }
    for item in [pair.one, pair.other] {
        if count_relations(db, item).await? >= MAX_RELATIONS {
            return Ok(Some(RelationProblem::TooMany));
        }
    }
    Ok(closes_circle(db, pair).await?.then_some(RelationProblem::Cycle))
}

/// The relations of an item that its list shows: one with a deleted item is in no list, and could not be removed there.
async fn count_relations(db: &mut PgConnection, item: Uuid) -> Result<usize, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM item_relations r
             JOIN catalog_items i ON i.id = CASE WHEN r.one = $1 THEN r.other ELSE r.one END
           WHERE (r.one = $1 OR r.other = $1) AND NOT r.refused AND i.deleted_at IS NULL"#,
        item
    );
    Ok(usize::try_from(count.fetch_one(db).await?).unwrap_or(usize::MAX))
}
