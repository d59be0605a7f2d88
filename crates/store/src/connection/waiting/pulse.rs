//! Liveness check of the database while a call waits for it.
//!
//! A call may take seconds because it has much to do, or wait because the server was stopped, its machine hangs, or a
//! firewall dropped the connection: the call itself cannot tell which. After a moment of waiting the server is
//! therefore probed in other ways, and the call is abandoned only where the probes are not answered either. Calls that
//! wait at the same time share one probe.

use crate::StoreError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often those who wait for the server ask whether its processes are stopped.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// How long a call may take before it is asked whether the database answers.
const NOTICE: Duration = Duration::from_millis(800);
/// The same soon after it was found that it does not: an operation is several calls, and must not wait
/// so long for each.
const NOTICE_AGAIN: Duration = Duration::from_millis(200);
/// How long a look holds for others.
const HOLDS: Duration = Duration::from_secs(1);
/// How long a look that found something wrong makes calls impatient.
pub(in crate::connection) const IMPATIENCE: Duration = Duration::from_secs(5);

/// What was seen last. Shared by all clones of a store.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    last: Mutex<Option<PulseReading>>,
    /// Since when the server lets no client in, and when that was seen last.
    entrance: Mutex<Option<(Instant, Instant)>>,
    /// Whether the server is gone because its disk is full.
    is_disk_full: AtomicBool,
    /// One looks at a time.
    pub(in crate::connection) turn: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone)]
pub(in crate::connection) struct PulseReading {
    pub(in crate::connection) begun: Instant,
    pub(in crate::connection) ended: Instant,
    /// What is wrong, if anything is, and since when.
    pub(in crate::connection) wrong: Option<(Wrong, Instant)>,
}

impl PulseReading {
    /// Whether a call that asks at `asked` may go by this reading. Another look costs nothing where processes
    /// are stopped, and a call of a server that goes on again must not end for what was seen before.
    pub(in crate::connection) fn holds_at(&self, asked: Instant) -> bool {
        self.begun + HOLDS > asked && !matches!(self.wrong, Some((Wrong::Stopped, _)))
    }
}

#[derive(Debug, Clone)]
pub(in crate::connection) enum Wrong {
    /// Processes of the server were stopped.
    Stopped,
    Silent,
    Unreachable(String),
}

impl Wrong {
    pub(in crate::connection) fn into_error(self, waited: Duration) -> StoreError {
        match self {
            Wrong::Stopped | Wrong::Silent => StoreError::Stuck(waited),
            Wrong::Unreachable(reason) => StoreError::Unreachable(reason),
        }
    }
}

impl Pulse {
    pub(in crate::connection) fn last(&self) -> Option<PulseReading> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(in crate::connection) fn note(&self, look: &PulseReading) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.clone());
    }

    /// Notes whether the server lets no client in at this moment, and returns since when it does not.
    pub(in crate::connection) fn note_entrance(&self, is_stopped: bool) -> Option<Instant> {
        let mut entrance = self.entrance.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let before = entrance.filter(|(_, seen)| seen.elapsed() < IMPATIENCE).map(|(since, _)| since);
        *entrance = is_stopped.then(|| (before.unwrap_or(now), now));
        entrance.map(|(since, _)| since)
    }

    pub(in crate::connection) fn note_full_disk(&self, is_full: bool) {
        self.is_disk_full.store(is_full, Ordering::Relaxed);
    }

    /// `error`, unless the server is gone and it is known why.
    pub(in crate::connection) fn explain_loss(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Unreachable(_) if self.is_disk_full.load(Ordering::Relaxed) => StoreError::DiskFull,
            error => error,
        }
    }

    pub(in crate::connection) fn notice(&self) -> Duration {
        let entrance = *self.entrance.lock().unwrap_or_else(PoisonError::into_inner);
        let is_bad =
            self.last().is_some_and(|look| look.wrong.is_some() && look.ended.elapsed() < IMPATIENCE)
                || entrance.is_some_and(|(_, seen)| seen.elapsed() < IMPATIENCE);
        if is_bad { NOTICE_AGAIN } else { NOTICE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_processes_are_looked_for_anew() {
        let now = Instant::now();
        let reading = |wrong: Option<Wrong>| PulseReading {
            begun: now,
            ended: now,
            wrong: wrong.map(|wrong| (wrong, now)),
        };
        for (wrong, holds) in [(None, true), (Some(Wrong::Silent), true), (Some(Wrong::Stopped), false)] {
            assert_eq!(reading(wrong).holds_at(now), holds);
        }
        assert!(!reading(None).holds_at(now + HOLDS));
    }

    #[test]
    fn a_server_that_is_gone_for_want_of_room_is_told_as_that() {
        let pulse = Pulse::default();
        let explain_refusal = || pulse.explain_loss(StoreError::Unreachable("refused".into()));
        assert!(matches!(explain_refusal(), StoreError::Unreachable(_)));
        pulse.note_full_disk(true);
        assert!(matches!(explain_refusal(), StoreError::DiskFull));
        assert!(matches!(pulse.explain_loss(StoreError::Busy), StoreError::Busy));
        pulse.note_full_disk(false);
        assert!(matches!(explain_refusal(), StoreError::Unreachable(_)));
    }

    #[test]
    fn a_closed_entrance_is_known_from_its_first_moment_until_it_opens() {
        let pulse = Pulse::default();
        assert_eq!(pulse.note_entrance(false), None);
        let first = pulse.note_entrance(true);
        assert_eq!((pulse.notice(), pulse.note_entrance(true)), (NOTICE_AGAIN, first));
        assert_eq!((pulse.note_entrance(false), pulse.notice()), (None, NOTICE));
        assert!(pulse.note_entrance(true) > first, "the next time counts from its own beginning");
    }
}
