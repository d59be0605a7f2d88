//! Rate limit of wrong passwords, by login and by network, with a lockout time.
//!
//! The counts are in memory only: a restart clears them, and each server of a team counts for itself. A login without
//! an account is counted like one with an account, so that refusals do not reveal which logins exist.

use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Wrong passwords of a login in a row after which each further try has to wait.
const FREE_TRIES: u32 = 5;
/// Wrong passwords of a network, for whichever logins: an office of a dozen people behind one address, each of whom
/// mistypes four times. One password tried at many logins comes no further.
const FREE_TRIES_OF_NETWORK: u32 = 50;
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// After how long without a try all is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(15 * 60);
/// Logins, or networks, that are remembered; of more, the one tried longest ago is forgotten.
const REMEMBERED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);
/// Refusals that are written into the access log in a minute. More of them say no more, and fill the disk.
const NOTED_IN_A_MINUTE: u32 = 60;

struct Tries {
    failed: u32,
    last: Instant,
}

impl Tries {
    /// For how long no password is tried from the last one on, where `free` tries need not wait.
    fn wait(&self, free: u32) -> Duration {
        match self.failed.checked_sub(free) {
            None => Duration::ZERO,
            Some(beyond) => Duration::from_secs(1 << beyond.min(6)).min(LONGEST_WAIT),
        }
    }
}

/// Wrong passwords by login, or by network.
pub(in crate::accounts) struct Guesses {
    free: u32,
    tries: Mutex<LruCache<String, Tries>>,
    noted: Mutex<Option<(Instant, u32)>>,
}

impl Guesses {
    /// Counts by login.
    pub(in crate::accounts) fn of_logins() -> Self {
        Self::new(FREE_TRIES)
    }

    /// Counts by network.
    pub(in crate::accounts) fn of_networks() -> Self {
        Self::new(FREE_TRIES_OF_NETWORK)
    }

    fn new(free: u32) -> Self {
        Self { free, tries: Mutex::new(LruCache::new(REMEMBERED)), noted: Mutex::new(None) }
    }

    /// Begins to try a password. It counts as wrong until [`Guesses::clear`] or [`Guesses::give_back`]: of many tries
    /// at the same moment, and of those whose client goes away, none is free.
    ///
    /// # Errors
    /// `sign_in_slowed` with the seconds until the next try.
    pub(in crate::accounts) fn begin(&self, login: &str) -> Result<(), AppError> {
        self.begin_at(login, Instant::now()).map_err(|wait| {
            let seconds = wait.as_millis().div_ceil(1_000);
            AppError::new(Code::SignInSlowed)
                .with("seconds", seconds)
                .detail("seconds", u64::try_from(seconds).unwrap_or(u64::MAX))
        })
    }

    fn begin_at(&self, login: &str, now: Instant) -> Result<(), Duration> {
        let mut all = lock_unpoisoned(&self.tries);
        let tries = all.get_or_insert_mut(login.to_owned(), || Tries { failed: 0, last: now });
        let rested = now.saturating_duration_since(tries.last);
        if rested >= FORGOTTEN_AFTER {
            tries.failed = 0;
        }
        let wait = tries.wait(self.free);
        if rested < wait {
            return Err(wait - rested);
        }
        tries.failed = tries.failed.saturating_add(1);
        tries.last = now;
        Ok(())
    }

    /// The password was wrong: the wait begins now, however long it took to find out.
    pub(in crate::accounts) fn refuse(&self, login: &str) {
        if let Some(tries) = lock_unpoisoned(&self.tries).get_mut(login) {
            tries.last = Instant::now();
        }
    }

    /// The password was the right one.
    pub(in crate::accounts) fn clear(&self, login: &str) {
        lock_unpoisoned(&self.tries).pop(login);
    }

