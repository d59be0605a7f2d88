//! What the desk itself adds before the first words of an answer: everything but what the provider
//! takes, which here waits a fixed time before it classifies and begins to answer at once.

use celeiro_app::chat::begin;
use celeiro_app::config::Config;
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::chat::intent::plan::plan_searches;
use celeiro_domain::chat::{ChatRequest, ChatResponse};
use celeiro_domain::search::Lang;
use celeiro_tests::provider::{Provider, Purpose, Reply, Says};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How long the scripted provider takes to classify.
const CLASSIFIES: Duration = Duration::from_millis(150);
const TURNS: usize = 100;

/// Asks questions with the catalog of `folder`, whose program may run meanwhile, and prints figures.
pub async fn measure(folder: &Path, queries: &[String]) {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => {
            Reply::Says(Says { wait: CLASSIFIES, ..Says::new(&[r#"{"intent":"general"}"#]) })
        }
        _ => Reply::in_pieces(&["Temos ", "o primeiro [1]."]),
    });
    let app = App::open(config(folder, &provider.url()), |_| ()).await.expect("the database");
    for query in queries.iter().take(10) {
        ask(&app, query).await;
    }
    let (mut with_classifier, mut by_rule, mut searches) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..TURNS {
        // Words that were never asked, so that no memory of queries helps.
        let words = &queries[at % queries.len()];
        let undecided = ask(&app, &format!("tem PX-{at}00 {words}?")).await;
        let took = undecided.debug.searches.iter().map(|search| search.ms).fold(0.0, f64::max);
        searches.push(took);
        with_classifier.push(added_time(&undecided));
        by_rule.push(added_time(&ask(&app, &format!("fungicida para soja {words} {at}")).await));
    }
    let show = |name: &str, all: &[f64], promise: &str| {
        let (p50, p95) = (percentile(all, 50.0), percentile(all, 95.0));
        println!("{name}: p50 {p50:.1} ms, p95 {p95:.1} ms{promise}");
    };
    show(
        "desk before the first words, classifier of 150 ms",
        &with_classifier,
        " (promise: p95 under 30 ms)",
    );
    show(
        "desk before the first words, by rule, the search included",
        &by_rule,
        " (promise: p95 under 30 ms)",
    );
    show("the searches of a turn", &searches, "");
    let hidden = searches.iter().filter(|took| **took < CLASSIFIES.as_secs_f64() * 1_000.0).count();
    println!("retrieval hidden behind the classifier in {hidden} of {TURNS} turns (promise: all)");
    app.close().await.expect("a stop");
}

/// Milliseconds before the first words without the fixed time that the provider waits.
fn added_time(turn: &ChatResponse) -> f64 {
    let classified = turn.debug.llm_calls.iter().filter(|call| call.purpose == "classify").count();
    turn.first_token_ms.expect("a first word") - classified as f64 * CLASSIFIES.as_secs_f64() * 1_000.0
}

async fn ask(app: &App, message: &str) -> ChatResponse {
    let request = ChatRequest { message: message.to_owned(), ..ChatRequest::default() };
    let turn = begin(app, &Caller::local(Lang::PtBr), request).await.expect("a turn");
    let answer = turn.finish().await.expect("an answer");
    assert_eq!(answer.debug.plan, plan_searches(answer.debug.intent));
    assert!(answer.error.is_none(), "{:?}", answer.error);
    answer
}

pub fn config(folder: &Path, provider: &str) -> Config {
    config_with(folder, provider, &[])
}

/// The same with further settings.
pub fn config_with(folder: &Path, provider: &str, settings: &[(&str, &str)]) -> Config {
    let given = [
        ("CELEIRO_DATA_DIR", folder.to_str().expect("a path")),
        ("EMBEDDING_PROVIDER", "local"),
        ("LLM_PROVIDER", "openai"),
        ("OPENAI_BASE_URL", provider),
    ];
    let given: BTreeMap<String, String> =
        given.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::load(&given, |name| std::env::var(name).ok()).expect("a configuration")
}
