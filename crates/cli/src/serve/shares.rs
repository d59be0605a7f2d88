//! A bounded amount that clients share: each network has a share of it at most.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An amount (bytes, places) that all clients share.
pub struct Shared {
    total: usize,
    taken: Mutex<HashMap<Option<IpAddr>, usize>>,
}

impl Shared {
    /// `total` units, all free.
    pub fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Option<IpAddr>, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The share of one request; dropping it gives its units back.
pub struct Share {
    shared: Arc<Shared>,
    network: Option<IpAddr>,
    limit: usize,
    units: usize,
}

impl Share {
    /// An empty share of a client of `network`, whose requests may hold up to `limit` units together.
    pub fn new(shared: &Arc<Shared>, network: Option<IpAddr>, limit: usize) -> Self {
        Self { shared: shared.clone(), network, limit, units: 0 }
    }

    /// Takes units until the share holds `units`. False where the network's share or the total does not
    /// reach; the share stays as it is then.
    pub fn grow_to(&mut self, units: usize) -> bool {
        let more = units.saturating_sub(self.units);
        let mut taken = self.shared.lock();
        let all: usize = taken.values().sum();
        let its_own = taken.get(&self.network).copied().unwrap_or_default();
        if all + more > self.shared.total || its_own + more > self.limit {
            return false;
        }
        taken.insert(self.network, its_own + more);
        self.units += more;
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // A small body, as nearly all are, has taken none.
        if self.units == 0 {
            return;
        }
        let mut taken = self.shared.lock();
        let its_own = taken.entry(self.network).or_default();
        *its_own -= self.units;
        if *its_own == 0 {
            taken.remove(&self.network);
        }
    }
}
