//! Checked drafts into the staging table, and from there into the catalog.

mod database_watch;
pub(crate) mod previews;
pub(super) mod stage;
pub(super) mod staged;
