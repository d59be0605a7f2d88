//! State of a host's program, shared by all requests.

use crate::runtime::phase::Phase;
use crate::system::status::Status;
use crate::{App, AppError, Code};
use celeiro_domain::search::Lang;
use tokio::sync::watch;

/// The state of the program.
#[derive(Clone)]
pub enum HostState {
    /// The database is being opened.
    Starting(Option<Phase>),
    /// The database did not open; the next attempt follows after a pause.
    Failed(AppError),
    /// Operations are carried out.
    Ready(App),
    /// The host is ending.
    Closed,
}

/// The program of one host.
pub struct Host {
    state: watch::Sender<HostState>,
}

impl Default for Host {
    fn default() -> Self {
        Self { state: watch::Sender::new(HostState::Starting(None)) }
    }
}

impl Host {
    /// State of the host's program at this moment.
    pub fn state(&self) -> HostState {
        self.state.borrow().clone()
    }

    /// The status of a program that is not ready, in `lang`; nothing where it is ready.
    pub fn status_until_ready(&self, lang: Lang) -> Option<Status> {
        match self.state() {
            HostState::Ready(_) => None,
            HostState::Starting(phase) => Some(Status::not_ready(lang, phase, None)),
            HostState::Failed(error) => Some(Status::not_ready(lang, None, Some(&error))),
            HostState::Closed => Some(Status::not_ready(lang, None, None)),
        }
    }

    /// The running program of the host, where it is ready.
    ///
    /// # Errors
    /// `starting`, or the error of the last attempt to open it.
    pub fn app(&self) -> Result<App, AppError> {
        match self.state() {
            HostState::Ready(app) => Ok(app),
            HostState::Failed(error) => Err(error),
            HostState::Starting(_) | HostState::Closed => Err(AppError::new(Code::Starting)),
        }
    }

    /// The program, as soon as the attempt to open it has ended.
    ///
    /// # Errors
    /// The error of the attempt; `starting` where the host was closed meanwhile.
    pub async fn wait_for_app(&self) -> Result<App, AppError> {
        let mut state = self.state.subscribe();
        // The sender is part of `self`: the wait ends with a state.
        state.wait_for(|now| !matches!(now, HostState::Starting(_))).await.ok();
        self.app()
    }

    /// Closes the database of the host's program.
    ///
    /// # Errors
    /// Where it does not close.
    pub async fn close(&self) -> Result<(), AppError> {
        match self.state.send_replace(HostState::Closed) {
            HostState::Ready(app) => app.close().await,
            _ => Ok(()),
        }
    }

    /// Changes the state, unless the host is closed: then nothing changes, and the answer is false.
    pub(super) fn advance(&self, next: HostState) -> bool {
        self.state.send_if_modified(|state| {
            let is_open = !matches!(state, HostState::Closed);
            if is_open {
                *state = next;
            }
            is_open
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_waiting_request_learns_how_the_attempt_ended_and_others_are_answered_at_once() {
        let host = Arc::new(Host::default());
        let waiting = tokio::spawn({
            let host = host.clone();
            async move { host.wait_for_app().await.map(drop) }
        });
        assert!(host.advance(HostState::Starting(Some(Phase::Migrating))));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        assert_eq!(host.app().map(drop).unwrap_err().code(), Code::Starting);
        host.advance(HostState::Failed(AppError::new(Code::DiskFull)));
        assert_eq!(waiting.await.unwrap().unwrap_err().code(), Code::DiskFull);
        assert_eq!(host.app().map(drop).unwrap_err().code(), Code::DiskFull);
    }

    #[tokio::test]
    async fn a_closed_host_stays_closed() {
        let host = Host::default();
        host.close().await.unwrap();
        assert!(!host.advance(HostState::Failed(AppError::new(Code::DiskFull))));
        assert_eq!(host.wait_for_app().await.map(drop).unwrap_err().code(), Code::Starting);
        assert!(host.status_until_ready(Lang::En).is_some());
    }
}
