//! Rows of files that wait for their import: whose they are, and when they go.

use crate::support::World;
use celeiro_domain::import::{LeaveOut, LeftOutRows};
use celeiro_domain::search::Kind;
use celeiro_store::{ClearedStaging, Origin, StagedRow, Staging, Store, Write};
use serde_json::json;
use uuid::Uuid;

/// What leaves out only rows that surely are no records.
fn taking_all() -> LeftOutRows {
    LeftOutRows::new(&LeaveOut::default())
}

/// An area with rows of these numbers, each a product.
async fn stage_range(store: &Store, rows: std::ops::RangeInclusive<i32>) -> Staging {
    let staging = store.begin_import(Kind::Items, "itens.csv").await.unwrap();
    let row = |row_number: i32| StagedRow {
        row_number,
        external_id: Some(format!("S-{row_number}")),
        record: json!({"name": format!("Produto {row_number}"), "external_id": format!("S-{row_number}"), "attributes": {}}),
        identity: format!("produto {row_number}\n"),
    };
    store.stage_rows(staging.id(), &rows.map(row).collect::<Vec<_>>()).await.unwrap();
    staging
}

async fn rows(world: &World) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM import_rows").fetch_one(&world.pool).await.unwrap()
}

fn write() -> Write {
    Write { operation_id: Uuid::now_v7(), actor: "ana".into(), origin: Origin::Import }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_import_to_end_gives_the_room_back_and_the_first_leaves_the_others_alone() {
    let world = World::new().await;
    let store = world.app.store();
    let (one, two) = (stage_range(store, 2..=500).await, stage_range(store, 2..=9).await);
    store.end_import(one).await.unwrap();
    assert_eq!(rows(&world).await, 8);
    store.end_import(two).await.unwrap();
    let size: i64 =
        sqlx::query_scalar("SELECT pg_relation_size('import_rows')").fetch_one(&world.pool).await.unwrap();
    assert_eq!((rows(&world).await, size), (0, 0));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_of_a_program_that_holds_no_lock_is_dead_after_a_day() {
    let world = World::new().await;
    let begin = "INSERT INTO imports (id, kind, file_name) VALUES ($1, 'items', 'x.csv')";
    sqlx::query(begin).bind(Uuid::now_v7()).execute(&world.pool).await.unwrap();
    let store = world.app.store();
    assert_eq!(store.clear_dead_imports().await.unwrap(), ClearedStaging::default());
    let aged = "UPDATE imports SET touched_at = now() - interval '25 hours'";
    sqlx::query(aged).execute(&world.pool).await.unwrap();
    assert_eq!(store.clear_dead_imports().await.unwrap().imports, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_whose_rows_are_gone_fails_as_a_whole() {
    let world = World::new().await;
    let store = world.app.store();
    let staging = stage_range(store, 2..=9).await;
    // As where its session was cut off, and another program took it for dead.
    sqlx::query("DELETE FROM imports").execute(&world.pool).await.unwrap();
    let late = StagedRow {
        row_number: 10,
        external_id: None,
        record: json!({"name": "Tarde demais"}),
        identity: "tarde demais\n".into(),
    };
    let error = store.stage_rows(staging.id(), &[late]).await.unwrap_err();
    assert!(error.is_transient(), "{error:?}");
    let never = std::future::pending::<()>;
    let applied =
        store.apply_import(staging.id(), Kind::Items, &taking_all(), &write(), |_| {}, never()).await;
    assert!(applied.as_ref().is_err_and(|error| error.is_transient()), "{applied:?}");
    let counted = store.preview_import(staging.id(), Kind::Items, &taking_all(), never()).await;
    assert!(counted.as_ref().is_err_and(|error| error.is_transient()), "{counted:?}");
    store.end_import(staging).await.unwrap();
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_records_are_stored_part_by_part_and_it_is_told_how_far_that_is() {
    let world = World::new().await;
    let store = world.app.store();
    let never = std::future::pending::<()>;
    let old = stage_range(store, 2..=11_001).await;
    store.apply_import(old.id(), Kind::Items, &taking_all(), &write(), |_| {}, never()).await.unwrap();
    store.end_import(old).await.unwrap();
    // All of the old ones are other than they were, and some are new.
    sqlx::query("UPDATE catalog_items SET category = 'Outra'").execute(&world.pool).await.unwrap();
    let staging = stage_range(store, 2..=12_001).await;
    sqlx::query("UPDATE import_rows SET record = record || '{\"category\": \"Nova\"}'")
        .execute(&world.pool)
        .await
        .unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let note = |moved: celeiro_store::MoveProgress| told.lock().unwrap().push((moved.records, moved.total));
    let counts = store
        .apply_import(staging.id(), Kind::Items, &taking_all(), &write(), note, never())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((counts.created, counts.updated, counts.unchanged), (1_000, 11_000, 0));
    let total = 12_000;
    assert_eq!(*told.lock().unwrap(), [(0, total), (10_000, total), (11_000, total), (12_000, total)]);
    let categories: Vec<(String, i64)> =
        sqlx::query_as("SELECT category, count(*) FROM catalog_items GROUP BY category")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    assert_eq!(categories, [("Nova".to_owned(), 12_000)]);
    store.end_import(staging).await.unwrap();
    world.close().await;
}
