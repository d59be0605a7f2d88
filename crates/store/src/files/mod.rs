//! Contents of attached files: shared between servers, damaged, unreferenced.

pub(crate) mod healing;
pub(crate) mod needs;
pub(crate) mod purge;
pub(crate) mod shared;
