//! What runs beside the requests: opening the database, filling embeddings, looking after both.

use super::state::{Running, Server};
use crate::output;
use celeiro_app::config::Config;
use celeiro_app::embedding::run_worker;
use celeiro_app::housekeeping;
use celeiro_app::{App, AppError};
use celeiro_domain::search::Lang;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the database is looked after, and how long it may take to answer.
const ROUND: Duration = Duration::from_secs(3);
/// Longest pause between two attempts to bring it back.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Opens the program, then keeps it going until `stop`. Wait for its end: what the embedding worker
/// has in hand is given back then, and would be out of reach for half a minute otherwise.
pub async fn run(server: &Server, config: &Config, lang: Lang, stop: &CancellationToken) {
    let app = tokio::select! {
        app = open(server, config, lang) => app,
        () = stop.cancelled() => return,
    };
    let tended = async {
        tokio::join!(run_worker(app.clone(), stop.clone()), housekeeping::run(&app, stop));
    };
    tokio::select! {
        () = tended => {}
        () = watch(&app) => {}
    }
}

/// Opens the program, as often as it takes: a team's server may come later than we do.
async fn open(server: &Server, config: &Config, lang: Lang) -> App {
    let mut pause = ROUND;
    let mut said: Option<AppError> = None;
    loop {
        match App::open(config.clone(), |phase| server.set(Running::Starting(Some(phase)))).await {
            Ok(app) => {
                server.set(Running::Ready(app.clone()));
                tracing::info!("ready");
                return app;
            }
            Err(error) => {
                if said.as_ref() != Some(&error) {
                    output::failure(lang, false, &error);
                }
                server.set(Running::Failed(error.clone()));
                said = Some(error);
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Starts our own database again where it is gone, and waits for a team's server to come back.
async fn watch(app: &App) {
    let mut pause = ROUND;
    loop {
        tokio::time::sleep(pause).await;
        match app.store().ping(ROUND).await {
            Ok(()) => {
                if pause > ROUND {
                    tracing::warn!("the database answers again");
                }
                pause = ROUND;
            }
            Err(error) => {
                tracing::warn!(%error, "the database does not answer");
                if let Err(error) = app.revive_database().await {
                    tracing::warn!(%error, "the database does not start");
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}
