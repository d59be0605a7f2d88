//! The catalog desk against a real database: grids, edits of many records, the history, taking back.

mod bulk;
mod cells;
mod grid;
mod hostile;
mod random;
mod support;
mod undo;
mod views;
