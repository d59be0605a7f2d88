//! Selection and layout of an export: records, columns, order.

use super::profiles::profile::ShopFeed;
use super::request::ExportDialect;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::sheet::{Column, GridPlan};

/// What is in sight.
#[derive(Debug, Clone, Default)]
pub struct ExportView {
    /// The rows of this grid, whatever its page; all records, the oldest first, where absent.
    pub rows: Option<GridPlan>,
    /// These columns, and those that say which record it is; all where absent. An attribute stands for
    /// all attributes where they have no columns of their own, and the price brings its currency.
    pub columns: Option<Vec<Column>>,
    /// How it is written.
    pub form: ExportForm,
}

/// How records are written.
#[derive(Debug, Clone, Default)]
pub struct ExportForm {
    /// How a CSV is written, and what columns are called.
    pub dialect: ExportDialect,
    /// Whether each attribute has a column of its own, in a CSV or a workbook.
    pub attribute_columns: bool,
    /// Whether what is only counted is written too, where it is among the columns.
    pub has_counted: bool,
    /// Whether the columns stand in the order in which they are given.
    pub in_order: bool,
    /// The list whose prices stand in the place of the base; blank where it is not valid today.
    pub prices: Option<PriceList>,
    /// The shop that a feed leads to.
    pub shop: Option<ShopFeed>,
    /// The time zone of moments that are only counted; UTC where it is none.
    pub zone: String,
}
