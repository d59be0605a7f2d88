//! Personal finance: bills, expenses, incomes, debts, investments. Columns have the names of their fields, so that one
//! statement reads, and one writes, every kind: a row is exchanged as a JSON object, in which an amount keeps its two
//! decimal places.

mod rows;
mod writing;

pub(super) use rows::read_fields;
pub(super) use writing::write_fields;
