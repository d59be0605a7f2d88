//! Stored query sets at work: loaded for a measurement, read from and written to files, asked by the
//! gate, and pooled to be judged. The operations on them are in [`crate::api`].

pub(crate) mod cached_set;
mod files;
mod gate;
mod load;
mod pool;
pub(crate) mod pool_cache;
pub(crate) mod request;

pub(crate) use crate::bench::sets::cached_set::CachedSet;
pub(crate) use files::{drafts, texts};
pub(crate) use gate::ask;
pub use gate::{GateReport, GateSet, JudgedSet, SetWorse};
pub(crate) use load::of_parts;
pub use load::{find, load};
pub(crate) use pool::{SetPool, fetch_pool};
pub(crate) use pool_cache::{get_set, sample_evenly};
pub use request::SetRequest;
