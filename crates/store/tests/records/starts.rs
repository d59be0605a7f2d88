//! Programs that start while another one brings the schema up to date.

use crate::world::World;
use celeiro_store::{Store, StoreError};
use sqlx::migrate::Migrate as _;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_start_waits_for_the_migrator_and_gives_up_when_its_patience_ends() {
    let world = World::new().await;
    let connection = world.connection();
    let start = |patience| Store::open_prepared::<StoreError, _>(&connection, patience, |_| async { Ok(()) });
    let mut migrator = world.pool.acquire().await.unwrap();
    migrator.lock().await.unwrap();

    let (begun, patience) = (Instant::now(), Duration::from_millis(300));
    let refused = tokio::time::timeout(Duration::from_secs(60), start(patience)).await;
    let refused = refused.expect("it gives up").unwrap_err();
    assert!(matches!(refused, StoreError::Busy), "{refused}");
    assert!(begun.elapsed() >= patience, "it waited");

    let unlock = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        migrator.unlock().await.unwrap();
    };
    let (started, ()) = tokio::join!(start(Duration::from_secs(60)), unlock);
    started.unwrap().close().await;
    drop(migrator);
    world.close().await;
}
