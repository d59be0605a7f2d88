//! The cells of a file as they stand in it: for a person who chooses what its columns are, and for the file of
//! rejected rows.

pub(crate) mod overview;
pub(crate) mod raw_rows;
pub(super) mod rejects;
