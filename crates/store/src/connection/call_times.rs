//! Durations of database calls for metrics, reported to a callback that is installed once.

use crate::StoreError;
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

/// What a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallKind {
    /// What a request reads or writes.
    Usual,
    /// It changes, or counts, as many records as a person selects.
    Bulk,
}

/// How a call ended. A record that is not there, or that another person changed, is an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallEnd {
    /// The database answered.
    Answered,
    /// It was away, silent or busy, or ended the call.
    Failed,
}

impl CallEnd {
    fn of<T>(done: &Result<T, StoreError>) -> Self {
        match done {
            Err(
                StoreError::Unreachable(_)
                | StoreError::Busy
                | StoreError::Stuck(_)
                | StoreError::Ended
                | StoreError::Deadlock
                | StoreError::DiskFull,
            ) => Self::Failed,
            _ => Self::Answered,
        }
    }
}

/// Takes what is known of a call that ended.
pub(crate) type Observer = Box<dyn Fn(CallKind, CallEnd, Duration) + Send + Sync>;

/// Who is told of calls that ended.
#[derive(Default)]
pub(crate) struct CallTimes(OnceLock<Observer>);

impl CallTimes {
    /// Begins to report every database call that ends from now on to `observe`. The first who asks is told.
    pub fn begin(&self, observe: Observer) {
        drop(self.0.set(observe));
    }

    /// Reports a database call that ended as `done` after `took`.
    pub fn note<T>(&self, kind: CallKind, done: &Result<T, StoreError>, took: Duration) {
        if let Some(observe) = self.0.get() {
            observe(kind, CallEnd::of(done), took);
        }
    }
}

impl fmt::Debug for CallTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallTimes").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_says_is_an_answer_and_its_silence_is_none() {
        assert_eq!(CallEnd::of(&Ok(1)), CallEnd::Answered);
        assert_eq!(CallEnd::of::<()>(&Err(StoreError::NotFound)), CallEnd::Answered);
        for silent in
            [StoreError::Busy, StoreError::Stuck(Duration::ZERO), StoreError::Unreachable("x".into())]
        {
            assert_eq!(CallEnd::of::<()>(&Err(silent)), CallEnd::Failed);
        }
        let times = CallTimes::default();
        times.note(CallKind::Usual, &Ok(1), Duration::ZERO);
    }
}
