//! Facets: values of the catalog that filters offer.

use crate::{Store, StoreError};
use celeiro_domain::catalog::{AttributeFacet, FacetValue, Facets, Price};

/// Values listed for one field.
const VALUES: i64 = 200;

impl Store {
    /// Counts the values. Filters compare folded texts: what they take for one value is listed once, by its
    /// commonest spelling, with the items of all. Reads every searchable item once a field: about a second for a
    /// hundred thousand, so callers keep the result for a while.
    pub async fn facets(&self) -> Result<Facets, StoreError> {
        self.run(async {
            let rows = sqlx::query!(
                r#"WITH i AS MATERIALIZED (SELECT category, manufacturer, tags, search_text FROM catalog_items WHERE searchable)
                   (SELECT 'category' AS "field!", mode() WITHIN GROUP (ORDER BY category) AS "value!", count(*) AS "count!"
                    FROM i WHERE category IS NOT NULL GROUP BY split_part(search_text, E'\n', 3) ORDER BY 3 DESC, 2 LIMIT $1)
                   UNION ALL
                   (SELECT 'manufacturer', mode() WITHIN GROUP (ORDER BY manufacturer), count(*)
                    FROM i WHERE manufacturer IS NOT NULL GROUP BY split_part(search_text, E'\n', 4) ORDER BY 3 DESC, 2 LIMIT $1)
                   UNION ALL
                   (SELECT 'tag', (array_agg(tag ORDER BY count DESC, tag))[1], sum(count)::bigint
                    FROM (SELECT tag, count(*) AS count FROM i, unnest(tags) AS tag GROUP BY tag) AS t
                    GROUP BY normalize_text(tag) ORDER BY 3 DESC, 2 LIMIT $1)"#,
                VALUES
            )
            .fetch_all(&self.pool)
            .await?;
            let mut facets = Facets::default();
            for row in rows {
                let list = match row.field.as_str() {
                    "category" => &mut facets.categories,
                    "manufacturer" => &mut facets.manufacturers,
                    _ => &mut facets.tags,
                };
                list.push(FacetValue { value: row.value, count: u32::try_from(row.count).unwrap_or(u32::MAX) });
            }
            let prices = sqlx::query!("SELECT min(price) AS least, max(price) AS most FROM catalog_items WHERE searchable")
                .fetch_one(&self.pool)
                .await?;
            let price = |p: Option<sqlx::types::Decimal>| p.and_then(|p| Price::new(p).ok());
            (facets.min_price, facets.max_price) = (price(prices.least), price(prices.most));
            let states = sqlx::query!(
                r#"SELECT g.stock_state AS "state!", count(*) AS "count!" FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
                   WHERE i.searchable GROUP BY 1 ORDER BY 2 DESC, 1"#
            )
            .fetch_all(&self.pool)
            .await?;
            let state = |state: &str, count: i64| FacetValue {
                value: state.to_owned(),
                count: u32::try_from(count).unwrap_or(u32::MAX),
            };
            facets.stock = states.iter().map(|row| state(&row.state, row.count)).collect();
            facets.attributes = self.attribute_facets().await?;
            Ok(facets)
        })
        .await
    }

    /// An attribute of very many spellings is no choice, however few values they come to: it is not folded. Fields that
    /// are defined go before others where there are too many, and those that filters do not offer take no place.
    async fn attribute_facets(&self) -> Result<Vec<AttributeFacet>, StoreError> {
        let rows = sqlx::query!(
            r#"WITH a AS MATERIALIZED (
                 SELECT key, value #>> '{}' AS value, count(*) AS count
                 FROM catalog_items, jsonb_each(attributes) WHERE searchable AND jsonb_typeof(value) IN ('string', 'number', 'boolean')
                 GROUP BY 1, 2),
               few AS (
                 SELECT key FROM a
                 WHERE NOT EXISTS (SELECT FROM catalog_fields d
                   WHERE d.key = a.key AND d.deleted_at IS NULL AND d.content ->> 'filterable' = 'false')
                 GROUP BY key HAVING count(*) <= 600 AND max(char_length(value)) <= 80),
               f AS MATERIALIZED (
                 SELECT key, (array_agg(value ORDER BY count DESC, value))[1] AS value, sum(count)::bigint AS count
                 FROM a JOIN few USING (key) GROUP BY key, normalize_text(value)),
               k AS (
                 SELECT f.key, sum(f.count) AS total FROM f LEFT JOIN catalog_fields d ON d.key = f.key AND d.deleted_at IS NULL
                 GROUP BY f.key HAVING count(*) <= 60 ORDER BY count(d.key) = 0, 2 DESC, 1 LIMIT 24)
               SELECT f.key AS "key!", f.value AS "value!", f.count AS "count!" FROM f JOIN k USING (key)
               WHERE f.value <> '' ORDER BY k.total DESC, f.key, f.count DESC, f.value"#
        )
        .fetch_all(&self.pool)
        .await?;
        let mut facets: Vec<AttributeFacet> = Vec::new();
        for row in rows {
            let value = FacetValue { value: row.value, count: u32::try_from(row.count).unwrap_or(u32::MAX) };
            match facets.last_mut() {
                Some(facet) if facet.key == row.key => facet.values.push(value),
                _ => facets.push(AttributeFacet { key: row.key, values: vec![value] }),
            }
        }
        Ok(facets)
    }

    /// Whether any searchable item has the attribute `key`, so that a filter can name it.
    pub async fn attribute_exists(&self, key: &str) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM catalog_items WHERE searchable AND attributes ? $1) AS "found!""#,
            key
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }

    /// Lists the keys of all items' attributes, of deleted items too.
    pub async fn attribute_keys(&self) -> Result<Vec<String>, StoreError> {
        let keys = sqlx::query_scalar!(
            r#"SELECT DISTINCT key AS "key!" FROM catalog_items, jsonb_object_keys(attributes) AS key"#
        )
        .fetch_all(&self.pool);
        self.run_long(async { Ok(keys.await?) }).await
    }

    /// Lists the keys of the catalog's attributes, commonest first, at most `count`.
    pub async fn attribute_names(&self, count: i64) -> Result<Vec<String>, StoreError> {
        let names = sqlx::query_scalar!(
            r#"SELECT key AS "key!" FROM catalog_items, jsonb_object_keys(attributes) AS key
               WHERE searchable GROUP BY key ORDER BY count(*) DESC, key LIMIT $1"#,
            count
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(names.await?) }).await
    }
}
