//! Who may ask at all, and how much of what all share.

pub(super) mod guard;
pub(super) mod host_names;
pub(super) mod shares;
