//! Writes of many records, and what takes them back.

mod approval;
mod bulk;
mod cells;
mod notes;
mod random;
mod undo;
