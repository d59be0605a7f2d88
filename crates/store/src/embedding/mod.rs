//! Embedding models and the jobs that fill them.

pub(crate) mod jobs;
pub(crate) mod models;
