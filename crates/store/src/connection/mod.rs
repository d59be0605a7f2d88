//! Connections to the database: pools, transactions, deadlines, idempotent writes.

pub(crate) mod backends;
pub(crate) mod call_times;
pub(crate) mod connect;
pub(crate) mod encode;
pub(crate) mod grants;
mod large_writes;
pub(crate) mod pool_counts;
mod pools;
mod requirements;
pub(crate) mod schema;
pub(crate) mod search_settings;
mod server_switch;
pub(crate) mod transaction;
mod upkeep;
pub(crate) mod waiting;
pub(crate) mod write;
