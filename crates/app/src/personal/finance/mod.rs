//! Personal finance: bills, expenses, incomes, debts, investments, and their totals.
//!
//! | module | what it does |
//! |---|---|
//! | `noun` | shared trait of the five kinds: validation, state in a month, storage |
//! | `records` | operations on each kind: list, save, delete, restore |
//! | `payments` | payments of bills, and their undo |
//! | `overview` | figures of a period, with alerts in sentences |
//! | `columns`, `rows`, `table` | CSV import and export of each kind |

mod columns;
pub(crate) mod noun;
pub mod overview;
pub mod payments;
pub mod records;
mod rows;
pub mod table;
