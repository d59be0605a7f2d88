//! Connections to the database: pools, transactions, deadlines, idempotent writes.

pub(crate) mod cancelling;
pub(crate) mod connect;
pub(crate) mod encode;
pub(crate) mod pulse;
pub(crate) mod transaction;
pub(crate) mod write;
