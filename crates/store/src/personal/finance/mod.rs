//! Bills, expenses, incomes, debts, investments. Their columns have the names of their fields, so that one statement
//! reads, and one writes, each of them: a row goes in and out as an object of JSON, in which an amount keeps its two
//! places.

mod rows;
mod writing;

pub(super) use rows::read_fields;
pub(super) use writing::write_fields;
