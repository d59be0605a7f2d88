//! A bounded amount that clients share: each network has a share of it at most.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An amount (bytes, places) that all clients share.
pub struct SharedAmount {
    total: usize,
    leaves_room: bool,
    taken: Mutex<HashMap<Option<IpAddr>, usize>>,
}

impl SharedAmount {
    /// `total` units, all free.
    pub fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total, leaves_room: false, taken: Mutex::default() })
    }

    /// Creates a shared amount of which a network holds an eighth of what it leaves free at most. Each takes less
    /// than the one before, and `n` of them leave `(8 / 9)ⁿ` of the whole. (The dynamic thresholds of Choudhury and
    /// Hahne for the queues of a switch, their factor being 1 / 8.)
    pub fn leaving_room(total: usize) -> Arc<Self> {
        Arc::new(Self { total, leaves_room: true, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Option<IpAddr>, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The share of one request; dropping it gives its units back.
pub struct Share {
    shared: Arc<SharedAmount>,
    network: Option<IpAddr>,
    limit: usize,
    units: usize,
}

impl Share {
    /// An empty share of a client of `network`, whose requests may hold up to `limit` units together.
    pub fn new(shared: &Arc<SharedAmount>, network: Option<IpAddr>, limit: usize) -> Self {
        Self { shared: shared.clone(), network, limit, units: 0 }
    }

    /// Takes units until the share holds `units`. False where the network's share or the total does not
    /// reach; the share stays as it is then.
    pub fn grow_to(&mut self, units: usize) -> bool {
        let more = units.saturating_sub(self.units);
        let mut taken = self.shared.lock();
        let all: usize = taken.values().sum();
        let its_own = taken.get(&self.network).copied().unwrap_or_default();
        let Some(free) = self.shared.total.checked_sub(all + more) else { return false };
        let limit = if self.shared.leaves_room { self.limit.min(free / 8) } else { self.limit };
        if its_own + more > limit {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How much of `shared` the network `last` takes in steps of a hundred units.
    fn take_all(shared: &Arc<SharedAmount>, last: u8) -> Share {
        let mut share = Share::new(shared, Some([10, 0, 0, last].into()), 8_000);
        while share.grow_to(share.units + 100) {}
        share
    }

    #[test]
    fn networks_that_take_what_they_can_leave_a_share_to_the_next() {
        let shared = SharedAmount::leaving_room(64_000);
        let held: Vec<_> = (1..=15).map(|last| take_all(&shared, last)).collect();
        assert_eq!(held[0].units, 7_100, "the first has a ninth");
        assert!(held[9].units >= 2_000, "the tenth: {}", held[9].units);
        assert!(held[14].units >= 1_000, "the fifteenth: {}", held[14].units);
        drop(held);
        assert_eq!(take_all(&shared, 16).units, 7_100, "what is given back is free");
    }

    #[test]
    fn without_that_rule_the_total_is_the_only_end() {
        let shared = SharedAmount::new(64_000);
        let held: Vec<_> = (1..=9).map(|last| take_all(&shared, last)).collect();
        assert_eq!((held[7].units, held[8].units), (8_000, 0));
    }
}
