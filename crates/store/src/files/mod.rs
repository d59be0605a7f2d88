//! Contents of attached files: those that several servers share, those of them that are damaged, and those that no
//! record needs any more.

pub(crate) mod healing;
pub(crate) mod needs;
pub(crate) mod purge;
pub(crate) mod shared;
