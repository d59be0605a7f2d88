//! What a person should look at before the rows of a file become records.
//!
//! - [`row`]: rows that hardly are records: totals, headers that come again, names that are none;
//! - [`price`]: prices far from those of their category;
//! - [`spelling`]: values of categories, manufacturers and tags that others resemble;
//! - [`names`]: whether the column of the names can be the right one.
//!
//! Nothing here refuses a row: it says what is odd, and [`LeaveOut`] what happens to it.

mod names;
mod price;
mod row;
mod spelling;

pub use names::{NameColumn, NameColumnDoubt};
pub use price::price_range;
pub use row::{RowSurvey, RowView, is_heading};
pub use spelling::{Likeness, MergedField, SimilarValue, SpellingIndex, is_in_capitals, similar_values};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;

/// What is odd about a row.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RowDoubt {
    /// It adds up others: its name says so, or its price is the sum of those above it.
    Total,
    /// The header, once more.
    Heading,
    /// One cell alone, and not that of the name: the title of the group of records below it.
    GroupTitle,
    /// Where the name belongs stands a formula that failed (`#REF!`).
    FormulaError,
    /// Where the name belongs stand only digits or signs, one letter, or a date.
    NotAName,
    /// Hardly anything stands in it, where the others are filled.
    NearlyEmpty,
    /// Its price is far from those of its category.
    PriceOutOfRange,
}

impl RowDoubt {
    /// All of them, the surest first.
    pub const ALL: [RowDoubt; 7] = [
        RowDoubt::Total,
        RowDoubt::Heading,
        RowDoubt::GroupTitle,
        RowDoubt::FormulaError,
        RowDoubt::NotAName,
        RowDoubt::NearlyEmpty,
        RowDoubt::PriceOutOfRange,
    ];

    /// Whether such a row is surely no record, and is left out where a person says nothing.
    pub fn is_sure(self) -> bool {
        matches!(self, RowDoubt::Total | RowDoubt::Heading | RowDoubt::GroupTitle | RowDoubt::FormulaError)
    }
}

/// Which rows are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeaveOut {
    /// All rows that are odd like this; those that are surely no records where absent.
    #[serde(default = "sure_kinds")]
    pub kinds: Vec<RowDoubt>,
    /// These rows too.
    #[serde(default)]
    pub rows: Vec<u32>,
    /// But not these, which are taken whatever is odd about them.
    #[serde(default)]
    pub take: Vec<u32>,
}

fn sure_kinds() -> Vec<RowDoubt> {
    RowDoubt::ALL.into_iter().filter(|doubt| doubt.is_sure()).collect()
}

impl Default for LeaveOut {
    fn default() -> Self {
        Self { kinds: sure_kinds(), rows: Vec::new(), take: Vec::new() }
    }
}

/// The same, quickly asked.
#[derive(Debug, Clone)]
pub struct Leaving {
    kinds: Vec<RowDoubt>,
    rows: HashSet<u32>,
    take: HashSet<u32>,
}

impl Leaving {
    /// What `said` means.
    pub fn new(said: &LeaveOut) -> Self {
        Self {
            kinds: said.kinds.clone(),
            rows: said.rows.iter().copied().collect(),
            take: said.take.iter().copied().collect(),
        }
    }

    /// Whether rows of this kind are left out.
    pub fn leaves_kind(&self, doubt: RowDoubt) -> bool {
        self.kinds.contains(&doubt)
    }

    /// The rows that a person named to be left out.
    pub fn named_rows(&self) -> impl Iterator<Item = u32> {
        self.rows.difference(&self.take).copied()
    }

    /// Whether a row that is odd like this is left out.
    pub fn leaves(&self, row: u32, doubt: RowDoubt) -> bool {
        !self.take.contains(&row) && (self.kinds.contains(&doubt) || self.rows.contains(&row))
    }
}

#[cfg(test)]
mod tests;
