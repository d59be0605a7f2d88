//! What runs beside the requests: opening the program, then keeping it going.

use super::state::{Running, Server};
use crate::output;
use celeiro_app::config::Config;
use celeiro_app::upkeep::{LONGEST_PAUSE, ROUND, tend};
use celeiro_app::{App, AppError};
use celeiro_domain::search::Lang;
use tokio_util::sync::CancellationToken;

/// Opens the program, then keeps it going until `stop`.
pub async fn run(server: &Server, config: &Config, lang: Lang, stop: &CancellationToken) {
    let app = tokio::select! {
        app = open(server, config, lang) => app,
        () = stop.cancelled() => return,
    };
    tend(&app, stop).await;
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
