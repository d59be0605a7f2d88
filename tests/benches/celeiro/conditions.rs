//! What searches take in every fusion, under every condition and in every order, and eight at once: the table of
//! speeds, whatever the size of the catalog.

use crate::{ask_for, config, corpus, seconds};
use celeiro_app::App;
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::search::{Filters, Fusion, SearchRequest, Sort};
use futures::future::join_all;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Searches of one row of the table.
const QUERIES: usize = 100;
/// Searches that run before any is measured.
const WARMING: usize = 20;
/// Clients at once.
const CLIENTS: usize = 8;

/// The conditions of the table: many rows, some rows, few rows, and none at all.
fn conditions() -> [(&'static str, Value); 6] {
    [
        ("no condition", json!({})),
        ("category", json!({ "category": "herbicida" })),
        ("price", json!({ "maxPrice": 100 })),
        ("category and price", json!({ "category": "herbicida", "maxPrice": 100 })),
        ("stock", json!({ "stock": "unknown", "category": "herbicida" })),
        ("a filter that nothing meets", json!({ "category": "nenhuma" })),
    ]
}

/// Prints the table.
pub async fn measure(app: &App) {
    let queries = corpus::queries(QUERIES);
    for (name, filters) in conditions() {
        for fusion in Fusion::ALL {
            let request = SearchRequest {
                filters: read_filters(&filters),
                fusion: Some(fusion),
                ..SearchRequest::default()
            };
            print(&format!("{}, {name}", fusion.as_str()), &time_one_client(app, &queries, &request).await);
        }
    }
    for sort in [Sort::PriceAsc, Sort::Name, Sort::Newest] {
        for (name, filters) in [("no condition", json!({})), ("category", json!({ "category": "herbicida" }))]
        {
            let request = SearchRequest {
                filters: read_filters(&filters),
                sort: Some(sort),
                ..SearchRequest::default()
            };
            print(&format!("by {sort:?}, {name}"), &time_one_client(app, &queries, &request).await);
        }
    }
    measure_at_once(app, &queries).await;
}

/// The first search of a program that opens the catalog of `folder`, which nothing else has open.
pub async fn measure_first(folder: &Path) {
    let start = Instant::now();
    let app = App::open(config(folder), |_| ()).await.expect("the database again");
    let opened = seconds(start);
    let request = SearchRequest { query: "fungicida para soja".to_owned(), ..SearchRequest::default() };
    ask_for(&app, request).await;
    println!(
        "after a start: opened in {opened:.2} s, the first search answered at {:.2} s (promise: within 2 s)",
        seconds(start)
    );
    app.close().await.expect("a stop");
    println!("data folder: {:.0} MB (promise: 1,200 MB for 100,000)", folder_bytes(folder) as f64 / 1e6);
}

/// Eight clients, each with its own queries, against one.
async fn measure_at_once(app: &App, queries: &[String]) {
    let request = SearchRequest::default();
    let alone = Instant::now();
    let by_one = time_one_client(app, queries, &request).await;
    let rate_of_one = (by_one.len() + WARMING) as f64 / seconds(alone);
    let together = Instant::now();
    let clients = (0..CLIENTS).map(|client| {
        let request = &request;
        async move {
            let mut all = Vec::new();
            for at in 0..QUERIES / 2 {
                all.push(time_search(app, &queries[(client * 13 + at) % queries.len()], request).await);
            }
            all
        }
    });
    let all: Vec<f64> = join_all(clients).await.into_iter().flatten().collect();
    let rate = all.len() as f64 / seconds(together);
    print(&format!("relevance, {CLIENTS} clients at once (promise: p95 under 120 ms)"), &all);
    println!("  {rate:.0} a second, {:.1} times those of one client (promise: twice)", rate / rate_of_one);
}

/// Milliseconds of each search, one after the other.
async fn time_one_client(app: &App, queries: &[String], request: &SearchRequest) -> Vec<f64> {
    for query in queries.iter().take(WARMING) {
        time_search(app, query, request).await;
    }
    let mut all = Vec::new();
    for query in queries {
        all.push(time_search(app, query, request).await);
    }
    all
}

/// Milliseconds of a search with explanations, its embedding included.
async fn time_search(app: &App, query: &str, request: &SearchRequest) -> f64 {
    let start = Instant::now();
    ask_for(app, SearchRequest { query: query.to_owned(), ..request.clone() }).await;
    seconds(start) * 1_000.0
}

fn read_filters(filters: &Value) -> Option<Filters> {
    Some(serde_json::from_value(filters.clone()).expect("filters"))
}

fn print(name: &str, all: &[f64]) {
    println!("{name:<58} p50 {:7.1} ms, p95 {:7.1} ms", percentile(all, 50.0), percentile(all, 95.0));
}

/// The bytes of all files below `folder`.
fn folder_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(of) if of.is_dir() => folder_bytes(&entry.path()),
            Ok(of) if of.is_file() => of.len(),
            _ => 0,
        })
        .sum()
}
