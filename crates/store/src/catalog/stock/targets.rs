//! Lookup of the item or package that a code, EAN or name in a stock list refers to.

use crate::connection::encode::encode_text;
use crate::search::lexical::lexeme;
use crate::{Store, StoreError};
use celeiro_domain::catalog::{Item, names_ean, spell_gtin};
use std::collections::HashMap;
use uuid::Uuid;

/// Items that are looked through for one EAN at most.
const MAX_EAN_ITEMS: i64 = 50;

/// An item, or one of its packages.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StockTarget {
    /// The item.
    pub item: Uuid,
    /// The label of the package; none is the item itself.
    pub package: Option<String>,
}

/// What codes, EANs and names are of.
#[derive(Debug, Clone, Default)]
pub struct StockTargets {
    /// By folded code: the item's external id, or the code of a package.
    pub by_code: HashMap<String, Vec<StockTarget>>,
    /// By EAN of fourteen digits.
    pub by_ean: HashMap<String, Vec<StockTarget>>,
    /// By folded name of the item.
    pub by_name: HashMap<String, Vec<StockTarget>>,
}

impl Store {
    /// Finds the items and packages that codes, EANs and names of a stock list refer to. Items that are deleted do
    /// not count; codes and names are folded, EANs have fourteen digits.
    pub async fn stock_targets(
        &self,
        codes: &[String],
        eans: &[String],
        names: &[String],
    ) -> Result<StockTargets, StoreError> {
        let clean =
            |list: &[String]| list.iter().map(|one| encode_text(one).into_owned()).collect::<Vec<_>>();
        let (codes, names) = (clean(codes), clean(names));
        self.run_long(async {
            // An EAN of the item itself stands in an attribute; which attributes are of EANs is said in one place, and
            // the statement only passes over items without any that could be.
            let rows = sqlx::query!(
                r#"SELECT 'code' AS "by!", normalize_text(i.external_id) AS "key!", i.id AS "item!", NULL::text AS "package?",
                     NULL::text AS "attribute?"
                   FROM catalog_items i WHERE i.deleted_at IS NULL AND normalize_text(i.external_id) = ANY($1)
                   UNION ALL
                   SELECT 'code', normalize_text(p.one ->> 'code'), i.id, p.one ->> 'label', NULL
                   FROM catalog_items i, jsonb_array_elements(i.packages) AS p (one)
                   WHERE i.deleted_at IS NULL AND i.packages <> '[]' AND normalize_text(p.one ->> 'code') = ANY($1)
                   UNION ALL
                   SELECT 'ean', lpad(p.one ->> 'ean', 14, '0'), i.id, p.one ->> 'label', NULL
                   FROM catalog_items i, jsonb_array_elements(i.packages) AS p (one)
                   WHERE i.deleted_at IS NULL AND i.packages <> '[]' AND lpad(p.one ->> 'ean', 14, '0') = ANY($2)
                   UNION ALL
                   SELECT 'ean', lpad(translate(a.value, ' -.', ''), 14, '0'), i.id, NULL, a.key
                   FROM catalog_items i, jsonb_each_text(i.attributes) AS a
                   WHERE $2 <> '{}'::text[] AND i.deleted_at IS NULL AND i.attributes::text ~* 'ean|gtin|bar'
                     AND lpad(translate(a.value, ' -.', ''), 14, '0') = ANY($2)
                   UNION ALL
                   SELECT 'name', normalize_text(i.name), i.id, NULL, NULL
                   FROM catalog_items i WHERE $3 <> '{}'::text[] AND i.deleted_at IS NULL AND normalize_text(i.name) = ANY($3)"#,
                &codes,
                eans,
                &names
            )
            .fetch_all(&self.pool)
            .await?;
            let mut found = StockTargets::default();
            for row in rows {
                if row.attribute.as_deref().is_some_and(|name| !names_ean(name)) {
                    continue;
                }
                let map = match row.by.as_str() {
                    "code" => &mut found.by_code,
                    "ean" => &mut found.by_ean,
                    _ => &mut found.by_name,
                };
                let target = StockTarget { item: row.item, package: row.package };
                let targets = map.entry(row.key).or_default();
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
            Ok(found)
        })
        .await
    }

    /// The items that may have this EAN, at most 50: on sale by the word index, the others by all that they hold. What
    /// the index does not know, as digits in groups and fields that are left out of searches, is found by
    /// [`Store::items_with_digits`], which reads every item.
    pub async fn items_with_ean(&self, ean: &str) -> Result<Vec<Item>, StoreError> {
        let spellings = spell_gtin(ean);
        let Some(longest) = spellings.last() else { return Ok(Vec::new()) };
        let bare = longest.trim_start_matches('0').to_owned();
        let words: Vec<String> = spellings.iter().map(|one| lexeme(&format!("\u{2}{one}"))).collect();
        let ids = sqlx::query_scalar!(
            r#"SELECT c.id FROM catalog_items c WHERE c.id IN (
                 SELECT id FROM catalog_items WHERE searchable
                   AND (search_words @@ $3::text::tsquery OR external_id = ANY($2))
                 UNION ALL
                 SELECT id FROM catalog_items WHERE deleted_at IS NULL AND NOT searchable
                   AND (strpos(packages::text, $1) > 0 OR strpos(translate(attributes::text, ' -.', ''), $1) > 0
                     OR external_id = ANY($2)))
               ORDER BY c.searchable DESC, c.name, c.id LIMIT $4"#,
            bare,
            &spellings,
            words.join(" | "),
            MAX_EAN_ITEMS
        )
        .fetch_all(&self.pool);
        let ids = self.run(async { Ok(ids.await?) }).await?;
        self.items(&ids).await
    }

    /// The items that are not deleted and hold this EAN somewhere among their packages and attributes, at most 50.
    pub async fn items_with_digits(&self, ean: &str) -> Result<Vec<Item>, StoreError> {
        let Some(longest) = spell_gtin(ean).pop() else { return Ok(Vec::new()) };
        let bare = longest.trim_start_matches('0').to_owned();
        let ids = sqlx::query_scalar!(
            r#"SELECT id FROM catalog_items WHERE deleted_at IS NULL
                 AND (strpos(packages::text, $1) > 0 OR strpos(translate(attributes::text, ' -.', ''), $1) > 0
                   OR external_id = ANY($2))
               ORDER BY searchable DESC, name, id LIMIT $3"#,
            bare,
            &spell_gtin(ean),
            MAX_EAN_ITEMS
        )
        .fetch_all(&self.pool);
        let ids = self.run(async { Ok(ids.await?) }).await?;
        self.items(&ids).await
    }
}
