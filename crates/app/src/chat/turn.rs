//! Handle of a turn: its event stream, its end, and its cancellation.

use crate::error::{AppError, Code};
use celeiro_domain::chat::{ChatEvent, ChatResponse};
use futures::Stream;
use futures::stream::unfold;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio_util::sync::{CancellationToken, DropGuard};

/// A turn under way. Events and end come through one queue, so that the end overtakes nothing.
/// Dropping it stops the turn; what was said so far is kept.
pub struct Turn {
    events: UnboundedReceiver<ChatEvent>,
    stop: CancellationToken,
    _stop_when_dropped: DropGuard,
}

/// Where a turn tells what happens.
#[derive(Clone)]
pub(crate) struct Events {
    to: UnboundedSender<ChatEvent>,
}

impl Events {
    /// Sends an event. A closed channel is no failure: the turn is cancelled by then.
    pub fn send(&self, event: ChatEvent) {
        let _ = self.to.send(event);
    }
}

/// A turn's two ends.
pub(super) fn open_turn(stop: CancellationToken) -> (Events, Turn) {
    let (to, events) = tokio::sync::mpsc::unbounded_channel();
    (Events { to }, Turn { events, _stop_when_dropped: stop.clone().drop_guard(), stop })
}

impl Turn {
    /// Waits for the next event of the turn; none after the last.
    pub async fn next(&mut self) -> Option<ChatEvent> {
        self.events.recv().await
    }

    /// Asks the turn to stop. Its end is still to come.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// The events as a stream; the last is `done` or `error`.
    pub fn into_stream(self) -> impl Stream<Item = ChatEvent> + Send + Unpin {
        Box::pin(unfold(self, async |mut turn| turn.events.recv().await.map(|event| (event, turn))))
    }

    /// Waits for the end of the turn and its answer.
    ///
    /// # Errors
    /// What kept the turn from being stored.
    pub async fn finish(mut self) -> Result<ChatResponse, AppError> {
        while let Some(event) = self.events.recv().await {
            match event {
                ChatEvent::Done(response) => return Ok(*response),
                ChatEvent::Error(failed) => return Err(AppError::from(&failed)),
                _ => {}
            }
        }
        Err(AppError::new(Code::Internal))
    }
}
