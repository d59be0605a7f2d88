//! Open vault sessions with their expiry, and the rate limit of wrong passwords.

use super::seal::Key;
use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// For how long the vault stays open. It does not become longer by use: a page that is left open keeps it
/// open for this long at most.
const OPEN_FOR: Duration = Duration::from_secs(5 * 60);
/// Wrong passwords that may follow each other.
const MOST_WRONG: u32 = 5;
/// For how long no password is tried after that many wrong ones.
const REST: Duration = Duration::from_secs(60);
/// Places from which the vault is open at once; the one opened first closes.
const MOST_OPEN: usize = 16;

struct OpenVault {
    vault: Uuid,
    key: Key,
    /// Both clocks count: the first stands still while a laptop sleeps, the second can be set back.
    opened: Instant,
    opened_at: DateTime<Utc>,
}

impl OpenVault {
    fn is_open(&self) -> bool {
        let (now, open_for) = (Utc::now(), TimeDelta::seconds(OPEN_FOR.as_secs() as i64));
        self.opened.elapsed() < OPEN_FOR && self.opened_at <= now && now < self.opened_at + open_for
    }
}

#[derive(Default)]
struct Attempts {
    wrong: u32,
    last: Option<Instant>,
}

/// The open vaults of the program, by session. Nothing of it is stored: a program that ends closes them.
#[derive(Default)]
pub(crate) struct VaultSessions {
    open: Mutex<HashMap<Uuid, OpenVault>>,
    attempts: Mutex<Attempts>,
    /// One password is tried at a time: each takes 64 MiB.
    trying: tokio::sync::Mutex<()>,
}

impl VaultSessions {
    /// Begins a session that opens the vault `vault` for five minutes.
    pub(super) fn begin(&self, vault: Uuid, key: Key) -> (Uuid, DateTime<Utc>) {
        let (session, opened_at) = (Uuid::new_v4(), Utc::now());
        let mut open = lock_unpoisoned(&self.open);
        open.retain(|_, one| one.is_open());
        if open.len() >= MOST_OPEN
            && let Some(first) = open.iter().min_by_key(|(_, one)| one.opened).map(|(id, _)| *id)
        {
            open.remove(&first);
        }
        open.insert(session, OpenVault { vault, key, opened: Instant::now(), opened_at });
        (session, opened_at + TimeDelta::seconds(OPEN_FOR.as_secs() as i64))
    }

    /// The vault that a session opened, and its key.
    ///
    /// # Errors
    /// `vault_locked` where it is closed again or never was open.
    pub(super) fn key_of(&self, session: Uuid) -> Result<(Uuid, Key), AppError> {
        let mut open = lock_unpoisoned(&self.open);
        open.retain(|_, one| one.is_open());
        let one = open.get(&session).ok_or_else(|| AppError::new(Code::VaultLocked))?;
        Ok((one.vault, one.key.clone()))
    }

    /// Closes what one session opened.
    pub(super) fn end(&self, session: Uuid) {
        lock_unpoisoned(&self.open).remove(&session);
    }

    /// Closes the vault everywhere.
    pub(super) fn end_all(&self) {
        lock_unpoisoned(&self.open).clear();
    }

    /// Tries a password: `attempt` gives nothing where it is wrong.
    ///
    /// # Errors
    /// `vault_attempts_exceeded` after five wrong ones for a minute, `vault_password_wrong`, and what `attempt` says.
    pub(super) async fn attempt<T>(
        &self,
        attempt: impl AsyncFnOnce() -> Result<Option<T>, AppError>,
    ) -> Result<T, AppError> {
        let _alone = self.trying.lock().await;
        self.check_rest()?;
        let outcome = attempt().await?;
        let mut attempts = lock_unpoisoned(&self.attempts);
        match outcome {
            Some(opened) => {
                *attempts = Attempts::default();
                Ok(opened)
            }
            None => {
                attempts.wrong += 1;
                attempts.last = Some(Instant::now());
                Err(AppError::new(Code::VaultPasswordWrong))
            }
        }
    }

    fn check_rest(&self) -> Result<(), AppError> {
        let mut attempts = lock_unpoisoned(&self.attempts);
        let rested = attempts.last.is_none_or(|last| last.elapsed() >= REST);
        if rested {
            *attempts = Attempts::default();
        }
        if attempts.wrong >= MOST_WRONG {
            return Err(AppError::new(Code::VaultAttemptsExceeded).with("seconds", REST.as_secs()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::seal::make_lock;
    use super::*;
    use celeiro_domain::personal::vault::Password;

    fn key() -> Key {
        make_lock(&Password::new("safra boa 2026")).unwrap().1
    }

    #[tokio::test]
    async fn after_five_wrong_passwords_none_is_tried() {
        let sessions = VaultSessions::default();
        for _ in 0..MOST_WRONG {
            let wrong = sessions.attempt::<()>(async || Ok(None)).await;
            assert_eq!(wrong.unwrap_err().code(), Code::VaultPasswordWrong);
        }
        let refused = sessions.attempt(async || Ok(Some(()))).await;
        assert_eq!(refused.unwrap_err().code(), Code::VaultAttemptsExceeded, "not even the right one");
    }

    #[test]
    fn a_session_ends_by_either_clock_and_opens_nothing_else() {
        let sessions = VaultSessions::default();
        let (session, _) = sessions.begin(Uuid::nil(), key());
        assert!(sessions.key_of(session).is_ok());
        assert!(sessions.key_of(Uuid::new_v4()).is_err());
        for moved in [TimeDelta::minutes(-5), TimeDelta::minutes(1)] {
            let (session, _) = sessions.begin(Uuid::nil(), key());
            lock_unpoisoned(&sessions.open).get_mut(&session).unwrap().opened_at += moved;
            assert_eq!(
                sessions.key_of(session).err().map(|error| error.code()),
                Some(Code::VaultLocked),
                "{moved}"
            );
        }
        sessions.end(session);
        assert!(sessions.key_of(session).is_err());
    }

    #[test]
    fn of_too_many_open_places_the_first_closes() {
        let (sessions, key) = (VaultSessions::default(), key());
        let all: Vec<Uuid> = (0..=MOST_OPEN).map(|_| sessions.begin(Uuid::nil(), key.clone()).0).collect();
        assert!(sessions.key_of(all[0]).is_err());
        assert!(all[1..].iter().all(|session| sessions.key_of(*session).is_ok()));
        sessions.end_all();
        assert!(sessions.key_of(all[1]).is_err());
    }
}
