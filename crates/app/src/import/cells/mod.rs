//! Raw cells of a file: for the column mapping by a person, and for the file of rejected rows.

pub(in crate::import) mod cell_text;
pub(in crate::import) mod dated_names;
pub(crate) mod overview;
pub(crate) mod raw_rows;
pub(super) mod rejects;
