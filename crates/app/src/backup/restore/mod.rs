//! Restore of a backup: into a new data folder, which replaces the present one only after all checks; or into a team's
//! empty database.
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
