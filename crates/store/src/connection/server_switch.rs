//! Failover: the moment from which connections lead to another server.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A connection that was being opened when the server changed may still lead to the one before: those that are this
/// much younger than the change are opened anew too.
const OPENING: Duration = Duration::from_secs(2);

/// When the server of a store's connections changed last. Shared by the pools of a store.
#[derive(Debug, Clone, Default)]
pub(crate) struct ServerSwitch(Arc<Mutex<Option<Instant>>>);

impl ServerSwitch {
    /// Notes that connections lead to another server from now on.
    pub fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a connection of this `age` may lead to the server before: an old primary would take its writes, and the
    /// new one never see them.
    pub fn is_outdated(&self, age: Duration) -> bool {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|at| age + OPENING > at.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_from_before_the_change_are_used_no_more() {
        let switch = ServerSwitch::default();
        assert!(!switch.is_outdated(Duration::from_secs(900)));
        switch.note();
        assert!(switch.is_outdated(Duration::from_secs(900)) && switch.is_outdated(Duration::ZERO));
        let long_ago = Instant::now().checked_sub(OPENING * 3).unwrap();
        *switch.0.lock().unwrap() = Some(long_ago);
        assert!(switch.is_outdated(OPENING * 3), "opened before");
        assert!(!switch.is_outdated(OPENING), "opened since");
    }
}
