//! The marks of a row of an update of prices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What stands out in a row of an update; the gravest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PriceMark {
    /// Eight times the old price or more, or an eighth or less.
    Tenfold,
    /// The new price is 0.
    ToZero,
    /// Less than the item costs.
    BelowCost,
    /// It changes by another share than most: by more than 10 points and three median distances from the median.
    UnlikeTheOthers,
    /// There was no price before.
    FirstPrice,
    /// The price stays as it is.
    Unchanged,
}

impl PriceMark {
    /// All marks, the gravest first.
    pub const ALL: [Self; 6] = [
        Self::Tenfold,
        Self::ToZero,
        Self::BelowCost,
        Self::UnlikeTheOthers,
        Self::FirstPrice,
        Self::Unchanged,
    ];

    /// Name of the mark of a changed price in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tenfold => "tenfold",
            Self::ToZero => "to_zero",
            Self::BelowCost => "below_cost",
            Self::UnlikeTheOthers => "unlike_the_others",
            Self::FirstPrice => "first_price",
            Self::Unchanged => "unchanged",
        }
    }

    /// Parses the stored name of the mark of a changed price.
    pub fn parse(stored: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.as_str() == stored)
    }
}
