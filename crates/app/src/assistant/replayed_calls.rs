//! Replay of a trace's tool calls on current data: the verdict on each call, and the model's reads of the catalog.
//! Proposals of writes and cards are never replayed, because that would change data; neither are reads of personal
//! records, whose results belong to their moment. The trace's own replay compares searches hit by hit.

use super::targets::find_item;
use crate::app::App;
use crate::error::{AppError, Code};
use celeiro_domain::assistant::payload::item_text;
use celeiro_domain::assistant::{RequestedCall, Tool, ToolRequest, read_request};
use celeiro_domain::chat::Trace;
use celeiro_domain::chat::answer::sanitize::{FENCE_CLOSE, FENCE_OPEN};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;

/// Outcomes that come of the turn and not of the call.
const OF_TURN: [&str; 5] = ["too_many_calls", "arguments_too_long", "out_of_time", "stopped", "left_out"];

/// What follows the record in the line of an item that was read with its documents.
const DOCUMENTS: [&str; 2] = ["| bula «", "| rótulo «"];

/// How a call compares with what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CallVerdict {
    /// It comes to the same.
    Same,
    /// It comes to something else.
    Different,
    /// It is a search, which is compared hit by hit.
    AmongSearches,
    /// It is not run again.
    NotRun,
}

/// A call of a model, run again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedCall {
    /// The round, from 1.
    pub iteration: u32,
    /// The tool, as the model spelt it.
    pub tool: String,
    /// What it was called with.
    pub arguments: Value,
    /// What came of it: `ok`, `empty`, `pending`, or the code of what was wrong.
    pub before: String,
    /// What comes of it now; nothing for a call that is not run again, and for searches.
    pub now: Option<String>,
    /// How the two compare.
    pub verdict: CallVerdict,
    /// The records as they are now, a line each, where they are not those that the model was given.
    pub records: Vec<String>,
}

/// What a call comes to now.
enum Ending {
    /// It is of another kind.
    Unread(CallVerdict),
    /// With this outcome, and these records.
    Read(String, Vec<String>),
}

/// Runs the calls of all rounds of `trace` again, in their order. Nothing is written.
///
/// # Errors
/// What the database says.
pub(crate) async fn replay_calls(app: &App, trace: &Trace) -> Result<Vec<ReplayedCall>, AppError> {
    let mut calls = Vec::new();
    for round in &trace.debug.rounds {
        for (call, result) in round.tool_calls.iter().zip(&round.results) {
            let ending = run_again(app, call, &result.outcome).await?;
            calls.push(compare_call(trace, round.iteration, call, &result.outcome, ending));
        }
    }
    Ok(calls)
}

