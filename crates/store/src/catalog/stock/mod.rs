//! Stock of items: the levels that are stored, writing them, and which item a code, an EAN or a name is of.

pub(crate) mod levels;
pub(crate) mod targets;
pub(crate) mod writing;
