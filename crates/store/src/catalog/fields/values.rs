//! Values of attributes, for the preview of a definition and for proposals of undefined ones.

use crate::{Store, StoreError};
use serde_json::Value;
use uuid::Uuid;

/// Different values of an attribute that are read at most.
const MOST_VALUES: i64 = 100_000;
/// Items, the newest, whose values stand for those of all where a type is guessed.
const SAMPLED_ITEMS: i64 = 2_000;

/// A value of an attribute, and who has it.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeValue {
    /// The value.
    pub value: Value,
    /// Items that have it.
    pub items: i64,
    /// One of them.
    pub item: Uuid,
    /// Its name.
    pub name: String,
}

/// A value of an attribute among the newest items.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledValue {
    /// The attribute.
    pub key: String,
    /// The value.
    pub value: Value,
    /// Items that have it.
    pub items: i64,
}

impl Store {
    /// The different values of an attribute in items that are not deleted, the commonest first, at most 100,000.
    pub async fn attribute_values(&self, key: &str) -> Result<Vec<AttributeValue>, StoreError> {
        let rows = sqlx::query_as!(
            AttributeValue,
            r#"SELECT attributes -> $1::text AS "value!", count(*) AS "items!", (array_agg(id ORDER BY id))[1] AS "item!",
                 (array_agg(name ORDER BY id))[1] AS "name!"
               FROM catalog_items WHERE deleted_at IS NULL AND attribute_filled(attributes -> $1::text)
               GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $2"#,
            key,
            MOST_VALUES
        )
        .fetch_all(&self.pool);
        self.run_long(async { Ok(rows.await?) }).await
    }

    /// Values that the newest items have in these attributes, of each the commonest first.
    pub async fn sample_attributes(&self, keys: &[String]) -> Result<Vec<SampledValue>, StoreError> {
        let rows = sqlx::query_as!(
            SampledValue,
            r#"SELECT a.key AS "key!", a.value AS "value!", count(*) AS "items!"
               FROM (SELECT attributes FROM catalog_items WHERE deleted_at IS NULL ORDER BY id DESC LIMIT $2) AS i,
                 jsonb_each(i.attributes) AS a
               WHERE a.key = ANY($1) AND attribute_filled(a.value)
               GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2"#,
            keys,
            SAMPLED_ITEMS
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Active items of these folded categories that have nothing in an attribute.
    pub async fn count_items_without(&self, key: &str, categories: &[String]) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM catalog_items
               WHERE searchable AND split_part(search_text, E'\n', 3) = ANY($2)
                 AND NOT attribute_filled(coalesce(attributes -> $1::text, 'null'))"#,
            key,
            categories
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(count.await?) }).await
    }
}
