//! Stored query sets at work: loaded for a measurement, read from and written to files, asked by the
//! gate, and pooled to be judged. The operations on them are in [`crate::ops`].

mod asked;
mod files;
mod gate;
mod kept;
mod load;
mod pool;

pub use asked::Asked;
pub(crate) use files::{drafts, texts};
pub(crate) use gate::ask;
pub use gate::{GateReport, GateSet, Judged, SetWorse};
pub(crate) use kept::{Kept, SetPools, spread};
pub(crate) use load::of_parts;
pub use load::{find, load};
pub(crate) use pool::{Pooled, pooled};
