//! What runs beside the commands: opening the database, filling embeddings, looking after both.

use crate::program::{Program, Running};
use celeiro_app::config::Config;
use celeiro_app::embedding::run_worker;
use celeiro_app::housekeeping;
use celeiro_app::{App, AppError};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the database is looked after, and how long it may take to answer.
const ROUND: Duration = Duration::from_secs(3);
/// Longest pause between two attempts to bring it back.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The settings in force. A window has no command line: the environment and what was saved count.
///
/// # Errors
/// Where a value is not allowed.
pub fn settings() -> Result<Config, AppError> {
    Config::load(&BTreeMap::new(), |name| std::env::var(name).ok())
}

/// Opens the program, then keeps it going until `stop`. A batch of embeddings that is broken off is
/// done again by the next worker.
pub async fn run(program: &Program, stop: &CancellationToken) {
    let Some(app) = open(program, stop).await else { return };
    tokio::select! {
        ((), (), ()) = async {
            tokio::join!(run_worker(app.clone(), stop.clone()), housekeeping::run(&app, stop), watch(&app))
        } => {}
        () = stop.cancelled() => {}
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

/// Starts our own database again where it is gone.
async fn watch(app: &App) {
    let mut pause = ROUND;
    loop {
        tokio::time::sleep(pause).await;
        let Err(error) = app.store().ping(ROUND).await else {
            pause = ROUND;
            continue;
        };
        tracing::warn!(%error, "the database does not answer");
        match app.revive_database().await {
            Ok(()) => tracing::info!("the database runs"),
            Err(error) => tracing::warn!(%error, "the database does not start"),
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
