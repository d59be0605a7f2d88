//! Profiles measured on judged queries: two of them, one after the other, better ones.

pub(crate) mod compare;
pub(crate) mod judged_set;
pub(crate) mod tuning;
