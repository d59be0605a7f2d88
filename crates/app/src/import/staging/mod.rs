//! Staging: checked drafts go to the staging table, and from there to the catalog.

mod database_watch;
pub(crate) mod previews;
pub(super) mod stage;
pub(super) mod staged;
