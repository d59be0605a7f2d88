//! Contents of attached files: those that several servers share, and those that no record needs any more.

pub(crate) mod purge;
pub(crate) mod shared;
