//! Shareable files: a comparison of two records, or an evaluation of two profiles.
//!
//! Each is one HTML file that opens anywhere (`page`), and JSON that another Celeiro runs again and compares with its
//! own (`verify`). Both are self-contained; neither carries a key, a person's name or an address.

pub mod api;
mod comparison;
mod evaluation;
mod page;
mod verify;

pub(crate) use comparison::comparison_page;
pub(crate) use evaluation::evaluation_page;
pub(crate) use verify::{verify_comparison, verify_evaluation};
