//! List of all categories with their places and item counts.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::categories::{CategoryCount, sum_subtrees};
use celeiro_store::ListedCategory;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Categories of a list at most.
const MOST: i64 = 10_000;

/// A category, its place in the tree and its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryEntry {
    /// Its name, the only one of its kind whatever its case and accents.
    pub name: String,
    /// The name of the category that it stands under; null at the top.
    pub parent: Option<String>,
    /// Counts up with every change of its name or place; 0 where items alone have it.
    pub version: i32,
    /// Active items of its own.
    pub active: u32,
    /// Items of its own that are not deleted.
    pub items: u32,
    /// Active items of its own and of all categories below it.
    pub active_in_all: u32,
    /// Items of its own and of all categories below it that are not deleted.
    pub items_in_all: u32,
}

/// The categories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryList {
    /// Those of the tree, then those that items alone have, which stand at the top; at most 10,000, those with the
    /// most items first.
    pub rows: Vec<CategoryEntry>,
    /// How many there are in all.
    pub total: u32,
}

/// All categories: those of the tree, and those that items alone have.
pub async fn list_categories(app: &App, _: &Caller, _: Empty) -> Result<CategoryList, AppError> {
    let (listed, total) = app.store().categories(MOST).await?;
    let counts: Vec<CategoryCount> = listed.iter().map(count_of).collect();
    let sums = sum_subtrees(&counts);
    let rows = listed.into_iter().zip(counts).zip(sums).map(|((listed, own), sum)| CategoryEntry {
        name: listed.name,
        parent: listed.parent,
        version: listed.version,
        active: own.active,
        items: own.items,
        active_in_all: sum.0,
        items_in_all: sum.1,
    });
    Ok(CategoryList { rows: rows.collect(), total: u32::try_from(total).unwrap_or(u32::MAX) })
}

pub(super) fn count_of(listed: &ListedCategory) -> CategoryCount {
    let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    CategoryCount {
        name: listed.name.clone(),
        parent: listed.parent.clone(),
        active: number(listed.active),
        items: number(listed.items),
    }
}
