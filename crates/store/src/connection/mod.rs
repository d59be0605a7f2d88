//! Connections to the database: pools, transactions, deadlines, idempotent writes.

pub(crate) mod attend;
pub(crate) mod backends;
pub(crate) mod cancelling;
pub(crate) mod connect;
pub(crate) mod deadline;
pub(crate) mod encode;
pub(crate) mod pool_counts;
pub(crate) mod pulse;
pub(crate) mod schema;
pub(crate) mod search_settings;
pub(crate) mod transaction;
pub(crate) mod write;
