//! Validation of file rows, in the parent process: from rows to checked drafts of records.

mod doubts;
pub(super) mod drafts;
pub(super) mod fixes;
pub(super) mod lines;
pub(super) mod merges;
pub(super) mod package_list;
pub(super) mod reading;
pub(super) mod rows;
pub(super) mod staged_columns;
mod staged_rows;
mod typed_columns;
