//! Plan of automatic reports: kinds and times that a person enabled.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::config::Config;
use crate::error::AppError;
use crate::personal::switch::require_on;
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::text::calendar::{weekday_called, weekday_name};
use chrono::Weekday;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

const MORNING: &str = "ASSISTANT_MORNING_SUMMARY_HOUR";
const WEEKLY: &str = "ASSISTANT_WEEKLY_REPORT_HOUR";
const WEEKLY_DAY: &str = "ASSISTANT_WEEKLY_REPORT_DAY";
const CHECKIN: &str = "ASSISTANT_CHECKIN_HOUR";
const BY_MODEL: &str = "ASSISTANT_REPORTS_BY_MODEL";

/// The day of a weekly report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportDay {
    /// Monday.
    #[default]
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

const DAYS: [(ReportDay, Weekday); 7] = [
    (ReportDay::Monday, Weekday::Mon),
    (ReportDay::Tuesday, Weekday::Tue),
    (ReportDay::Wednesday, Weekday::Wed),
    (ReportDay::Thursday, Weekday::Thu),
    (ReportDay::Friday, Weekday::Fri),
    (ReportDay::Saturday, Weekday::Sat),
    (ReportDay::Sunday, Weekday::Sun),
];

/// When reports are made by themselves; hours are those of the person's clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportPlan {
    /// Hour of the morning summary, 0 to 23; it is off where absent (`ASSISTANT_MORNING_SUMMARY_HOUR`).
    #[serde(default)]
    pub morning_hour: Option<u32>,
    /// Hour of the weekly report, 0 to 23; it is off where absent (`ASSISTANT_WEEKLY_REPORT_HOUR`).
    #[serde(default)]
    pub weekly_hour: Option<u32>,
    /// Day of the weekly report, which is over the seven days before; Monday where absent
    /// (`ASSISTANT_WEEKLY_REPORT_DAY`).
    #[serde(default)]
    pub weekly_day: ReportDay,
    /// Hour of the check-in, 0 to 23; it is off where absent (`ASSISTANT_CHECKIN_HOUR`).
    #[serde(default)]
    pub checkin_hour: Option<u32>,
    /// Whether a model writes them, where one is configured (`ASSISTANT_REPORTS_BY_MODEL`).
    #[serde(default)]
    pub by_model: bool,
}

impl ReportPlan {
    /// Reads the plan of automatic reports from the configuration.
    pub(super) fn of(config: &Config) -> Self {
        let hour = |name: &str| config.number(name).map(|hour| hour as u32).filter(|hour| *hour < 24);
        let weekday = config.text(WEEKLY_DAY).and_then(weekday_called);
        let day = DAYS.iter().find(|(_, day)| Some(*day) == weekday);
        Self {
            morning_hour: hour(MORNING),
            weekly_hour: hour(WEEKLY),
            weekly_day: day.map(|(day, _)| *day).unwrap_or_default(),
            checkin_hour: hour(CHECKIN),
            by_model: config.switch(BY_MODEL).unwrap_or(false),
        }
    }

    /// The weekday of the weekly report.
    pub(super) fn weekday(self) -> Weekday {
        DAYS.iter().find(|(day, _)| *day == self.weekly_day).map_or(Weekday::Mon, |(_, weekday)| *weekday)
    }

    /// What is saved: names and values, none where it is off.
    fn values(self) -> [(&'static str, Option<String>); 5] {
        let hour = |hour: Option<u32>| hour.map(|hour| hour.to_string());
        [
            (MORNING, hour(self.morning_hour)),
            (WEEKLY, hour(self.weekly_hour)),
            (WEEKLY_DAY, Some(weekday_name(self.weekday()).to_owned())),
            (CHECKIN, hour(self.checkin_hour)),
            (BY_MODEL, Some(self.by_model.to_string())),
        ]
    }
}

/// When reports are made by themselves.
///
/// # Errors
/// `personal_off`.
pub async fn get_report_plan(app: &App, _: &Caller, _: Empty) -> Result<ReportPlan, AppError> {
    require_on(app)?;
    Ok(ReportPlan::of(&app.config()))
}

/// Saves when reports are made by themselves.
///
/// # Errors
/// `personal_off`, `invalid_fields` for an hour that is none, `file_unreadable` where it cannot be written.
pub async fn save_report_plan(app: &App, _: &Caller, request: ReportPlan) -> Result<ReportPlan, AppError> {
    require_on(app)?;
    let hours = [
        ("morningHour", request.morning_hour),
        ("weeklyHour", request.weekly_hour),
        ("checkinHour", request.checkin_hour),
    ];
    let wrong = hours.into_iter().filter_map(|(field, hour)| Some((field, hour.filter(|hour| *hour > 23)?)));
    let errors: Vec<FieldError> = wrong
        .map(|(field, hour)| FieldError::new(field, FieldErrorCode::InvalidValue, &hour.to_string(), "0..23"))
        .collect();
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let settings = app.settings().clone();
    run_blocking(move || {
        for (name, value) in request.values() {
            settings.set(name, value.as_deref())?;
        }
        Ok::<_, AppError>(())
    })
    .await?;
    Ok(ReportPlan::of(&app.config()))
}
