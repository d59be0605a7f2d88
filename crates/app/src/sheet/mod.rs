//! The grid as a sheet: pages, edits of cells and of many records, views.

pub mod cell_edits;
pub mod edits;
pub mod grid;
pub mod views;
