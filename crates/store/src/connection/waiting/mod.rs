//! Waiting for the database: deadlines, liveness checks, cancellation.

pub(crate) mod attend;
pub(crate) mod call_fault;
pub(crate) mod cancelling;
pub(crate) mod deadline;
pub(crate) mod pulse;
