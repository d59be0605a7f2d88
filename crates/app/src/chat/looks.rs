//! Log of administrators' looks at other people's conversations, deduplicated: an open page requests images, actions
//! and traces repeatedly, and one entry covers them.

use crate::runtime::sync::lock_unpoisoned;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Looks in memory; one that does not fit any more is written down again.
const MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1_023);
/// How long a look goes on.
const LASTS: Duration = Duration::from_secs(600);

/// The looks of the last minutes, by administrator and conversation.
pub(crate) struct RecordedLooks {
    looks: Mutex<LruCache<(String, Uuid), Instant>>,
}

impl Default for RecordedLooks {
    fn default() -> Self {
        Self { looks: Mutex::new(LruCache::new(MOST)) }
    }
}

impl RecordedLooks {
    /// Whether a look of `actor` at this conversation goes on.
    pub fn goes_on(&self, actor: &str, conversation: Uuid) -> bool {
        let looks = lock_unpoisoned(&self.looks);
        looks.peek(&(actor.to_owned(), conversation)).is_some_and(|begun| begun.elapsed() < LASTS)
    }

    /// Notes that the access log has the administrator's look at the conversation.
    pub fn note(&self, actor: &str, conversation: Uuid) {
        lock_unpoisoned(&self.looks).put((actor.to_owned(), conversation), Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_of_one_person_at_one_conversation() {
        let (looks, conversation) = (RecordedLooks::default(), Uuid::from_u128(1));
        assert!(!looks.goes_on("ana", conversation));
        looks.note("ana", conversation);
        assert!(looks.goes_on("ana", conversation));
        assert!(!looks.goes_on("bia", conversation) && !looks.goes_on("ana", Uuid::from_u128(2)));
    }
}
