//! Search inspector: explanations of ranks, and other weights tried on a search.

pub mod explain_item;
pub(crate) mod fetched;
pub mod inspect_search;
pub(crate) mod pool;
pub(crate) mod rank_diagnosis;
pub mod record_name;
pub mod rerank;
pub mod search_halves;
pub mod turning;
pub(crate) use crate::inspect::fetched::FetchedPool;
pub(crate) use pool::{candidate_names, fetch, get_pool};
pub(crate) use rank_diagnosis::{RankDiagnosis, diagnose_rank};
