//! Scheduler of planned price changes: each is applied once on its day, also where several programs share a database.
//! Changes missed while no program ran are applied at the start.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::personal::switch::{time_zone, today_in};
use celeiro_domain::catalog::prices::PriceChangeState;
use celeiro_domain::personal::wall_clock::wall_time_of;
use chrono::{DateTime, NaiveDate, Utc};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often is looked whether a day has come.
const ROUND: Duration = Duration::from_secs(60);

/// Makes what is due, again and again, until `stop`.
pub(crate) async fn run_price_changes(app: &App, stop: &CancellationToken) {
    loop {
        // What the end of the program breaks off is not stored, and made at the next start.
        tokio::select! {
            made = apply_due(app, Utc::now()) => match made {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "planned changes of prices were made"),
                Err(error) => tracing::warn!(%error, "planned changes of prices wait for now"),
            },
            () = stop.cancelled() => return,
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Makes the changes whose day has come at `now` by the program's zone, and says how many this program made. One that
/// cannot be stored is marked with the code of its error; one that meets a database in trouble waits for the next
/// round. Neither holds another up. In the name of a person who is out, or may no more edit, nothing is written: their
/// changes stay planned, marked with `forbidden`, until another editor makes them or takes them off.
///
/// # Errors
/// What the database says where it cannot be asked for them.
pub async fn apply_due(app: &App, now: DateTime<Utc>) -> Result<u32, AppError> {
    let zone = time_zone(app);
    let today: NaiveDate = wall_time_of(now, &zone).map_or_else(|| today_in(&zone), |time| time.date());
    let mut made = 0;
    for due in app.store().due_price_changes(today).await? {
        if due.is_barred {
            app.store().hold_price_change(due.id, Code::Forbidden.as_str()).await?;
            continue;
        }
        match app.store().apply_price_change(due.id, &due.created_by, &[PriceChangeState::Planned]).await {
            Ok(applied) => made += u32::from(applied),
            Err(error) if error.is_transient() => tracing::warn!(%error, "a change of prices waits for now"),
            Err(error) => {
                let error = AppError::from(error);
                tracing::warn!(%error, "a change of prices failed");
                app.store().fail_price_change(due.id, error.code().as_str()).await?;
            }
        }
    }
    if made > 0 {
        app.forget_values();
    }
    Ok(made)
}
