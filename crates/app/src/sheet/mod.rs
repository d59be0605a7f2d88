//! The sheet: grid pages, cell edits, bulk edits, views.

pub mod cell_edits;
pub mod edits;
pub mod grid;
pub mod views;
