//! Lookup of records by external id, as people type it: in any case, the prefix left out; and of items by the codes and
//! EANs of their packages.

use crate::search::candidates::table;
use crate::search::filter_sql::push_filters;
use crate::search::lexical::lexeme;
use crate::{Store, StoreError};
use celeiro_domain::catalog::spell_gtin;
use celeiro_domain::search::{Filters, Kind};
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

/// Most records that one search names.
const MAX_RECORDS: i64 = 50;

/// A record that a query names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRecord {
    /// The record.
    pub id: Uuid,
    /// The name that the query has for it.
    pub name: String,
}

impl Store {
    /// The searchable records whose ids elsewhere are or end in one of `names` (lower case), or that are sold in a
    /// package with that code or EAN, in the order of the names. An end counts where it begins a part: `fun-0028` of
    /// `DEMO-FUN-0028`, and only where `name` holds letters and digits: `0028` alone could be anything, and words joined
    /// by a hyphen are a code only where they are the whole of it.
    pub async fn named_records(
        &self,
        kind: Kind,
        names: &[String],
        filters: &Filters,
    ) -> Result<Vec<NamedRecord>, StoreError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let backwards = "reverse(lower(i.external_id))";
        // Put together at run time because the table depends on the kind. The comparisons are those
        // of the index; as a pattern the name would have to be known when the statement is planned.
        let mut sql =
            QueryBuilder::new("SELECT n.name, i.id, lower(i.external_id) = n.name AS whole FROM unnest(");
        sql.push_bind(names.to_vec()).push(") WITH ORDINALITY AS n (name, place) JOIN ").push(table(kind));
        sql.push(format!(
            " i ON {backwards} ~>=~ reverse(n.name) AND {backwards} ~<~ (reverse(n.name) || chr(1114111)) \
             WHERE i.searchable AND i.external_id IS NOT NULL AND (lower(i.external_id) = n.name \
             OR (n.name ~ '[[:alpha:]]' AND n.name ~ '[0-9]' AND substr({backwards}, length(n.name) + 1, 1) !~ '[[:alnum:]]'))"
        ));
        if kind == Kind::Items {
            push_filters(&mut sql, filters);
        }
        sql.push(" ORDER BY n.place, whole DESC, i.external_id LIMIT ").push(MAX_RECORDS);
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        let mut found: Vec<(NamedRecord, bool)> = rows
            .iter()
            .map(|row| {
                let record = NamedRecord { id: row.try_get("id")?, name: row.try_get("name")? };
                Ok((record, row.try_get("whole")?))
            })
            .collect::<Result<_, sqlx::Error>>()?;
        if kind == Kind::Items {
            let packed = self.items_sold_as(names, filters).await?;
            found.extend(packed.into_iter().map(|record| (record, true)));
            found.sort_by_key(|(record, _)| names.iter().position(|name| *name == record.name));
        }
        // Where a name is a whole id, records that only end in it are not meant.
        let whole = |name: &str| found.iter().any(|(record, whole)| *whole && record.name == name);
        let meant = found.iter().filter(|(record, is_whole)| *is_whole || !whole(&record.name));
        Ok(meant.map(|(record, _)| record.clone()).collect())
    }

    /// The searchable items that are sold in a package whose code or EAN is one of `names`.
    async fn items_sold_as(
        &self,
        names: &[String],
        filters: &Filters,
    ) -> Result<Vec<NamedRecord>, StoreError> {
        // The word index has the few items that hold the word; their packages say whether it is a code of one.
        let word = |name: &String| {
            // An EAN is the same number with zeros before it.
            let mut spellings = spell_gtin(name);
            spellings.push(name.clone());
            let words: Vec<String> = spellings.iter().map(|one| lexeme(&format!("\u{2}{one}"))).collect();
            words.join(" | ")
        };
        let words: Vec<String> = names.iter().map(word).collect();
        let numbers: Vec<String> =
            names.iter().map(|name| spell_gtin(name).pop().unwrap_or_default()).collect();
        let mut sql = QueryBuilder::new("SELECT n.name, i.id FROM unnest(");
        sql.push_bind(names.to_vec())
            .push("::text[], ")
            .push_bind(words)
            .push("::text[], ")
            .push_bind(numbers);
        sql.push(
            "::text[]) WITH ORDINALITY AS n (name, word, number, place) \
             JOIN catalog_items i ON i.search_words @@ n.word::tsquery \
             WHERE i.searchable AND EXISTS (SELECT FROM jsonb_array_elements(i.packages) AS p (package) \
               WHERE n.name = normalize_text(p.package ->> 'code') OR n.number = lpad(p.package ->> 'ean', 14, '0'))",
        );
        push_filters(&mut sql, filters);
        sql.push(" ORDER BY n.place, i.id LIMIT ").push(MAX_RECORDS);
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        Ok(rows
            .iter()
            .map(|row| Ok(NamedRecord { id: row.try_get("id")?, name: row.try_get("name")? }))
            .collect::<Result<_, sqlx::Error>>()?)
    }
}
