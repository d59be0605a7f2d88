//! List of all categories: nodes of the tree, and categories that only items have.

use crate::{Store, StoreError};

/// A category with its own items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCategory {
    /// Its name; of one that items alone have, as one of them spells it.
    pub name: String,
    /// The name of the category that it stands under; none at the top.
    pub parent: Option<String>,
    /// Counts up with every change of it; 0 where items alone have it.
    pub version: i32,
    /// Its active items.
    pub active: i64,
    /// Its items that are not deleted.
    pub items: i64,
}

impl Store {
    /// The categories, at most `most`: those of the tree, then those with the most items; and how many there are.
    pub async fn categories(&self, most: i64) -> Result<(Vec<ListedCategory>, i64), StoreError> {
        // The grid has folded categories cut at 500 characters, and none where they are blank.
        let rows = sqlx::query!(
            r#"WITH counted AS MATERIALIZED (
                 SELECT category, count(*) FILTER (WHERE status = 'ativo') AS active, count(*) AS items
                 FROM catalog_grid WHERE NOT deleted AND category IS NOT NULL GROUP BY category),
               listed AS (
                 SELECT c.name, p.name AS parent, coalesce(c.version, 0) AS version, n.category AS counted,
                   coalesce(n.active, 0) AS active, coalesce(n.items, 0) AS items, count(*) OVER () AS total
                 FROM categories c LEFT JOIN categories p ON p.id = c.parent_id
                 FULL JOIN counted n ON n.category = c.folded
                 ORDER BY c.name IS NULL, 6 DESC, c.folded, n.category LIMIT $1)
               SELECT coalesce(l.name, (SELECT i.category FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
                   WHERE g.category = l.counted AND NOT g.deleted ORDER BY g.item_id LIMIT 1), l.counted) AS "name!",
                 l.parent AS "parent?", l.version AS "version!", l.active AS "active!", l.items AS "items!",
                 l.total AS "total!"
               FROM listed l"#,
            most
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let total = rows.first().map_or(0, |row| row.total);
        let listed = rows.into_iter().map(|row| ListedCategory {
            name: row.name,
            parent: row.parent,
            version: row.version,
            active: row.active,
            items: row.items,
        });
        Ok((listed.collect(), total))
    }

    /// The categories of the tree, each with the name of the one that it stands under.
    pub async fn category_places(&self) -> Result<Vec<(String, Option<String>)>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT c.name, p.name AS "parent?" FROM categories c LEFT JOIN categories p ON p.id = c.parent_id"#
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.name, row.parent)).collect())
    }

    /// Lists these categories, folded, with all that stand below them in the tree.
    pub async fn categories_below(&self, folded: &[String]) -> Result<Vec<String>, StoreError> {
        let below = sqlx::query_scalar!(r#"SELECT categories_below($1) AS "below!""#, folded);
        let below = below.fetch_one(&self.pool);
        self.run(async { Ok(below.await?) }).await
    }
}
