//! Conditions on items as SQL. Values are always bound, never written into the statement.

use celeiro_domain::catalog::Price;
use celeiro_domain::search::Filters;
use celeiro_domain::text::normalize_text;
use sqlx::{Postgres, QueryBuilder};

/// Appends ` AND …` for each condition; `catalog_items` must be in scope as `i`.
pub(crate) fn push_filters(sql: &mut QueryBuilder<Postgres>, filters: &Filters) {
    let folded = |values: &[String]| -> Vec<String> { values.iter().map(|v| normalize_text(v)).collect() };
    if !filters.category.is_empty() {
        sql.push(" AND split_part(i.search_text, E'\\n', 3) = ANY(")
            .push_bind(folded(&filters.category))
            .push(")");
    }
    if !filters.manufacturer.is_empty() {
        sql.push(" AND split_part(i.search_text, E'\\n', 4) = ANY(")
            .push_bind(folded(&filters.manufacturer))
            .push(")");
    }
    if let Some(least) = filters.min_price {
        sql.push(" AND i.price >= ").push_bind(Price::amount(least));
    }
    if let Some(most) = filters.max_price {
        sql.push(" AND i.price <= ").push_bind(Price::amount(most));
    }
    for tag in folded(&filters.tags) {
        sql.push(" AND EXISTS (SELECT FROM unnest(i.tags) AS t WHERE normalize_text(t) = ")
            .push_bind(tag)
            .push(")");
    }
    for (key, value) in &filters.attributes {
        sql.push(" AND i.attributes ? ").push_bind(key.clone());
        sql.push(" AND attribute_holds(i.attributes, ").push_bind(key.clone());
        sql.push(", ").push_bind(normalize_text(value)).push(")");
    }
}
