//! A ranking measured on a stored query set: seventy-five queries over a catalog of the size of the
//! judged one that the promise was made for.

use crate::{ask_for, config, corpus, import_items, seconds};
use celeiro_app::bench::query_sets::{
    EvaluateQuerySet, ImportQuerySet, evaluate_query_set, import_query_set,
};
use celeiro_app::embedding::embed_all;
use celeiro_app::{App, Caller};
use celeiro_domain::search::{Fusion, Kind, Lang, SearchRequest};
use std::fmt::Write as _;
use std::time::Instant;

const ITEMS: usize = 19_406;
const QUERIES: usize = 75;
const ROUNDS: usize = 3;

/// Fills a catalog of its own, measures and prints.
pub async fn measure() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = App::open(config(folder.path()), |_| ()).await.expect("a database");
    import_items(&app, folder.path(), ITEMS).await;
    embed_all(&app, false, |_, _| ()).await.expect("embeddings");
    let caller = Caller::local(Lang::PtBr);
    let (queries, qrels) = judge_queries(&app).await;
    let set = ImportQuerySet {
        name: "bench".into(),
        kind: Kind::Items,
        description: String::new(),
        queries,
        qrels,
        judge: None,
        operation_id: None,
    };
    let id = import_query_set(&app, &caller, set).await.expect("a set").set.id;
    for round in 0..ROUNDS {
        let request = EvaluateQuerySet { id, before: None, after: None, fusion: None, measure_id: None };
        let begun = Instant::now();
        let measured = evaluate_query_set(&app, &caller, request).await.expect("figures");
        assert_eq!(measured.report.comparison.queries.len(), QUERIES);
        println!(
            "evaluation of {QUERIES} queries over {ITEMS} items, round {}: {:.2} s (promise: under 3 s)",
            round + 1,
            seconds(begun)
        );
    }
    app.close().await.expect("a stop");
}

/// Queries, and what the plain fusion finds for them as judgments: of figures, only their cost counts here.
async fn judge_queries(app: &App) -> (String, String) {
    let (mut queries, mut qrels) = (String::new(), String::new());
    for (at, query) in corpus::queries(QUERIES).into_iter().enumerate() {
        let request =
            SearchRequest { query: query.clone(), fusion: Some(Fusion::Simple), ..SearchRequest::default() };
        for (place, hit) in ask_for(app, request).await.results.iter().enumerate() {
            if let Some(id) = hit.item.as_ref().and_then(|item| item.external_id.as_ref()) {
                let _ = writeln!(qrels, "{at} 0 {id} {}", usize::from(place < 3) + 1);
            }
        }
        let _ = writeln!(queries, "{at}\t{query}");
    }
    (queries, qrels)
}
