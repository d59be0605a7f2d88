//! Scheduler of reports, at the hour chosen for each, on the person's clock. A missed report is made up once: a morning
//! summary and a check-in on the same day, a weekly report until the next.

use super::making::make_once;
use super::plan::ReportPlan;
use crate::app::App;
use crate::error::AppError;
use crate::personal::switch::{is_on, time_zone};
use celeiro_domain::personal::report::ReportKind;
use celeiro_domain::personal::wall_clock::{moment_of, wall_time_of};
use celeiro_domain::search::Lang;
use chrono::{DateTime, Datelike as _, Days, NaiveDate, Utc};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often is looked whether a report is due.
const ROUND: Duration = Duration::from_secs(60);

/// What a program found nothing to tell in: it does not look again for the same day.
#[derive(Debug, Default)]
pub struct LookedAt(Vec<(ReportKind, NaiveDate)>);

/// Makes what is due, again and again, until `stop`.
pub(crate) async fn run_report_rounds(app: &App, stop: &CancellationToken) {
    let mut looked = LookedAt::default();
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
        let round = make_due(app, Utc::now(), &mut looked);
        tokio::select! {
            made = round => if let Err(error) = made {
                tracing::warn!(%error, "reports wait for now");
            },
            () = stop.cancelled() => return,
        }
    }
}

/// Makes the reports that are due at `now`, and gives those that this program made. One that fails keeps no other from
/// being made.
///
/// # Errors
/// What the database says about the last that failed.
pub async fn make_due(app: &App, now: DateTime<Utc>, looked: &mut LookedAt) -> Result<Vec<Uuid>, AppError> {
    if !is_on(app) {
        return Ok(Vec::new());
    }
    let (plan, zone) = (ReportPlan::of(&app.config()), time_zone(app));
    let english = app.settings().config_at_start().text("CELEIRO_LANG") == Some("en");
    let lang = if english { Lang::En } else { Lang::PtBr };
    let (mut made, mut failed) = (Vec::new(), None);
    for due in due_reports(plan, &zone, now) {
        if looked.0.contains(&due) {
            continue;
        }
        let round = async {
            match app.store().has_report(due.0, due.1).await? {
                true => Ok(None),
                false => make_once(app, due, zone.clone(), (lang, plan.by_model)).await,
            }
        };
        match round.await {
            Ok(report) => {
                made.extend(report);
                looked.0.retain(|(kind, _)| *kind != due.0);
                looked.0.push(due);
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(made), Err)
}

/// The reports whose hour has come, each with its last day.
fn due_reports(plan: ReportPlan, zone: &str, now: DateTime<Utc>) -> Vec<(ReportKind, NaiveDate)> {
    let today = wall_time_of(now, zone).unwrap_or_else(|| now.naive_utc()).date();
    let has_come = |day: NaiveDate, hour: u32| {
        day.and_hms_opt(hour, 0, 0).and_then(|at| moment_of(at, zone)).is_some_and(|at| at <= now)
    };
    let of_today = |kind: ReportKind, hour: Option<u32>| {
        hour.filter(|hour| has_come(today, *hour)).map(|_| (kind, today))
    };
    let of_week = plan.weekly_hour.and_then(|hour| {
        let days = (0..=7).filter_map(|back| today.checked_sub_days(Days::new(back)));
        let mut slots = days.filter(|day| day.weekday() == plan.weekday() && has_come(*day, hour));
        Some((ReportKind::Weekly, slots.next()?.pred_opt()?))
    });
    let morning = of_today(ReportKind::Morning, plan.morning_hour);
    morning.into_iter().chain(of_week).chain(of_today(ReportKind::Checkin, plan.checkin_hour)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personal::reports::plan::ReportDay;

    fn due(plan: ReportPlan, now: &str) -> Vec<(ReportKind, String)> {
        let found = due_reports(plan, "America/Cuiaba", now.parse().unwrap());
        found.into_iter().map(|(kind, day)| (kind, day.to_string())).collect()
    }

    #[test]
    fn nothing_is_due_unless_it_is_switched_on() {
        assert_eq!(due(ReportPlan::default(), "2026-11-28T23:00:00Z"), []);
    }

    #[test]
    fn a_report_is_due_from_its_hour_on_for_its_day_or_its_week() {
        let plan = ReportPlan {
            morning_hour: Some(7),
            weekly_hour: Some(18),
            weekly_day: ReportDay::Friday,
            checkin_hour: Some(20),
            by_model: false,
        };
        use ReportKind::{Checkin, Morning, Weekly};
        // 28 November 2026 is a Saturday; Cuiabá is four hours behind.
        for (now, expected) in [
            ("2026-11-28T10:59:00Z", vec![(Weekly, "2026-11-26")]),
            ("2026-11-28T11:00:00Z", vec![(Morning, "2026-11-28"), (Weekly, "2026-11-26")]),
            (
                "2026-11-29T00:00:00Z",
                vec![(Morning, "2026-11-28"), (Weekly, "2026-11-26"), (Checkin, "2026-11-28")],
            ),
            (
                "2026-11-29T03:59:00Z",
                vec![(Morning, "2026-11-28"), (Weekly, "2026-11-26"), (Checkin, "2026-11-28")],
            ),
            ("2026-11-29T04:00:00Z", vec![(Weekly, "2026-11-26")]),
            ("2026-12-04T21:59:00Z", vec![(Morning, "2026-12-04"), (Weekly, "2026-11-26")]),
            ("2026-12-04T22:00:00Z", vec![(Morning, "2026-12-04"), (Weekly, "2026-12-03")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(kind, day)| (kind, day.to_owned())).collect();
            assert_eq!(due(plan, now), expected, "{now}");
        }
    }
}
