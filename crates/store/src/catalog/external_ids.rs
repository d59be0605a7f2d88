//! Records by their ids elsewhere, as people write them: in any case, the beginning left out.

use crate::search::candidates::table;
use crate::search::filter_sql::push_filters;
use crate::{Store, StoreError};
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
    /// The searchable records whose ids elsewhere are or end in one of `names` (lower case), in the
    /// order of the names. An end counts where it begins a part: `fun-0028` of `DEMO-FUN-0028`, and
    /// only where `name` holds a letter: `0028` alone could be anything.
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
             OR (n.name ~ '[[:alpha:]]' AND substr({backwards}, length(n.name) + 1, 1) !~ '[[:alnum:]]'))"
        ));
        if kind == Kind::Items {
            push_filters(&mut sql, filters);
        }
        sql.push(" ORDER BY n.place, whole DESC, i.external_id LIMIT ").push(MAX_RECORDS);
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        let found: Vec<(NamedRecord, bool)> = rows
            .iter()
            .map(|row| {
                let record = NamedRecord { id: row.try_get("id")?, name: row.try_get("name")? };
                Ok((record, row.try_get("whole")?))
            })
            .collect::<Result<_, sqlx::Error>>()?;
        // Where a name is a whole id, records that only end in it are not meant.
        let whole = |name: &str| found.iter().any(|(record, whole)| *whole && record.name == name);
        let meant = found.iter().filter(|(record, is_whole)| *is_whole || !whole(&record.name));
        Ok(meant.map(|(record, _)| record.clone()).collect())
    }
}
