//! `celeiro reports`: reports of the personal assistant.

use crate::failure::Failure;
use crate::session::Session;
use celeiro_app::api::{ById, WriteById};
use celeiro_app::messages::translate_with;
use celeiro_app::personal::reports::kept::{ListReports, delete_report, get_report, list_reports};
use celeiro_app::personal::reports::making::{MakeReport, make_report};
use celeiro_domain::personal::finance::money::AmountText;
use celeiro_domain::personal::report::{Report, ReportKind};
use celeiro_domain::search::Lang;
use chrono::NaiveDate;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use uuid::Uuid;

/// Most reports of a list.
const MOST: u32 = 200;

#[derive(Debug, Subcommand)]
pub enum Reports {
    List {
        #[arg(value_name = "KIND", value_parser = kinds())]
        kind: Option<ReportKind>,
    },
    Show {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Make(Make),
    Delete {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
}

#[derive(Debug, Args)]
pub struct Make {
    #[arg(value_name = "KIND", value_parser = kinds())]
    kind: ReportKind,
    #[arg(long, value_name = "DATE")]
    day: Option<NaiveDate>,
    #[arg(long, value_name = "ID")]
    subject: Option<Uuid>,
    #[arg(long, value_name = "TEXT")]
    occasion: Option<String>,
    #[arg(long, value_name = "AMOUNT")]
    budget: Option<String>,
    #[arg(long)]
    model: bool,
}

fn kinds() -> impl TypedValueParser<Value = ReportKind> {
    PossibleValuesParser::new(ReportKind::ALL.map(ReportKind::as_str))
        .try_map(|name| ReportKind::parse(&name).ok_or(std::fmt::Error))
}

/// Runs `celeiro reports`.
pub async fn run_reports(session: &Session, action: Reports) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Reports::List { kind } => {
            let request = ListReports { kind, limit: Some(MOST), ..ListReports::default() };
            let reports = session.ask(list_reports, request).await?;
            session.print(&reports, || reports.iter().map(render_line).collect())
        }
        Reports::Show { id } => {
            let report = session.ask(get_report, ById { id }).await?;
            session.print(&report, || render_report(lang, &report))
        }
        Reports::Make(Make { kind, day, subject, occasion, budget, model }) => {
            let request = MakeReport {
                kind,
                day,
                subject_id: subject,
                occasion,
                budget: budget.map(AmountText),
                with_model: Some(model),
                operation_id: None,
            };
            let report = session.ask(make_report, request).await?;
            session.print(&report, || render_report(lang, &report))
        }
        Reports::Delete { id } => {
            let gone = session.ask(delete_report, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || {
                format!("{}\n", translate_with(lang, "cli.personal.removed", &[("id", id.to_string())]))
            })
        }
    }
}

fn render_line(report: &Report) -> String {
    let (kind, author, period) = (report.kind.as_str(), report.author.as_str(), report.figures.period);
    format!("{}  {}  [{kind}, {author}]\n", report.id, period.to)
}

fn render_report(lang: Lang, report: &Report) -> String {
    let mut text = format!("{}\n{}\n", render_line(report), without_escapes(&report.text));
    if report.left_out > 0 {
        let count = [("count", report.left_out.to_string())];
        text.push_str(&format!("\n{}\n", translate_with(lang, "cli.reports.leftOut", &count)));
    }
    text
}

/// Markdown without the backslashes that keep words of records from being markup.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escapes = c == '\\' && chars.peek().is_some_and(char::is_ascii_punctuation);
        out.push(if escapes { chars.next().unwrap_or(c) } else { c });
    }
    out
}
