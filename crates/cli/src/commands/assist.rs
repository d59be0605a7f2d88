//! `celeiro assist`: suggestions for the empty fields of items in a file; and how good they are.

use crate::failure::Failure;
use crate::output;
use crate::progress::over_items;
use crate::session::Session;
use celeiro_app::assist::api::{AssistRequest, assist};
use celeiro_app::assist::{
    AssistEvaluation, EvaluateOptions, FieldQuality, evaluate_suggestions, fit_calibration,
};
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{format_number, translate, translate_with};
use celeiro_app::{AppError, read_value};
use celeiro_domain::assist::{AssistEvidence, AssistField, AssistResponse};
use celeiro_domain::chat::format_amount;
use celeiro_domain::search::Lang;
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Assist {
    #[arg(value_name = "FILE", required_unless_present_any = ["evaluate", "fit"])]
    pub file: Option<PathBuf>,
    #[arg(long, conflicts_with = "file")]
    pub evaluate: bool,
    #[arg(long, value_name = "FIELDS")]
    pub fields: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub sample: usize,
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u32,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "evaluate"])]
    pub fit: Option<PathBuf>,
}

/// Larger files are no items to be filled in.
const MAX_BYTES: u64 = 64 << 20;

/// Runs the command.
pub async fn run_assist(session: &Session, args: Assist) -> Result<(), Failure> {
    if args.evaluate || args.fit.is_some() {
        return measure_assist(session, &args).await;
    }
    // The parser asks for a file where nothing is evaluated.
    let file = args.file.unwrap_or_else(|| "-".into());
    let (requests, is_list) = read_items(&file)?;
    let responses = session
        .with_app(async |app, caller| {
            let mut responses: Vec<(String, AssistResponse)> = Vec::new();
            for request in requests {
                responses.push((request.name.clone(), assist(app, caller, request).await?));
            }
            Ok(responses)
        })
        .await?;
    if session.json {
        let all: Vec<&AssistResponse> = responses.iter().map(|(_, response)| response).collect();
        match all.as_slice() {
            [one] if !is_list => output::print_json(one)?,
            all => output::print_json(&all)?,
        }
        return Ok(());
    }
    let shown: Vec<String> =
        responses.iter().map(|(name, response)| render_suggestions(session.lang, name, response)).collect();
    output::write_stdout(&shown.join("\n"))?;
    Ok(())
}

/// The items of a file: one object or a list of them.
fn read_items(file: &Path) -> Result<(Vec<AssistRequest>, bool), AppError> {
    let name = file.display().to_string();
    let bytes = match name.as_str() {
        "-" => bounded_read::bytes_from(std::io::stdin(), &name, MAX_BYTES)?,
        _ => bounded_read::bytes_of(file, MAX_BYTES)?,
    };
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| AppError::unreadable(&name, error))?;
    let one = |value: &Value| {
        read_value::<AssistRequest>(value).map_err(|(reason, _)| AppError::unreadable(&name, reason))
    };
    match &value {
        Value::Array(values) => Ok((values.iter().map(one).collect::<Result<_, _>>()?, true)),
        value => Ok((vec![one(value)?], false)),
    }
}

/// The suggestions for reading.
pub(super) fn render_suggestions(lang: Lang, name: &str, response: &AssistResponse) -> String {
    let made = &response.suggestions;
    let mut out = format!("{name}\n");
    if let Some(s) = &made.description {
        out += &render_suggestion(
            lang,
            AssistField::Description,
            &s.value,
            s.confidence,
            &s.reason,
            &s.evidence,
        );
    }
    if let Some(s) = &made.category {
        out +=
            &render_suggestion(lang, AssistField::Category, &s.value, s.confidence, &s.reason, &s.evidence);
    }
    if let Some(s) = &made.price {
        let value = format_amount(s.value, &s.currency, lang);
        out += &render_suggestion(lang, AssistField::Price, &value, s.confidence, &s.reason, &s.evidence);
    }
    if let Some(s) = &made.tags {
        let value = s.value.join(", ");
        out += &render_suggestion(lang, AssistField::Tags, &value, s.confidence, &s.reason, &s.evidence);
    }
    if made.confidences().is_empty() {
        out += &format!("  {}\n", translate(lang, "cli.assist.nothing"));
    }
    for warning in &response.warnings {
        out += &format!("  ! {}\n", warning.message);
    }
    out + &format!(
        "  {}\n",
        translate_with(lang, "cli.assist.trace", &[("trace", response.trace_id.to_string())])
    )
}

