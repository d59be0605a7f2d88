//! Every connection in use.

use crate::support::{World, write};
use celeiro_domain::catalog::ItemDraft;
use celeiro_store::StoreError;
use sqlx::Connection as _;
use std::time::Duration;

/// Connections that calls share.
const CONNECTIONS: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_connections_are_all_in_use_is_busy_and_not_gone() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE enrichments IN ACCESS EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let waiting: Vec<_> = (0..CONNECTIONS)
        .map(|_| world.store.clone())
        .map(|store| tokio::spawn(async move { store.runs(1).await }))
        .collect();
    let held = "SELECT count(*) FROM pg_stat_activity \
                WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while world.count(held).await < CONNECTIONS as i64 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(matches!(world.store.searchable_names().await, Err(StoreError::Busy)));
    // However long a caller would wait for a connection.
    for patience in [Duration::from_millis(500), Duration::from_secs(5)] {
        world.store.ping(patience).await.unwrap();
    }
    holder.rollback().await.unwrap();
    for call in waiting {
        assert!(call.await.unwrap().unwrap().is_empty(), "what waited is answered");
    }
    assert!(world.store.searchable_names().await.unwrap().is_empty());
    world.close().await;
}

/// What was saved would seem lost otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn a_saved_record_is_answered_although_another_call_takes_the_connection_at_its_commit() {
    let world = World::new().await;
    let lock = async |statement: &'static str| {
        let mut holder = world.pool.acquire().await.unwrap().detach();
        sqlx::raw_sql(statement).execute(&mut holder).await.unwrap();
        holder
    };
    let others = lock("BEGIN; LOCK TABLE enrichments IN ACCESS EXCLUSIVE MODE").await;
    let writer = lock("BEGIN; LOCK TABLE operations IN ACCESS EXCLUSIVE MODE").await;
    let wait = || {
        let store = world.store.clone();
        tokio::spawn(async move { store.runs(1).await })
    };
    let mut waiting: Vec<_> = (1..CONNECTIONS).map(|_| wait()).collect();
    let store = world.store.clone();
    let draft = ItemDraft { name: "Ureia".into(), ..ItemDraft::default() };
    let created = tokio::spawn(async move { store.create_item(&draft, &write()).await });
    let held = "SELECT count(*) FROM pg_stat_activity \
                WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while world.count(held).await < CONNECTIONS as i64 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // The first in turn for the writer's connection.
    waiting.push(wait());
    tokio::time::sleep(Duration::from_millis(200)).await;
    writer.close().await.unwrap();
    assert_eq!(created.await.unwrap().unwrap().name, "Ureia");
    others.close().await.unwrap();
    for call in waiting {
        assert!(call.await.unwrap().unwrap().is_empty(), "what waited is answered");
    }
    world.close().await;
}
