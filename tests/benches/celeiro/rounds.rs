//! What the assistant's loop adds to a round, and what a confirmation takes: the provider answers at once.

use crate::desk::config;
use celeiro_app::assistant::actions::{ConfirmAction, confirm_action};
use celeiro_app::catalog::history::{UndoOperation, undo_operation};
use celeiro_app::chat::begin;
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::chat::{ChatMode, ChatRequest, ChatResponse};
use celeiro_domain::search::Lang;
use celeiro_store::{Origin, Write};
use celeiro_tests::provider::{Provider, Purpose, Reply, Says};
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use uuid::Uuid;

const TURNS: usize = 100;
/// Rounds of tools before the model answers.
const ROUNDS: usize = 3;
/// The item whose price the card changes.
const ITEM: &str = "BENCH-ROUND";

/// Asks with the catalog of `folder`, whose program may run meanwhile, and prints figures.
pub async fn measure(folder: &Path, queries: &[String]) {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::Says(Says::new(&[r#"{"intent":"catalog"}"#])),
        Purpose::Assistant => match asked.tool_results().len() {
            _ if asked.user().starts_with("Põe") => {
                Reply::call("set_price", &json!({ "item": ITEM, "price": price_in(&asked.user()) }))
            }
            done if done < ROUNDS => {
                let query = format!("{} {done}", asked.user());
                Reply::call("catalog_search", &json!({ "vector_query": query, "limit": 10 }))
            }
            _ => Reply::in_pieces(&["Temos ", "o primeiro [1]."]),
        },
        _ => Reply::in_pieces(&["Temos."]),
    });
    let app = App::open(config(folder, &provider.url()), |_| ()).await.expect("the database");
    let item =
        ItemDraft { name: "Item da bancada".into(), external_id: Some(ITEM.into()), ..ItemDraft::default() };
    let write = Write { operation_id: Uuid::new_v4(), actor: "bench".into(), origin: Origin::Person };
    app.store().create_item(&item.check().expect("a draft"), &write).await.expect("an item");
    for query in queries.iter().take(10) {
        ask(&app, query).await;
    }
    let (mut rounds, mut searches, mut commits) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..TURNS {
        let began = Instant::now();
        let response = ask(&app, &format!("quero {} {at}", queries[at % queries.len()])).await;
        let of_searches: f64 = response.debug.searches.iter().map(|search| search.ms).sum();
        let whole = began.elapsed().as_secs_f64() * 1_000.0;
        rounds.push((whole - of_searches) / (ROUNDS + 1) as f64);
        searches.push(of_searches / ROUNDS as f64);
        commits.push(confirm(&app, at).await);
    }
    let show = |name: &str, all: &[f64], promise: &str| {
        let (p50, p95) = (percentile(all, 50.0), percentile(all, 95.0));
        println!("{name}, {} cases: p50 {p50:.1} ms, p95 {p95:.1} ms{promise}", all.len());
    };
    show(
        "the assistant's own time in a round, its part of storing the turn and the way to the provider included",
        &rounds,
        " (promise: p95 under 20 ms)",
    );
    show("  a search of a tool, besides", &searches, "");
    show("a card from the click to the commit", &commits, " (promise: under 50 ms)");
    app.close().await.expect("a stop");
}

/// Milliseconds from the click on a card to its commit; the change is undone.
async fn confirm(app: &App, at: usize) -> f64 {
    let response = ask(app, &format!("Põe o preço do Item da bancada em {}", at + 10)).await;
    let [card] = response.pending.as_slice() else { panic!("one card: {response:?}") };
    let (caller, id) = (Caller::local(Lang::PtBr), card.action_id);
    let clicked = Instant::now();
    confirm_action(app, &caller, ConfirmAction { id, without: None }).await.expect("a commit");
    let took = clicked.elapsed().as_secs_f64() * 1_000.0;
    let undo =
        UndoOperation { id, record_ids: None, fields: None, scope: None, dry_run: None, operation_id: None };
    undo_operation(app, &caller, undo).await.expect("an undo");
    took
}

/// The price that a message asks for.
fn price_in(message: &str) -> usize {
    message.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default()
}

async fn ask(app: &App, message: &str) -> ChatResponse {
    let request = ChatRequest {
        message: message.to_owned(),
        mode: Some(ChatMode::Assistant),
        ..ChatRequest::default()
    };
    let turn = begin(app, &Caller::local(Lang::PtBr), request).await.expect("a turn");
    turn.finish().await.expect("an answer")
}
