//! `celeiro init`: the database, and on request the demo catalog.

use super::embed;
use crate::commands::import;
use crate::failure::Failure;
use crate::session::Session;
use celeiro_app::api::Empty;
use celeiro_app::bench::query_sets::SetImportOutcome;
use celeiro_app::embedding::{EmbedSummary, FillGoal};
use celeiro_app::import::{ImportReport, ImportRequest};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::system::demo::{begin_demo, load_judged_queries};
use celeiro_app::system::setup::{DEMO_FAQS, DEMO_ITEMS, is_empty};
use celeiro_app::system::status::{Status, status};
use celeiro_app::{App, Caller};
use celeiro_domain::search::Kind;
use clap::Args;
use serde::Serialize;

#[derive(Debug, Args)]
pub struct Init {
    #[arg(long)]
    pub demo: bool,
}

/// What was done.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InitOutcome {
    data_dir: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    demo: Option<Demo>,
}

/// What came of the demo catalog; nothing where there was data already.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Demo {
    items: Option<ImportReport>,
    faqs: Option<ImportReport>,
    embedding: Option<EmbedSummary>,
    query_set: Option<SetImportOutcome>,
}

/// Runs the command.
pub async fn run_init(session: &Session, args: Init) -> Result<(), Failure> {
    let done = session
        .with_app_to_the_end(async |app, caller| {
            let demo = if args.demo { Some(demo(session, app, caller).await?) } else { None };
            let status = status(app, caller, Empty {}).await?;
            Ok(InitOutcome { data_dir: app.config().data_dir().display().to_string(), status, demo })
        })
        .await?;
    session.print(&done, || render_outcome(session, &done))
}

/// Imports the demo records of each corpus that has none yet, and embeds them; with its items come the
/// demo's judged queries.
async fn demo(session: &Session, app: &App, caller: &Caller) -> Result<Demo, Failure> {
    let mut demo = Demo::default();
    for (kind, lines, report) in
        [(Kind::Items, DEMO_ITEMS, &mut demo.items), (Kind::Faqs, DEMO_FAQS, &mut demo.faqs)]
    {
        if is_empty(app, kind).await? {
            if kind == Kind::Items {
                begin_demo(app).await?;
            }
            let name = format!("demo/{}.jsonl", kind.as_str());
            let request = ImportRequest::of_bytes(kind, lines.into(), name, &caller.actor);
            *report = Some(import::import(session, app, caller, request).await?);
        }
    }
    if demo.items.is_some() {
        demo.query_set = load_judged_queries(app, caller).await?;
    }
    if demo.items.is_some() || demo.faqs.is_some() {
        // Doing it again takes up where an interruption left it. A neural model is filled by the window or the server.
        demo.embedding = Some(embed::embed_with_bars(session, app, false, FillGoal::Served).await?);
    }
    Ok(demo)
}

fn render_outcome(session: &Session, done: &InitOutcome) -> String {
    let lang = session.lang;
    let places = [
        ("folder", done.data_dir.clone()),
        ("version", done.status.database.version.clone().unwrap_or_default()),
        ("items", done.status.items.to_string()),
        ("faqs", done.status.faqs.to_string()),
    ];
    let mut lines = vec![translate_with(lang, "cli.init.done", &places)];
    let kept = done.demo.as_ref().is_some_and(|demo| demo.items.is_none() && demo.faqs.is_none());
    if kept {
        lines.push(translate(lang, "cli.init.kept"));
    }
    // That the neural model is still to be filled is how every catalog begins.
    let of_note = done.status.warnings.iter().filter(|warning| warning.code != "embeddingChange");
    lines.extend(of_note.map(|warning| warning.message.clone()));
    lines.join("\n") + "\n"
}
