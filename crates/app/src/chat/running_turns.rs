//! Registry of running turns, by the id that their client chose, for cancellation.

use crate::chat::place::run_in_place;
use crate::runtime::crunch::half_of_processors;
use crate::runtime::sync::lock_unpoisoned;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Stopped turns that are stored at once at most. Many clients may go in one moment; what others ask
/// needs connections of the same pool.
const STORED_AT_ONCE: usize = 3;

/// The turns under way. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct RunningTurns {
    by_operation: Arc<Mutex<HashMap<Uuid, NotedTurn>>>,
    storing: Arc<Semaphore>,
    computing: Arc<Semaphore>,
}

/// A turn under way: whose it is, and what stops it.
#[derive(Debug, Clone)]
struct NotedTurn {
    actor: String,
    stop: CancellationToken,
}

impl Default for RunningTurns {
    fn default() -> Self {
        Self {
            by_operation: Arc::default(),
            storing: Arc::new(Semaphore::new(STORED_AT_ONCE)),
            computing: Arc::new(Semaphore::new(half_of_processors())),
        }
    }
}

impl RunningTurns {
    /// Waits until a stopped turn may be stored, which it may until the result is dropped.
    pub async fn wait_to_store(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.storing.clone().acquire_owned().await.ok()
    }

    /// Runs `turn` when it has a place among the turns that compute, or is stopped.
    pub async fn compute(&self, stop: &CancellationToken, turn: impl Future<Output = ()>) {
        run_in_place(self.computing.clone(), stop, turn).await;
    }

    /// Notes a turn of `actor` until the result is dropped.
    pub fn note(&self, operation: Uuid, actor: &str, stop: CancellationToken) -> RunningTurn {
        self.turns().insert(operation, NotedTurn { actor: actor.to_owned(), stop });
        RunningTurn { turns: self.clone(), operation }
    }

    /// Asks a turn to stop, where `is_own` takes the name of the person whose it is. One that is over already is none
    /// any more, which is what was wanted.
    pub fn stop(&self, operation: Uuid, is_own: impl FnOnce(&str) -> bool) -> bool {
        let turn = self.turns().get(&operation).cloned();
        turn.filter(|turn| is_own(&turn.actor)).map(|turn| turn.stop.cancel()).is_some()
    }

    /// Asks every turn of `actor` to stop: the person's account is closed.
    pub fn stop_all_of(&self, actor: &str) {
        for turn in self.turns().values().filter(|turn| turn.actor == actor) {
            turn.stop.cancel();
        }
    }

    /// Lists the owners of the running turns.
    pub fn owners(&self) -> Vec<String> {
        self.turns().values().map(|turn| turn.actor.clone()).collect()
    }

    fn turns(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, NotedTurn>> {
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
    fn a_turn_can_be_stopped_while_it_is_under_way_by_the_person_whose_it_is() {
        let (turns, operation, token) =
            (RunningTurns::default(), Uuid::from_u128(1), CancellationToken::new());
        let noted = turns.note(operation, "ana", token.clone());
        assert!(!turns.stop(operation, |actor| actor == "bia") && !token.is_cancelled());
        assert!(turns.stop(operation, |actor| actor == "ana") && token.is_cancelled());
        drop(noted);
        assert!(!turns.stop(operation, |_| true), "it is over");
    }

    #[test]
    fn turns_of_an_account_that_is_closed_stop_and_no_others() {
        let turns = RunningTurns::default();
        let begin = |actor: &str| {
            let stop = CancellationToken::new();
            (turns.note(Uuid::new_v4(), actor, stop.clone()), stop)
        };
        let (ana, again, bia) = (begin("ana"), begin("ana"), begin("bia"));
        turns.stop_all_of("ana");
        assert!(ana.1.is_cancelled() && again.1.is_cancelled() && !bia.1.is_cancelled());
    }

    #[tokio::test]
    async fn few_stopped_turns_are_stored_at_once() {
        let turns = RunningTurns::default();
        let mut storing = Vec::new();
        for _ in 0..STORED_AT_ONCE {
            storing.push(turns.wait_to_store().await.unwrap());
        }
        assert!(futures::FutureExt::now_or_never(turns.wait_to_store()).is_none());
        storing.pop();
        assert!(turns.wait_to_store().await.is_some());
    }
}