    /// No password was tried after all. A login of which none was tried is forgotten: a flood that is turned away must
    /// not drive others out of memory.
    pub(in crate::accounts) fn give_back(&self, login: &str) {
        let mut all = lock_unpoisoned(&self.tries);
        let Some(tries) = all.peek_mut(login) else { return };
        tries.failed = tries.failed.saturating_sub(1);
        if tries.failed == 0 {
            all.pop(login);
        }
    }

    /// Whether a refusal is written into the access log.
    pub(in crate::accounts) fn may_note(&self) -> bool {
        let mut noted = lock_unpoisoned(&self.noted);
        match noted.as_mut().filter(|(since, _)| since.elapsed() < Duration::from_secs(60)) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                *count <= NOTED_IN_A_MINUTE
            }
            None => {
                *noted = Some((Instant::now(), 1));
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_five_wrong_passwords_each_try_waits_twice_as_long_up_to_a_minute() {
        let guesses = Guesses::of_logins();
        let mut now = Instant::now();
        for _ in 0..FREE_TRIES {
            assert_eq!(guesses.begin_at("ana", now), Ok(()));
        }
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
            let wait = Duration::from_secs(wait);
            assert_eq!(guesses.begin_at("ana", now), Err(wait));
            assert_eq!(guesses.begin_at("bia", now), Ok(()), "another login is free");
            guesses.clear("bia");
            now += wait;
            assert_eq!(guesses.begin_at("ana", now), Ok(()));
        }
        now += FORGOTTEN_AFTER;
        assert_eq!(guesses.begin_at("ana", now), Ok(()));
        assert_eq!(guesses.begin_at("ana", now), Ok(()), "it begins anew");
    }

    #[test]
    fn a_network_tries_fifty_passwords_whichever_logins_they_are_for_and_others_go_on() {
        let networks = Guesses::of_networks();
        let tried = (0..10_000).filter(|_| networks.begin("203.0.113.7").is_ok()).count();
        assert!((50..55).contains(&tried), "{tried} in the time that it takes");
        assert!(networks.begin("203.0.113.8").is_ok());
        // What was right, or no try, leaves the count as it was.
        let office = Guesses::of_networks();
        for _ in 0..1_000 {
            assert!(office.begin("198.51.100.1").is_ok());
            office.give_back("198.51.100.1");
        }
    }

    #[test]
    fn the_right_password_and_a_try_that_was_none_count_for_nothing() {
        let guesses = Guesses::of_logins();
        for _ in 0..50 {
            assert!(guesses.begin("ana").is_ok());
            guesses.give_back("ana");
        }
        for _ in 0..FREE_TRIES {
            guesses.begin("ana").unwrap();
        }
        let refused = guesses.begin("ana").unwrap_err();
        assert_eq!(refused.code(), Code::SignInSlowed);
        let details = refused.to_body(celeiro_domain::search::Lang::En).details.unwrap();
        assert_eq!(details["seconds"], 1, "a number, for programs that wait");
        guesses.clear("ana");
        assert!(guesses.begin("ana").is_ok());
    }

    #[test]
    fn memory_is_bounded_and_so_is_what_is_noted() {
        let guesses = Guesses::of_logins();
        for at in 0..REMEMBERED.get() + 5 {
            guesses.begin(&format!("login{at}")).unwrap();
        }
        assert_eq!(lock_unpoisoned(&guesses.tries).len(), REMEMBERED.get());
        // What is turned away before a password is tried takes the place of one at most.
        let oldest = || lock_unpoisoned(&guesses.tries).peek_lru().map(|(login, _)| login.clone());
        guesses.begin("turned-away").unwrap();
        guesses.give_back("turned-away");
        let before = oldest();
        for at in 0..100 {
            guesses.begin(&format!("turned-away{at}")).unwrap();
            guesses.give_back(&format!("turned-away{at}"));
        }
        assert_eq!(oldest(), before);
        let noted = (0..1_000).filter(|_| guesses.may_note()).count();
        assert_eq!(noted, NOTED_IN_A_MINUTE as usize);
    }
}
