//! The program itself: its state, setting it up, what it does beside what it is asked.

pub mod demo;
pub mod doctor;
pub mod housekeeping;
pub(crate) mod reading;
pub(crate) mod replicas;
pub mod setup;
pub mod status;
pub mod storage;
