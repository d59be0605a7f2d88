//! What the assistant's loop adds to a round, alone and with fifty turns at once, and what a confirmation takes: the
//! provider answers at once. Each figure has a control: what is made slower on purpose shows in it.

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
use celeiro_tests::provider::{Provider, Purpose, ReceivedRequest, Reply, Says};
use futures::future::join_all;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use uuid::Uuid;

const TURNS: usize = 100;
/// Turns at once.
const STREAMS: usize = 50;
/// Cases of a control.
const CONTROLS: usize = 20;
/// What a control adds.
const ADDED: Duration = Duration::from_millis(60);
/// Rounds of tools before the model answers.
const ROUNDS: usize = 3;
/// The item whose price the card changes.
const ITEM: &str = "BENCH-ROUND";

/// Asks with the catalog of `folder`, whose program may run meanwhile, and prints figures.
pub async fn measure(folder: &Path, queries: &[String], db: &mut PgConnection) {
    // Milliseconds before each answer of the provider.
    let wait = Arc::new(AtomicU64::new(0));
    let waits = Arc::clone(&wait);
    let provider = Provider::start(move |asked| match answer(asked) {
        Reply::Says(says) => {
            Reply::Says(Says { wait: Duration::from_millis(waits.load(Ordering::Relaxed)), ..says })
        }
        other => other,
    });
    let app = App::open(config(folder, &provider.url()), |_| ()).await.expect("the database");
    let item =
        ItemDraft { name: "Item da bancada".into(), external_id: Some(ITEM.into()), ..ItemDraft::default() };
    let write = Write { operation_id: Uuid::new_v4(), actor: "bench".into(), origin: Origin::Person };
    app.store().create_item(&item.check().expect("a draft"), &write).await.expect("an item");
    for query in queries.iter().take(10) {
        ask(&app, query).await;
    }
    measure_alone(&app, queries).await;
    measure_at_once(&app, queries).await;
    wait.store(ADDED.as_millis() as u64, Ordering::Relaxed);
    measure_controls(&app, queries, db).await;
    app.close().await.expect("a stop");
}

/// What the scripted model says: three searches and an answer, or a card.
fn answer(asked: &ReceivedRequest) -> Reply {
    match asked.purpose {
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
    }
}

/// One turn after the other, and a card after each.
async fn measure_alone(app: &App, queries: &[String]) {
    let (mut rounds, mut searches, mut commits) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..TURNS {
        let (own, of_searches) = time_round(app, queries, at).await;
        rounds.push(own);
        searches.push(of_searches / ROUNDS as f64);
        commits.push(confirm(app, at, None).await);
    }
    print(
        "the assistant's own time in a round, its part of storing the turn and the way to the provider included",
        &rounds,
        " (promise: p95 under 20 ms)",
    );
    print("  a search of a tool, besides", &searches, "");
    print("a card from the click to the commit", &commits, " (promise: under 50 ms)");
}

/// Fifty turns that share the processor: what each waits for the others is in it.
async fn measure_at_once(app: &App, queries: &[String]) {
    let began = Instant::now();
    let turns = join_all((0..STREAMS).map(|at| time_round(app, queries, TURNS + at))).await;
    let whole = began.elapsed().as_secs_f64() * 1_000.0;
    let rounds: Vec<f64> = turns.into_iter().map(|(own, _)| own).collect();
    print(&format!("  the same with {STREAMS} turns at once, each waiting for the others"), &rounds, "");
    println!(
        "  all of them took {whole:.0} ms: {:.1} ms a round, searches included",
        whole / (STREAMS * (ROUNDS + 1)) as f64
    );
}

/// The same figures where each answer of the provider, and each commit, is held up: both must show it.
async fn measure_controls(app: &App, queries: &[String], db: &mut PgConnection) {
    let (mut rounds, mut commits) = (Vec::new(), Vec::new());
    for at in 0..CONTROLS {
        rounds.push(time_round(app, queries, TURNS + STREAMS + at).await.0);
        commits.push(confirm(app, TURNS + at, Some(&mut *db)).await);
    }
    let added = ADDED.as_secs_f64() * 1_000.0;
    for (name, all) in [("a round", rounds), ("a card", commits)] {
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let verdict = if least >= added { "it shows" } else { "IT DOES NOT SHOW" };
        print(&format!("  control: {name} that is held up for {added:.0} ms ({verdict})"), &all, "");
    }
}

fn print(name: &str, all: &[f64], promise: &str) {
    let (p50, p95) = (percentile(all, 50.0), percentile(all, 95.0));
    println!("{name}, {} cases: p50 {p50:.1} ms, p95 {p95:.1} ms{promise}", all.len());
}

/// Milliseconds of a turn by round, without its searches, and of these.
async fn time_round(app: &App, queries: &[String], at: usize) -> (f64, f64) {
    let began = Instant::now();
    let response = ask(app, &format!("quero {} {at}", queries[at % queries.len()])).await;
    let of_searches: f64 = response.debug.searches.iter().map(|search| search.ms).sum();
    let whole = began.elapsed().as_secs_f64() * 1_000.0;
    ((whole - of_searches) / (ROUNDS + 1) as f64, of_searches)
}

/// Milliseconds from the click on a card to its commit; the change is undone. With `holder` another connection holds the
/// item for a while.
async fn confirm(app: &App, at: usize, holder: Option<&mut PgConnection>) -> f64 {
    let response = ask(app, &format!("Põe o preço do Item da bancada em {}", at + 10)).await;
    let [card] = response.pending.as_slice() else { panic!("one card: {response:?}") };
    let (caller, id) = (Caller::local(Lang::PtBr), card.action_id);
    let mut lock = match holder {
        Some(db) => {
            let mut transaction = db.begin().await.expect("a transaction");
            let select =
                sqlx::query("SELECT 1 FROM catalog_items WHERE external_id = $1 FOR UPDATE").bind(ITEM);
            select.execute(&mut *transaction).await.expect("a lock");
            Some(transaction)
        }
        None => None,
    };
    let clicked = Instant::now();
    let release = async {
        if let Some(transaction) = lock.take() {
            tokio::time::sleep(ADDED).await;
            transaction.commit().await.expect("a release");
        }
    };
    let click = confirm_action(app, &caller, ConfirmAction { id, without: None, keeps_both: None });
    let (confirmed, ()) = tokio::join!(click, release);
    confirmed.expect("a commit");
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
