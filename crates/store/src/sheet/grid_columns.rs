//! Attributes of items as columns of a grid.

use crate::{Store, StoreError};

/// What most values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// Texts.
    Text,
    /// Numbers.
    Number,
    /// Yes or no.
    YesNo,
    /// Lists.
    List,
    /// Objects.
    Object,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeUse {
    /// Its key.
    pub key: String,
    /// What most values are.
    pub kind: AttributeKind,
    /// Items that have it.
    pub count: i64,
}

/// Attributes listed at most.
const MOST: i64 = 200;

impl Store {
    /// The attributes of all items that are not deleted, commonest first. Reads every item, so callers
    /// keep the result for a while.
    pub async fn attribute_columns(&self) -> Result<Vec<AttributeUse>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT key AS "key!", mode() WITHIN GROUP (ORDER BY jsonb_typeof(value)) AS "kind!", count(*) AS "count!"
               FROM catalog_items, jsonb_each(attributes)
               WHERE deleted_at IS NULL AND jsonb_typeof(value) <> 'null'
               GROUP BY key ORDER BY 3 DESC, 1 LIMIT $1"#,
            MOST
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let kind = |name: &str| match name {
            "number" => AttributeKind::Number,
            "boolean" => AttributeKind::YesNo,
            "array" => AttributeKind::List,
            "object" => AttributeKind::Object,
            _ => AttributeKind::Text,
        };
        Ok(rows
            .into_iter()
            .map(|r| AttributeUse { kind: kind(&r.kind), key: r.key, count: r.count })
            .collect())
    }
}
