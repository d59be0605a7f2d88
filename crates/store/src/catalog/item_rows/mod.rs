//! Rows that stand beside items, as relations and stock levels do: what operations did to them, taking that back, and
//! moving the rows of joined products. Triggers note each change of a row by an operation.

pub(crate) mod history;
pub(crate) mod joins;
pub(crate) mod undo;
