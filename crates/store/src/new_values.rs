//! Values that an import would bring in for the first time, and the values in use that they resemble.

use crate::StoreError;
use celeiro_domain::intake::{Likeness, SpellingIndex};
use celeiro_domain::search::Kind;
use sqlx::{AssertSqlSafe, PgConnection};

/// A value that no record has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewValue {
    /// `category`, `manufacturer` or `tags`.
    pub field: &'static str,
    /// The value.
    pub value: String,
    /// Rows that bring it.
    pub rows: i64,
    /// The value that it resembles, of the catalog or else of more rows of the file, and how.
    pub near: Option<(String, Likeness)>,
}

/// Values of a field that are compared and told; those of most rows.
const MOST: i64 = 2_000;
/// Values in use that they are compared with; the commonest.
const MOST_KNOWN: i64 = 20_000;

/// What the gathered rows bring that no record has, and how many values that are, told or not: first
/// those that resemble another.
pub(crate) async fn new_values(
    db: &mut PgConnection,
    kind: Kind,
) -> Result<(Vec<NewValue>, i64), StoreError> {
    let fields: &[(&str, &str, &str)] = match kind {
        Kind::Items => &[
            ("category", "category", ""),
            ("manufacturer", "manufacturer", ""),
            ("tags", "tag", ", unnest(r.tags) AS tag"),
        ],
        Kind::Faqs => &[("tags", "tag", ", unnest(r.tags) AS tag")],
    };
    let table = crate::candidates::table(kind);
    let (mut all, mut total) = (Vec::new(), 0);
    for &(field, value, from) in fields {
        let fresh = format!(
            "SELECT f.value, f.rows, count(*) OVER () \
             FROM (SELECT {value} AS value, count(*) AS rows FROM incoming r {from} WHERE {value} IS NOT NULL GROUP BY 1) AS f \
             LEFT JOIN (SELECT DISTINCT {value} AS value FROM {table} r {from} WHERE r.deleted_at IS NULL) AS k USING (value) \
             WHERE k.value IS NULL ORDER BY f.rows DESC, f.value LIMIT {MOST}"
        );
        let fresh: Vec<(String, i64, i64)> = sqlx::query_as(AssertSqlSafe(fresh)).fetch_all(&mut *db).await?;
        let Some((_, _, count)) = fresh.first() else { continue };
        total += *count;
        let known = format!(
            "SELECT {value}, count(*) FROM {table} r {from} WHERE r.deleted_at IS NULL AND {value} IS NOT NULL \
             GROUP BY {value} ORDER BY count(*) DESC, {value} LIMIT {MOST_KNOWN}"
        );
        let known: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(known)).fetch_all(&mut *db).await?;
        all.extend(beside_known(field, fresh, &known));
    }
    all.sort_by_key(|new| (new.near.as_ref().map_or(u8::MAX, |near| near.1 as u8), new.field));
    Ok((all, total))
}

/// What is in use weighs more than anything that the file brings, of which the commoner weighs more.
fn beside_known(
    field: &'static str,
    fresh: Vec<(String, i64, i64)>,
    known: &[(String, i64)],
) -> Vec<NewValue> {
    let mut index = SpellingIndex::default();
    let new = fresh.len() as u64;
    for (value, count) in known {
        index.add(value, new + count.unsigned_abs());
    }
    for (place, (value, ..)) in fresh.iter().enumerate() {
        index.add(value, new - place as u64);
    }
    let near = |place: usize, value: &str| {
        index.nearest(value, new - place as u64).map(|(value, likeness)| (value.to_owned(), likeness))
    };
    let values = fresh.iter().enumerate();
    values
        .map(|(place, (value, rows, _))| NewValue {
            field,
            value: value.clone(),
            rows: *rows,
            near: near(place, value),
        })
        .collect()
}
