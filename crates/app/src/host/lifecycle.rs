//! Lifecycle of a host's program: open, retry, keep running until the host ends.

use super::state::{Host, HostState};
use super::upkeep::{LONGEST_PAUSE, ROUND, run_upkeep};
use crate::config::Config;
use crate::{App, AppError, Code};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Time that upkeep has to end when the host ends.
const LAST_ACTS: Duration = Duration::from_secs(3);

/// Opens the program, then keeps it going until `stop`; close the host afterwards. `load_config` reads the
/// settings for each attempt; `report` receives each error that is another than the one before.
pub async fn run_host(
    host: &Host,
    load_config: impl Fn() -> Result<Config, AppError>,
    report: impl Fn(&AppError),
    stop: &CancellationToken,
) {
    let Some(app) = open_program(host, load_config, report, stop).await else { return };
    let cut_off = async {
        stop.cancelled().await;
        tokio::time::sleep(LAST_ACTS).await;
    };
    tokio::select! {
        () = run_upkeep(&app, stop) => {}
        () = cut_off => tracing::warn!("upkeep was cut off"),
    }
}

/// Opens the program, as often as it takes: a disk may be freed, and a team's server may come later.
async fn open_program(
    host: &Host,
    load_config: impl Fn() -> Result<Config, AppError>,
    report: impl Fn(&AppError),
    stop: &CancellationToken,
) -> Option<App> {
    let mut pause = ROUND;
    let mut reported: Option<AppError> = None;
    loop {
        match try_to_open_program(host, load_config(), stop).await? {
            Ok(app) => return hand_app_to_host(host, app).await,
            Err(error) => {
                if reported.as_ref() != Some(&error) {
                    report(&error);
                    reported = Some(error.clone());
                }
                host.advance(HostState::Failed(error));
            }
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return None,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// One attempt; none where it was broken off.
async fn try_to_open_program(
    host: &Host,
    config: Result<Config, AppError>,
    stop: &CancellationToken,
) -> Option<Result<App, AppError>> {
    let config = match config {
        Ok(config) => config,
        Err(error) => return Some(Err(error)),
    };
    let is_of_a_team = config.text("DATABASE_URL").is_some();
    let starting = |phase| {
        host.advance(HostState::Starting(Some(phase)));
    };
    // Only a started server can be stopped: the start of one's own is waited for.
    let opened = tokio::select! {
        opened = App::open_until(config, starting, stop) => opened,
        () = stop.cancelled(), if is_of_a_team => return None,
    };
    match opened {
        Err(error) if error.code() == Code::Cancelled => None,
        opened => Some(opened),
    }
}

/// Hands the program to the host, or closes it where the host was closed meanwhile.
async fn hand_app_to_host(host: &Host, app: App) -> Option<App> {
    if host.advance(HostState::Ready(app.clone())) {
        tracing::info!("ready");
        return Some(app);
    }
    if let Err(error) = app.close().await {
        tracing::error!(%error, "the database did not close");
    }
    None
}
