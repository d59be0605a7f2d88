//! Vectors with conditions: nothing that misses a condition comes, little that is near is missed, and what is
//! far from the query is not starved by all that is near and misses the condition.

use crate::support::World;
use celeiro_domain::search::{Filters, Kind};
use celeiro_store::{NewModel, StoredModel, VectorQuery};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use std::collections::HashSet;
use uuid::Uuid;

const ITEMS: i32 = 9_000;
const DIMENSIONS: usize = 16;
const CHUNKS: usize = 100;

/// Items of which one in three hundred is `Rara`, nine in ten are `Comum`, and the others `Longe`: their
/// vectors point away from all others.
async fn fill(world: &World) -> i32 {
    let items = "INSERT INTO catalog_items (name, category, price) \
                 SELECT 'Item ' || n, CASE WHEN n % 300 = 0 THEN 'Rara' WHEN n % 10 = 1 THEN 'Longe' ELSE 'Comum' END, \
                   n % 50 FROM generate_series(1, $1) AS n";
    sqlx::query(items).bind(ITEMS).execute(&world.pool).await.unwrap();
    let model = NewModel {
        corpus: Kind::Items,
        provider: "static",
        model_key: "random",
        name: "random",
        dimensions: DIMENSIONS as i32,
        threshold: None,
        artifact: None,
        fitted_rows: None,
        address: None,
        key_name: None,
    };
    let id = world.store().register_model(&model).await.unwrap();
    let rows: Vec<(Uuid, String)> = sqlx::query_as("SELECT id, category FROM catalog_items ORDER BY name")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let vectors: Vec<String> =
        rows.iter().map(|(_, category)| format!("{:?}", vector(&mut rng, category == "Longe"))).collect();
    let ids: Vec<Uuid> = rows.iter().map(|(id, _)| *id).collect();
    let embeddings = "INSERT INTO catalog_item_embeddings (item_id, model_id, source, chunk, content, content_hash, embedding) \
                      SELECT item, $1, 'item', 0, '', '', vector::halfvec FROM unnest($2::uuid[], $3::text[]) AS v(item, vector)";
    sqlx::query(embeddings).bind(id).bind(ids).bind(vectors).execute(&world.pool).await.unwrap();
    id
}

/// A vector of norm 1; its first number says on which side it is.
fn vector(rng: &mut ChaCha8Rng, far: bool) -> Vec<f32> {
    let mut numbers: Vec<f32> = (0..DIMENSIONS).map(|_| rng.random_range(-1.0..1.0)).collect();
    numbers[0] = if far { -3.0 } else { 3.0 };
    let norm = numbers.iter().map(|n| n * n).sum::<f32>().sqrt();
    numbers.iter().map(|n| n / norm).collect()
}

/// The nearest items by looking at every vector.
async fn nearest(world: &World, query: &VectorQuery, condition: &str) -> Vec<Uuid> {
    let sql = format!(
        "SELECT i.id FROM catalog_items i JOIN catalog_item_embeddings e ON e.item_id = i.id WHERE {condition} \
         ORDER BY (e.embedding <#> $1::text::halfvec) + 0, i.id LIMIT {CHUNKS}"
    );
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .bind(format!("{:?}", query.vector))
        .fetch_all(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn conditions_narrow_vectors_and_do_not_starve_them() {
    let world = World::new().await;
    let id = fill(&world).await;
    world.store().take_statistics(Kind::Items).await.unwrap();
    let find = |models: Vec<StoredModel>| models.into_iter().find(|model| model.id == id).unwrap();
    let model = find(world.store().models(Kind::Items).await.unwrap());
    assert!(world.store().index_model(Kind::Items, &model).await.unwrap());

    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for (filters, condition, least) in [
        (json!({}), "true", 0.9),
        (json!({"category": "comum"}), "i.category = 'Comum'", 0.9),
        (json!({"category": "COMUM", "maxPrice": 24}), "i.category = 'Comum' AND i.price <= 24", 1.0),
        // So few that all are looked at.
        (json!({"category": "rara"}), "i.category = 'Rara'", 1.0),
        (json!({"category": "longe"}), "i.category = 'Longe'", 1.0),
        (json!({"minPrice": 49}), "i.price >= 49", 1.0),
        (json!({"category": "nenhuma"}), "false", 1.0),
    ] {
        let (mut found, mut wanted) = (0, 0);
        for _ in 0..10 {
            let query = VectorQuery {
                kind: Kind::Items,
                model_id: id,
                dimensions: DIMENSIONS as i32,
                indexed: true,
                vector: vector(&mut rng, false),
                threshold: None,
                chunks: CHUNKS,
                filters: serde_json::from_value::<Filters>(filters.clone()).unwrap(),
            };
            let hits = world.store().search_vector(&query).await.unwrap().near;
            assert!(hits.is_sorted_by(|a, b| a.distance <= b.distance), "{filters}");
            let hits: HashSet<Uuid> = hits.into_iter().map(|hit| hit.id).collect();
            let allowed =
                format!("SELECT count(*) FROM catalog_items i WHERE ({condition}) AND i.id = ANY($1)");
            let allowed: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(allowed))
                .bind(hits.iter().copied().collect::<Vec<_>>())
                .fetch_one(&world.pool)
                .await
                .unwrap();
            assert_eq!(allowed as usize, hits.len(), "{filters}: something misses the condition");
            let nearest = nearest(&world, &query, condition).await;
            wanted += nearest.len();
            found += nearest.iter().filter(|id| hits.contains(id)).count();
        }
        assert!(found as f64 >= least * wanted as f64, "{filters}: {found} of {wanted}");
    }

    // Without a digest nothing says how few there are: the walk itself must reach what is far.
    sqlx::query("DELETE FROM digests").execute(&world.pool).await.unwrap();
    let query = VectorQuery {
        kind: Kind::Items,
        model_id: id,
        dimensions: DIMENSIONS as i32,
        indexed: true,
        vector: vector(&mut rng, false),
        threshold: None,
        chunks: CHUNKS,
        filters: serde_json::from_value(json!({"category": "Longe"})).unwrap(),
    };
    let hits = world.store().search_vector(&query).await.unwrap().near;
    assert!(hits.len() >= 20, "{} of 900 that are far", hits.len());
    world.close().await;
}
