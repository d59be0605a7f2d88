//! The analyst's bench: candidates fetched once and kept, for everything in [`celeiro_domain::analysis`].
//!
//! It fetches and dresses; what is reckoned with what was fetched is in crate `domain`.

mod pool;
mod standing;

pub(crate) use pool::{Fetched, fetch};
pub(crate) use standing::{Standing, standing};
