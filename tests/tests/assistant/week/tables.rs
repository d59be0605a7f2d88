//! Figures of a report held against the tables.

use super::read;
use crate::support::World;
use celeiro_app::personal::reports::making::{MakeReport, make_report};
use celeiro_domain::personal::report::numbers::check_text;
use celeiro_domain::personal::report::{FigureTerm, FigureValue, Report, ReportFigure, ReportKind};
use celeiro_domain::search::Lang;
use serde_json::json;

/// The value that the tables have for a figure; none for points of the score, which no table has.
async fn value_in_tables(world: &World, report: &Report, figure: &ReportFigure) -> Option<String> {
    let spent = "(SELECT coalesce(sum(v::numeric), 0) FROM expenses, jsonb_each_text(actuals) AS a(m, v) WHERE deleted_at IS NULL AND m = $2) \
        + (SELECT coalesce(sum((v ->> 'amount')::numeric), 0) FROM bills, jsonb_each(payments) AS p(m, v) WHERE deleted_at IS NULL AND m = $2)";
    let income = "(SELECT coalesce(sum(v::numeric), 0) FROM incomes, jsonb_each_text(actuals) AS a(m, v) WHERE deleted_at IS NULL AND m = $2)";
    let days = "FROM metrics WHERE deleted_at IS NULL AND type = $1 AND day BETWEEN $3 AND $4";
    let sql = match figure.term {
        FigureTerm::DayValue => format!("SELECT sum(value)::text {days}"),
        FigureTerm::Mean => format!("SELECT (sum(value) / count(DISTINCT day))::text {days}"),
        FigureTerm::Total => format!("SELECT sum(value)::text {days}"),
        FigureTerm::Days => format!("SELECT count(DISTINCT day)::text {days}"),
        FigureTerm::Change => format!(
            "SELECT ((SELECT sum(value) / count(DISTINCT day) {days}) - (SELECT sum(value) / count(DISTINCT day) \
             FROM metrics WHERE deleted_at IS NULL AND type = $1 AND day BETWEEN $3::date - 7 AND $4::date - 7))::text"
        ),
        FigureTerm::Income => format!("SELECT ({income})::text"),
        FigureTerm::Spent => format!("SELECT ({spent})::text"),
        FigureTerm::Balance => format!("SELECT ({income} - ({spent}))::text"),
        FigureTerm::Bill => "SELECT amount::text FROM bills WHERE deleted_at IS NULL AND name = $1".into(),
        FigureTerm::RemindersDone => {
            "SELECT count(*)::text FROM reminders WHERE deleted_at IS NULL AND (done_at AT TIME ZONE zone)::date BETWEEN $3 AND $4".into()
        }
        FigureTerm::Contacts => {
            "SELECT count(*)::text FROM people WHERE deleted_at IS NULL AND last_contact BETWEEN $3 AND $4".into()
        }
        FigureTerm::Contact => "SELECT last_contact::text FROM people WHERE name = $1".into(),
        FigureTerm::Birthday => "SELECT make_date(extract(year FROM $3)::int, birth_month, birth_day)::text FROM people WHERE name = $1".into(),
        FigureTerm::Age => {
            "SELECT (extract(year FROM $3)::int - birth_year)::text FROM people WHERE name = $1".into()
        }
        FigureTerm::Review => "SELECT review_at::text FROM decisions WHERE title = $1 AND outcome IS NULL".into(),
        FigureTerm::Score | FigureTerm::AreaScore | FigureTerm::ScoreChange => return None,
        other => panic!("a figure that no table was thought of for: {other:?}"),
    };
    let month = report.figures.period.to.format("%Y-%m").to_string();
    // A parameter that a statement has no use for still needs a type.
    let sql = format!("WITH given AS (SELECT $1::text, $2::text, $3::date, $4::date) {sql}");
    let found: Option<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .bind(figure.name.clone().unwrap_or_default())
        .bind(month)
        .bind(figure.period.from)
        .bind(figure.period.to)
        .fetch_one(&world.pool)
        .await
        .unwrap_or_else(|error| panic!("{figure:?}: {error}"));
    Some(found.unwrap_or_default())
}

/// Makes a report, and looks up every figure of it, and every number of its text.
pub(super) async fn check_report(world: &World, kind: ReportKind) {
    let report =
        make_report(&world.app, &world.caller, read::<MakeReport>(json!({ "kind": kind }))).await.unwrap();
    assert!(report.figures.figures.len() > 2, "{report:?}");
    for figure in &report.figures.figures {
        let Some(expected) = value_in_tables(world, &report, figure).await else { continue };
        let number = |value: f64| (value - expected.parse::<f64>().unwrap_or(f64::NAN)).abs() < 1e-6;
        let is_right = match &figure.value {
            FigureValue::Amount { value, .. } => number(*value),
            FigureValue::Count { value } => number(f64::from(*value)),
            FigureValue::Money { value } => number(value.to_plain().parse().unwrap()),
            FigureValue::Day { value } => value.to_string() == expected,
            other => panic!("{other:?}"),
        };
        assert!(is_right, "{figure:?}: the tables have {expected}");
    }
    let checked = check_text(&report.text, &report.figures, Lang::PtBr);
    assert_eq!(checked.left_out, 0, "a number of the text is none of the figures:\n{}", report.text);
}
