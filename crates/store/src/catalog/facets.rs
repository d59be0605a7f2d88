//! Which values the catalog holds, for filters to choose from.

use crate::{Store, StoreError};
use celeiro_domain::catalog::{AttributeFacet, FacetValue, Facets, Price};
use celeiro_domain::text::normalize_text;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Values listed for one field.
const VALUES: i64 = 200;

impl Store {
    /// Counts the values. Reads every searchable item once a field: about a second for a hundred
    /// thousand, so callers keep the result for a while.
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
                   (SELECT 'tag', tag, count(*) FROM i, unnest(tags) AS tag GROUP BY tag ORDER BY 3 DESC, 2 LIMIT $1)"#,
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
            facets.tags = merge_spellings(facets.tags);
            let prices = sqlx::query!("SELECT min(price) AS least, max(price) AS most FROM catalog_items WHERE searchable")
                .fetch_one(&self.pool)
                .await?;
            let price = |p: Option<sqlx::types::Decimal>| p.and_then(|p| Price::new(p).ok());
            (facets.min_price, facets.max_price) = (price(prices.least), price(prices.most));
            facets.attributes = self.attribute_facets().await?;
            Ok(facets)
        })
        .await
    }

    async fn attribute_facets(&self) -> Result<Vec<AttributeFacet>, StoreError> {
        let rows = sqlx::query!(
            r#"WITH a AS MATERIALIZED (
                 SELECT key, value #>> '{}' AS value, count(*) AS count
                 FROM catalog_items, jsonb_each(attributes) WHERE searchable AND jsonb_typeof(value) IN ('string', 'number', 'boolean')
                 GROUP BY 1, 2),
               k AS (SELECT key, sum(count) AS total FROM a GROUP BY key
                     HAVING count(*) <= 60 AND max(char_length(value)) <= 80 ORDER BY 2 DESC, 1 LIMIT 24)
               SELECT a.key AS "key!", a.value AS "value!", a.count AS "count!" FROM a JOIN k USING (key)
               WHERE a.value <> '' ORDER BY k.total DESC, a.key, a.count DESC, a.value"#
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
        for facet in &mut facets {
            facet.values = merge_spellings(std::mem::take(&mut facet.values));
        }
        Ok(facets)
    }

    /// Whether any searchable item has the attribute `key`.
    pub async fn attribute_exists(&self, key: &str) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM catalog_items WHERE searchable AND attributes ? $1) AS "found!""#,
            key
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }

    /// The names of attributes, commonest first, at most `count`.
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

/// Filters compare folded texts: what they take for one value is listed once, by its commonest spelling, with the
/// items of all.
fn merge_spellings(values: Vec<FacetValue>) -> Vec<FacetValue> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut merged: Vec<FacetValue> = Vec::new();
    for value in values {
        match places.entry(normalize_text(&value.value)) {
            Entry::Occupied(place) => merged[*place.get()].count += value.count,
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push(value);
            }
        }
    }
    merged.sort_by_key(|value| std::cmp::Reverse(value.count));
    merged
}
