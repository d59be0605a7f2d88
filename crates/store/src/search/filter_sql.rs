//! SQL of filters on items. Values are always bound, never written into the statement.
//!
//! The grid is a narrow copy of the catalog: filters on its columns do not read an item's texts.

use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::stock::StockState;
use celeiro_domain::search::Filters;
use celeiro_domain::text::normalize_text;
use sqlx::{Postgres, QueryBuilder};

/// Longest folded value that the grid stores whole, in characters.
const LONGEST_GRID_VALUE: usize = 499;

/// Appends ` AND …` for each condition; `catalog_items` must be in scope as `i`.
pub(crate) fn push_filters(sql: &mut QueryBuilder<Postgres>, filters: &Filters) {
    let fold_values =
        |values: &[String]| -> Vec<String> { values.iter().map(|v| normalize_text(v)).collect() };
    if !filters.category.is_empty() {
        sql.push(" AND split_part(i.search_text, E'\\n', 3) = ANY(")
            .push_bind(fold_values(&filters.category))
            .push(")");
    }
    if !filters.manufacturer.is_empty() {
        sql.push(" AND split_part(i.search_text, E'\\n', 4) = ANY(")
            .push_bind(fold_values(&filters.manufacturer))
            .push(")");
    }
    if let Some(least) = filters.min_price {
        sql.push(" AND i.price >= ").push_bind(Price::amount(least));
    }
    if let Some(most) = filters.max_price {
        sql.push(" AND i.price <= ").push_bind(Price::amount(most));
    }
    if !filters.tags.is_empty() {
        // One value however many tags are asked for: a statement takes 65,535, and each term of a query has its own.
        sql.push(" AND ARRAY(SELECT normalize_text(t) FROM unnest(i.tags) AS t) @> ")
            .push_bind(fold_values(&filters.tags));
    }
    if !filters.stock.is_empty() {
        // The grid alone knows the state.
        sql.push(" AND EXISTS (SELECT FROM catalog_grid s WHERE s.item_id = i.id AND s.stock_state = ANY(")
            .push_bind(name_states(&filters.stock))
            .push("))");
    }
    for (key, value) in &filters.attributes {
        sql.push(" AND i.attributes ? ").push_bind(key.clone());
        sql.push(" AND attribute_holds(i.attributes, ").push_bind(key.clone());
        sql.push(", ").push_bind(normalize_text(value)).push(")");
    }
}

/// Names the stock states of a filter as the grid has them.
pub(crate) fn name_states(states: &[StockState]) -> Vec<String> {
    states.iter().map(|state| state.as_str().to_owned()).collect()
}

/// Whether the grid stores every value of the conditions whole.
pub(crate) fn fits_grid(filters: &Filters) -> bool {
    let listed = filters.category.iter().chain(&filters.manufacturer).chain(&filters.tags);
    let mut values = listed.chain(filters.attributes.values());
    values.all(|value| normalize_text(value).chars().count() <= LONGEST_GRID_VALUE)
}

/// [`push_filters`] on `catalog_grid` as `g`, for conditions that [`fits_grid`] accepts.
pub(crate) fn push_grid_filters(sql: &mut QueryBuilder<Postgres>, filters: &Filters) {
    for (column, values) in [("g.category", &filters.category), ("g.manufacturer", &filters.manufacturer)] {
        if values.is_empty() {
            continue;
        }
        let folded: Vec<String> = values.iter().map(|v| normalize_text(v)).collect();
        let or_none = folded.iter().any(String::is_empty);
        sql.push(" AND (").push(column).push(" = ANY(").push_bind(folded).push(")");
        if or_none {
            sql.push(" OR ").push(column).push(" IS NULL");
        }
        sql.push(")");
    }
    if let Some(least) = filters.min_price {
        sql.push(" AND g.price >= ").push_bind(Price::amount(least));
    }
    if let Some(most) = filters.max_price {
        sql.push(" AND g.price <= ").push_bind(Price::amount(most));
    }
    if !filters.tags.is_empty() {
        let tags: Vec<String> = filters.tags.iter().map(|tag| normalize_text(tag)).collect();
        sql.push(" AND g.tags @> ").push_bind(tags);
    }
    if !filters.stock.is_empty() {
        sql.push(" AND g.stock_state = ANY(").push_bind(name_states(&filters.stock)).push(")");
    }
    for (key, value) in &filters.attributes {
        sql.push(" AND g.attribute_marks @> ARRAY[attribute_mark(").push_bind(key.clone());
        sql.push(", ").push_bind(normalize_text(value)).push(")]");
    }
}
