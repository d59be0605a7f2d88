//! `celeiro trace`: everything that led to an answer, and its searches run again.

use crate::failure::Failure;
use crate::render::cards::moment;
use crate::render::make_visible;
use crate::session::Session;
use celeiro_app::api::ById;
use celeiro_app::assistant::replayed_calls::{CallVerdict, ReplayedCall};
use celeiro_app::chat::Replay;
use celeiro_app::chat::conversations::{get_trace, replay_trace};
use celeiro_app::messages::{translate, translate_with};
use celeiro_domain::chat::{ScoredId, Trace};
use celeiro_domain::search::Lang;
use clap::Subcommand;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub enum Action {
    Show {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Replay {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
}

/// Runs the command.
pub async fn run_trace(session: &Session, action: Action) -> Result<(), Failure> {
    match action {
        Action::Show { id } => {
            let trace = session.ask(get_trace, ById { id }).await?;
            session.print(&trace, || render_trace(session.lang, &trace))
        }
        Action::Replay { id } => {
            let replay = session.ask(replay_trace, ById { id }).await?;
            session.print(&replay, || render_comparison(session.lang, &replay))
        }
    }
}

/// The trace for reading: what was asked, what was done, and the exact texts.
fn render_trace(lang: Lang, trace: &Trace) -> String {
    let debug = &trace.debug;
    let mut out = format!("{}  {}\n{}\n\n", trace.id, moment(lang, trace.created_at), trace.message);
    let places = [
        ("intent", debug.intent.as_str().to_owned()),
        ("by", debug.intent_by.clone()),
        ("outcome", trace.outcome.as_str().to_owned()),
    ];
    out += &format!("{}\n", translate_with(lang, "cli.trace.decided", &places));
    for fallback in &debug.fallbacks {
        out += &format!("  ! {}: {} → {}\n", fallback.stage, fallback.reason, fallback.instead);
    }
    for search in &debug.searches {
        let counts = format!("{}+{}", search.lexical_count, search.vector_count);
        out += &format!(
            "  {} “{}”: {} ({counts}), {:.1} ms\n",
            search.tool,
            make_visible(&search.query),
            search.result_count,
            search.ms
        );
    }
    for made in &trace.calls {
        let call = &made.call;
        let ended = call.error.as_deref().or(call.finish.as_deref()).unwrap_or_default();
        let tokens = format!("{}+{}", call.usage.input, call.usage.output);
        out += &format!(
            "  {} {} {}: {ended}, {tokens}, {:.0} ms\n",
            call.purpose, call.model, call.prompt, call.ms
        );
    }
    for made in &trace.calls {
        let heading = format!("--- {} {}", made.call.purpose, made.call.model);
        out += &format!(
            "\n{heading}: system\n{}\n{heading}: user\n{}\n{heading}: output\n{}\n",
            made.system, made.user, made.output
        );
    }
    out
}

/// Renders what a replay found anew beside what the trace says.
fn render_comparison(lang: Lang, replay: &Replay) -> String {
    let key = if replay.same { "cli.trace.same" } else { "cli.trace.different" };
    let mut out = format!("{}\n", translate_with(lang, key, &[]));
    for search in &replay.searches {
        out += &format!("{} “{}”: {}\n", search.tool, make_visible(&search.query), search.now.len());
        for place in &search.differences {
            out += &format!(
                "  {}: {} → {}\n",
                place.place,
                render_scored_id(place.before.as_ref()),
                render_scored_id(place.now.as_ref())
            );
        }
    }
    for call in &replay.calls {
        out += &render_call(lang, call);
    }
    out
}

/// A call of a round: what came of it, then and now, and the records where they are others.
fn render_call(lang: Lang, call: &ReplayedCall) -> String {
    let verdict = match call.verdict {
        CallVerdict::Same => "cli.trace.call.same",
        CallVerdict::Different => "cli.trace.call.different",
        CallVerdict::AmongSearches => "cli.trace.call.amongSearches",
        CallVerdict::NotRun => "cli.trace.call.notRun",
    };
    let outcome = match call.now.as_ref().filter(|now| **now != call.before) {
        Some(now) => format!("{} → {now}", call.before),
        None => call.before.clone(),
    };
    let (tool, verdict) = (make_visible(&call.tool), translate(lang, verdict));
    let mut out = format!("{}. {tool} {outcome}: {verdict}\n", call.iteration);
    for record in &call.records {
        out += &format!("  {}\n", make_visible(record));
    }
    out
}

/// A hit as id and score; `-` where there is none.
fn render_scored_id(hit: Option<&ScoredId>) -> String {
    hit.map_or_else(|| "-".to_owned(), |hit| format!("{} ({:.6})", hit.id, hit.score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn a_replay_tells_what_stands_elsewhere_now() {
        let hit = |score: f64| json!({ "id": ID, "score": score });
        let search = |differences: Value| json!({ "tool": "searchCatalog", "query": "óleo", "same": false, "before": [hit(1.0)], "now": [hit(2.0)], "differences": differences });
        let same: Replay =
            answer(json!({ "id": ID, "same": true, "searches": [search(json!([]))], "calls": [] }));
        let moved = json!([{ "place": 1, "before": hit(1.0), "now": null }]);
        let call = |before: &str, now: Value, verdict: &str, records: Value| json!({ "iteration": 1, "tool": "get_item", "arguments": {}, "before": before, "now": now, "verdict": verdict, "records": records });
        let calls = [
            call("ok", json!("ok"), "same", json!([])),
            call("ok", json!("ok"), "different", json!(["[1] Ureia"])),
            call("ok", json!("not_found"), "different", json!([])),
            call("empty", json!(null), "amongSearches", json!([])),
            call("pending", json!(null), "notRun", json!([])),
        ];
        let other: Replay =
            answer(json!({ "id": ID, "same": false, "searches": [search(moved)], "calls": calls }));
        let printed = in_both(|lang| render_comparison(lang, &same) + &render_comparison(lang, &other));
        assert_snapshot!("replay", printed, renewed_by: "-p celeiro-cli commands");
    }
}
