//! Doubts about the rows of a file, for a person to review before the import.
//!
//! - [`row`]: rows that are probably no records: totals, repeated headers, invalid names.
//! - [`caption`]: titles of groups, which are categories, and footnotes.
//! - [`price_rule`]: prices of sale from those of a supplier.
//! - [`printed_page`]: heads and feet of pages, drawn lines.
//! - [`price`]: prices far from the other prices of their category, and words in place of prices.
//! - [`spelling`]: similar values of categories, manufacturers and tags.
//! - [`names`]: whether the name column is plausible.
//! - [`name_mark`]: marks of novelty in names.
//! - [`not_for_sale`]: services, and what a supplier uses itself.
//! - [`state_words`]: what other programs write for on sale and off sale.
//!
//! This module refuses no row. It reports doubts, and [`LeaveOut`] decides which rows the import skips.

mod caption;
mod name_mark;
mod names;
mod not_for_sale;
mod price;
mod price_rule;
mod printed_page;
mod row;
mod spelling;
mod state_words;

pub use caption::{
    TitleLabel, is_category_title, is_footnote, names_group, names_highlights, split_title_label,
};
pub use name_mark::without_novelty_mark;
pub use names::{NameColumn, NameColumnDoubt, SharedNames};
pub use not_for_sale::{is_own_use, is_type_of_no_goods, names_service, names_surcharges, says_unused};
pub use price::{bare_price, is_zero_price, lacks_price, price_range, says_off_sale};
pub use price_rule::PriceRule;
pub use printed_page::{is_drawn_line, is_page_foot, is_printed_moment};
pub use row::{RowSurvey, RowView, counts_rows, is_heading, is_total_label};
pub use spelling::{Likeness, MergedField, SimilarValue, SpellingIndex, is_in_capitals, similar_values};
pub use state_words::{names_block, read_block, read_state};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;

/// Why a row is doubtful.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RowDoubt {
    /// A total of other rows: its name says so, or its price is the sum of the prices above it.
    Total,
    /// A repetition of the header.
    Heading,
    /// The title of a group: only one cell is filled, and it is not the name.
    GroupTitle,
    /// The head or foot of a printed page: `Página 1 de 3`, `Emitido em 20/11/2026`.
    PageFoot,
    /// A remark about the list: `* só à vista`, `Pedido mínimo: 10 caixas`.
    Footnote,
    /// A row that the workbook hides: an old price, or one that a filter does not show.
    Hidden,
    /// It is no product that is sold: a service, what the supplier uses itself, a record that says that it is not to be
    /// used.
    NotForSale,
    /// The name cell contains a failed formula (`#REF!`).
    FormulaError,
    /// A row that the workbook strikes out: its product is taken for one that is no longer on sale.
    StruckOut,
    /// The name cell contains only digits or signs, a single letter, or a date.
    NotAName,
    /// The row is almost empty, unlike the other rows.
    NearlyEmpty,
    /// The price is far from the other prices of the category.
    PriceOutOfRange,
}

impl RowDoubt {
    /// All doubts, most certain first.
    pub const ALL: [RowDoubt; 12] = [
        RowDoubt::Total,
        RowDoubt::Heading,
        RowDoubt::GroupTitle,
        RowDoubt::PageFoot,
        RowDoubt::Footnote,
        RowDoubt::Hidden,
        RowDoubt::NotForSale,
        RowDoubt::FormulaError,
        RowDoubt::StruckOut,
        RowDoubt::NotAName,
        RowDoubt::NearlyEmpty,
        RowDoubt::PriceOutOfRange,
    ];

    /// Whether such a row is certainly no record; the import skips it by default.
    pub fn is_sure(self) -> bool {
        use RowDoubt::{Footnote, FormulaError, GroupTitle, Heading, Hidden, NotForSale, PageFoot, Total};
        matches!(
            self,
            Total | Heading | GroupTitle | PageFoot | Footnote | Hidden | NotForSale | FormulaError
        )
    }
}

/// Rows that an import skips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeaveOut {
    /// Skips all rows with these doubts; by default, the doubts that are certain.
    #[serde(default = "sure_kinds")]
    pub kinds: Vec<RowDoubt>,
    /// Skips these row numbers as well.
    #[serde(default)]
    pub rows: Vec<u32>,
    /// Imports these row numbers in any case.
    #[serde(default)]
    pub take: Vec<u32>,
}

/// The doubts in which a row is surely no record.
fn sure_kinds() -> Vec<RowDoubt> {
    RowDoubt::ALL.into_iter().filter(|doubt| doubt.is_sure()).collect()
}

impl Default for LeaveOut {
    fn default() -> Self {
        Self { kinds: sure_kinds(), rows: Vec::new(), take: Vec::new() }
    }
}

/// [`LeaveOut`] with constant-time lookup.
#[derive(Debug, Clone)]
pub struct LeftOutRows {
    kinds: Vec<RowDoubt>,
    rows: HashSet<u32>,
    take: HashSet<u32>,
}

impl LeftOutRows {
    /// Builds the lookup for `said`.
    pub fn new(said: &LeaveOut) -> Self {
        Self {
            kinds: said.kinds.clone(),
            rows: said.rows.iter().copied().collect(),
            take: said.take.iter().copied().collect(),
        }
    }

    /// Whether the import skips rows with this doubt.
    pub fn leaves_kind(&self, doubt: RowDoubt) -> bool {
        self.kinds.contains(&doubt)
    }

    /// Lists the numbers of the rows that a person chose to skip in an import.
    pub fn named_rows(&self) -> impl Iterator<Item = u32> {
        self.rows.difference(&self.take).copied()
    }

    /// Whether the import skips this row with this doubt.
    pub fn is_left_out(&self, row: u32, doubt: RowDoubt) -> bool {
        !self.take.contains(&row) && (self.kinds.contains(&doubt) || self.rows.contains(&row))
    }
}

#[cfg(test)]
mod tests;
