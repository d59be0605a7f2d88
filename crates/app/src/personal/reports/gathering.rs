//! Input records of a report, read in one snapshot.

use crate::app::App;
use crate::error::AppError;
use crate::personal::finance::noun::list;
use celeiro_domain::personal::finance::summary::Ledger;
use celeiro_domain::personal::report::{ReportKind, ReportRecords};
use celeiro_store::{DecisionQuery, MetricQuery, ReminderQuery};
use chrono::{Days, NaiveDate};

/// Days of metrics before the last one of a report: two weeks and the day before.
const METRIC_DAYS: u64 = 14;
/// Entries that are looked at, the newest.
const MOST_ENTRIES: i64 = 100_000;

/// What a report of a kind needs for `day`.
pub(super) async fn gather_records(
    app: &App,
    kind: ReportKind,
    zone: &str,
    day: NaiveDate,
) -> Result<ReportRecords, AppError> {
    let store = app.store();
    let mut records = ReportRecords { zone: zone.to_owned(), ..ReportRecords::default() };
    if kind.has_subject() {
        return Ok(records);
    }
    records.reminders =
        store.reminders(&ReminderQuery { limit: MOST_ENTRIES, ..ReminderQuery::default() }).await?;
    records.decisions =
        store.decisions(&DecisionQuery { limit: MOST_ENTRIES, ..DecisionQuery::default() }).await?;
    if kind == ReportKind::Checkin {
        return Ok(records);
    }
    let from = day.checked_sub_days(Days::new(METRIC_DAYS));
    let query = MetricQuery { kind: None, from, to: Some(day), limit: MOST_ENTRIES };
    records.metrics = store.metrics(&query).await?;
    records.people = store.people().await?;
    records.ledger = Ledger {
        bills: list(app).await?,
        expenses: list(app).await?,
        incomes: list(app).await?,
        debts: list(app).await?,
        investments: list(app).await?,
    };
    Ok(records)
}
