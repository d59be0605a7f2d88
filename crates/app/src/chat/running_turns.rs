//! Turns that are under way, so that they can be stopped by the name their client gave them.

use crate::runtime::sync::lock_unpoisoned;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The turns under way. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct RunningTurns {
    by_operation: Arc<Mutex<HashMap<Uuid, CancellationToken>>>,
}

impl RunningTurns {
    /// Notes a turn until the result is dropped.
    pub fn note(&self, operation: Uuid, token: CancellationToken) -> RunningTurn {
        self.turns().insert(operation, token);
        RunningTurn { turns: self.clone(), operation }
    }

    /// Asks a turn to stop. One that is over already is none any more, which is what was wanted.
    pub fn stop(&self, operation: Uuid) -> bool {
        let token = self.turns().get(&operation).cloned();
        token.as_ref().map(CancellationToken::cancel).is_some()
    }

    fn turns(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, CancellationToken>> {
        lock_unpoisoned(&self.by_operation)
    }
}

/// A turn on the list; dropping this takes it off.
pub(crate) struct RunningTurn {
    turns: RunningTurns,
    operation: Uuid,
}

impl Drop for RunningTurn {
    fn drop(&mut self) {
        self.turns.turns().remove(&self.operation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_can_be_stopped_while_it_is_under_way() {
        let (turns, operation, token) =
            (RunningTurns::default(), Uuid::from_u128(1), CancellationToken::new());
        let noted = turns.note(operation, token.clone());
        assert!(turns.stop(operation) && token.is_cancelled());
        drop(noted);
        assert!(!turns.stop(operation), "it is over");
    }
}
