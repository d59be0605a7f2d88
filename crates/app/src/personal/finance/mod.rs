//! Personal finance: bills, expenses, incomes, debts, investments, and their totals.
//!
//! | module | what it does |
//! |---|---|
//! | `noun` | what the five kinds of records share: checked, shown as of a month, saved |
//! | `records` | the operations on each: listed, saved, deleted and brought back |
//! | `payments` | bills paid, and payments taken back |
//! | `overview` | the figures of a period, with alerts in sentences |
//! | `columns`, `rows`, `table` | each kind as a table of CSV, out and in |

mod columns;
pub(crate) mod noun;
pub mod overview;
pub mod payments;
pub mod records;
mod rows;
pub mod table;
