//! Generation of a report: figures and the program's text are stored first, then a model's text where one is enabled.

use super::gathering::gather_records;
use super::model_text::ask_for_text;
use super::sentences::ReportText;
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::personal::switch::{require_on, today_in};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, clean_optional};
use celeiro_domain::personal::finance::money::{AMOUNTS, AmountText, Money, read_text};
use celeiro_domain::personal::report::{
    GiftWish, MOST_DAYS_BACK, Report, ReportFigures, ReportKind, ReportRecords, checkin_figures,
    decision_figures, gift_figures, morning_figures, weekly_figures,
};
use celeiro_domain::search::Lang;
use celeiro_store::NewReport;
use chrono::{Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest occasion of a gift, in characters.
const MAX_OCCASION: usize = 200;

/// A report that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeReport {
    /// The kind.
    pub kind: ReportKind,
    /// The day that it is for, of a weekly report the last: today or one of the ten years before; today where absent.
    #[serde(default)]
    pub day: Option<NaiveDate>,
    /// The person of a gift suggestion, the decision of a decision analysis; of no other kind.
    #[serde(default)]
    pub subject_id: Option<Uuid>,
    /// What a gift is for, at most 200 characters.
    #[serde(default)]
    pub occasion: Option<String>,
    /// What a gift may cost, in reais.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    #[specta(type = Option<String>)]
    pub budget: Option<AmountText>,
    /// Whether a model writes the text over the figures; no where absent.
    #[serde(default)]
    pub with_model: Option<bool>,
    /// Chosen by the client: asking again under the same id makes nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What a report is made of.
pub(super) struct ReportRequest {
    pub kind: ReportKind,
    pub day: NaiveDate,
    pub subject: Option<Uuid>,
    pub wish: GiftWish,
    pub zone: String,
}

/// Makes a report, in the place of the one of the same kind, day and subject. Where a model does not answer, or too
/// little of its text has a source, the program's text stands.
///
/// # Errors
/// `personal_off`, `invalid_fields` for a day that is to come or long over, a subject that is missing or not wanted, an
/// amount that is none; `not_found` where the person or the decision is not there; with a model
/// `model_not_configured`, `model_key_missing`, `spending_cap_reached`, and nothing is made then.
pub async fn make_report(app: &App, caller: &Caller, request: MakeReport) -> Result<Report, AppError> {
    let zone = require_on(app)?;
    let today = today_in(&zone);
    let with_model = request.with_model.unwrap_or(false);
    if with_model {
        super::model_text::require_model(app).await?;
    }
    let (write, lang) = (new_write(caller, request.operation_id), caller.lang);
    let request = check_request(request, zone, today)?;
    let figures = compute_figures(app, &request).await?;
    let text = ReportText::for_people(lang).write(request.kind, &figures);
    let new = new_report(&request, figures, text, false);
    let id = app.store().replace_report(&new, &write).await?;
    let report = app.store().report(id).await?;
    if !with_model || report.model.is_some() {
        return Ok(report);
    }
    ask_for_text(app, &report, lang).await?;
    Ok(app.store().report(id).await?)
}

pub(super) fn new_report(
    request: &ReportRequest,
    figures: ReportFigures,
    text: String,
    scheduled: bool,
) -> NewReport {
    NewReport {
        kind: request.kind,
        subject: request.subject,
        zone: request.zone.clone(),
        figures,
        text,
        scheduled,
    }
}

/// The figures of a report.
pub(super) async fn compute_figures(app: &App, request: &ReportRequest) -> Result<ReportFigures, AppError> {
    let (kind, day) = (request.kind, request.day);
    let subject = || request.subject.ok_or_else(|| AppError::new(Code::NotFound));
    match kind {
        ReportKind::Gift => {
            let person = app.store().person(subject()?).await?;
            return Ok(gift_figures(&person, &request.wish, day));
        }
        ReportKind::Decision => return Ok(decision_figures(&app.store().decision(subject()?).await?, day)),
        ReportKind::Morning | ReportKind::Weekly | ReportKind::Checkin => {}
    }
    let records = gather_records(app, kind, &request.zone, day).await?;
    let compute: fn(&ReportRecords, NaiveDate) -> ReportFigures = match kind {
        ReportKind::Morning => morning_figures,
        ReportKind::Weekly => weekly_figures,
        _ => checkin_figures,
    };
    run_blocking(move || Ok(compute(&records, day))).await
}

fn check_request(request: MakeReport, zone: String, today: NaiveDate) -> Result<ReportRequest, AppError> {
    let mut errors = Vec::new();
    let day = request.day.unwrap_or(today);
    let first = today.checked_sub_days(Days::new(MOST_DAYS_BACK)).unwrap_or(today);
    if !(first..=today).contains(&day) {
        let allowed = format!("{first}..{today}");
        errors.push(FieldError::new("day", FieldErrorCode::InvalidDate, &day.to_string(), allowed));
    }
    match (request.kind.has_subject(), request.subject_id) {
        (true, None) => errors.push(FieldError::new("subjectId", FieldErrorCode::Required, "", "UUID")),
        (false, Some(id)) => {
            errors.push(FieldError::new(
                "subjectId",
                FieldErrorCode::NotPossible,
                &id.to_string(),
                "gift | decision",
            ));
        }
        _ => {}
    }
    let is_gift = request.kind == ReportKind::Gift;
    let occasion = clean_optional(request.occasion, "occasion", MAX_OCCASION, &mut errors);
    let budget = request.budget.filter(|given| !given.0.trim().is_empty());
    for (field, given) in
        [("occasion", occasion.as_deref()), ("budget", budget.as_ref().map(|given| given.0.as_str()))]
    {
        if let Some(given) = given.filter(|_| !is_gift) {
            errors.push(FieldError::new(field, FieldErrorCode::NotPossible, given, "gift"));
        }
    }
    let budget = budget.and_then(|given| match read_text(&given.0, None) {
        Ok(amount) if amount > Money::ZERO => Some(amount),
        _ => {
            errors.push(FieldError::new("budget", FieldErrorCode::InvalidNumber, &given.0, AMOUNTS));
            None
        }
    });
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let wish = GiftWish { occasion, budget };
    Ok(ReportRequest { kind: request.kind, day, subject: request.subject_id, wish, zone })
}

/// Makes the report of an hour: once for all programs. `None` where there is one, was one, or there is nothing to
/// tell.
pub(super) async fn make_once(
    app: &App,
    (kind, day): (ReportKind, NaiveDate),
    zone: String,
    (lang, with_model): (Lang, bool),
) -> Result<Option<Uuid>, AppError> {
    let request = ReportRequest { kind, day, subject: None, wish: GiftWish::default(), zone };
    let figures = compute_figures(app, &request).await?;
    if figures.figures.is_empty() {
        return Ok(None);
    }
    let text = ReportText::for_people(lang).write(kind, &figures);
    let Some(id) = app.store().add_report(&new_report(&request, figures, text, true)).await? else {
        return Ok(None);
    };
    if with_model {
        let report = app.store().report(id).await?;
        if let Err(error) = ask_for_text(app, &report, lang).await {
            tracing::warn!(error = error.code().as_str(), "a report stays as the program wrote it");
        }
    }
    Ok(Some(id))
}
