//! Calls while they wait for the database: attended, given up, cancelled.

pub(crate) mod attend;
pub(crate) mod call_fault;
pub(crate) mod cancelling;
pub(crate) mod deadline;
pub(crate) mod pulse;
