//! Pages of a grid: rows and count are queried concurrently, because each page needs both.

use crate::catalog::faqs::stored_faqs;
use crate::catalog::items::{StoredItem, stored_items};
use crate::sheet::grid_sql::{id_of, push_order, push_rows};
use crate::{Store, StoreError};
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::GridPlan;
use sqlx::{PgExecutor, Postgres, QueryBuilder};
use std::collections::HashMap;
use uuid::Uuid;

/// A page of items.
#[derive(Debug, Clone)]
pub struct GridItems {
    /// The items.
    pub rows: Vec<StoredItem>,
    /// How many there are in all.
    pub total: i64,
    /// Mean completeness of all of them; 0 where there are none.
    pub average_completeness: f64,
    /// The attributes that each folded category on the page expects, with those above it.
    pub expected: HashMap<String, Vec<String>>,
}

impl Store {
    /// Reads a page of items for the grid.
    pub async fn grid_items(&self, plan: &GridPlan) -> Result<GridItems, StoreError> {
        self.run(async {
            let (ids, counted) = tokio::try_join!(self.page_ids(plan), self.count_items(plan))?;
            let rows = stored_items(&self.pool, &ids).await?;
            let categories: Vec<String> = rows.iter().map(|row| row.category.clone()).collect();
            let expected = sqlx::query!(
                "SELECT category, attributes FROM inherited_expectations WHERE category = ANY($1)",
                &categories
            )
            .fetch_all(&self.pool)
            .await?;
            Ok(GridItems {
                rows,
                total: counted.0,
                average_completeness: counted.1,
                expected: expected.into_iter().map(|row| (row.category, row.attributes)).collect(),
            })
        })
        .await
    }

    /// A page of FAQs, whether each is deleted, and how many there are in all.
    pub async fn grid_faqs(&self, plan: &GridPlan) -> Result<(Vec<(Faq, bool)>, i64), StoreError> {
        self.run(async {
            let mut total = QueryBuilder::new("SELECT count(*)");
            push_rows(&mut total, plan, false);
            let total = async { Ok(total.build_query_scalar().fetch_one(&self.pool).await?) };
            let (ids, total) = tokio::try_join!(self.page_ids(plan), total)?;
            Ok((stored_faqs(&self.pool, &ids).await?, total))
        })
        .await
    }

    /// The ids of all rows, in their order, whatever the page.
    pub async fn grid_ids(&self, plan: &GridPlan) -> Result<Vec<Uuid>, StoreError> {
        let mut sql = select_ids(plan);
        self.run_long(async { Ok(sql.build_query_scalar().fetch_all(&self.pool).await?) }).await
    }

    async fn page_ids(&self, plan: &GridPlan) -> Result<Vec<Uuid>, StoreError> {
        let mut sql = select_ids(plan);
        sql.push(" OFFSET ").push_bind(plan.offset).push(" LIMIT ").push_bind(plan.limit);
        Ok(sql.build_query_scalar().fetch_all(&self.pool).await?)
    }

    async fn count_items(&self, plan: &GridPlan) -> Result<(i64, f64), StoreError> {
        let conditions = format!("{:?}", (&plan.words, &plan.conditions, plan.with_deleted));
        let now: String =
            sqlx::query_scalar("SELECT pg_current_snapshot()::text").fetch_one(&self.pool).await?;
        if let Some(counted) = self.counted.of(&now, &conditions) {
            return Ok(counted);
        }
        let mut sql = QueryBuilder::new(
            "SELECT pg_current_snapshot()::text, count(*), coalesce(avg(g.completeness), 0)",
        );
        push_rows(&mut sql, plan, false);
        let (seen, total, average): (String, i64, f64) = sql.build_query_as().fetch_one(&self.pool).await?;
        self.counted.keep(seen, conditions, (total, average));
        Ok((total, average))
    }
}

/// The statement for the ids of all rows of a grid, in its order.
fn select_ids(plan: &GridPlan) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(id_of(plan.kind));
    push_rows(&mut sql, plan, true);
    push_order(&mut sql, plan);
    sql
}

/// The ids of all rows of a plan but `except`, in their own order.
pub(crate) async fn all_ids(
    db: impl PgExecutor<'_>,
    plan: &GridPlan,
    except: &[Uuid],
) -> Result<Vec<Uuid>, StoreError> {
    let id = id_of(plan.kind);
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(id);
    push_rows(&mut sql, plan, false);
    sql.push(" AND ").push(id).push(" <> ALL(").push_bind(except).push(") ORDER BY 1");
    Ok(sql.build_query_scalar().fetch_all(db).await?)
}

/// The title of a record's table, for queries that are put together.
pub(crate) fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "name",
        Kind::Faqs => "question",
    }
}
