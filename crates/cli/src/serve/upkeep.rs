//! What runs beside the requests: opening the program, then keeping it going.

use super::state::{Running, Server};
use crate::output;
use celeiro_app::config::Config;
use celeiro_app::system::upkeep::{LONGEST_PAUSE, ROUND, tend};
use celeiro_app::{App, AppError};
use celeiro_domain::search::Lang;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long upkeep may take to lay down what it has in hand.
const LAST_ACTS: Duration = Duration::from_secs(3);

/// Opens the program, then keeps it going until `stop`.
pub async fn run(server: &Server, config: &Config, lang: Lang, stop: &CancellationToken) {
    let Some(app) = open(server, config, lang, stop).await else { return };
    let cut_off = async {
        stop.cancelled().await;
        tokio::time::sleep(LAST_ACTS).await;
    };
    tokio::select! {
        () = tend(&app, stop) => {}
        () = cut_off => tracing::warn!("upkeep was cut off"),
    }
}

/// Opens the program, as often as it takes: a team's server may come later than we do.
async fn open(server: &Server, config: &Config, lang: Lang, stop: &CancellationToken) -> Option<App> {
    let mut pause = ROUND;
    let mut said: Option<AppError> = None;
    loop {
        match attempt(server, config, stop).await? {
            Ok(app) => {
                server.set(Running::Ready(app.clone()));
                tracing::info!("ready");
                return Some(app);
            }
            Err(error) => {
                if said.as_ref() != Some(&error) {
                    output::failure(lang, false, &error);
                }
                server.set(Running::Failed(error.clone()));
                said = Some(error);
            }
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return None,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// One attempt; none where it is broken off. With a database of our own it never is: one that is half
/// started must be there to be stopped.
async fn attempt(
    server: &Server,
    config: &Config,
    stop: &CancellationToken,
) -> Option<Result<App, AppError>> {
    let of_a_team = config.text("DATABASE_URL").is_some();
    tokio::select! {
        opened = App::open(config.clone(), |phase| server.set(Running::Starting(Some(phase)))) => Some(opened),
        () = stop.cancelled(), if of_a_team => None,
    }
}
