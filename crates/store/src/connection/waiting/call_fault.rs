//! Failure flag of calls at a replica.

use crate::StoreError;
use std::sync::atomic::{AtomicBool, Ordering};

/// What went wrong with the calls of one search at a replica.
#[derive(Debug, Default)]
pub(crate) struct CallFault {
    has_failed: AtomicBool,
    is_gone: AtomicBool,
}

impl CallFault {
    /// Notes how a call ended. All but an answer is a failure here: a replica that replays what its primary has changed
    /// ends a statement that is in the way, or lacks what the primary has.
    pub fn note<T>(&self, done: &Result<T, StoreError>) {
        match done {
            Ok(_) | Err(StoreError::NotFound) => {}
            Err(StoreError::Unreachable(_) | StoreError::Stuck(_)) => {
                self.is_gone.store(true, Ordering::Relaxed);
                self.has_failed.store(true, Ordering::Relaxed);
            }
            Err(_) => self.has_failed.store(true, Ordering::Relaxed),
        }
    }

    /// Whether a database call failed at the replica.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Whether the replica did not answer the database call.
    pub fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_replica_that_does_not_answer_is_gone() {
        let after = |done: Result<(), StoreError>| {
            let fault = CallFault::default();
            fault.note(&done);
            (fault.has_failed(), fault.is_gone())
        };
        assert_eq!(after(Ok(())), (false, false));
        assert_eq!(after(Err(StoreError::NotFound)), (false, false));
        assert_eq!(after(Err(StoreError::Deadlock)), (true, false), "a conflict with recovery");
        assert_eq!(after(Err(StoreError::Unreachable("refused".into()))), (true, true));
    }
}