/// Renders a suggestion with its confidence, its reason and its evidence.
fn render_suggestion(
    lang: Lang,
    field: AssistField,
    value: &str,
    confidence: f64,
    reason: &str,
    evidence: &[AssistEvidence],
) -> String {
    let label = translate(lang, &format!("assist.field.{}", field.as_str()));
    let percent = format_number(lang, confidence * 100.0, 0);
    let mut out = format!("  {label} ({percent} %): {value}\n      {reason}\n");
    for piece in evidence {
        let id = piece.external_id.clone().unwrap_or_else(|| piece.id.to_string());
        let quote = piece.quote.as_deref().map(|quote| format!(": {quote}")).unwrap_or_default();
        out += &format!("      - {} [{id}]{quote}\n", piece.name);
    }
    out
}

/// Holds fields back and compares; or fits the curves anew.
async fn measure_assist(session: &Session, args: &Assist) -> Result<(), Failure> {
    let options = EvaluateOptions {
        fields: parse_assist_fields(session.lang, args.fields.as_deref(), false)?,
        sample: args.sample,
        seed: args.seed.into(),
        rests: false,
    };
    if let Some(file) = &args.fit {
        let fitted = session
            .with_app(async |app, caller| {
                Ok(fit_calibration(app, caller, &options, over_items(session.lang, options.sample)).await?)
            })
            .await?;
        return Ok(output::write_json_file(file, &fitted)?);
    }
    let report = session
        .with_app(async |app, caller| {
            Ok(evaluate_suggestions(app, caller, &options, over_items(session.lang, options.sample)).await?)
        })
        .await?;
    session.print(&report, || render_evaluation(session.lang, &report))
}

/// The fields that are named; all where none is. A description has no truth to be compared with.
pub(super) fn parse_assist_fields(
    lang: Lang,
    given: Option<&str>,
    with_description: bool,
) -> Result<Vec<AssistField>, Failure> {
    let is_allowed = |field: &AssistField| with_description || *field != AssistField::Description;
    let known: Vec<AssistField> = AssistField::ALL.into_iter().filter(is_allowed).collect();
    let Some(given) = given else { return Ok(known) };
    let of = |name: &str| {
        let found = AssistField::parse(name).filter(|field| known.contains(field));
        found.ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|field| field.as_str()).collect();
            let places = [("value", name.to_owned()), ("allowed", names.join(", "))];
            Failure::usage(translate_with(lang, "cli.assist.unknownField", &places))
        })
    };
    given.split(',').map(str::trim).filter(|name| !name.is_empty()).map(of).collect()
}

/// Renders a table for each field, and below it on what it was measured.
fn render_evaluation(lang: Lang, report: &AssistEvaluation) -> String {
    let mut out = String::new();
    for field in &report.fields {
        out += &field_table(lang, field);
    }
    let places = [
        ("sampled", report.sampled.to_string()),
        ("seed", report.seed.to_string()),
        ("fitted", report.fitted_on.clone()),
        ("p50", format_number(lang, report.p50_ms, 1)),
        ("p95", format_number(lang, report.p95_ms, 1)),
    ];
    out + &translate_with(lang, "cli.assist.footer", &places) + "\n"
}

