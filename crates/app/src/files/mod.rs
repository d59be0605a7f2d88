//! Files on disk: written atomically, read up to a limit, sent and fetched in pieces.

pub(crate) mod atomic_write;
pub mod bounded_read;
pub mod transfer;
pub(crate) mod xlsx_writer;
