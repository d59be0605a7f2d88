//! What matches in another order than by relevance: all of it, not the best few put in order.
//!
//! The word index says which items match; of these, few columns are read and few rows kept. The filters
//! are those of every search. FAQs have neither prices nor names and are never asked so.

use crate::filter_sql::push_filters;
use crate::lexical::{is_findable, push_any};
use crate::{LexicalPlan, Store, StoreError};
use celeiro_domain::rank::RetrievalTerm;
use celeiro_domain::search::Sort;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

impl Store {
    /// The first `limit` items in the order of `sort` among those that hold a term of `plan` or are in
    /// `also`, which vectors or the query's own names found. Ties fall to the id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sorted_matches(
        &self,
        plan: &LexicalPlan,
        also: &[Uuid],
        sort: Sort,
        limit: usize,
    ) -> Result<Vec<Uuid>, StoreError> {
        let mut sql = statement(plan, also, sort, limit);
        let rows = self.run(async {
            let mut tx = self.pool.begin().await?;
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

/// Put together at run time because the terms and conditions depend on the query.
fn statement(plan: &LexicalPlan, also: &[Uuid], sort: Sort, limit: usize) -> QueryBuilder<Postgres> {
    let terms: Vec<&RetrievalTerm> = plan.terms.iter().filter(|t| is_findable(t)).collect();
    // Made first and as narrow as it can be: an index of prices or ages, walked for rows that match,
    // would read the words of every row that does not.
    let mut sql = QueryBuilder::new(
        "WITH matching AS MATERIALIZED (SELECT i.id, i.price, i.created_at FROM catalog_items i \
         WHERE i.searchable AND (i.id = ANY(",
    );
    sql.push_bind(also.to_vec()).push(")");
    if !terms.is_empty() {
        sql.push(" OR ");
        push_any(&mut sql, &terms);
    }
    sql.push(")");
    push_filters(&mut sql, &plan.filters);
    sql.push(") SELECT m.id FROM matching m");
    sql.push(match sort {
        Sort::PriceAsc => " ORDER BY m.price NULLS LAST, m.id",
        Sort::PriceDesc => " ORDER BY m.price DESC NULLS LAST, m.id",
        // The grid keeps folded names by themselves; out of the whole text each would be cut anew.
        Sort::Name => " JOIN catalog_grid g ON g.item_id = m.id ORDER BY g.name, m.id",
        Sort::Newest | Sort::Relevance => " ORDER BY m.created_at DESC, m.id",
    });
    sql.push(" LIMIT ").push(limit);
    sql
}
