//! The end: however the program is asked to go (window closed, Ctrl+C, the system shutting down),
//! the database behind it is closed.

use crate::settings::load_config;
use celeiro_app::AppError;
use celeiro_app::host::{self, Host};
use celeiro_app::runtime::stop_signal::await_stop_signal;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use tauri::AppHandle;
use tauri::async_runtime::{block_on, spawn};
use tokio_util::sync::CancellationToken;

/// As much as the main thread of a program has, for opening a database is deep where nothing is optimized.
const STACK_BYTES: usize = 8 << 20;

/// What is to be done when the window is gone.
pub struct Ending {
    host: Arc<Host>,
    stop: CancellationToken,
    upkeep: Mutex<Option<JoinHandle<()>>>,
}

impl Ending {
    /// Starts the upkeep of `host`, and listens to the system's requests to end.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn listen(app: &AppHandle, host: Arc<Host>) -> io::Result<Self> {
        let stop = CancellationToken::new();
        // Commands have threads of their own; this one keeps the program going.
        let upkeep = thread::Builder::new().name("upkeep".to_owned()).stack_size(STACK_BYTES).spawn({
            let (host, stop) = (host.clone(), stop.clone());
            let report = |error: &AppError| tracing::error!(%error, "the program does not start");
            move || block_on(host::run_host(&host, load_config, report, &stop))
        })?;
        let app = app.clone();
        spawn(async move {
            await_stop_signal().await;
            app.exit(0);
            // Who asks twice does not want to wait.
            await_stop_signal().await;
            std::process::exit(130);
        });
        Ok(Self { host, stop, upkeep: Mutex::new(Some(upkeep)) })
    }

    /// Stops the upkeep, then the database. Blocks until both have stopped.
    pub fn finish(&self) {
        self.stop.cancel();
        let upkeep = self.upkeep.lock().unwrap_or_else(PoisonError::into_inner).take();
        if upkeep.is_some_and(|upkeep| upkeep.join().is_err()) {
            tracing::error!("the upkeep panicked");
        }
        if let Err(error) = block_on(self.host.close()) {
            tracing::error!(%error, "the database did not close");
        }
    }
}
