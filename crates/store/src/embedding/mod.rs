//! Embedding models and the jobs that fill them with vectors.

pub(crate) mod calibration;
pub(crate) mod jobs;
pub(crate) mod models;
