//! Embedding models and the jobs that fill them.

pub(crate) mod calibration;
pub(crate) mod jobs;
pub(crate) mod models;
