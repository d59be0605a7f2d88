//! The program behind the window: on its way, at work, or not to be had.

use celeiro_app::runtime::phase::Phase;
use celeiro_app::{App, AppError, Code};
use tokio::sync::watch;

/// Where the program is.
#[derive(Clone)]
pub enum Running {
    /// The database is being opened.
    Starting(Option<Phase>),
    /// It did not open; it is tried again.
    Failed(AppError),
    /// At work.
    Ready(App),
    /// The window is gone.
    Closed,
}

/// What all commands share.
pub struct Program {
    running: watch::Sender<Running>,
}

impl Default for Program {
    fn default() -> Self {
        Self { running: watch::Sender::new(Running::Starting(None)) }
    }
}

impl Program {
    /// Where the program is now.
    pub fn running(&self) -> Running {
        self.running.borrow().clone()
    }

    /// Notes where the program is, and wakes the commands that wait for it.
    pub fn set(&self, running: Running) {
        self.running.send_replace(running);
    }

    /// The program, as soon as it is at work.
    ///
    /// # Errors
    /// Why it did not start; `starting` where the window closed meanwhile.
    pub async fn app(&self) -> Result<App, AppError> {
        let mut running = self.running.subscribe();
        let known = running.wait_for(|now| !matches!(now, Running::Starting(_))).await;
        match known.as_deref() {
            Ok(Running::Ready(app)) => Ok(app.clone()),
            Ok(Running::Failed(error)) => Err(error.clone()),
            Ok(Running::Starting(_) | Running::Closed) | Err(_) => Err(AppError::new(Code::Starting)),
        }
    }

    /// Closes the database.
    ///
    /// # Errors
    /// Where it does not close.
    pub async fn close(&self) -> Result<(), AppError> {
        match self.running.send_replace(Running::Closed) {
            Running::Ready(app) => app.close().await,
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_command_waits_until_it_is_known_how_the_start_ended() {
        let program = Arc::new(Program::default());
        let waiting = tokio::spawn({
            let program = program.clone();
            async move { program.app().await.map(|_| ()) }
        });
        program.set(Running::Starting(Some(Phase::Migrating)));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        program.set(Running::Failed(AppError::new(Code::DiskFull)));
        assert_eq!(waiting.await.unwrap().unwrap_err().code(), Code::DiskFull);
    }

    #[tokio::test]
    async fn nothing_is_asked_of_a_closed_program() {
        let program = Program::default();
        program.close().await.unwrap();
        assert_eq!(program.app().await.map(|_| ()).unwrap_err().code(), Code::Starting);
    }
}
