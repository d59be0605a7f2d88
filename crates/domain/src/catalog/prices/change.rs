//! Changes of prices: many rows of one list, or of the base, at once or on a day to come.

use super::mark::PriceMark;
use crate::catalog::Price;
use crate::wire::Number;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// How a change of prices stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceChangeState {
    /// It waits for its day.
    Planned,
    /// Its prices are stored, as far as they were not changed meanwhile.
    Applied,
    /// A person took it back before its day.
    Cancelled,
    /// It could not be stored on its day; `failure` says why.
    Failed,
}

impl PriceChangeState {
    const ALL: [Self; 4] = [Self::Planned, Self::Applied, Self::Cancelled, Self::Failed];

    /// Name of the price change's state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Applied => "applied",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Parses the stored name of a price change's state.
    pub fn parse(stored: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == stored)
    }
}

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceRowOutcome {
    /// The price is stored.
    Applied,
    /// The price was another one than the change began with, and stays.
    ChangedMeanwhile,
    /// The item or the package is not there any more.
    Gone,
    /// The item is in another currency than when the change was made, and its price stays.
    OtherCurrency,
}

impl PriceRowOutcome {
    const ALL: [Self; 4] = [Self::Applied, Self::ChangedMeanwhile, Self::Gone, Self::OtherCurrency];

    /// Name of the outcome of a price change's row in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::ChangedMeanwhile => "changed_meanwhile",
            Self::Gone => "gone",
            Self::OtherCurrency => "other_currency",
        }
    }

    /// Parses the stored name of the outcome of a price change's row.
    pub fn parse(stored: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == stored)
    }
}

/// A change of prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChange {
    /// Its id.
    pub id: Uuid,
    /// Its name; blank where it came of a single edit.
    pub name: String,
    /// The list whose own prices change; the base where absent.
    pub list: Option<Uuid>,
    /// The name of the list.
    pub list_name: Option<String>,
    /// The day from which its prices count; at once where absent.
    pub effective_on: Option<NaiveDate>,
    /// How it stands.
    pub state: PriceChangeState,
    /// Prices that it changes.
    pub rows: u32,
    /// How many of them are stored.
    pub applied: u32,
    /// How many were changed meanwhile and stay.
    pub changed_meanwhile: u32,
    /// How many are of items or packages that are gone.
    pub gone: u32,
    /// How many are of items that were in another currency by then, and stay.
    pub other_currency: u32,
    /// The actor who made or planned it.
    pub created_by: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When its prices were stored.
    pub applied_at: Option<DateTime<Utc>>,
    /// The code of the error that kept it from being stored; `forbidden` of a planned one whose day has come and whose
    /// planner may no more edit.
    pub failure: Option<String>,
    /// The change that this one took back.
    pub undoes: Option<Uuid>,
    /// Whether it was taken back.
    pub is_undone: bool,
    /// Whether the caller may take it back: it is applied, not taken back, and the caller's own, or the caller an
    /// administrator.
    pub undoable: bool,
}

/// A row of a change of prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChangeRow {
    /// The item.
    pub item: Uuid,
    /// Its name today; absent where it is gone.
    pub name: Option<String>,
    /// The currency of its prices: that of the item when the change was made.
    pub currency: Option<String>,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// The stored price when the change was made: of a list, its own price.
    pub before: Option<Price>,
    /// What it cost by the list or the base then, own price or not.
    pub old: Option<Price>,
    /// The new price; absent where the own price is taken away.
    pub after: Option<Price>,
    /// By how many per cent it changes, with one decimal; absent where there was no price, or 0.
    #[specta(type = Option<Number>)]
    pub percent: Option<f64>,
    /// What stands out, the gravest first.
    pub marks: Vec<PriceMark>,
    /// What became of it; absent while the change is planned.
    pub outcome: Option<PriceRowOutcome>,
}

/// A price from a moment on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricePoint {
    /// From when.
    pub at: DateTime<Utc>,
    /// The price; absent where there was none from then on.
    pub price: Option<Price>,
    /// Its currency.
    pub currency: String,
    /// The list whose own price it was; the base where absent.
    pub list: Option<Uuid>,
    /// The name of the list.
    pub list_name: Option<String>,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// The actor who stored it.
    pub by: String,
    /// From where: `person`, `ai-suggestion`, `import`, `assistant`.
    pub source: String,
}
