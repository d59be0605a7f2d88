//! A search laid open: why a record stands where it does, and other weights tried on it.

pub mod explain_item;
pub mod inspect_search;
pub(crate) mod pool;
pub(crate) mod pool_cache;
pub(crate) mod rank_diagnosis;
pub mod rerank;
pub mod search_halves;
pub(crate) use pool::{Fetched, candidate_names, fetch};
pub(crate) use pool_cache::Pools;
pub(crate) use rank_diagnosis::{Standing, standing};
