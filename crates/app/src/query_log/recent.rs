//! Searches whose traces are kept in memory alone: what a person typed on the way to a search, what the
//! program asked for itself, and everything where the query log is switched off. Nothing of it is written
//! anywhere; it goes with its time, with newer searches, and with the program.

use crate::query_log::searched::Searched;
use crate::runtime::sync::lock_unpoisoned;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Searches remembered, some hundred kilobytes each with their explanations.
const MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);
/// How long.
const FOR: Duration = Duration::from_secs(600);

/// Searches by the ids of their traces.
pub(crate) struct RecentSearches {
    searches: Mutex<LruCache<Uuid, (Instant, Arc<Searched>)>>,
}

impl Default for RecentSearches {
    fn default() -> Self {
        Self { searches: Mutex::new(LruCache::new(MOST)) }
    }
}

impl RecentSearches {
    pub fn remember(&self, id: Uuid, searched: Searched) {
        let mut searches = lock_unpoisoned(&self.searches);
        // Looking one up does not make it younger, so the first to go is the oldest.
        while searches.peek_lru().is_some_and(|(_, (at, _))| at.elapsed() >= FOR) {
            searches.pop_lru();
        }
        searches.put(id, (Instant::now(), Arc::new(searched)));
    }

    pub fn get(&self, id: Uuid) -> Option<Arc<Searched>> {
        let searches = lock_unpoisoned(&self.searches);
        searches.peek(&id).filter(|(at, _)| at.elapsed() < FOR).map(|(_, searched)| searched.clone())
    }

    pub fn forget(&self) {
        lock_unpoisoned(&self.searches).clear();
    }
}
