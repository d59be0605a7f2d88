//! Candidate pool of one search: the candidates with those beyond its threshold, so that thresholds can be tried later.

use crate::inspect::record_name::RecordName;
use crate::runtime::ttl_cache::TtlMap;
use celeiro_domain::inspect::Components;
use celeiro_domain::search::{FallbackReason, Timings};
use celeiro_store::VectorQuery;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// What a search would fetch, and what lies beyond its threshold.
pub(crate) struct FetchedPool {
    pub components: Components,
    /// What vectors were asked; nothing where they were not.
    pub asked: Option<VectorQuery>,
    pub fallback: Option<FallbackReason>,
    /// When it was fetched.
    pub at: Instant,
    /// How long it took then: its stages, and in all; without ranking.
    pub timings: Timings,
    /// The records of the search's own result, best first: what other weights are compared with.
    pub order: Vec<Uuid>,
    /// The names of all candidates, loaded when the first of them is shown.
    pub names: OnceCell<HashMap<Uuid, RecordName>>,
}

/// Searches whose candidates stay in memory: an open query set. Each takes about half a megabyte.
pub(crate) const CACHED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(199);

/// How long; then the catalog may have changed too much.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// An empty cache of candidates by search: sliders are moved many times over one search.
pub(crate) fn new_pool_cache() -> TtlMap<FetchedPool> {
    TtlMap::new(CACHED, LIFETIME)
}
