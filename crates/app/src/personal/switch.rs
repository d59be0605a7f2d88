//! Whether the personal assistant is on, and the time zone in which it lives.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::personal::wall_clock::{day_in, is_zone};
use chrono::{NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The zone where neither a setting nor the system names one.
const USUAL_ZONE: &str = "America/Sao_Paulo";

/// How the personal assistant stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalState {
    /// Whether it is on (`ASSISTANT_PERSONAL`). While it is off its operations answer `personal_off`.
    pub on: bool,
    /// The time zone by its IANA name (`ASSISTANT_TIMEZONE`, else that of the system).
    pub time_zone: String,
    /// The day that it is there.
    pub today: NaiveDate,
}

/// How the personal assistant stands.
pub async fn get_personal_state(app: &App, _: &Caller, _: Empty) -> Result<PersonalState, AppError> {
    let time_zone = time_zone(app);
    let today = today_in(&time_zone);
    Ok(PersonalState { on: is_on(app), time_zone, today })
}

/// Whether a person switched it on.
pub(crate) fn is_on(app: &App) -> bool {
    app.config().switch("ASSISTANT_PERSONAL").unwrap_or(false)
}

/// The time zone, where the personal assistant is on.
///
/// # Errors
/// [`Code::PersonalOff`], with the name of the setting.
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

/// The day that it is in a zone.
pub(crate) fn today_in(zone: &str) -> NaiveDate {
    day_in(zone, Utc::now())
}
