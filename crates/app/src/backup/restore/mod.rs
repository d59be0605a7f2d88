//! Reads a backup back: into a new data folder beside the present one, which takes its place only when all of
//! it was checked; or into a team's database that is empty.
//!
//! A killed run leaves the old state whole, or the new one. What it left beside goes with the next run, which
//! also ends what the killed one had begun after the exchange.

mod fill;
mod mounts;
mod run;
mod staging;
pub(crate) mod swap;

pub use fill::RestoreStage;
pub use run::{RestoreSummary, restore_backup};