fn field_table(lang: Lang, field: &FieldQuality) -> String {
    let quality = &field.quality;
    let percent = |value: f64| format_number(lang, value * 100.0, 1);
    let places = [
        ("field", translate(lang, &format!("assist.field.{}", field.field.as_str()))),
        ("items", quality.items.to_string()),
        ("coverage", percent(quality.coverage)),
        ("least", percent(field.least)),
        ("suggested", percent(quality.suggested_accuracy)),
        ("all", percent(quality.accuracy)),
        ("error", format_number(lang, quality.calibration_error, 4)),
    ];
    let mut out = format!("{}\n", translate_with(lang, "cli.assist.quality", &places));
    for band in &quality.bands {
        let bounds = format!(
            "{}–{} %",
            format_number(lang, band.from * 100.0, 0),
            format_number(lang, band.to * 100.0, 0)
        );
        let (confidence, accuracy) = (percent(band.confidence), percent(band.accuracy));
        out += &format!("  {bounds:<10} {:>7} {confidence:>7} {accuracy:>7}\n", band.count);
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::json;

    #[test]
    fn suggestions_are_printed_with_their_evidence_and_nothing_is_said_to_be_nothing() {
        let evidence = json!({ "type": "item", "id": ID, "externalId": "OLE-1", "name": "Óleo", "quote": "5 L", "price": null, "currency": null });
        let text = |value: &str| json!({ "value": value, "confidence": 0.456, "reason": "porque", "because": { "code": "tags", "count": 3 }, "evidence": [evidence] });
        let response = |suggestions: Value, warnings: Value| {
            answer::<AssistResponse>(json!({
                "suggestions": suggestions, "model": null, "traceId": ID, "warnings": warnings,
            }))
        };
        let warning = json!({ "code": "no_model", "field": null, "message": "sem modelo" });
        let price = json!({ "value": 12.5, "currency": "BRL", "confidence": 0.9, "reason": "porque", "because": { "code": "tags", "count": 3 }, "evidence": [] });
        let tags = json!({ "value": ["a", "b"], "confidence": 0.5, "reason": "porque", "because": { "code": "tags", "count": 3 }, "evidence": [] });
        let all = json!({ "description": text("Óleo."), "category": text("Adjuvante"), "price": price, "tags": tags });
        let (all, none) = (response(all, json!([])), response(json!({}), json!([warning])));
        let printed = in_both(|lang| {
            render_suggestions(lang, "Óleo mineral", &all) + &render_suggestions(lang, "Nada", &none)
        });
        assert_snapshot!("assist", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn fields_are_named_by_commas_and_a_description_only_where_it_can_be_had() {
        let all = |with: bool| parse_assist_fields(Lang::En, None, with).unwrap().len();
        assert_eq!((all(true), all(false)), (4, 3));
        let named = parse_assist_fields(Lang::En, Some(" price , tags,"), false).unwrap();
        assert_eq!(named, [AssistField::Price, AssistField::Tags]);
        for (wrong, with) in [("cor", true), ("description", false)] {
            let failure = parse_assist_fields(Lang::En, Some(wrong), with).unwrap_err();
            assert_eq!(failure.exit, 2);
            assert!(failure.error.message(Lang::En).contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_file_holds_one_item_or_a_list_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let read_text = |text: &str| {
            let file = folder.path().join("itens.json");
            std::fs::write(&file, text).unwrap();
            read_items(&file).map(|(items, is_list)| (items.len(), is_list))
        };
        assert_eq!(read_text(r#"{ "name": "A" }"#).unwrap(), (1, false));
        assert_eq!(read_text(r#"[{ "name": "A" }, { "name": "B" }]"#).unwrap(), (2, true));
        for wrong in ["", "{", r#"{ "nome": "A" }"#, r#"[1]"#] {
            let error = read_text(wrong).unwrap_err();
            assert_eq!(error.code().as_str(), "file_unreadable", "{wrong}");
            assert!(error.message(Lang::En).contains("itens.json"));
        }
        assert_eq!(
            read_items(&folder.path().join("nada.json")).unwrap_err().code().as_str(),
            "file_unreadable"
        );
    }
}
