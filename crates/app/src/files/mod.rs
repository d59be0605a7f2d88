//! Files on disk: atomic writes, bounded reads, transfer in pieces, safe spreadsheets.

pub(crate) mod atomic_write;
pub mod bounded_read;
pub mod content_rounds;
pub(crate) mod contents;
pub(crate) mod damaged_contents;
pub(crate) mod fetched_content;
pub(crate) mod formula_guard;
pub(crate) mod pasted_csv;
mod private_folder;
pub(crate) mod shared;
pub mod transfer;
pub(crate) mod xlsx_writer;

pub use private_folder::make_private_folder;
