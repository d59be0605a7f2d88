//! The switch and the time zone of the personal assistant.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::personal::wall_clock::{day_in, is_zone};
use chrono::{NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Time zone if neither a setting nor the operating system has one.
const USUAL_ZONE: &str = "America/Sao_Paulo";

/// State of the personal assistant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalState {
    /// Whether the personal assistant is on (`ASSISTANT_PERSONAL`). While it is off, its operations fail
    /// with `personal_off`.
    pub on: bool,
    /// IANA name of the time zone (`ASSISTANT_TIMEZONE`, or else that of the operating system).
    pub time_zone: String,
    /// Today's date in the time zone.
    pub today: NaiveDate,
}

/// Returns the state of the personal assistant.
pub async fn get_personal_state(app: &App, _: &Caller, _: Empty) -> Result<PersonalState, AppError> {
    let time_zone = time_zone(app);
    let today = today_in(&time_zone);
    Ok(PersonalState { on: is_on(app), time_zone, today })
}

/// Whether the personal assistant is on.
pub(crate) fn is_on(app: &App) -> bool {
    app.config().switch("ASSISTANT_PERSONAL").unwrap_or(false)
}

/// Requires that the personal assistant is on, and returns its time zone.
///
/// # Errors
/// [`Code::PersonalOff`] with the name of the setting.
pub(crate) fn require_on(app: &App) -> Result<String, AppError> {
    if is_on(app) {
        return Ok(time_zone(app));
    }
    Err(AppError::new(Code::PersonalOff).with("setting", "ASSISTANT_PERSONAL"))
}

pub(crate) fn time_zone(app: &App) -> String {
    let config = app.config();
    let set = config.text("ASSISTANT_TIMEZONE").map(str::to_owned);
    let of_system = || iana_time_zone::get_timezone().ok().filter(|zone| is_zone(zone));
    set.or_else(of_system).unwrap_or_else(|| USUAL_ZONE.to_owned())
}

/// Today's date in `zone`.
pub(crate) fn today_in(zone: &str) -> NaiveDate {
    day_in(zone, Utc::now())
}
