//! The query log, gaps, quality figures and the state of the database.

pub(crate) mod gaps;
pub(crate) mod quality;
pub(crate) mod query_log;
pub(crate) mod role_rights;
pub(crate) mod status;
