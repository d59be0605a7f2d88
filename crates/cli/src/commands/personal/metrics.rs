//! `celeiro metrics`: values of days, their trends, and tables of them.

use crate::failure::Failure;
use crate::session::Session;
use celeiro_app::AppError;
use celeiro_app::api::WriteById;
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::personal::tracking::entries::{
    CreateMetric, ListMetrics, create_metric, delete_metric, list_metrics,
};
use celeiro_app::personal::tracking::figures::{AnalyzeMetrics, get_metric_trends};
use celeiro_app::personal::tracking::table::{ExportMetrics, ImportMetrics, export_metrics, import_metrics};
use celeiro_domain::personal::metric::{Metric, MetricDraft};
use celeiro_domain::search::Lang;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Most entries of a list.
const MOST: u32 = 500;

#[derive(Debug, Subcommand)]
pub enum Metrics {
    List {
        #[arg(value_name = "TYPE")]
        kind: Option<String>,
    },
    Add(NewMetric),
    Remove {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Import {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    Export {
        #[arg(value_name = "TYPE")]
        kind: Option<String>,
    },
    Trends {
        #[arg(value_name = "TYPE", required = true)]
        kinds: Vec<String>,
        #[arg(long, value_name = "N")]
        days: Option<u32>,
    },
}

#[derive(Debug, Args)]
pub struct NewMetric {
    #[arg(value_name = "TYPE")]
    pub kind: String,
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
    pub value: f64,
    #[arg(long, value_name = "TEXT")]
    pub unit: Option<String>,
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub notes: Option<String>,
}

/// Runs `celeiro metrics`.
pub async fn run_metrics(session: &Session, action: Metrics) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Metrics::List { kind } => {
            let request = ListMetrics { kind, limit: Some(MOST), ..ListMetrics::default() };
            let listed = session.ask(list_metrics, request).await?;
            session.print(&listed, || listed.iter().map(render_entry).collect())
        }
        Metrics::Add(NewMetric { kind, value, unit, date, notes }) => {
            let draft = MetricDraft { kind, value, unit, date, notes };
            let one = session.ask(create_metric, CreateMetric { operation_id: None, draft }).await?;
            session.print(&one, || render_entry(&one))
        }
        Metrics::Remove { id } => {
            let gone = session.ask(delete_metric, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || {
                format!("{}\n", translate_with(lang, "cli.personal.removed", &[("id", id.to_string())]))
            })
        }
        Metrics::Import { file } => {
            let csv = read_table(&file)?;
            let done = session.ask(import_metrics, ImportMetrics { csv, operation_id: None }).await?;
            session.print(&done, || render_import(lang, done.added, done.known))
        }
        Metrics::Export { kind } => {
            let file = session.ask(export_metrics, ExportMetrics { kind }).await?;
            session.print(&file, || file.csv.clone())
        }
        Metrics::Trends { kinds, days } => {
            let request = AnalyzeMetrics { types: kinds, days, ..AnalyzeMetrics::default() };
            let report = session.ask(get_metric_trends, request).await?;
            session.print(&report, || report.sentences.iter().map(|line| format!("{line}\n")).collect())
        }
    }
}

/// Longest file, in bytes.
const MAX_BYTES: u64 = 4 << 20;
/// Why a file is not read.
const NOT_UTF8: &str = "not UTF-8";

/// The text of a file, or of standard input for `-`.
fn read_table(file: &Path) -> Result<String, AppError> {
    let name = file.display().to_string();
    let bytes = match name.as_str() {
        "-" => bounded_read::bytes_from(std::io::stdin(), &name, MAX_BYTES)?,
        _ => bounded_read::bytes_of(file, MAX_BYTES)?,
    };
    String::from_utf8(bytes).map_err(|_| AppError::unreadable(&name, NOT_UTF8))
}

fn render_entry(one: &Metric) -> String {
    let unit = one.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    let notes =
        one.notes.as_deref().map(|notes| format!("  {}", notes.replace('\n', " "))).unwrap_or_default();
    format!("{}  {}  {}: {}{unit}{notes}\n", one.id, one.date, one.kind, one.value)
}

fn render_import(lang: Lang, added: u32, known: u32) -> String {
    let count = |key, count: u32| translate_with(lang, key, &[("count", count.to_string())]);
    match (added, known) {
        (0, 0) => format!("{}\n", translate(lang, "cli.metrics.empty")),
        (added, 0) => format!("{}\n", count("cli.metrics.added", added)),
        (added, known) => {
            format!("{} {}\n", count("cli.metrics.added", added), count("cli.metrics.known", known))
        }
    }
}
