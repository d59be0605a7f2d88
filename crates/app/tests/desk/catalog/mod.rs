//! Items through the form, their packages.

pub(super) mod packages;
pub(super) mod saving;
