//! `celeiro explain`: why a search answers as it does, half by half or as a whole.

use crate::args::search::SearchArgs;
use crate::failure::Failure;
use crate::output;
use crate::render::trees;
use crate::session::Session;
use celeiro_app::bench::sets::find_query_set;
use celeiro_app::inspect::explain_item::{ExplainItem, ItemExplanation};
use celeiro_app::inspect::record_name::RecordName;
use celeiro_app::inspect::rerank::{AskCounterfactual, CounterfactualAnswer, ask_counterfactual};
use celeiro_app::inspect::search_halves;
use celeiro_app::messages::translate_with;
use celeiro_app::search::api;
use celeiro_app::{App, Caller};
use celeiro_domain::search::{Kind, LIMIT_RANGE, Lang, SearchRequest};
use clap::{Args, ValueEnum};
use serde::Serialize;
use uuid::Uuid;

#[derive(Debug, Args)]
pub struct Explain {
    #[arg(value_name = "WHAT")]
    pub what: ExplainTarget,
    #[command(flatten)]
    pub asked: SearchArgs,
    #[arg(long, value_name = "ID")]
    pub item: Option<String>,
    #[arg(long, value_name = "ID", requires = "item")]
    pub against: Option<String>,
    #[arg(long, value_name = "NAME", requires = "against")]
    pub query_set: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExplainTarget {
    Lexical,
    Vector,
    Hybrid,
    Faq,
}

/// Runs the command.
pub async fn run_explain(session: &Session, args: Explain) -> Result<(), Failure> {
    let what = args.what;
    let (item, against, set) = (args.item.clone(), args.against.clone(), args.query_set.clone());
    let request = explain_request(args, session.lang)?;
    session
        .with_app(async |app, caller| match (what, item) {
            (ExplainTarget::Lexical, item) => {
                let mut trace = search_halves::lexical(app, caller, request).await?;
                keep_named(session, &mut trace.candidates, |candidate| &candidate.record, item.as_deref());
                session.print(&trace, || trees::render_lexical(session.lang, &trace))
            }
            (ExplainTarget::Vector, item) => {
                let mut trace = search_halves::vector(app, caller, request).await?;
                keep_named(session, &mut trace.candidates, |candidate| &candidate.record, item.as_deref());
                session.print(&trace, || trees::render_vector(session.lang, &trace))
            }
            (ExplainTarget::Hybrid | ExplainTarget::Faq, Some(item)) => {
                explain_record(
                    session,
                    app,
                    caller,
                    ExplainItem { search: request, item, against },
                    set.as_deref(),
                )
                .await
            }
            (ExplainTarget::Hybrid | ExplainTarget::Faq, None) => {
                explain_hybrid(session, app, caller, request).await
            }
        })
        .await
}

/// One record is looked for as deep as a search goes.
fn explain_request(args: Explain, lang: Lang) -> Result<SearchRequest, Failure> {
    let deepest = args.item.is_some().then_some(*LIMIT_RANGE.end());
    let mut request = args.asked.request(lang)?;
    request.limit = request.limit.or(deepest);
    if args.what == ExplainTarget::Faq {
        request.kind = Some(Kind::Faqs);
    }
    Ok(request)
}

/// Prints the hits of both halves with the trees of their scores.
async fn explain_hybrid(
    session: &Session,
    app: &App,
    caller: &Caller,
    request: SearchRequest,
) -> Result<(), Failure> {
    let found = api::search(app, caller, request).await?;
    session.print(&found, || trees::render_hybrid(session.lang, &found))
}

/// One record, found or not; and what sets it apart from another. With a stored set: what else the
/// change of weight that turns the two would turn in its queries.
async fn explain_record(
    session: &Session,
    app: &App,
    caller: &Caller,
    request: ExplainItem,
    set: Option<&str>,
) -> Result<(), Failure> {
    let set = match set {
        Some(name) => Some(find_query_set(app, name).await?),
        None => None,
    };
    let mut explained =
        celeiro_app::inspect::explain_item::explain_item(app, caller, request.clone()).await?;
    let mut text = trees::render_explained_item(session.lang, &explained);
    let Some(set) = set else { return session.print(&explained, || text) };
    let counterfactual = match explained.counterfactual {
        Some(_) => Some(find_counterfactual(app, caller, &request, &explained, set.id).await?),
        None => None,
    };
    text.extend(counterfactual.iter().map(|answer| trees::render_turned(session.lang, &set.name, answer)));
    // The answer of the set says the same and more.
    explained.counterfactual = None;
    session.print(&ExplainOutput { explained, counterfactual, query_set: set.name }, || text)
}

/// Two records, with what a stored set says of the change that would turn them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplainOutput {
    #[serde(flatten)]
    explained: ItemExplanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterfactual: Option<CounterfactualAnswer>,
    query_set: String,
}

async fn find_counterfactual(
    app: &App,
    caller: &Caller,
    request: &ExplainItem,
    explained: &ItemExplanation,
    set: Uuid,
) -> Result<CounterfactualAnswer, Failure> {
    let item = request.item.clone();
    let against = request.against.clone().unwrap_or_default();
    let first = explained.standing.place < explained.against.as_ref().and_then(|other| other.place);
    let (above, below) = if first { (item, against) } else { (against, item) };
    let search = request.search.clone();
    let asked = AskCounterfactual { search, above, below, set_id: Some(set), ..AskCounterfactual::default() };
    Ok(ask_counterfactual(app, caller, asked).await?)
}

/// Keeps the record named `item`, by id or external id, and says where it is absent; without a name, all.
fn keep_named<T>(
    session: &Session,
    candidates: &mut Vec<T>,
    record: impl Fn(&T) -> &RecordName,
    item: Option<&str>,
) {
    let Some(id) = item else { return };
    let count = candidates.len();
    candidates.retain(|candidate| {
        let RecordName { id: record_id, external_id, .. } = record(candidate);
        external_id.as_deref() == Some(id) || record_id.to_string() == id.to_lowercase()
    });
    if candidates.is_empty() {
        let places = [("id", id.to_owned()), ("count", count.to_string())];
        output::say(&translate_with(session.lang, "cli.explain.absent", &places));
    }
}
