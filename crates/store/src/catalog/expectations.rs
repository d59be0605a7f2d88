//! Expected fields of a category, which count for an item's completeness: set once, by counting or by a person, and
//! changed only at a person's request. The count is in `celeiro_domain::sheet::measure_completeness`.
//!
//! A category's expectations apply to all categories below it. `category_expectations` holds those set for a category
//! itself; `inherited_expectations` holds the effective ones, which `renew_inherited` updates after each change of
//! either the tree or the settings.

use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use std::collections::HashMap;

/// Attributes of a category that are listed.
const MOST: i64 = 200;

/// What a category expects, beside what its items have.
#[derive(Debug, Clone)]
pub struct CategoryAttributes {
    /// The category as most of its items spell it; `None` where no active item has it.
    pub spelled: Option<String>,
    /// Its active items.
    pub items: i64,
    /// Attributes of those that say something, and how many items have each, commonest first.
    pub attributes: Vec<(String, i64)>,
    /// What was settled last of the category itself; `None` where nothing was.
    pub settled: Option<SettledExpectation>,
    /// The categories above it of which something was settled, the nearest first, with the attributes of each.
    pub above: Vec<(String, Vec<String>)>,
}

/// What was settled of a category.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct SettledExpectation {
    /// The attributes that are expected.
    pub attributes: Vec<String>,
    /// `counted` or `person`.
    pub origin: String,
    /// The actor who asked; `None` where the program counted by itself.
    pub actor: Option<String>,
    /// Active items at that time.
    pub items: i32,
    /// When.
    pub settled_at: DateTime<Utc>,
    /// What was expected before; `None` where nothing was settled then.
    pub before: Option<Vec<String>>,
}

impl Store {
    /// Counts what categories expect that have enough items and were never settled.
    pub async fn renew_expectations(&self) -> Result<(), StoreError> {
        let renewed = sqlx::query("SELECT renew_expectations()").execute(&self.pool);
        self.run(async { Ok(renewed.await.map(drop)?) }).await
    }

    /// The attributes that each of these folded categories expects with all above it; none where it has no entry.
    pub async fn expected_attributes(
        &self,
        categories: &[String],
    ) -> Result<HashMap<String, Vec<String>>, StoreError> {
        let rows = sqlx::query!(
            "SELECT category, attributes FROM inherited_expectations WHERE category = ANY($1)",
            categories
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.category, row.attributes)).collect())
    }

    /// What the items of `category`, compared folded, have and are expected to have.
    pub async fn category_attributes(&self, category: &str) -> Result<CategoryAttributes, StoreError> {
        let folded = normalize_text(category);
        self.run(async {
            let (spelled, items): (Option<String>, i64) = sqlx::query_as(
                "SELECT mode() WITHIN GROUP (ORDER BY category), count(*) FROM catalog_items \
                 WHERE searchable AND split_part(search_text, E'\\n', 3) = $1",
            )
            .bind(&folded)
            .fetch_one(&self.pool)
            .await?;
            let attributes: Vec<(String, i64)> = sqlx::query_as(
                "SELECT a.key, count(*) FROM catalog_items i, jsonb_each(i.attributes) AS a \
                 WHERE i.searchable AND split_part(i.search_text, E'\\n', 3) = $1 AND attribute_filled(a.value) \
                 GROUP BY a.key ORDER BY 2 DESC, a.key COLLATE \"C\" LIMIT $2",
            )
            .bind(&folded)
            .bind(MOST)
            .fetch_all(&self.pool)
            .await?;
            let settled: Option<SettledExpectation> = sqlx::query_as(
                "SELECT e.attributes, e.origin, e.actor, e.items, e.settled_at, \
                   (SELECT c.attributes_before FROM category_expectation_changes c \
                    WHERE c.category = e.category ORDER BY c.id DESC LIMIT 1) AS before \
                 FROM category_expectations e WHERE e.category = $1",
            )
            .bind(&folded)
            .fetch_optional(&self.pool)
            .await?;
            let above: Vec<(String, Vec<String>)> = sqlx::query_as(
                "SELECT a.name, e.attributes FROM categories_above($1) AS a \
                 JOIN category_expectations e ON e.category = a.folded ORDER BY a.level",
            )
            .bind(&folded)
            .fetch_all(&self.pool)
            .await?;
            Ok(CategoryAttributes { spelled, items, attributes, settled, above })
        })
        .await
    }

    /// Settles what `category` expects: these attributes, or, where none are given, those that at least
    /// half of its active items have now. The completeness of its items and of those below it follows.
    pub async fn settle_expectation(
        &self,
        category: &str,
        attributes: Option<Vec<String>>,
        write: &Write,
    ) -> Result<(), StoreError> {
        let folded = normalize_text(category);
        let origin = if attributes.is_some() { "person" } else { "counted" };
        self.run_long(async {
            let mut tx = match self.begin("settle-expectation", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            // Who writes items holds it for sharing: no row is left with a completeness of yesterday's.
            sqlx::query("SELECT pg_advisory_xact_lock(hashtext('celeiro.expectations'))")
                .execute(&mut *tx)
                .await?;
            sqlx::query(
                "SELECT settle_expectation($1::text, coalesce($2::text[], expected_attributes($1::text)), \
                 $3::text, $4::text, $5::uuid)",
            )
            .bind(&folded)
            .bind(attributes)
            .bind(origin)
            .bind(&write.actor)
            .bind(write.operation_id)
            .execute(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({})).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Hands down what these folded categories expect to all below them, after their own expectations or their places were
/// changed; the completeness of items follows. The caller holds the lock of the expectations alone.
pub(crate) async fn renew_inherited(db: &mut PgConnection, folded: &[String]) -> Result<(), StoreError> {
    sqlx::query("SELECT renew_inherited($1::text[])").bind(folded).execute(db).await?;
    Ok(())
}
