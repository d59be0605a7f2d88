//! A row of a stock list, and its possible errors.

use celeiro_domain::catalog::DecimalMark;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// A row of a list of stock.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StockRow {
    /// Its number in the list, for the report; its place among `rows` from 1 where absent.
    pub row: Option<u32>,
    /// The item by Celeiro's own id.
    pub item_id: Option<Uuid>,
    /// The item by its code, or one of its packages by the code of that.
    pub code: Option<String>,
    /// The item or one of its packages by the number under its bars.
    pub ean: Option<String>,
    /// The item by its whole name, where nothing else says it.
    pub name: Option<String>,
    /// The label of one of its packages.
    pub package: Option<String>,
    /// The place, at most 120 characters.
    pub place: Option<String>,
    /// How much there is: a number, or one as people write it.
    pub quantity: Value,
    /// What it is counted in, at most 20 characters.
    pub unit: Option<String>,
    /// When it was counted: a moment, or a day, which counts to its end. The list's where absent.
    pub counted_at: Option<String>,
}

impl StockRow {
    /// What the row calls its product: its code, else the number under its bars, and its name.
    pub(super) fn name_product(&self) -> String {
        let trim_text =
            |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let key = trim_text(self.code.as_deref()).or_else(|| trim_text(self.ean.as_deref()));
        key.into_iter().chain(trim_text(self.name.as_deref())).collect::<Vec<_>>().join(" · ")
    }
}

/// Why a row was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockRowCode {
    /// It names no item.
    NoKey,
    /// There is no item or package of this code, EAN or name.
    NotFound,
    /// There are several.
    Ambiguous,
    /// A long number of which a spreadsheet program kept the first digits: `7,89E+12`.
    CutNumber,
    /// The item has no such package.
    NoPackage,
    /// It says no quantity.
    NoQuantity,
    /// Not a number.
    InvalidQuantity,
    /// A number that may be thousands or decimals.
    AmbiguousQuantity,
    /// Below zero, too large, or with more than three decimals.
    QuantityOutOfRange,
    /// Neither a day nor a moment.
    InvalidDate,
    /// More than a day ahead.
    DateInFuture,
    /// A place or a unit that is too long, or holds a sign that may not be there.
    InvalidText,
    /// A later count stands there.
    Older,
    /// Another row is of the same place.
    Twice,
    /// The item has as many levels as there may be.
    TooMany,
}

/// By what all rows of a list are read.
pub(crate) struct RowRules {
    pub now: DateTime<Utc>,
    pub counted_at: DateTime<Utc>,
    pub decimal: Option<DecimalMark>,
    /// The place of the rows that name none.
    pub place: Option<String>,
    pub zone: String,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowProblem {
    pub row: u32,
    pub column: &'static str,
    pub code: StockRowCode,
    pub value: String,
    /// The code and the name of its product, as the list has them.
    pub product: String,
    /// The place, where it is wrong for that one alone: a row may count at several.
    pub place: String,
    /// A further row of the same place.
    pub other_row: Option<u32>,
}
