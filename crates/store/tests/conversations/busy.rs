//! Every connection in use.

use crate::support::{World, write};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Kind;
use celeiro_store::{Store, StoreError, StoredRun};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Connections that calls share.
const CONNECTIONS: usize = 8;

/// Calls that wait for a table until it is given back, or the database gives up their turn.
fn wait_for_table(world: &World, calls: usize) -> Vec<JoinHandle<Result<Vec<StoredRun>, StoreError>>> {
    let call = |store: Store| tokio::spawn(async move { store.runs(1).await });
    (0..calls).map(|_| call(world.store.clone())).collect()
}

async fn wait_for_locks(world: &World, calls: usize) {
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while world.count(waiting).await < calls as i64 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Forty rounds of calls, each of which waits for a table as long as the database lets it: together longer than
/// a call waits for a connection.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_connections_are_all_in_use_is_busy_and_not_gone() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE enrichments IN ACCESS EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let waiting = wait_for_table(&world, 40 * CONNECTIONS);
    wait_for_locks(&world, CONNECTIONS).await;
    let late = {
        let store = world.store.clone();
        tokio::spawn(async move { store.searchable_names().await })
    };
    // However long a caller would wait for a connection.
    for patience in [Duration::from_millis(500), Duration::from_secs(5)] {
        world.store.ping(patience).await.unwrap();
    }
    assert!(matches!(late.await.unwrap(), Ok(_) | Err(StoreError::Busy)), "who comes late waits in line");
    holder.rollback().await.unwrap();
    for call in waiting {
        assert!(matches!(call.await.unwrap(), Ok(_) | Err(StoreError::Busy)), "it is busy, and nothing else");
    }
    assert!(world.store.searchable_names().await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_locked_as_a_whole_keeps_nobody_from_the_others() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE enrichments IN ACCESS EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let waiting = wait_for_table(&world, CONNECTIONS);
    wait_for_locks(&world, 1).await;
    assert!(world.store.searchable_names().await.unwrap().is_empty());
    for call in waiting {
        assert!(matches!(call.await.unwrap(), Err(StoreError::Busy)), "it is told while the table is locked");
    }
    holder.rollback().await.unwrap();
    world.close().await;
}

/// As autovacuum locks it, which makes way within seconds where the machine is busy.
#[tokio::test(flavor = "multi_thread")]
async fn statistics_wait_for_a_vacuum_of_their_tables() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    let lock = "LOCK TABLE catalog_items, vocabulary IN SHARE UPDATE EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut *holder).await.unwrap();
    let store = world.store.clone();
    let taken = tokio::spawn(async move { store.take_statistics(Kind::Items).await });
    wait_for_locks(&world, 1).await;
    // Longer than a reader waits for a lock.
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(!taken.is_finished());
    holder.rollback().await.unwrap();
    taken.await.unwrap().unwrap();
    world.close().await;
}

/// What was saved would seem lost otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn a_saved_record_is_answered_although_every_connection_of_those_who_read_is_in_use() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE enrichments IN ACCESS EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let waiting = wait_for_table(&world, 4 * CONNECTIONS);
    wait_for_locks(&world, CONNECTIONS).await;
    let draft = ItemDraft { name: "Ureia".into(), ..ItemDraft::default() };
    assert_eq!(world.store.create_item(&draft, &write()).await.unwrap().name, "Ureia");
    holder.rollback().await.unwrap();
    for call in waiting {
        assert!(matches!(call.await.unwrap(), Ok(_) | Err(StoreError::Busy)), "it is busy, and nothing else");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_that_wait_keep_nobody_from_reading() {
    let world = World::new().await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE operations IN ACCESS EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let saving: Vec<_> = (0..2 * CONNECTIONS)
        .map(|at| (world.store.clone(), ItemDraft { name: format!("Ureia {at}"), ..ItemDraft::default() }))
        .map(|(store, draft)| tokio::spawn(async move { store.create_item(&draft, &write()).await }))
        .collect();
    wait_for_locks(&world, 4).await;
    assert!(world.store.searchable_names().await.unwrap().is_empty());
    holder.rollback().await.unwrap();
    for save in saving {
        save.await.unwrap().unwrap();
    }
    world.close().await;
}
