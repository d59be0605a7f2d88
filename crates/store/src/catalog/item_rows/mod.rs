//! Rows that belong to items, such as relations and stock levels: log of their changes by operations, undo, and the
//! merge of duplicates. Triggers log each change of a row by an operation.

pub(crate) mod history;
pub(crate) mod joins;
pub(crate) mod undo;
