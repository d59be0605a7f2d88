//! Cells and views of the sheet.

pub(super) mod cells;
pub(super) mod views;