async fn run_again(app: &App, call: &RequestedCall, before: &str) -> Result<Ending, AppError> {
    if OF_TURN.contains(&before) {
        return Ok(Ending::Unread(CallVerdict::NotRun));
    }
    let request = match read_request(&call.name, &raw_arguments(&call.arguments)) {
        Ok(request) => request,
        Err(bad) => return Ok(Ending::Read(bad.code().to_owned(), Vec::new())),
    };
    let references = match &request {
        ToolRequest::GetItem(given) => std::slice::from_ref(&given.item),
        ToolRequest::CompareItems(given) => given.items.as_slice(),
        other => return Ok(Ending::Unread(judge_unread(other.tool(), before))),
    };
    let mut records = Vec::new();
    for reference in references {
        match find_item(app, reference).await {
            Ok(item) => records.push(item_text(1, &item)),
            Err(error) if matches!(error.code(), Code::NotFound | Code::ActionInvalid) => {
                return Ok(Ending::Read(error.code().as_str().to_owned(), Vec::new()));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Ending::Read("ok".to_owned(), records))
}

/// A search that gave something, or nothing, is in the trace with what is needed to run it again; one that failed is
/// not.
fn judge_unread(tool: Tool, before: &str) -> CallVerdict {
    let is_search = matches!(tool, Tool::CatalogSearch | Tool::SearchFaqs);
    match is_search && matches!(before, "ok" | "empty") {
        true => CallVerdict::AmongSearches,
        false => CallVerdict::NotRun,
    }
}

/// Arguments as they came: those that were no JSON stand in the trace as their text.
fn raw_arguments(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn compare_call(
    trace: &Trace,
    iteration: u32,
    call: &RequestedCall,
    before: &str,
    ending: Ending,
) -> ReplayedCall {
    let (now, verdict, records) = match ending {
        Ending::Unread(verdict) => (None, verdict, Vec::new()),
        Ending::Read(now, records) => {
            let is_same = now == before && (now != "ok" || gave_records(trace, call, &records));
            let verdict = if is_same { CallVerdict::Same } else { CallVerdict::Different };
            (Some(now), verdict, if is_same { Vec::new() } else { records })
        }
    };
    ReplayedCall {
        iteration,
        tool: call.name.clone(),
        arguments: call.arguments.clone(),
        before: before.to_owned(),
        now,
        verdict,
        records,
    }
}

/// Whether the model was given these records by such a call. What labels and leaflets said of them depends on the
/// message, and is not compared.
fn gave_records(trace: &Trace, call: &RequestedCall, now: &[String]) -> bool {
    let mut runs = trace.tools.iter().filter(|run| run.name == call.name && run.arguments == call.arguments);
    runs.any(|run| {
        let then = record_lines(&run.payload);
        then.len() == now.len() && then.iter().zip(now).all(|(then, now)| is_record(then, now))
    })
}

/// The lines that a result gives as data.
fn record_lines(payload: &str) -> Vec<&str> {
    let inside = payload.split_once(FENCE_OPEN).and_then(|(_, rest)| rest.split_once(FENCE_CLOSE));
    inside.map_or_else(Vec::new, |(lines, _)| lines.trim().lines().collect())
}

fn is_record(then: &str, now: &str) -> bool {
    // A record without remarks ends in a blank, which the end of the data has lost.
    let rest = without_mark(then).strip_prefix(without_mark(now).trim_end()).map(str::trim_start);
    rest.is_some_and(|rest| rest.is_empty() || DOCUMENTS.iter().any(|begin| rest.starts_with(begin)))
}

/// A line without its mark, which depends on what was read before.
fn without_mark(line: &str) -> &str {
    line.split_once("] ").map_or(line, |(_, record)| record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_record_is_known_by_its_text_whatever_its_mark_and_documents_are() {
        let then = "[3] Ureia | preço: 189.90 | observações: seca";
        assert!(is_record(then, "[1] Ureia | preço: 189.90 | observações: seca"));
        let bare = "[3] Ureia | preço: 189.90 | observações:";
        assert!(is_record(bare, &format!("{bare} ")), "a record without remarks");
        assert!(is_record(&format!("{bare}  | bula «Bula 2024»: 1 L"), &format!("{bare} ")));
        assert!(!is_record(then, bare), "remarks that are gone");
        assert!(is_record(&format!("{then} | bula «Bula 2024»: Soja: 0,3 L/ha"), then));
        assert!(
            !is_record(then, "[1] Ureia | preço: 189.90 | observações: sec"),
            "a shorter note is another"
        );
        assert!(!is_record(then, "[1] Ureia | preço: 190.00 | observações: seca"));
        let given = format!("ok: found 1 products\n{FENCE_OPEN}\n{then}\n{FENCE_CLOSE}");
        assert_eq!(record_lines(&given), [then]);
        assert!(record_lines("error: not_found: nada").is_empty());
    }

    #[test]
    fn searches_are_compared_elsewhere_and_what_would_change_something_is_not_run() {
        for tool in Tool::ALL.iter().copied() {
            let is_search = matches!(tool, Tool::CatalogSearch | Tool::SearchFaqs);
            let expected = if is_search { CallVerdict::AmongSearches } else { CallVerdict::NotRun };
            assert_eq!(judge_unread(tool, "ok"), expected, "{}", tool.name());
            assert_eq!(judge_unread(tool, "internal"), CallVerdict::NotRun, "{}", tool.name());
        }
    }

    #[test]
    fn broken_arguments_are_read_as_they_came() {
        assert_eq!(raw_arguments(&json!("{\"item\":")), "{\"item\":");
        assert_eq!(raw_arguments(&json!({ "item": "A" })), "{\"item\":\"A\"}");
    }
}
