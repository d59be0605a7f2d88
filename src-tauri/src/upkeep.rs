//! What runs beside the commands: opening the program, then keeping it going.

use crate::program::{Program, Running};
use celeiro_app::config::Config;
use celeiro_app::system::upkeep::{LONGEST_PAUSE, ROUND, tend};
use celeiro_app::{App, AppError};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

/// The settings in force. A window has no command line: the environment and what was saved count.
///
/// # Errors
/// Where a value is not allowed.
pub fn settings() -> Result<Config, AppError> {
    Config::load(&BTreeMap::new(), |name| std::env::var(name).ok())
}

/// Opens the program, then keeps it going until `stop`.
pub async fn run(program: &Program, stop: &CancellationToken) {
    if let Some(app) = open(program, stop).await {
        tend(&app, stop).await;
    }
}

/// Opens the program, as often as it takes: a disk may be freed and a team's server may come later
/// than we do. Settings are read anew each time, because they may be what was wrong.
///
/// An attempt is never broken off: a database that is half started must be there to be stopped.
async fn open(program: &Program, stop: &CancellationToken) -> Option<App> {
    let mut pause = ROUND;
    loop {
        match attempt(program).await {
            Ok(app) => {
                tracing::info!("ready");
                program.set(Running::Ready(app.clone()));
                return Some(app);
            }
            Err(error) => {
                tracing::error!(%error, "the program does not start");
                program.set(Running::Failed(error));
            }
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return None,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn attempt(program: &Program) -> Result<App, AppError> {
    App::open(settings()?, |phase| program.set(Running::Starting(Some(phase)))).await
}
