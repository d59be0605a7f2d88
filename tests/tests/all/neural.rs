//! A neural model that serves, and a catalog that outgrows it.

use crate::support::World;
use celeiro_app::embedding::{FillGoal, embed_until};
use celeiro_app::search::api::search;
use celeiro_app::{App, Caller};
use celeiro_domain::search::{Filters, Lang, SearchRequest};
use futures::future::join_all;
use tokio_util::sync::CancellationToken;

/// Numbers at random, to which every rule applies but meaning.
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/neural/tests/fixtures/tiny-model");

async fn insert_items(world: &World, from: i32, to: i32) {
    let items = "INSERT INTO catalog_items (name, description) \
                 SELECT (ARRAY['Herbicida', 'Inseticida', 'Fungicida', 'Adubo'])[n % 4 + 1] || ' ' || n, \
                   'Para ' || (ARRAY['soja', 'milho', 'tomate', 'café', 'pasto'])[n % 5 + 1] \
                 FROM generate_series($1, $2) AS n";
    sqlx::query(items).bind(from).bind(to).execute(&world.pool).await.unwrap();
}

/// The model that serves items at the end of a run.
async fn fill(world: &World, goal: FillGoal) -> String {
    let summary = embed_until(&world.app, false, goal, &CancellationToken::new(), |_, _| {}).await.unwrap();
    assert_eq!(summary.failed, 0, "{summary:?}");
    summary.models.into_iter().find(|model| model.starts_with("items: ")).unwrap_or_default()
}

async fn count_embedded(world: &World, provider: &str) -> i64 {
    let count = "SELECT count(DISTINCT item_id) FROM catalog_item_embeddings \
                 JOIN embedding_models m ON m.id = model_id WHERE provider = $1";
    sqlx::query_scalar(count).bind(provider).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fitted_model_serves_where_most_of_a_catalog_is_new_to_the_neural_one() {
    let world = World::with(&[("EMBEDDING_PROVIDER", "neural"), ("EMBEDDING_MODEL_DIR", MODEL)]).await;
    insert_items(&world, 1, 60).await;
    let served = fill(&world, FillGoal::Served).await;
    assert!(served.starts_with("items: fitted:"), "nothing waits for a neural model: {served}");
    let complete = fill(&world, FillGoal::Complete).await;
    assert!(complete.starts_with("items: neural:tiny-model:"), "{complete}");

    insert_items(&world, 61, 300).await;
    assert_eq!(fill(&world, FillGoal::Served).await, complete, "a few hundred are filled in minutes");
    insert_items(&world, 301, 1_500).await;
    let served = fill(&world, FillGoal::Served).await;
    assert!(served.starts_with("items: fitted:"), "{served}");
    assert_eq!(count_embedded(&world, "local").await, 1_500);

    assert_eq!(fill(&world, FillGoal::Complete).await, complete);
    assert_eq!(count_embedded(&world, "neural").await, 1_500);
    world.close().await;
}

/// Searches until `stop`, with and without a filter; says how many searches there were. Each must have hits and vectors.
async fn search_until(app: &App, stop: &CancellationToken, client: usize) -> usize {
    let crops = ["soja", "milho", "tomate", "café", "pasto"];
    let mut searches = 0;
    while !stop.is_cancelled() {
        let filters = (searches % 2 == 0)
            .then(|| Filters { category: vec!["Defensivo".to_owned()], ..Filters::default() });
        let request = SearchRequest {
            query: format!("herbicida para {} {client} {searches}", crops[searches % crops.len()]),
            filters,
            ..SearchRequest::default()
        };
        let found = search(app, &Caller::local(Lang::PtBr), request).await.unwrap();
        assert!(!found.results.is_empty(), "search {searches} of client {client} found nothing");
        assert_eq!(found.fallback_reason, None, "search {searches} of client {client}");
        assert!(found.embedding_used);
        searches += 1;
    }
    searches
}

#[tokio::test(flavor = "multi_thread")]
async fn no_search_loses_its_vectors_while_a_neural_model_takes_over() {
    let world = World::with(&[("EMBEDDING_PROVIDER", "neural"), ("EMBEDDING_MODEL_DIR", MODEL)]).await;
    insert_items(&world, 1, 600).await;
    sqlx::query("UPDATE catalog_items SET category = 'Defensivo'").execute(&world.pool).await.unwrap();
    let served = fill(&world, FillGoal::Served).await;
    assert!(served.starts_with("items: fitted:"), "{served}");

    let stop = CancellationToken::new();
    let filling = async {
        let complete = fill(&world, FillGoal::Complete).await;
        // Some searches behind the switch.
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        stop.cancel();
        complete
    };
    let searching = join_all((0..4).map(|client| search_until(&world.app, &stop, client)));
    let (complete, searches) = tokio::join!(filling, searching);
    assert!(complete.starts_with("items: neural:tiny-model:"), "{complete}");
    assert!(searches.iter().sum::<usize>() > 20, "{searches:?} searches were made");
    world.close().await;
}
