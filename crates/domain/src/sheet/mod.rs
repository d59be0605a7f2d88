//! Records in a grid: its columns, its queries, the completeness of a record, and edits of cells. Rules
//! only; crate `store` reads and writes the records.

mod column;
mod completeness;
mod edit;
mod edit_sample;
mod grid;
mod package_edit;
mod slot;
#[cfg(test)]
mod tests;

pub use column::{Column, ColumnKind};
pub use completeness::{Completeness, WEIGHTS, is_filled, measure_completeness};
pub use edit::{Change, ChangeAction, EditError, EditRecord, MAX_CHANGES, Step, apply_all, read_steps};
pub use edit_sample::EditSample;
pub use grid::{
    Ask, Condition, GridError, GridFilter, GridPlan, GridQuery, GridSort, GridTest, MAX_GRID_PAGE,
};
