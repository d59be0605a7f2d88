//! Shareable files: a comparison of two records, or an evaluation of two profiles.
//!
//! As one HTML file that opens anywhere (`page`), and as JSON that another Celeiro runs again and
//! holds against its own (`verify`). Both carry everything they need; neither carries a key, a person's
//! name or an address.

pub mod api;
mod comparison;
mod evaluation;
mod page;
mod verify;

pub(crate) use comparison::comparison_page;
pub(crate) use evaluation::evaluation_page;
pub(crate) use verify::{verify_comparison, verify_evaluation};
