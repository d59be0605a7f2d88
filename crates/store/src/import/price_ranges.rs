//! Price outliers of an import: prices far from those of their category, in the catalog and in the file.

use crate::StoreError;
use celeiro_domain::import::price_range;
use sqlx::PgConnection;

/// A row whose price is far from those of its category.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceDoubt {
    /// The row.
    pub row_number: i32,
    /// What it is called.
    pub name: String,
    /// Its price, as a decimal.
    pub price: String,
    /// The lowest price of its category that is not far from the others, to the cent.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

/// Rows that are told at most.
const MOST: i64 = 100_000;

/// Quartiles of the logarithms of all prices of the categories that the file has; a price that a row
/// leaves as it is counts once. The table `incoming` exists only in this transaction.
const QUARTILES: &str = "WITH named AS ( \
     SELECT DISTINCT category, coalesce(normalize_text(category), '') AS folded FROM incoming WHERE price > 0), \
   priced AS ( \
     SELECT split_part(i.search_text, E'\\n', 3) AS folded, i.currency, ln(i.price::float8) AS price FROM catalog_items i \
     WHERE i.deleted_at IS NULL AND i.price > 0 \
       AND split_part(i.search_text, E'\\n', 3) IN (SELECT folded FROM named) \
       AND NOT EXISTS (SELECT FROM incoming n WHERE n.item_id = i.id AND n.price = i.price) \
     UNION ALL \
     SELECT m.folded, n.currency, ln(n.price::float8) FROM incoming n \
     JOIN named m ON m.category IS NOT DISTINCT FROM n.category WHERE n.price > 0), \
   told AS ( \
     SELECT folded, currency, count(*) AS count, \
       percentile_cont(0.25) WITHIN GROUP (ORDER BY price) AS q1, percentile_cont(0.75) WITHIN GROUP (ORDER BY price) AS q3 \
     FROM priced GROUP BY folded, currency) \
   SELECT m.category, t.currency, t.count, t.q1, t.q3 FROM told t JOIN named m ON m.folded = t.folded";
const OUTSIDE: &str = "SELECT n.row_number, coalesce(n.name, ''), n.price::text, r.low, r.high FROM incoming n \
   JOIN unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS r(category, currency, low, high) \
     ON r.category = coalesce(n.category, '') AND r.currency = n.currency \
   LEFT JOIN catalog_items i ON i.id = n.item_id \
   WHERE n.price > 0 AND (n.price < r.low::numeric OR n.price > r.high::numeric) \
     AND (i.id IS NULL OR i.price IS DISTINCT FROM n.price) \
   ORDER BY n.row_number LIMIT $5";

/// The gathered rows that bring a price which is far from those of its category.
pub(crate) async fn price_doubts(db: &mut PgConnection) -> Result<Vec<PriceDoubt>, StoreError> {
    let quartiles: Vec<(Option<String>, String, i64, f64, f64)> =
        sqlx::query_as(QUARTILES).fetch_all(&mut *db).await?;
    let (mut categories, mut currencies, mut lows, mut highs) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (category, currency, count, q1, q3) in quartiles {
        if let Some((low, high)) = price_range((q1, q3), count) {
            categories.push(category.unwrap_or_default());
            currencies.push(currency);
            lows.push(low);
            highs.push(high);
        }
    }
    if categories.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(i32, String, String, f64, f64)> = sqlx::query_as(OUTSIDE)
        .bind(&categories)
        .bind(&currencies)
        .bind(&lows)
        .bind(&highs)
        .bind(MOST)
        .fetch_all(db)
        .await?;
    let doubt = |(row_number, name, price, low, high)| PriceDoubt { row_number, name, price, low, high };
    Ok(rows.into_iter().map(doubt).collect())
}
