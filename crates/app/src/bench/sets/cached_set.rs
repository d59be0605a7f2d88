//! A query set with the cached candidates of its queries.

use crate::bench::eval::QuerySet;
use crate::runtime::ttl_cache::TtlMap;
use celeiro_domain::bench::judging::QuerySetSummary;
use celeiro_domain::bench::{JudgedPool, QueryQuality};
use std::num::NonZeroUsize;
use std::time::Duration;

/// A set with what searches for its queries fetched, and how good they are.
pub(crate) struct CachedSet {
    pub summary: QuerySetSummary,
    pub set: QuerySet,
    /// In the order of the set's queries.
    pub pools: Vec<JudgedPool>,
    pub before: Vec<QueryQuality>,
    /// Queries beyond those that are kept.
    pub left_out: u32,
}

/// Sets whose candidates stay in memory: the open one, and the one before it.
pub(crate) const CACHED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// How long; then the catalog may have changed too much.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// An empty cache of sets by their id, their state, and the profile in force.
pub(crate) fn new_set_cache() -> TtlMap<CachedSet> {
    TtlMap::new(CACHED, LIFETIME)
}
