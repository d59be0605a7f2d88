//! Stored query sets: loading for measurements, files, the gate's measurement, and pools of candidates for judging.

pub(crate) mod cached_set;
mod files;
mod gate;
mod load;
mod pool;
pub(crate) mod pool_cache;
pub(crate) mod request;

pub(crate) use crate::bench::sets::cached_set::CachedSet;
pub(crate) use files::{read_set_files, render_set_files};
pub(crate) use gate::ask_profile_gate;
pub use gate::{GateReport, GateSet, JudgedSet, SetWorse};
pub(crate) use load::of_parts;
pub use load::{find_query_set, load};
pub(crate) use pool::{SetPool, fetch_pool};
pub(crate) use pool_cache::{get_set, sample_evenly};
pub use request::SetRequest;
