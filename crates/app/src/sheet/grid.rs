//! The grid: a page of records, sorted and filtered, with the completeness of each.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{GridPlan, GridQuery, measure_completeness};
use celeiro_domain::wire::Number;
use celeiro_store::AttributeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// An item in a grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridRow {
    /// The item.
    pub item: Item,
    /// Share of what it should hold that it holds, 0 to 1.
    #[specta(type = Number)]
    pub completeness: f64,
    /// Columns that it lacks, weightiest first.
    pub missing: Vec<String>,
    /// Whether it is deleted; only a filter on `deleted` brings such rows.
    pub deleted: bool,
}

/// A page of items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridPage {
    /// The rows.
    pub rows: Vec<GridRow>,
    /// How many there are in all.
    pub total: u32,
    /// Mean completeness of all of them, 0 to 1; 0 where there are none.
    #[specta(type = Number)]
    pub average_completeness: f64,
}

/// A FAQ in a grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqGridRow {
    /// The FAQ.
    pub faq: Faq,
    /// Whether it is deleted; only a filter on `deleted` brings such rows.
    pub deleted: bool,
}

/// A page of FAQs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqGridPage {
    /// The rows.
    pub rows: Vec<FaqGridRow>,
    /// How many there are in all.
    pub total: u32,
}

/// What most values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttributeColumnKind {
    /// Texts.
    Text,
    /// Numbers.
    Number,
    /// Yes or no.
    YesNo,
    /// Lists of texts.
    List,
    /// Objects, which a grid shows and does not edit.
    Object,
}

/// An attribute as a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttributeColumn {
    /// The column's name: `attributes.` and the key.
    pub column: String,
    /// The key.
    pub key: String,
    /// What most values are.
    pub kind: AttributeColumnKind,
    /// Items that have it.
    pub count: u32,
}

/// The columns that a grid of items can have besides its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridColumns {
    /// Attributes, commonest first, at most 200.
    pub attributes: Vec<AttributeColumn>,
}

/// Reads a page of items for the grid.
///
/// # Errors
/// `unknown_filter`, `invalid_filter`.
pub async fn grid(app: &App, _: &Caller, request: GridQuery) -> Result<GridPage, AppError> {
    let plan = plan_grid(Kind::Items, &request)?;
    app.store().renew_expectations().await?;
    let found = app.store().grid_items(&plan).await?;
    let rows = found.rows.into_iter().map(|row| {
        let expected = found.expected.get(&row.category).map_or(&[][..], Vec::as_slice);
        let complete = measure_completeness(&row.item, expected);
        GridRow {
            item: row.item,
            completeness: complete.value,
            missing: complete.missing,
            deleted: row.deleted,
        }
    });
    Ok(GridPage {
        rows: rows.collect(),
        total: found.total as u32,
        average_completeness: found.average_completeness,
    })
}

/// Reads a page of FAQs for the grid.
///
/// # Errors
/// `unknown_filter`, `invalid_filter`.
pub async fn faq_grid(app: &App, _: &Caller, request: GridQuery) -> Result<FaqGridPage, AppError> {
    let (rows, total) = app.store().grid_faqs(&plan_grid(Kind::Faqs, &request)?).await?;
    let rows = rows.into_iter().map(|(faq, deleted)| FaqGridRow { faq, deleted }).collect();
    Ok(FaqGridPage { rows, total: total as u32 })
}

/// The attributes that items have; up to half a minute old.
pub async fn grid_columns(app: &App, _: &Caller, _: Empty) -> Result<GridColumns, AppError> {
    let store = app.store();
    let found = app.inner.columns.get(async || Ok(store.attribute_columns().await?)).await?;
    let column = |found: &celeiro_store::AttributeUse| AttributeColumn {
        column: format!("attributes.{}", found.key),
        key: found.key.clone(),
        kind: match found.kind {
            AttributeKind::Text => AttributeColumnKind::Text,
            AttributeKind::Number => AttributeColumnKind::Number,
            AttributeKind::YesNo => AttributeColumnKind::YesNo,
            AttributeKind::List => AttributeColumnKind::List,
            AttributeKind::Object => AttributeColumnKind::Object,
        },
        count: found.count as u32,
    };
    Ok(GridColumns { attributes: found.iter().map(column).collect() })
}

/// Plans the grid's query for the database.
pub(crate) fn plan_grid(kind: Kind, query: &GridQuery) -> Result<GridPlan, AppError> {
    Ok(query.plan(kind)?)
}
