//! The program behind the server: on its way, at work, or not to be had.

use celeiro_app::runtime::phase::Phase;
use celeiro_app::{App, AppError, Code};
use celeiro_domain::search::Lang;
use std::sync::{PoisonError, RwLock};

/// Where the program is.
#[derive(Clone)]
pub enum Running {
    /// The database is being opened.
    Starting(Option<Phase>),
    /// It did not open; it is tried again.
    Failed(AppError),
    /// At work.
    Ready(App),
    /// The server is ending.
    Closed,
}

/// What all requests share.
pub struct Server {
    running: RwLock<Running>,
    /// The language of those who ask for none.
    pub lang: Lang,
}

impl Server {
    /// A server that is starting and speaks `lang` to those who ask for no language.
    pub fn new(lang: Lang) -> Self {
        Self { running: RwLock::new(Running::Starting(None)), lang }
    }

    /// Where the program is now.
    pub fn running(&self) -> Running {
        self.running.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes where the program is.
    pub fn set(&self, running: Running) {
        *self.running.write().unwrap_or_else(PoisonError::into_inner) = running;
    }

    /// The program, where it is at work.
    ///
    /// # Errors
    /// `starting`, or why it did not start.
    pub fn app(&self) -> Result<App, AppError> {
        match self.running() {
            Running::Ready(app) => Ok(app),
            Running::Failed(error) => Err(error),
            Running::Starting(_) | Running::Closed => Err(AppError::new(Code::Starting)),
        }
    }

    /// Closes the database.
    ///
    /// # Errors
    /// Where it does not close.
    pub async fn close(&self) -> Result<(), AppError> {
        let app = self.app();
        self.set(Running::Closed);
        match app {
            Ok(app) => app.close().await,
            Err(_) => Ok(()),
        }
    }
}
