//! Suggestions for an item without a model: neighbours, guesses, and the trace that is kept.

use celeiro_app::assist::api::{AssistRequest, assist};
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::search::Lang;
use std::time::Instant;

/// Asks for suggestions for items that are called like queries, and prints what it takes.
pub async fn measure(app: &App, queries: &[String]) {
    let mut took = Vec::new();
    for query in queries {
        let request = AssistRequest { name: format!("{query} novo"), ..AssistRequest::default() };
        let started = Instant::now();
        assist(app, &Caller::local(Lang::PtBr), request).await.expect("an answer");
        took.push(started.elapsed().as_secs_f64() * 1_000.0);
    }
    let (p50, p95) = (percentile(&took, 50.0), percentile(&took, 95.0));
    println!("suggestions without a model: p50 {p50:.1} ms, p95 {p95:.1} ms (promise: under 100 ms)");
}
