//! Read tools for models of other programs, such as assistants that speak the Model Context Protocol: catalog reads,
//! and the state of their proposals. Results are data, sanitized as in a turn of our own.

use super::reads::{to_faq_search, to_item_search};
use super::targets::find_item;
use super::workspace::named_hit;
use crate::app::{App, Caller};
use crate::chat::documents::add_documents;
use crate::error::AppError;
use crate::inspect::explain_item::{ExplainItem, ItemExplanation, explain_item};
use crate::messages::translate_with;
use crate::search::api::search;
use celeiro_domain::assistant::arguments::{CompareItems, ExplainResult, GetItem};
use celeiro_domain::assistant::payload::{faq_line, item_line, item_text, result_text};
use celeiro_domain::assistant::reading::ReadRequest;
use celeiro_domain::assistant::{Action, CardChange};
use celeiro_domain::chat::answer::prompt::documents::document_fields;
use celeiro_domain::chat::answer::sanitize::sanitize_field;
use celeiro_domain::chat::grounding::claims::asks_of_use;
use celeiro_domain::search::{Hit, Lang, MAX_QUERY_CHARS, SearchRequest};
use celeiro_domain::team::Access;
use serde_json::Value;

/// Longest part of a score, in characters.
const ROW_CHARS: usize = 160;

/// Runs a reading tool, and gives the text for the model: a status, then records inside a fence.
///
/// # Errors
/// [`crate::error::Code::NotFound`] for a record that is not there, [`crate::error::Code::Forbidden`] for a caller who
/// may not read, and what a search says.
pub async fn answer_reader(app: &App, caller: &Caller, request: &ReadRequest) -> Result<String, AppError> {
    caller.require(Access::Read)?;
    match request {
        ReadRequest::CatalogSearch(given) => {
            let mut hits = search(app, caller, to_item_search(given)).await?.results;
            let asks_use = asks_of_use(&given.vector_query);
            add_documents(app, caller.lang, asks_use, &mut hits).await?;
            let line = |(mark, hit): (u32, &Hit)| {
                let line = item_line(mark, hit.item.as_ref()?, &hit.snippet);
                Some(line + &document_fields(&given.vector_query, hit))
            };
            Ok(list_records("products", (1..).zip(&hits).filter_map(line).collect()))
        }
        ReadRequest::SearchFaqs(given) => {
            let hits = search(app, caller, to_faq_search(given)).await?.results;
            let line = |(mark, hit): (u32, &Hit)| Some(faq_line(mark, hit.faq.as_ref()?));
            Ok(list_records("answers", (1..).zip(&hits).filter_map(line).collect()))
        }
        ReadRequest::GetItem(GetItem { item }) => read_items(app, caller, std::slice::from_ref(item)).await,
        ReadRequest::CompareItems(CompareItems { items }) => read_items(app, caller, items).await,
        ReadRequest::ExplainResult(given) => explain_place(app, caller, given).await,
    }
}

/// One item as a card: the text that `get_item` gives, without a status.
///
/// # Errors
/// [`crate::error::Code::NotFound`], [`crate::error::Code::Forbidden`] for a caller who may not read.
pub async fn read_card(app: &App, caller: &Caller, item: &str) -> Result<String, AppError> {
    caller.require(Access::Read)?;
    let lines = item_lines(app, caller, &[item.to_owned()]).await?;
    Ok(result_text("", &lines).trim_start().to_owned())
}

/// What a program is told of a write that it proposed: that it waits, where a person decides, and what would
/// become different.
pub fn describe_proposal(action: &Action, lang: Lang) -> String {
    let places = [("id", action.id.to_string()), ("changed", action.card.changed.to_string())];
    let status = format!("pending: {}\n{}", action.id, translate_with(lang, "mcp.proposed", &places));
    let line = |change: &CardChange| {
        let value = |value: &Value| match value {
            Value::Null => "-".to_owned(),
            Value::String(text) => sanitize_field(text, ROW_CHARS),
            other => sanitize_field(&other.to_string(), ROW_CHARS),
        };
        let (from, to) = (value(&change.from), value(&change.to));
        format!(
            "{} | {}: {from} → {to}",
            sanitize_field(&change.name, ROW_CHARS),
            sanitize_field(&change.field, ROW_CHARS)
        )
    };
    result_text(&status, &action.card.changes.iter().map(line).collect::<Vec<_>>())
}

async fn read_items(app: &App, caller: &Caller, references: &[String]) -> Result<String, AppError> {
    Ok(list_records("products", item_lines(app, caller, references).await?))
}

/// Items, whole, each with what its label and leaflet say of its use.
async fn item_lines(app: &App, caller: &Caller, references: &[String]) -> Result<Vec<String>, AppError> {
    let mut hits = Vec::new();
    for reference in references {
        hits.push(named_hit(Some(find_item(app, reference).await?), None));
    }
    // The program that asks says nothing of what for.
    add_documents(app, caller.lang, true, &mut hits).await?;
    let line =
        |(mark, hit): (u32, &Hit)| Some(item_text(mark, hit.item.as_ref()?) + &document_fields("", hit));
    Ok((1..).zip(&hits).filter_map(line).collect())
}

async fn explain_place(app: &App, caller: &Caller, given: &ExplainResult) -> Result<String, AppError> {
    let item = find_item(app, &given.item).await?;
    let query = given.query.chars().take(MAX_QUERY_CHARS).collect();
    let asked = ExplainItem {
        search: SearchRequest { query, ..SearchRequest::default() },
        item: item.id.to_string(),
        against: None,
    };
    let told = explain_item(app, caller, asked).await?;
    Ok(result_text("ok: explained 1 product", &[explanation_line(&told)]))
}

fn explanation_line(told: &ItemExplanation) -> String {
    let rank = &told.standing;
    let place = rank.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
    let score = rank.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.3}"));
    let rows: Vec<String> = rank
        .rows
        .iter()
        .map(|row| {
            format!(
                "{}: {:.3} ({})",
                sanitize_field(&row.name, ROW_CHARS),
                row.value,
                sanitize_field(&row.detail, ROW_CHARS)
            )
        })
        .collect();
    let item = rank.item.as_ref().map_or_else(String::new, |item| item_line(1, item, ""));
    format!(
        "{item} | resultado: {} | posição: {place} | pontuação: {score} | partes: {}",
        rank.found,
        rows.join("; ")
    )
}

fn list_records(what: &str, lines: Vec<String>) -> String {
    match lines.len() {
        0 => "empty: 0 results".to_owned(),
        count => result_text(&format!("ok: found {count} {what}"), &lines),
    }
}
