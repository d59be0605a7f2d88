//! The last score, as a part of a turn's prompt.

use crate::app::App;
use crate::error::AppError;
use celeiro_store::ReportQuery;
use chrono::{Days, NaiveDate};

/// Reports that are looked at, and days after which a score is old.
const MOST: i64 = 5;
const FRESH_DAYS: u64 = 7;

/// The line of the prompt with the score of the newest report that has one; blank where there is none of the last
/// seven days.
pub(crate) async fn score_line(app: &App, today: NaiveDate) -> Result<String, AppError> {
    let reports = app.store().reports(&ReportQuery { limit: MOST, ..ReportQuery::default() }).await?;
    let oldest = today.checked_sub_days(Days::new(FRESH_DAYS)).unwrap_or(today);
    let scores = reports.into_iter().filter_map(|report| report.figures.score);
    let points = scores.filter(|score| score.period.to >= oldest).find_map(|score| score.score);
    Ok(points.map(|points| format!(" Life Balance Score: {points}/100.")).unwrap_or_default())
}
