//! Concurrency limit of computing turns. The rules read a message of 4,000 characters for a quarter of a second of a
//! processor, in steps of tens of milliseconds: twenty turns at once took every thread from the searches of other
//! people for seconds. A turn that waits for a model releases its permit to the next.

use crate::runtime::sync::lock_unpoisoned;
use std::future::Future;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The places of a program and the one that a turn has.
struct TurnPlace {
    places: Arc<Semaphore>,
    stop: CancellationToken,
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

tokio::task_local! {
    static PLACE: TurnPlace;
}

/// Runs `turn` when it has one of `places`, first come, first served. A stopped turn needs none: it only
/// stores what there is of it.
pub(super) async fn run_in_place<T>(
    places: Arc<Semaphore>,
    stop: &CancellationToken,
    turn: impl Future<Output = T>,
) -> T {
    let permit = Mutex::new(wait_for_place(&places, stop).await);
    PLACE.scope(TurnPlace { places, stop: stop.clone(), permit }, turn).await
}

/// Waits for a place; `None` where the turn is stopped first.
async fn wait_for_place(places: &Arc<Semaphore>, stop: &CancellationToken) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        biased;
        () = stop.cancelled() => None,
        // The semaphore is never closed.
        permit = places.clone().acquire_owned() => permit.ok(),
    }
}

/// Waits for `answer` without a place, and for a place again afterwards. Outside of a turn it only waits for
/// `answer`.
pub(super) async fn leave_place<T>(answer: impl Future<Output = T>) -> T {
    let left = PLACE.try_with(|place| lock_unpoisoned(&place.permit).take()).ok().flatten();
    let computes = left.is_some();
    drop(left);
    let answer = answer.await;
    if computes {
        let (places, stop) = PLACE.with(|place| (place.places.clone(), place.stop.clone()));
        let permit = wait_for_place(&places, &stop).await;
        PLACE.with(|place| *lock_unpoisoned(&place.permit) = permit);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    const SOON: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn one_turn_waits_for_another_but_not_for_its_model() {
        let places = Arc::new(Semaphore::new(1));
        let going = CancellationToken::new();
        let (begin_model, model_begun) = oneshot::channel();
        let (end_model, model_ended) = oneshot::channel::<()>();
        let (end_turn, turn_ended) = oneshot::channel::<()>();
        let (of_first, stop) = (places.clone(), going.clone());
        let first = tokio::spawn(async move {
            let turn = async {
                leave_place(async {
                    begin_model.send(()).unwrap();
                    model_ended.await.unwrap();
                })
                .await;
                turn_ended.await.unwrap();
            };
            run_in_place(of_first, &stop, turn).await;
        });
        timeout(LATE, model_begun).await.unwrap().unwrap();
        timeout(LATE, run_in_place(places.clone(), &going, async {})).await.expect("the place is free");
        end_model.send(()).unwrap();
        while places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let waiting = timeout(SOON, run_in_place(places.clone(), &going, async {})).await;
        assert!(waiting.is_err(), "the first turn computes again");
        let stopped = CancellationToken::new();
        stopped.cancel();
        assert_eq!(timeout(LATE, run_in_place(places.clone(), &stopped, async { 7 })).await, Ok(7));
        end_turn.send(()).unwrap();
        timeout(LATE, first).await.unwrap().unwrap();
        timeout(LATE, run_in_place(places, &going, async {})).await.expect("the place is free again");
    }

    #[tokio::test]
    async fn outside_of_a_turn_nothing_is_waited_for_but_the_answer() {
        assert_eq!(leave_place(async { 7 }).await, 7);
    }
}
