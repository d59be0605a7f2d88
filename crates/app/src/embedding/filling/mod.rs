//! Embedding of records: passages of a record, and the worker that embeds them.

pub(crate) mod draft;
pub(crate) mod fill;
pub(crate) mod pace;
pub(crate) mod passages;
pub(crate) mod report;
pub(crate) mod sample;
pub(crate) mod write;
