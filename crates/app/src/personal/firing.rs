//! Firing of due reminders: claimed by one program, sent to every page, snoozed.

use super::records::save_record;
use super::switch::{is_on, require_on, today_in};
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::reminder::{Reminder, ReminderFields, ReminderState};
use celeiro_domain::personal::report::ReportKind;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_domain::team::Access;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often is looked whether one is due.
const ROUND: Duration = Duration::from_secs(15);
/// How long a page that was closed is told of a showing.
const TOLD_FOR_HOURS: i64 = 24;
/// Minutes that a reminder is put off, and where none are named.
const SNOOZE_MINUTES: std::ops::RangeInclusive<u32> = 1..=10_080;
const USUAL_SNOOZE: u32 = 10;

/// What waits for the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingWork {
    /// Open reminders whose time has come.
    pub reminders: u32,
    /// Decisions to be reviewed.
    pub decisions: u32,
    /// Open reminders that came due in the last day, the newest first, at most 20: each is to be shown once for its
    /// `firedFor`.
    pub fired: Vec<FiredReminder>,
    /// Reports that the program made by itself in the last day, the newest first, at most 5: each is to be told once.
    pub reports: Vec<FreshReport>,
}

/// A report that the program made by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreshReport {
    /// The report.
    pub id: Uuid,
    /// Its kind.
    pub kind: ReportKind,
    /// Its last day.
    pub day: NaiveDate,
}

/// A reminder that came due.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiredReminder {
    /// The reminder.
    pub id: Uuid,
    /// What is to be done.
    pub title: String,
    /// The due moment.
    pub fired_for: DateTime<Utc>,
    /// Whether it was shown late: the program was off, or asleep.
    pub late: bool,
}

/// A reminder that is put off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SnoozeReminder {
    /// The reminder.
    pub id: Uuid,
    /// Minutes from now, 1 to 10080; 10 where absent.
    #[serde(default)]
    pub minutes: Option<u32>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Shows what comes due, again and again, until `stop`, while the personal assistant is on.
pub async fn run_reminders(app: &App, stop: &CancellationToken) {
    loop {
        if is_on(app) {
            match fire_due(app, Utc::now()).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "reminders came due"),
                Err(error) => tracing::warn!(%error, "reminders wait for now"),
            }
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Takes every showing that is due at `now`, and says how many this program took. One that fails holds no other
/// up.
///
/// # Errors
/// What the database says where it cannot be asked for them.
pub async fn fire_due(app: &App, now: DateTime<Utc>) -> Result<u32, AppError> {
    let mut count = 0;
    for shown in app.store().reminders_to_fire(now).await? {
        let Some(firing) = shown.reminder.firing(shown.fired_for, now) else { continue };
        match app.store().fire_reminder(&shown, &firing, now).await {
            Ok(taken) => count += u32::from(taken),
            Err(error) => tracing::warn!(%error, "a reminder waits for now"),
        }
    }
    Ok(count)
}

/// What waits for the person: counts, and what came due. Decisions and reports are the owner's: others are told of
/// none.
///
/// # Errors
/// `personal_off`.
pub async fn get_waiting(app: &App, caller: &Caller, _: Empty) -> Result<WaitingWork, AppError> {
    let zone = require_on(app)?;
    let is_owner = caller.may(Access::Personal);
    let now = Utc::now();
    let counts = app.store().count_waiting(now, today_in(&zone)).await?;
    let fired = app.store().fired_reminders(now - TimeDelta::hours(TOLD_FOR_HOURS)).await?;
    let fired = fired.into_iter().filter_map(|shown| {
        let (fired_for, reminder) = (shown.fired_for?, shown.reminder);
        let late = reminder.was_late(fired_for);
        Some(FiredReminder { id: reminder.id, title: reminder.title, fired_for, late })
    });
    let reports = match is_owner {
        true => app.store().fresh_reports(now - TimeDelta::hours(TOLD_FOR_HOURS)).await?,
        false => Vec::new(),
    };
    let fresh = |(id, kind, day)| FreshReport { id, kind, day };
    let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(WaitingWork {
        reminders: count(counts.reminders),
        decisions: if is_owner { count(counts.decisions) } else { 0 },
        fired: fired.collect(),
        reports: reports.into_iter().map(fresh).collect(),
    })
}

/// Puts an open reminder off; one that repeats keeps its later times.
///
/// # Errors
/// `personal_off`, `not_found`, `invalid_fields`; `conflict` where another person changed it in this moment.
pub async fn snooze_reminder(
    app: &App,
    caller: &Caller,
    request: SnoozeReminder,
) -> Result<Reminder, AppError> {
    require_on(app)?;
    let minutes = request.minutes.unwrap_or(USUAL_SNOOZE);
    if !SNOOZE_MINUTES.contains(&minutes) {
        let allowed = format!("{}..{}", SNOOZE_MINUTES.start(), SNOOZE_MINUTES.end());
        let code = FieldErrorCode::InvalidValue;
        return Err(AppError::fields(vec![FieldError::new("minutes", code, &minutes.to_string(), allowed)]));
    }
    let reminder = app.store().reminder(request.id).await.map_err(Missing::Reminder.explain(request.id))?;
    if reminder.state != ReminderState::Open {
        let error = FieldError::new("state", FieldErrorCode::NotPossible, reminder.state.as_str(), "open");
        return Err(AppError::fields(vec![error]));
    }
    let next_at = Utc::now() + TimeDelta::minutes(minutes.into());
    let fields = ReminderFields { next_at: Some(next_at), ..reminder.as_fields() };
    let content = PersonalFields::Reminder(Box::new(fields));
    let change = PersonalWrite { id: reminder.id, version: Some(reminder.version), content };
    let id = save_record(app, caller, &change, request.operation_id).await?;
    Ok(app.store().reminder(id).await?)
}
