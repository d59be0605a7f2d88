//! Retrieval: candidates by words and by vectors, with the signals that ranking needs.

pub(crate) mod candidates;
pub(crate) mod digest;
pub(crate) mod filter_sql;
pub(crate) mod inspection;
pub(crate) mod lexical;
pub(crate) mod sorted;
pub(crate) mod tiers;
pub(crate) mod vector;
pub(crate) mod vocabulary;
pub(crate) mod warming;
pub(crate) mod watched_queries;
