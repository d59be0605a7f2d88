//! Pool and call counters for metrics. They are read without a query.

use crate::Store;
use crate::connection::call_times::{CallEnd, CallKind};
use sqlx::PgPool;
use std::time::Duration;

/// Connections of one pool at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolCounts {
    /// The pool: `reads`, `writes`, `searches`, `bulk` or `upkeep`.
    pub pool: &'static str,
    /// Connections that a call uses, or that are being opened for one.
    pub in_use: u32,
    /// Open connections that no call uses.
    pub idle: u32,
    /// Most connections that the pool opens.
    pub limit: u32,
}

impl PoolCounts {
    fn of(name: &'static str, pool: &PgPool) -> Self {
        let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
        let limit = pool.options().get_max_connections();
        Self { pool: name, in_use: pool.size().saturating_sub(idle), idle, limit }
    }
}

impl Store {
    /// The connections of each pool.
    pub fn pool_counts(&self) -> [PoolCounts; 5] {
        [
            PoolCounts::of("reads", &self.pool),
            PoolCounts::of("writes", &self.writing),
            PoolCounts::of("searches", &self.searching),
            PoolCounts::of("bulk", &self.many),
            PoolCounts::of("upkeep", &self.upkeep),
        ]
    }

    /// Reports every database call that ends from now on, of all clones, to `observe`. The first who asks is told.
    pub fn observe_calls(&self, observe: impl Fn(CallKind, CallEnd, Duration) + Send + Sync + 'static) {
        self.calls.begin(Box::new(observe));
    }
}
