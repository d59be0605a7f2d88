//! `celeiro enrich`: suggestions for many items. The runs are worked on by the window or the server;
//! here they are started, looked at, held up and reviewed.

use super::assist::parse_assist_fields;
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::api::Empty;
use celeiro_app::assist::api::AssistOutcome;
use celeiro_app::assist::runs::api::*;
use celeiro_app::assist::runs::review::{ReviewDecision, ReviewFilter, decide_matching};
use celeiro_app::assist::runs::review_api::*;
use celeiro_app::messages::{format_number, name_of, translate, translate_with};
use celeiro_app::{AppError, Code};
use celeiro_domain::assist::AssistField;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::{GridError, GridFilter, GridQuery, GridTest};
use clap::{ArgAction, Subcommand};
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub enum Action {
    Start {
        #[arg(long, value_name = "FIELDS")]
        fields: Option<String>,
        #[arg(long)]
        stale: bool,
        #[arg(long, value_name = "TEXT")]
        text: Option<String>,
        #[arg(long = "filter", value_name = "CONDITION", action = ArgAction::Append)]
        filters: Vec<String>,
        #[arg(long, value_name = "USD")]
        budget: Option<f64>,
        #[arg(long)]
        dry_run: bool,
    },
    Status,
    Pause {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Resume {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Retry {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Cancel {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Review {
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    Accept {
        #[arg(value_name = "ID", required = true, value_parser = parse_suggestion_id)]
        ids: Vec<ReviewFilter>,
    },
    Reject {
        #[arg(value_name = "ID", required = true, value_parser = parse_suggestion_id)]
        ids: Vec<ReviewFilter>,
    },
}

/// A suggestion of the queue as it is listed, `TRACE/FIELD`; the trace alone means all of its suggestions.
fn parse_suggestion_id(text: &str) -> Result<ReviewFilter, String> {
    let (trace, field) = match text.trim().split_once('/') {
        Some((trace, field)) => (trace, Some(field)),
        None => (text.trim(), None),
    };
    let trace_id = trace.parse().map_err(|error: uuid::Error| error.to_string())?;
    let list_fields = || AssistField::ALL.map(AssistField::as_str).join(", ");
    let field = field.map(|name| AssistField::parse(name).ok_or_else(list_fields)).transpose()?;
    Ok(ReviewFilter { trace_id, field })
}

/// Runs the command.
pub async fn run_enrich(session: &Session, action: Action) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Action::Start { fields: given, stale, text, filters, budget, dry_run } => {
            let request = EnrichRequest {
                fields: parse_assist_fields(lang, given.as_deref(), true)?,
                only: if stale { EnrichOnly::Stale } else { EnrichOnly::Missing },
                text,
                query: parse_item_filters(lang, &filters)?,
                budget_usd: budget,
                ..EnrichRequest::default()
            };
            if dry_run {
                let preview = session.ask(preview_enrichment, request).await?;
                return session.print(&preview, || render_preview(lang, &preview));
            }
            let run = session.ask(start_enrichment, request).await?;
            session.print(&run, || render_run_line(lang, &run))
        }
        Action::Status => {
            let runs = session.ask(list_enrichments, Empty {}).await?;
            session.print(&runs, || runs.iter().map(|run| render_run_line(lang, run)).collect())
        }
        Action::Pause { id } => change_run(session, id, EnrichAction::Pause).await,
        Action::Resume { id } => change_run(session, id, EnrichAction::Resume).await,
        Action::Retry { id } => change_run(session, id, EnrichAction::Retry).await,
        Action::Cancel { id } => change_run(session, id, EnrichAction::Cancel).await,
        Action::Review { limit } => {
            let request = ReviewRequest { limit: Some(limit), ..ReviewRequest::default() };
            let page = session.ask(review_queue, request).await?;
            session.print(&page, || page.rows.iter().map(|row| render_review_entry(lang, row)).collect())
        }
        Action::Accept { ids } => decide_suggestions(session, ids, AssistOutcome::Accepted).await,
        Action::Reject { ids } => decide_suggestions(session, ids, AssistOutcome::Rejected).await,
    }
}

/// The items that a sheet with these conditions lists; a column that is to be several values is one of
/// them. What cannot be asked is refused before anything is opened.
pub(super) fn parse_item_filters(lang: Lang, given: &[String]) -> Result<Option<GridQuery>, Failure> {
    let refusal = |error: GridError| Failure { error: error.into(), exit: 2, reported: false };
    let mut filters: Vec<GridFilter> = Vec::new();
    for text in given {
        let read = GridFilter::of_text(text)
            .ok_or_else(|| {
                Failure::usage(translate_with(lang, "cli.enrich.condition", &[("value", text.clone())]))
            })?
            .map_err(refusal)?;
        let is = |filter: &&mut GridFilter| filter.test == GridTest::Is && filter.column == read.column;
        match filters.iter_mut().find(is).filter(|_| read.test == GridTest::Is) {
            Some(same) => same.values.extend(read.values),
            None => filters.push(read),
        }
    }
    let query = GridQuery { filters, ..GridQuery::default() };
    query.plan(Kind::Items).map_err(refusal)?;
    Ok((!given.is_empty()).then_some(query))
}

/// Decides one after the other; where one fails, the others are decided all the same.
async fn decide_suggestions(
    session: &Session,
    ids: Vec<ReviewFilter>,
    outcome: AssistOutcome,
) -> Result<(), Failure> {
    let (decided, failed) = session
        .with_app(async |app, caller| {
            let (mut decided, mut failed): (Vec<ReviewDecision>, Option<AppError>) = (Vec::new(), None);
            for listed in &ids {
                match decide_matching(app, caller, listed, outcome).await {
                    Ok(rows) => decided.extend(rows),
                    Err(error) => {
                        output::say(&format!("{}: {}", listed.trace_id, error.message(session.lang)));
                        failed = Some(error);
                    }
                }
            }
            Ok((decided, failed))
        })
        .await?;
    let failed = match failed {
        Some(error) if decided.is_empty() => return Err(error.into()),
        failed => failed,
    };
    session.print(&decided, || {
        decided.iter().map(|row| render_decision(session.lang, row, outcome)).collect()
    })?;
    let refusal = || decided.iter().any(|row| row.error.is_some()).then(|| AppError::new(Code::Conflict));
    match failed.or_else(refusal) {
        Some(error) => Err(Failure::from_reported(error)),
        None => Ok(()),
    }
}

/// Renders what became of one suggestion.
fn render_decision(lang: Lang, row: &ReviewDecision, outcome: AssistOutcome) -> String {
    let label = translate(lang, &format!("assist.field.{}", row.field.as_str()));
    let what = match (&row.error, outcome) {
        (Some(error), _) => error.message.clone(),
        (None, AssistOutcome::Rejected) => translate(lang, "cli.enrich.rejected"),
        (None, _) => translate(lang, "cli.enrich.accepted"),
    };
    format!("{}/{} {} · {label}: {what}\n", row.trace_id, row.field.as_str(), row.name)
}

/// Pauses, resumes, repeats or cancels a run and prints it.
async fn change_run(session: &Session, id: Uuid, action: EnrichAction) -> Result<(), Failure> {
    let request = ChangeEnrichment { id, action };
    let run = session.ask(change_enrichment, request).await?;
    session.print(&run, || render_run_line(session.lang, &run))
}

/// Renders a run in a line, and below it why it pauses.
fn render_run_line(lang: Lang, run: &Enrichment) -> String {
    let places = [
        ("id", run.id.to_string()),
        ("state", translate(lang, &format!("cli.enrich.state.{}", name_of(&run.state)))),
        ("done", (run.items - run.waiting).to_string()),
        ("items", run.items.to_string()),
        ("review", run.to_review.to_string()),
        ("failed", run.failed.to_string()),
        ("cost", format_number(lang, run.cost_usd, 4)),
    ];
    let mut out = translate_with(lang, "cli.enrich.run", &places) + "\n";
    if let Some(why @ ("budget" | "failures" | "account")) = run.pause.as_deref() {
        out += &(translate(lang, &format!("cli.enrich.paused.{why}")) + "\n");
    }
    if let Some(error) = &run.last_error {
        let places = [
            ("attempts", run.failed_attempts.to_string()),
            ("error", format!("{} [{}]", error.message, error.code)),
        ];
        out += &(translate_with(lang, "cli.enrich.attempts", &places) + "\n");
    }
    if run.without_model > 0 {
        let places = [("count", run.without_model.to_string())];
        out += &(translate_with(lang, "cli.enrich.withoutModel", &places) + "\n");
    }
    out
}

fn render_preview(lang: Lang, preview: &EnrichPreview) -> String {
    let unknown = || translate(lang, "cli.enrich.unknown");
    let cost = preview.estimate.cost_usd.map_or_else(unknown, |cost| format_number(lang, cost, 4));
    let mut out =
        translate_with(lang, "cli.enrich.preview", &[("items", preview.items.to_string()), ("cost", cost)])
            + "\n";
    for sample in &preview.sample {
        out += &super::assist::render_suggestions(lang, &sample.item.name, &sample.response);
    }
    out
}

/// Renders a suggestion of the queue with its id, its confidence and its reason.
fn render_review_entry(lang: Lang, row: &ReviewEntry) -> String {
    let value = &row.suggestion["value"];
    let sure = row.suggestion["confidence"].as_f64().unwrap_or(0.0) * 100.0;
    let label = translate(lang, &format!("assist.field.{}", row.field.as_str()));
    let id = format!("{}/{}", row.trace_id, row.field.as_str());
    let reason = row.suggestion["reason"].as_str().unwrap_or_default();
    format!("{id} {} · {label} ({} %): {value}\n    {reason}\n", row.item.name, format_number(lang, sure, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer_with, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn a_run_is_printed_with_why_it_waits_and_what_failed() {
        let usual = json!({
            "id": ID, "fields": ["category"], "state": "running", "pause": null, "budgetUsd": null, "actor": "ana",
            "createdAt": AT, "items": 10, "waiting": 4, "suggested": 5, "nothing": 0, "failed": 1,
            "withoutModel": 0, "toReview": 3, "costUsd": 0.25, "failedAttempts": 0, "lastError": null,
        });
        let run = |more: Value| answer_with(usual.clone(), more);
        let error = json!({ "code": "model_failed", "message": "falhou", "details": null });
        let runs = [
            run(json!({})),
            run(json!({ "state": "paused", "pause": "budget" })),
            run(json!({ "state": "paused", "pause": "failures", "lastError": error, "failedAttempts": 3 })),
            run(json!({ "state": "paused", "pause": "account" })),
            run(json!({ "state": "done", "withoutModel": 2 })),
            run(json!({ "state": "cancelled" })),
        ];
        let printed = in_both(|lang| runs.iter().map(|run| render_run_line(lang, run)).collect());
        assert_snapshot!("enrich", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn a_suggestion_is_named_by_its_trace_and_a_field_or_by_the_trace_alone() {
        let whole = parse_suggestion_id(&format!(" {ID} ")).unwrap();
        assert_eq!((whole.trace_id.to_string().as_str(), whole.field), (ID, None));
        let one = parse_suggestion_id(&format!("{ID}/price")).unwrap();
        assert_eq!(one.field, Some(AssistField::Price));
        let unknown = parse_suggestion_id(&format!("{ID}/cor")).unwrap_err();
        assert!(unknown.contains("price") && unknown.contains("tags"), "{unknown}");
        assert!(parse_suggestion_id("price").is_err());
        assert!(parse_suggestion_id("").is_err());
    }

    #[test]
    fn conditions_of_one_column_are_alternatives_and_what_cannot_be_asked_is_a_mistake() {
        let parse_filters = |given: &[&str]| {
            let given: Vec<String> = given.iter().map(|text| (*text).to_owned()).collect();
            parse_item_filters(Lang::En, &given)
        };
        assert!(parse_filters(&[]).unwrap().is_none());
        let query = parse_filters(&["category=Adubo", "category=Óleo", "price~below~10"]).unwrap().unwrap();
        assert_eq!(query.filters.len(), 2);
        assert_eq!(query.filters[0].values, ["Adubo", "Óleo"]);
        assert_eq!(query.filters[1].test, GridTest::Below);
        for wrong in ["category", "cor da caixa=azul", "price~longe~10", "price=dez"] {
            assert_eq!(parse_filters(&[wrong]).unwrap_err().exit, 2, "{wrong}");
        }
    }
}
