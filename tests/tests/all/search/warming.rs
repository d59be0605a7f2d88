//! Searches after a start find their pages in memory.

use crate::support::World;
use celeiro_app::embedding::embed_all;
use celeiro_app::search::warming::warm_searches;
use tokio_util::sync::CancellationToken;

async fn count(world: &World, table: &str) -> i64 {
    let count = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test]
async fn a_start_asks_what_people_often_ask_and_leaves_no_trace_of_it() {
    let world = World::new().await;
    let statements = "INSERT INTO catalog_items (name, description) \
           SELECT (ARRAY['Herbicida', 'Inseticida', 'Fungicida', 'Adubo'])[n % 4 + 1] || ' ' || n, \
             'Para ' || (ARRAY['soja', 'milho', 'tomate', 'café', 'pasto'])[n % 5 + 1] \
           FROM generate_series(1, 60) AS n";
    sqlx::raw_sql(statements).execute(&world.pool).await.unwrap();
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    let stop = CancellationToken::new();
    assert_eq!(
        warm_searches(&world.app, &stop).await,
        0,
        "nobody asked anything, and few vectors have no index"
    );

    let asked = "INSERT INTO query_log (id, created_at, scope, surface, actor, query, normalized, gap_key, result_count, ms) \
           SELECT gen_random_uuid(), now(), 'items', 'window', 'tests', 'Soja', 'soja', 'soja', 9, 1 \
           FROM generate_series(1, 3); \
         UPDATE embedding_models SET indexed = true WHERE state = 'active'";
    sqlx::raw_sql(asked).execute(&world.pool).await.unwrap();
    assert_eq!(warm_searches(&world.app, &stop).await, 1 + 20, "a query and walks over the vectors of items");
    assert_eq!((count(&world, "query_log").await, count(&world, "traces").await), (3, 0));
    stop.cancel();
    assert_eq!(warm_searches(&world.app, &stop).await, 0, "it ends with the program");
    world.close().await;
}
