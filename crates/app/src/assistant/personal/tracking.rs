//! Tracking tools in a turn: history and trends, and proposals of metric entries.

use super::finance::spent_by_month;
use super::proposals::{changed_record, save_new};
use super::reads::answer;
use crate::app::App;
use crate::assistant::prepared::{PreparedWrite, Target, new_record};
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::{AppError, Code};
use crate::personal::switch::require_on;
use crate::personal::tracking::figures::{AnalyzeMetrics, analyze_metrics, read_history};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::metrics::entry_id;
use celeiro_domain::assistant::personal::payload::{history_line, trends_line};
use celeiro_domain::assistant::personal::{
    DeleteMetric, GetTrackingHistory, GetTrends, RecordMetric, UpdateMetric,
};
use celeiro_domain::assistant::{ActionCard, CardChange, WritePlan};
use celeiro_domain::personal::metric::{Metric, MetricFields, MetricSource, names_of};
use celeiro_domain::personal::tracking::build_history;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_domain::search::Lang;
use chrono::Utc;
use serde_json::Value;

/// The metric that finance keeps too.
const EXPENSE: &str = "expense";

impl TurnRunner {
    /// `get_tracking_history`.
    pub(in crate::assistant) async fn look_up_history(
        &mut self,
        work: &mut Workspace,
        given: &GetTrackingHistory,
    ) -> Result<CallResult, AppError> {
        let mut history = read_history(&self.app, &given.kind, given.days).await?;
        if history.kind == EXPENSE {
            let spent = spent_by_month(&self.app, given.days).await?;
            history = build_history(EXPENSE, history.entries.into_iter().chain(spent).collect());
        }
        let count = history.entries.len();
        if count == 0 {
            let text = result_text("empty: 0 results", &[history_line(&history)]);
            return Ok(CallResult { outcome: "empty".to_owned(), count: 0, text });
        }
        let lines = vec![(history.kind.clone(), history_line(&history))];
        Ok(with_count(answer(work, "entries", lines), count))
    }

    /// `get_trends`. Its sentences are Portuguese, as all that a model reads.
    pub(in crate::assistant) async fn look_up_trends(
        &mut self,
        work: &mut Workspace,
        given: &GetTrends,
    ) -> Result<CallResult, AppError> {
        let request = AnalyzeMetrics {
            types: given.types.clone(),
            days: Some(given.days),
            period: given.period,
            include_correlations: Some(given.include_correlations),
        };
        let report = analyze_metrics(&self.app, Lang::PtBr, request).await?;
        let count = report.trends.trends.len();
        let lines = vec![(given.types.join(", "), trends_line(&report.trends, &report.sentences))];
        Ok(with_count(answer(work, "trends", lines), count))
    }
}

/// A result of one line that holds several records.
fn with_count(result: CallResult, count: usize) -> CallResult {
    let text = result.text.replacen("ok: found 1 ", &format!("ok: found {count} "), 1);
    CallResult { count: u32::try_from(count).unwrap_or(u32::MAX), text, ..result }
}

pub(in crate::assistant) fn prepare_record(
    app: &App,
    given: &RecordMetric,
) -> Result<PreparedWrite, AppError> {
    let zone = require_on(app)?;
    let fields = given.to_draft().check(&zone, Utc::now(), MetricSource::Chat).map_err(AppError::fields)?;
    let card = new_record(&fields.kind, &card_fields(&fields)?);
    Ok((save_new(PersonalFields::Metric(Box::new(fields))), card, None))
}

pub(in crate::assistant) async fn prepare_correction(
    app: &App,
    given: &UpdateMetric,
) -> Result<PreparedWrite, AppError> {
    let zone = require_on(app)?;
    let entry = find_entry(app, &given.entry_id).await?;
    let before = entry.as_fields();
    let draft = given.to_draft(&before);
    let after = draft.check(&zone, Utc::now(), before.source).map_err(AppError::fields)?;
    let card =
        changed_record(Some(entry.id), &label_of(&entry), &card_fields(&before)?, &card_fields(&after)?)?;
    let target = target_of(&entry);
    let content = PersonalFields::Metric(Box::new(after));
    let change = PersonalWrite { id: entry.id, version: Some(entry.version), content };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, Some(target)))
}

/// A deletion takes the button: a word too many must not be one.
pub(in crate::assistant) async fn prepare_deletion(
    app: &App,
    given: &DeleteMetric,
) -> Result<PreparedWrite, AppError> {
    require_on(app)?;
    let entry = find_entry(app, &given.entry_id).await?;
    let before = entry.as_fields();
    let label = label_of(&entry);
    let Value::Object(fields) = card_fields(&before)? else { return Err(AppError::internal("no fields")) };
    let gone = fields.into_iter().filter(|(_, value)| !value.is_null()).map(|(field, from)| CardChange {
        write: 0,
        id: Some(entry.id),
        name: label.clone(),
        field,
        from,
        to: Value::Null,
    });
    let card = ActionCard { changes: gone.collect(), button_only: true, ..new_record(&label, &Value::Null) };
    let target = target_of(&entry);
    let content = PersonalFields::Metric(Box::new(before));
    let change = PersonalWrite { id: entry.id, version: Some(entry.version), content };
    Ok((WritePlan::DeletePersonal { change: Box::new(change) }, card, Some(target)))
}

async fn find_entry(app: &App, id: &str) -> Result<Metric, AppError> {
    let id = entry_id(id).ok_or_else(|| AppError::new(Code::NotFound))?;
    Ok(app.store().metric(id).await?)
}

/// The fields that a card shows: where an entry comes from is not among them.
fn card_fields(fields: &MetricFields) -> Result<Value, AppError> {
    let mut value = serde_json::to_value(fields)?;
    if let Some(object) = value.as_object_mut() {
        object.remove("source");
    }
    Ok(value)
}

fn label_of(entry: &Metric) -> String {
    let unit = entry.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{} {}{unit} ({})", entry.kind, entry.value, entry.date)
}

/// An entry is named by its id alone, which no person says: what a person may have said is the metric.
fn target_of(entry: &Metric) -> Target {
    Target {
        argument: "entryId",
        id: Some(entry.id),
        spellings: names_of(&entry.kind).map(Value::from).collect(),
        label: label_of(entry),
    }
}
