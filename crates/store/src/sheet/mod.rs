//! The grid: pages, counts, views, bulk edits, undo.

pub(crate) mod cell_edit;
pub(crate) mod clashes;
pub(crate) mod edits;
pub(crate) mod grid;
pub(crate) mod grid_columns;
pub(crate) mod grid_counts;
pub(crate) mod grid_sql;
pub(crate) mod held_records;
pub(crate) mod operations;
pub(crate) mod undo;
pub(crate) mod views;
