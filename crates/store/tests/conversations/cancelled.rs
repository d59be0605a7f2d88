//! Calls that are dropped while they wait for the database.

use crate::support::{World, write};
use celeiro_domain::catalog::ItemDraft;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// A call that is dropped when it waits for the `left`th time; what it answers where it ends before.
struct DroppedAt<F> {
    call: Option<Pin<Box<F>>>,
    left: usize,
}

impl<F: Future> Future for DroppedAt<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(call) = &mut self.call else { return Poll::Ready(None) };
        if let Poll::Ready(done) = call.as_mut().poll(cx) {
            return Poll::Ready(Some(done));
        }
        self.left -= 1;
        if self.left == 0 {
            self.call = None;
            return Poll::Ready(None);
        }
        Poll::Pending
    }
}

/// A lone write of the next caller would join a transaction that is never committed.
#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_call_leaves_no_transaction_open() {
    let world = World::new().await;
    let open = "SELECT count(*) FROM pg_stat_activity \
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    // The connection that all of them are to use.
    world.store.runs(1).await.unwrap();
    for waits in 1.. {
        let draft = ItemDraft { name: format!("Ureia {waits}"), ..ItemDraft::default() };
        let write = write();
        let call = Box::pin(world.store.create_item(&draft, &write));
        let done = DroppedAt { call: Some(call), left: waits }.await.is_some();
        // On the connection that the call gave back, after what the call had sent.
        world.store.runs(1).await.unwrap();
        let begun = Instant::now();
        while world.count(open).await > 0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "dropped at wait {waits}: it stays open");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if done {
            break;
        }
    }
    world.close().await;
}
