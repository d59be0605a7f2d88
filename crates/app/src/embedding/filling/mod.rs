//! Vectors of records: what of a record is embedded, and the worker that embeds it.

pub(crate) mod draft;
pub(crate) mod fill;
pub(crate) mod pace;
pub(crate) mod passages;
pub(crate) mod report;
pub(crate) mod sample;
pub(crate) mod write;
