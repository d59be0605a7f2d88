//! Extensions as an administrator left them on a server.

use celeiro_store::cluster::Login;
use celeiro_store::{Connection, Store, StoreError};
use sqlx::postgres::PgConnection;

use crate::support::*;

/// Has the database say that it has this version of `vector`.
async fn set_version(admin: &mut PgConnection, version: &'static str) {
    sqlx::query("UPDATE pg_extension SET extversion = $1 WHERE extname = 'vector'")
        .bind(version)
        .execute(admin)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_pgvector_that_can_damage_its_indexes_is_refused_with_the_version_that_is_needed() {
    let dir = tempfile::tempdir().unwrap();
    let cluster = open(dir.path()).await.unwrap();
    let connection = Connection::Managed(Box::new(cluster.logins()));
    let superuser = Login { database: cluster.owner().database, ..cluster.superuser() };
    let mut admin = connect(&superuser).await;
    for old in ["0.7.4", "0.8.0", "0.8.3"] {
        set_version(&mut admin, old).await;
        let refused = Store::open(&connection).await.map(|_| ()).unwrap_err();
        let StoreError::ExtensionMissing { name, needed, found } = refused else { panic!("{refused:?}") };
        assert_eq!((name, needed, found.as_str()), ("vector", "0.8.4", old));
    }
    set_version(&mut admin, "0.8.4").await;
    Store::open(&connection).await.unwrap().close().await;
    sqlx::Connection::close(admin).await.unwrap();
    cluster.close().await.unwrap();
}
