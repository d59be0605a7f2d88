//! Candidates of duplicate detection, and the pairs that people marked as different products.

use crate::connection::write::{BegunWrite, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::duplicates::{CatalogProduct, pair_of};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use uuid::Uuid;

impl Store {
    /// Lists every product that is not deleted, with the attributes that may show that it is a duplicate.
    pub async fn catalog_products(&self) -> Result<Vec<CatalogProduct>, StoreError> {
        self.run_long(async {
            // Attributes may be long texts: those whose names are in question are read alone.
            let rows = sqlx::query!(
                r#"SELECT id, name, manufacturer, currency,
                     (SELECT coalesce(jsonb_object_agg(a.key, a.value), '{}') FROM jsonb_each(attributes) AS a
                      WHERE a.key ~* 'ingredient|princ|concentra|teor|formula|regist') AS "attributes!"
                   FROM catalog_items WHERE deleted_at IS NULL"#
            )
            .fetch_all(&self.pool)
            .await?;
            let products = rows.into_iter().map(|row| CatalogProduct {
                id: row.id,
                name: row.name,
                manufacturer: row.manufacturer,
                currency: row.currency,
                attributes: read_attributes(row.attributes),
            });
            Ok(products.collect())
        })
        .await
    }

    /// The pairs of products that people told apart, each in order of the ids.
    pub async fn different_items(&self) -> Result<HashSet<(Uuid, Uuid)>, StoreError> {
        let rows = sqlx::query!("SELECT one, other FROM different_items").fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.one, row.other)).collect())
    }

    /// Stores that pairs of products are no duplicates, or forgets it.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] where there is no such product.
    pub async fn tell_items_apart(
        &self,
        pairs: &[(Uuid, Uuid)],
        are_different: bool,
        write: &Write,
    ) -> Result<(), StoreError> {
        let pairs: HashSet<(Uuid, Uuid)> = pairs.iter().map(|(one, other)| pair_of(*one, *other)).collect();
        let (ones, others): (Vec<Uuid>, Vec<Uuid>) = pairs.into_iter().unzip();
        self.run(async {
            let mut tx = match self.begin("tell-items-apart", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            if are_different {
                sqlx::query!(
                    "INSERT INTO different_items (one, other, actor) \
                     SELECT one, other, $3 FROM unnest($1::uuid[], $2::uuid[]) AS p (one, other) \
                     ON CONFLICT DO NOTHING",
                    &ones,
                    &others,
                    write.actor
                )
                .execute(&mut *tx)
                .await?;
            } else {
                sqlx::query!(
                    "DELETE FROM different_items d USING unnest($1::uuid[], $2::uuid[]) AS p (one, other) \
                     WHERE d.one = p.one AND d.other = p.other",
                    &ones,
                    &others
                )
                .execute(&mut *tx)
                .await?;
            }
            note_result(&mut tx, write, &json!({ "pairs": ones.len() })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

fn read_attributes(stored: Value) -> Map<String, Value> {
    match stored {
        Value::Object(attributes) => attributes,
        _ => Map::new(),
    }
}
