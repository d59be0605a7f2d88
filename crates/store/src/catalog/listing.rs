//! Lists of records: sorting, filtering and paging in SQL.

use crate::search::candidates::table;
use crate::search::filter_sql::push_filters;
use crate::search::vocabulary::escape_like;
use crate::{Store, StoreError};
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::search::{Filters, Kind, Sort};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
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

/// A record's place in the order of age: of equals, the lower id is the newer one.
pub type Age = (DateTime<Utc>, Uuid);

impl Store {
    /// Lists a page of the catalog's items.
    pub async fn list_items(&self, query: &ListQuery) -> Result<Page<Item>, StoreError> {
        let (ids, total) = self.list_record_page("catalog_items", query).await?;
        Ok(Page { rows: self.items(&ids).await?, total })
    }

    /// Lists a page of the catalog's FAQs.
    pub async fn list_faqs(&self, query: &ListQuery) -> Result<Page<Faq>, StoreError> {
        let (ids, total) = self.list_record_page("faqs", query).await?;
        Ok(Page { rows: self.faqs(&ids).await?, total })
    }

    /// Up to `limit` items, the oldest first, behind `last`; and the place of the last of them, `None`
    /// behind the end.
    pub async fn items_by_age(
        &self,
        last: Option<Age>,
        limit: i64,
    ) -> Result<(Vec<Item>, Option<Age>), StoreError> {
        let (ids, last) = self.ids_by_age("catalog_items", last, limit).await?;
        Ok((self.items(&ids).await?, last))
    }

    /// Lists FAQs by age from `last` on, in portions of `limit`.
    pub async fn faqs_by_age(
        &self,
        last: Option<Age>,
        limit: i64,
    ) -> Result<(Vec<Faq>, Option<Age>), StoreError> {
        let (ids, last) = self.ids_by_age("faqs", last, limit).await?;
        Ok((self.faqs(&ids).await?, last))
    }

    /// Finds those of `ids` that are neither an external id nor an id of a record, in the order given.
    pub async fn unknown_ids(&self, kind: Kind, ids: &[String]) -> Result<Vec<String>, StoreError> {
        let own: Vec<Option<Uuid>> = ids.iter().map(|id| id.parse().ok()).collect();
        let table = table(kind);
        let mut sql = QueryBuilder::new("SELECT d.id FROM unnest(");
        sql.push_bind(ids).push("::text[], ").push_bind(own).push(format!(
            "::uuid[]) WITH ORDINALITY AS d(id, own, place) \
             WHERE NOT EXISTS (SELECT FROM {table} t WHERE t.external_id = d.id AND t.deleted_at IS NULL) \
             AND NOT EXISTS (SELECT FROM {table} t WHERE t.id = d.own AND t.deleted_at IS NULL) ORDER BY d.place"
        ));
        self.run(async { Ok(sql.build_query_scalar().fetch_all(&self.pool).await?) }).await
    }

    async fn ids_by_age(
        &self,
        table: &'static str,
        last: Option<Age>,
        limit: i64,
    ) -> Result<(Vec<Uuid>, Option<Age>), StoreError> {
        let mut sql = build_listing_query("SELECT i.created_at, i.id FROM ", table, &ListQuery::default());
        if let Some((created_at, id)) = last {
            // The first condition is one that an index answers, the second is exact.
            sql.push(" AND i.created_at >= ").push_bind(created_at);
            sql.push(" AND (i.created_at > ").push_bind(created_at);
            sql.push(" OR i.id < ").push_bind(id).push(")");
        }
        sql.push(" ORDER BY i.created_at, i.id DESC LIMIT ").push_bind(limit);
        let found: Vec<Age> =
            self.run(async { Ok(sql.build_query_as().fetch_all(&self.pool).await?) }).await?;
        Ok((found.iter().map(|(_, id)| *id).collect(), found.last().copied()))
    }

    async fn list_record_page(
        &self,
        table: &'static str,
        query: &ListQuery,
    ) -> Result<(Vec<Uuid>, i64), StoreError> {
        let mut ids = build_listing_query("SELECT i.id FROM ", table, query);
        ids.push(match (query.sort, table) {
            (Sort::PriceAsc, "catalog_items") => " ORDER BY i.price ASC NULLS LAST, i.id",
            (Sort::PriceDesc, "catalog_items") => " ORDER BY i.price DESC NULLS LAST, i.id",
            (Sort::Name, _) => " ORDER BY split_part(i.search_text, E'\\n', 1), i.id",
            _ => " ORDER BY i.created_at DESC, i.id",
        });
        ids.push(" OFFSET ").push_bind(query.offset).push(" LIMIT ").push_bind(query.limit);
        let mut total = build_listing_query("SELECT count(*) FROM ", table, query);
        self.run(async {
            let total: i64 = total.build_query_scalar().fetch_one(&self.pool).await?;
            let ids: Vec<Uuid> = ids.build_query_scalar().fetch_all(&self.pool).await?;
            Ok((ids, total))
        })
        .await
    }
}

/// Begins a listing's statement: `select`, the table, and the conditions of `query`; the order is the
/// caller's.
fn build_listing_query(select: &str, table: &'static str, query: &ListQuery) -> QueryBuilder<Postgres> {
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
