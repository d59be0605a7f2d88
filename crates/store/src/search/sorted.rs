//! Matches in another order than relevance: the complete result is sorted, not the best few.
//!
//! A digest of the word index sorts the matches by its columns (`digest`). Without a digest there are two ways: where
//! many items match, a bounded walk along the grid's own indexes soon finds the first in order; where few match, or the
//! walk did not fill the list, the word index lists the matching items, and these are sorted by a few columns. Both
//! give the same items; ADR 3 has the figures. The filters are those of every search. FAQs have neither prices nor
//! names and are never sorted this way.

use crate::connection::transaction::begin_transaction;
use crate::search::filter_sql::push_filters;
use crate::search::lexical::{is_findable, push_any};
use crate::{LexicalPlan, Store, StoreError};
use celeiro_domain::rank::RetrievalTerm;
use celeiro_domain::search::Sort;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

/// A walk is tried where it should look at no more items than this until the list is full.
const SOON: f64 = 250.0;
/// Items that a walk looks at, should those that match come late.
const WALKED: usize = 3_000;

impl Store {
    /// The first `limit` items in the order of `sort` among those that hold a term of `plan` or are in
    /// `also`, which vectors or the query's own names found. Ties fall to the id. `records` are all that
    /// there are, by the statistics.
    pub async fn sorted_matches(
        &self,
        plan: &LexicalPlan,
        also: &[Uuid],
        sort: Sort,
        limit: usize,
        records: u32,
    ) -> Result<Vec<Uuid>, StoreError> {
        let terms: Vec<&RetrievalTerm> = plan.terms.iter().filter(|t| is_findable(t)).collect();
        if let Some(first) = self.sort_digest(&terms, &plan.filters, also, sort, limit).await? {
            return Ok(first);
        }
        let holding = plan.terms.iter().fold(0, |all: u32, term| all.saturating_add(term.rows));
        if limit as f64 * f64::from(records) <= SOON * f64::from(holding) {
            let first = self.ids_of(walk(plan, also, sort, limit)).await?;
            if first.len() >= limit {
                return Ok(first);
            }
        }
        self.ids_of(all_matches(plan, also, sort, limit)).await
    }

    async fn ids_of(&self, mut sql: QueryBuilder<Postgres>) -> Result<Vec<Uuid>, StoreError> {
        let rows = self.run(async {
            let mut tx = begin_transaction(&self.pool).await?;
            // As for every search by words: comparing word lists is not as cheap as the planner thinks.
            sqlx::query!("SELECT set_config('enable_seqscan', 'off', true)").fetch_one(&mut *tx).await?;
            let rows = sql.build().fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(rows)
        });
        let ids = rows.await?.iter().map(|row| row.try_get(0)).collect::<Result<_, sqlx::Error>>()?;
        Ok(ids)
    }
}

/// The order as the grid's indexes have it, of the rows of `table`; ties by the item's id.
pub(crate) fn order(sort: Sort, table: &str) -> String {
    match sort {
        Sort::PriceAsc => format!(" ORDER BY {table}.price, {table}.item_id"),
        Sort::PriceDesc => format!(" ORDER BY {table}.price DESC NULLS LAST, {table}.item_id"),
        Sort::Name => format!(" ORDER BY {table}.name, {table}.item_id"),
        Sort::Newest | Sort::Relevance => format!(" ORDER BY {table}.created_at DESC, {table}.item_id"),
    }
}

/// The first of those that match among the first items of all.
fn walk(plan: &LexicalPlan, also: &[Uuid], sort: Sort, limit: usize) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new(
        "SELECT i.id FROM (SELECT g.item_id, g.price, g.name, g.created_at FROM catalog_grid g",
    );
    sql.push(order(sort, "g")).push(" LIMIT ").push(WALKED);
    sql.push(") w JOIN catalog_items i ON i.id = w.item_id WHERE ");
    push_matches(&mut sql, plan, also);
    sql.push(order(sort, "w")).push(" LIMIT ").push(limit);
    sql
}

/// The first of all that match. They are gathered before they are put in order, or the planner might walk
/// an index of prices or ages from end to end.
fn all_matches(plan: &LexicalPlan, also: &[Uuid], sort: Sort, limit: usize) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new(
        "WITH m AS MATERIALIZED (SELECT i.id AS item_id, i.price, i.created_at FROM catalog_items i WHERE ",
    );
    push_matches(&mut sql, plan, also);
    sql.push(") SELECT m.item_id FROM m");
    if sort == Sort::Name {
        // The grid keeps folded names by themselves; out of the whole text each would be cut anew.
        sql.push(" JOIN catalog_grid g USING (item_id)").push(order(sort, "g"));
    } else {
        sql.push(order(sort, "m"));
    }
    sql.push(" LIMIT ").push(limit);
    sql
}

/// Put together at run time because the terms and conditions depend on the query.
fn push_matches(sql: &mut QueryBuilder<Postgres>, plan: &LexicalPlan, also: &[Uuid]) {
    let terms: Vec<&RetrievalTerm> = plan.terms.iter().filter(|t| is_findable(t)).collect();
    sql.push("i.searchable AND (i.id = ANY(").push_bind(also.to_vec()).push(")");
    if !terms.is_empty() {
        sql.push(" OR ");
        push_any(sql, &terms);
    }
    sql.push(")");
    push_filters(sql, &plan.filters);
}
