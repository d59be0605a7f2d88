//! In-memory cache of recent search traces: keystrokes on the way to a search, searches of the program itself, and all
//! searches where the query log is off. A search whose result the person keeps moves to the log
//! ([`RecentSearches::take`]); the others are never stored, and are evicted by age, by newer searches, and at exit.

use crate::query_log::searched::LoggedSearch;
use crate::runtime::sync::lock_unpoisoned;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Most searches in memory, some thirty kilobytes each with their explanations.
const MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);
/// The newest of them that keep all of their candidates, up to a megabyte each.
const MOST_WHOLE: usize = 8;
/// How long a search stays.
const FOR: Duration = Duration::from_secs(600);

/// Searches by the ids of their traces.
pub(crate) struct RecentSearches {
    searches: Mutex<LruCache<Uuid, (Instant, Arc<LoggedSearch>)>>,
}

impl Default for RecentSearches {
    fn default() -> Self {
        Self { searches: Mutex::new(LruCache::new(MOST)) }
    }
}

impl RecentSearches {
    pub fn remember(&self, searched: Arc<LoggedSearch>) {
        let mut searches = lock_unpoisoned(&self.searches);
        // Looking one up does not make it younger, so the first to go is the oldest.
        while searches.peek_lru().is_some_and(|(_, (at, _))| at.elapsed() >= FOR) {
            searches.pop_lru();
        }
        searches.put(searched.trace_id, (Instant::now(), searched));
        // One that is being read keeps its candidates until its time is up.
        let older = searches.iter_mut().nth(MOST_WHOLE);
        if let Some(searched) = older.and_then(|(_, (_, searched))| Arc::get_mut(searched)) {
            searched.reduce();
        }
    }

    /// Removes a search, for the log.
    pub fn take(&self, id: Uuid) -> Option<Arc<LoggedSearch>> {
        let (at, searched) = lock_unpoisoned(&self.searches).pop(&id)?;
        (at.elapsed() < FOR).then_some(searched)
    }

    pub fn get(&self, id: Uuid) -> Option<Arc<LoggedSearch>> {
        let searches = lock_unpoisoned(&self.searches);
        searches.peek(&id).filter(|(at, _)| at.elapsed() < FOR).map(|(_, searched)| searched.clone())
    }

    pub fn forget(&self) {
        lock_unpoisoned(&self.searches).clear();
    }
}
