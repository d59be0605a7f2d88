//! Scheduler of the daily memory run, at the hour of `ASSISTANT_CONSOLIDATION_HOUR` on the person's clock. One run
//! makes up for all days on which no program was open.

use super::consolidation::{RunScope, consolidate};
use crate::app::App;
use crate::error::{AppError, Code};
use crate::personal::switch::{is_on, time_zone};
use celeiro_domain::personal::wall_clock::{moment_of, wall_time_of};
use chrono::{DateTime, Days, Utc};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often is looked whether a run is due.
const ROUND: Duration = Duration::from_secs(60);
/// The hour where none is set.
const USUAL_HOUR: u32 = 3;

/// Runs what is due, again and again, until `stop`.
pub(crate) async fn run_memory_rounds(app: &App, stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
        let round = consolidate_due(app, Utc::now());
        tokio::select! {
            done = round => match done {
                Ok(_) => {}
                Err(error) if is_choice(error.code()) => {
                    tracing::debug!(error = error.code().as_str(), "no messages are read for the memory");
                }
                Err(error) => tracing::warn!(%error, "no messages are read for the memory for now"),
            },
            () = stop.cancelled() => return,
        }
    }
}

/// That there is no model is a choice, not a fault.
fn is_choice(code: Code) -> bool {
    matches!(code, Code::ModelNotConfigured | Code::ModelKeyMissing | Code::SpendingCapReached)
}

/// Runs what is due at `now`, and gives the runs. What goes wrong with one person's run is in that run, and keeps no
/// other from theirs.
///
/// # Errors
/// `model_not_configured`, `model_key_missing`, `spending_cap_reached`; what the database says.
pub async fn consolidate_due(app: &App, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    if !is_on(app) {
        return Ok(Vec::new());
    }
    let hour = app.config().number("ASSISTANT_CONSOLIDATION_HOUR").map_or(USUAL_HOUR, |hour| hour as u32);
    let slot = last_slot(now, &time_zone(app), hour);
    let mut runs = Vec::new();
    for actor in app.store().writers_to_read(slot).await? {
        runs.extend(consolidate(app, RunScope { actor: &actor, slot, again: false }).await?);
    }
    Ok(runs)
}

/// The last moment at which a clock in `zone` showed this hour.
fn last_slot(now: DateTime<Utc>, zone: &str, hour: u32) -> DateTime<Utc> {
    let today = wall_time_of(now, zone).unwrap_or_else(|| now.naive_utc()).date();
    let days = [Some(today), today.checked_sub_days(Days::new(1))];
    let mut slots =
        days.into_iter().flatten().filter_map(|day| moment_of(day.and_hms_opt(hour, 0, 0)?, zone));
    slots.find(|slot| *slot <= now).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_moment_on_the_persons_clock() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (now, slot) in [
            ("2026-11-28T07:30:00Z", "2026-11-28T07:00:00Z"),
            ("2026-11-28T07:00:00Z", "2026-11-28T07:00:00Z"),
            ("2026-11-28T06:59:00Z", "2026-11-27T07:00:00Z"),
            ("2026-11-29T02:00:00Z", "2026-11-28T07:00:00Z"),
        ] {
            assert_eq!(last_slot(at(now), "America/Cuiaba", 3), at(slot), "{now}");
        }
    }
}
