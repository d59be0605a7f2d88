//! Money of the person's own: bills, expenses, incomes, debts, investments, and what they come to in a month.
//!
//! | module | content |
//! |---|---|
//! | `money` | amounts and percentages: decimals of two places, never floats |
//! | `month` | months of the person's zone |
//! | `codes` | categories, types, frequencies, states |
//! | `fields` | checks that the records share |
//! | `bill`, `expense`, `income`, `debt`, `investment` | each noun: draft, content, and how it stands |
//! | `summary` | all of it in a period, with alerts |
//!
//! Where a formula divides by nothing, the result is absent for one record and 0 for a mean of none. Out of scope:
//! other currencies than the real, interest, and texts for people.

pub mod bill;
pub mod codes;
pub mod debt;
pub mod expense;
mod fields;
pub mod income;
pub mod investment;
pub mod money;
pub mod month;
pub mod summary;

pub use fields::MAX_NAME;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The currency of all amounts.
pub const CURRENCY: &str = "BRL";

/// A stored record of finance.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<T> {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// The content.
    pub fields: T,
}

#[cfg(test)]
impl<T> Entry<T> {
    fn of(fields: T) -> Self {
        Self { id: Uuid::nil(), version: 1, updated_at: DateTime::UNIX_EPOCH, fields }
    }
}
