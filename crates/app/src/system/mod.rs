//! The system: status, setup, diagnosis, background maintenance.

pub mod demo;
pub mod doctor;
pub mod housekeeping;
pub(crate) mod reading;
pub(crate) mod replicas;
pub mod setup;
pub mod status;
pub mod storage;
