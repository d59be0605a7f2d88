//! A model's text about a report's figures. Every number in it is compared with the figures; a sentence without a
//! source is removed, and where too little remains the program's text stays.

use super::sentences::ReportText;
use crate::app::App;
use crate::assist::prompt::find_reply_failure;
use crate::chat::models::{ChatModels, ModelQuestion, ModelRequest, ModelTask};
use crate::chat::spending;
use crate::error::{AppError, Code};
use celeiro_domain::chat::answer::sanitize::cut_text;
use celeiro_domain::personal::report::numbers::check_text;
use celeiro_domain::personal::report::{Report, ReportKind};
use celeiro_domain::prompt::{
    Prompt, REPORT_CHECKIN, REPORT_DECISION, REPORT_FRAME, REPORT_GIFT, REPORT_MORNING, REPORT_WEEKLY,
};
use celeiro_domain::search::Lang;
use celeiro_store::ModelText;
use tokio_util::sync::CancellationToken;

/// Longest text of a model, in characters.
const MOST_TEXT: usize = 20_000;

/// Whether a model may be asked.
///
/// # Errors
/// `model_not_configured`, `model_key_missing`, `spending_cap_reached`.
pub(in crate::personal) async fn require_model(app: &App) -> Result<ChatModels, AppError> {
    let models = ChatModels::from_config(app)?.map_err(|none| AppError::new(none.code()))?;
    if spending::is_over(app).await? {
        return Err(AppError::new(Code::SpendingCapReached));
    }
    Ok(models)
}

/// Lets a model write the text of a report. Where it does not answer, the report stays as it is.
///
/// # Errors
/// As [`require_model`]; what the database says.
pub(super) async fn ask_for_text(app: &App, report: &Report, lang: Lang) -> Result<(), AppError> {
    let models = require_model(app).await?;
    let model =
        models.of(ModelTask::Report).first().ok_or_else(|| AppError::new(Code::ModelNotConfigured))?;
    let language = if lang == Lang::En { "inglês" } else { "português do Brasil" };
    let lines = ReportText::for_models(lang).list(&report.figures);
    let task = task_of(report.kind);
    let places = [("task", task.text()), ("language", language), ("figures", &lines)];
    let prompt = REPORT_FRAME.render(&places).map_err(AppError::internal)?;
    let question = ModelRequest {
        job: ModelTask::Report,
        model,
        text: ModelQuestion { prompt: REPORT_FRAME, system: &prompt.system, user: &prompt.user },
        shorter: None,
        images: &[],
        format: None,
    };
    let asked = models.ask(question, &CancellationToken::new(), |_| ()).await;
    spending::note_call(app, &asked.call.call).await;
    if let Some(error) = find_reply_failure(&asked) {
        tracing::warn!(error = error.code().as_str(), "no text of a model for a report");
        return Ok(());
    }
    let checked = check_text(&cut_text(&asked.text, MOST_TEXT), &report.figures, lang);
    // An object is an answer to another question.
    let is_text = !asked.text.trim_start().starts_with(['{', '[']);
    let stands = is_text && checked.kept > 0 && checked.kept >= checked.left_out;
    let by = ModelText {
        text: stands.then_some(checked.text),
        left_out: checked.left_out,
        model: asked.call.call.served_model.unwrap_or_else(|| model.clone()),
        prompt: task.label(),
    };
    Ok(app.store().write_report(report.id, report.version, &by).await?)
}

fn task_of(kind: ReportKind) -> Prompt {
    match kind {
        ReportKind::Morning => REPORT_MORNING,
        ReportKind::Weekly => REPORT_WEEKLY,
        ReportKind::Checkin => REPORT_CHECKIN,
        ReportKind::Gift => REPORT_GIFT,
        ReportKind::Decision => REPORT_DECISION,
    }
}
