//! New values of an import, with the similar values that the catalog already uses.

use crate::{Store, StoreError};
use celeiro_domain::import::{
    Likeness, MergedField, SimilarValue, SpellingIndex, is_in_capitals, similar_values,
};
use celeiro_domain::search::Kind;
use sqlx::{AssertSqlSafe, PgConnection};
use std::cmp::Reverse;

/// A value that no record has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueInRows {
    /// The field.
    pub field: MergedField,
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
) -> Result<(Vec<ValueInRows>, i64), StoreError> {
    let table = crate::search::candidates::table(kind);
    let (mut all, mut total) = (Vec::new(), 0);
    for &(field, value, from) in list_merged_fields(kind) {
        let fresh = format!(
            "SELECT f.value, f.rows, count(*) OVER () \
             FROM (SELECT {value} AS value, count(*) AS rows FROM incoming r {from} WHERE {value} IS NOT NULL GROUP BY 1) AS f \
             LEFT JOIN (SELECT DISTINCT {value} AS value FROM {table} r {from} WHERE r.deleted_at IS NULL) AS k USING (value) \
             WHERE k.value IS NULL ORDER BY f.rows DESC, f.value LIMIT {MOST}"
        );
        let fresh: Vec<(String, i64, i64)> = sqlx::query_as(AssertSqlSafe(fresh)).fetch_all(&mut *db).await?;
        let Some((_, _, count)) = fresh.first() else { continue };
        total += *count;
        let known = known_values(&mut *db, kind, value, from).await?;
        all.extend(beside_known(field, fresh, &known));
    }
    all.sort_by_key(|new| (new.near.as_ref().map_or(u8::MAX, |near| near.1 as u8), new.field));
    Ok((all, total))
}

/// The fields of `kind`, each with the SQL of one value and of what it comes from besides the table.
fn list_merged_fields(kind: Kind) -> &'static [(MergedField, &'static str, &'static str)] {
    const TAGS: (MergedField, &str, &str) = (MergedField::Tags, "tag", ", unnest(r.tags) AS tag");
    const ITEMS: [(MergedField, &str, &str); 3] =
        [(MergedField::Category, "category", ""), (MergedField::Manufacturer, "manufacturer", ""), TAGS];
    match kind {
        Kind::Items => &ITEMS,
        Kind::Faqs => &[TAGS],
    }
}

/// Values in use and how many records have them, the commonest first.
async fn known_values(
    db: &mut PgConnection,
    kind: Kind,
    value: &str,
    from: &str,
) -> Result<Vec<(String, i64)>, StoreError> {
    let table = crate::search::candidates::table(kind);
    let known = format!(
        "SELECT {value}, count(*) FROM {table} r {from} WHERE r.deleted_at IS NULL AND {value} IS NOT NULL \
         GROUP BY {value} ORDER BY count(*) DESC, {value} LIMIT {MOST_KNOWN}"
    );
    Ok(sqlx::query_as(AssertSqlSafe(known)).fetch_all(db).await?)
}

impl Store {
    /// Values in use that resemble a commoner one of their field, of each field the 20,000 commonest.
    pub async fn similar_values(&self, kind: Kind) -> Result<Vec<SimilarValue>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            let mut all = Vec::new();
            for &(field, value, from) in list_merged_fields(kind) {
                let known = known_values(&mut db, kind, value, from).await?;
                let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
                let known: Vec<(String, u32)> = known.into_iter().map(|(v, n)| (v, count(n))).collect();
                all.extend(similar_values(field, &known));
            }
            Ok(all)
        })
        .await
    }
}

/// What is in use weighs more than anything that the file brings, of which the commoner weighs more.
fn beside_known(
    field: MergedField,
    mut fresh: Vec<(String, i64, i64)>,
    known: &[(String, i64)],
) -> Vec<ValueInRows> {
    fresh.sort_by_key(|(value, rows, _)| (Reverse(*rows), is_in_capitals(value)));
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
        .map(|(place, (value, rows, _))| ValueInRows {
            field,
            value: value.clone(),
            rows: *rows,
            near: near(place, value),
        })
        .collect()
}
