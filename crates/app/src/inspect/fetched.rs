//! Candidates of one search, fetched so that thresholds can be tried later.

use crate::runtime::ttl_cache::TtlMap;
use celeiro_domain::inspect::Components;
use celeiro_domain::search::{FallbackReason, Timings};
use celeiro_store::VectorQuery;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// What a search would fetch, and what lies beyond its threshold.
pub(crate) struct Fetched {
    pub components: Components,
    /// What vectors were asked; nothing where they were not.
    pub asked: Option<VectorQuery>,
    pub fallback: Option<FallbackReason>,
    /// When it was fetched.
    pub at: Instant,
    /// How long it took then: its stages, and in all; without ranking.
    pub timings: Timings,
}

/// Searches whose candidates stay in memory: an open query set. Each takes about half a megabyte.
pub(crate) const CACHED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(199);

/// How long; then the catalog may have changed too much.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// An empty cache of candidates by search: sliders are moved many times over one search.
pub(crate) fn new_pool_cache() -> TtlMap<Fetched> {
    TtlMap::new(CACHED, LIFETIME)
}
