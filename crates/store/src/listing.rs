//! Lists of records: sorted, filtered and paged by the database.

use crate::filter_sql::push_filters;
use crate::vocabulary::escape_like;
use crate::{Store, StoreError};
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::faq::Faq;
use celeiro_domain::search::{Filters, Sort};
use celeiro_domain::text::normalize_text;
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

/// What is listed.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    /// Folded substring that a record must hold; blank holds always.
    pub text: String,
    /// Status; any where absent.
    pub status: Option<Status>,
    /// Conditions on items.
    pub filters: Filters,
    /// Order; relevance means newest.
    pub sort: Sort,
    /// Records to pass over.
    pub offset: i64,
    /// Records wanted.
    pub limit: i64,
}

/// A part of a list.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The records.
    pub rows: Vec<T>,
    /// How many there are in all.
    pub total: i64,
}

impl Store {
    /// A page of items.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list_items(&self, query: &ListQuery) -> Result<Page<Item>, StoreError> {
        let (ids, total) = self.page_of("catalog_items", query).await?;
        Ok(Page { rows: self.items(&ids).await?, total })
    }

    /// A page of FAQs.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list_faqs(&self, query: &ListQuery) -> Result<Page<Faq>, StoreError> {
        let (ids, total) = self.page_of("faqs", query).await?;
        Ok(Page { rows: self.faqs(&ids).await?, total })
    }

    async fn page_of(&self, table: &'static str, query: &ListQuery) -> Result<(Vec<Uuid>, i64), StoreError> {
        let mut ids = conditions("SELECT i.id FROM ", table, query);
        ids.push(match (query.sort, table) {
            (Sort::PriceAsc, "catalog_items") => " ORDER BY i.price ASC NULLS LAST, i.id",
            (Sort::PriceDesc, "catalog_items") => " ORDER BY i.price DESC NULLS LAST, i.id",
            (Sort::Name, _) => " ORDER BY split_part(i.search_text, E'\\n', 1), i.id",
            _ => " ORDER BY i.created_at DESC, i.id",
        });
        ids.push(" OFFSET ").push_bind(query.offset).push(" LIMIT ").push_bind(query.limit);
        let mut total = conditions("SELECT count(*) FROM ", table, query);
        self.run(async {
            let total: i64 = total.build_query_scalar().fetch_one(&self.pool).await?;
            let ids: Vec<Uuid> = ids.build_query_scalar().fetch_all(&self.pool).await?;
            Ok((ids, total))
        })
        .await
    }
}

fn conditions(select: &str, table: &'static str, query: &ListQuery) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new(select);
    sql.push(table).push(" i WHERE i.deleted_at IS NULL");
    if let Some(status) = query.status {
        sql.push(" AND i.status = ").push_bind(status.as_str());
    }
    let text = normalize_text(&query.text);
    if !text.is_empty() {
        sql.push(" AND i.search_text LIKE ").push_bind(format!("%{}%", escape_like(&text)));
    }
    if table == "catalog_items" {
        push_filters(&mut sql, &query.filters);
    }
    sql
}
