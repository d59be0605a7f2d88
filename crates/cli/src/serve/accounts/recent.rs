//! Credentials that were verified a moment ago. How often a client may ask is decided before the database is
//! asked who it is, so that no flood of made-up sessions reaches the database; what it may do never is.

use super::credential::Credential;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a credential counts as known. Where strangers use up their share behind the same proxy, those who
/// were here before get through by it: so it outlasts a look into another window. A session that ended meanwhile
/// gains the better share by it, and nothing else.
const REMEMBERED: Duration = Duration::from_secs(600);
/// Most credentials that are remembered: more than a team has.
const MOST: usize = 10_000;

/// Marks of verified credentials, with the moment. A mark is a hash under a key of this process, from which no
/// credential can be found, nor one that has the same mark.
#[derive(Default)]
pub struct RecentCredentials {
    key: RandomState,
    seen: Mutex<HashMap<u64, Instant>>,
}

impl RecentCredentials {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Instant>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mark_of(&self, credential: &Credential) -> Option<u64> {
        credential.secret().map(|secret| self.key.hash_one(secret))
    }

    /// Notes that the credential was verified just now.
    pub fn note(&self, credential: &Credential) {
        let Some(mark) = self.mark_of(credential) else { return };
        let mut seen = self.lock();
        if seen.len() >= MOST {
            seen.retain(|_, at| at.elapsed() < REMEMBERED);
        }
        if seen.len() < MOST || seen.contains_key(&mark) {
            seen.insert(mark, Instant::now());
        }
    }

    /// Forgets a credential that was refused.
    pub fn forget(&self, credential: &Credential) {
        if let Some(mark) = self.mark_of(credential) {
            self.lock().remove(&mark);
        }
    }

    /// Whether the credential of a request was verified a moment ago.
    pub fn has_verified(&self, credential: &Credential) -> bool {
        let mark = self.mark_of(credential);
        mark.is_some_and(|mark| self.lock().get(&mark).is_some_and(|at| at.elapsed() < REMEMBERED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_verified_is_known_until_it_is_refused() {
        let recent = RecentCredentials::default();
        let (ana, bia) = (Credential::Session("ana".into()), Credential::ApiToken("cel_bia".into()));
        assert!(!recent.has_verified(&ana));
        recent.note(&ana);
        recent.note(&bia);
        assert!(recent.has_verified(&ana) && recent.has_verified(&bia));
        recent.forget(&ana);
        assert!(!recent.has_verified(&ana) && recent.has_verified(&bia));
        recent.note(&Credential::Absent);
        assert!(!recent.has_verified(&Credential::Absent) && !recent.has_verified(&Credential::Unknown));
    }

    #[test]
    fn memory_is_bounded() {
        let recent = RecentCredentials::default();
        (0..MOST + 100).for_each(|n| recent.note(&Credential::Session(n.to_string())));
        assert_eq!(recent.lock().len(), MOST);
    }
}
