//! Restore of a backup: into a new data folder, which replaces the present one only after all checks; or into a team's
//! empty database.
//!
//! A killed run leaves either the complete old state or the complete new one. The next run removes its leftovers, and
//! completes what the killed run had begun after the swap.

mod fill;
mod mounts;
mod run;
mod staging;
pub(crate) mod swap;

pub use fill::RestoreStage;
pub use run::{RestoreSummary, restore_backup};
