//! Databases of one server that the tests of a program share: a server for each would take seconds.

#![allow(clippy::unwrap_used, reason = "it serves tests, which fail by panicking")]

use celeiro_store::cluster::{Binaries, Cluster, ClusterOptions, Login};
use celeiro_store::{Connection, Store};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};
use uuid::Uuid;

/// The server of one test program.
#[derive(Debug, Clone, Copy)]
pub struct Databases {
    /// Where the test programs of a build keep their files: `CARGO_TARGET_TMPDIR`.
    pub folder: &'static str,
    /// The server's name among those of other test programs.
    pub name: &'static str,
}

impl Databases {
    /// Joins the server; the last to close it stops it.
    pub async fn join(self) -> Cluster {
        if Binaries::locate(None).is_err() {
            panic!("these tests need a PostgreSQL tree: run `cargo xtask postgres` first");
        }
        let folder = Path::new(self.folder).join(format!("{}-cluster", self.name));
        let options = ClusterOptions {
            patience: Duration::from_secs(60),
            shared_buffers_mb: 64,
            ..ClusterOptions::new(&folder)
        };
        Cluster::open(&options).await.unwrap()
    }

    /// Makes a database with the schema in it, copied from one that the first test of a build makes.
    pub async fn create(self, cluster: &Cluster) -> Login {
        // A database can be copied only while nobody is connected to it.
        let _alone = self.lock();
        let built = std::fs::metadata(std::env::current_exe().unwrap()).unwrap().modified().unwrap();
        let template = format!("template_{}", built.duration_since(UNIX_EPOCH).unwrap().as_nanos());
        let mut admin = admin(cluster).await;
        let known: Vec<String> =
            sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE datname ~ '^(test|template)_'")
                .fetch_all(&mut admin)
                .await
                .unwrap();
        if !known.contains(&template) {
            for stale in known {
                run(&mut admin, format!("DROP DATABASE {stale} WITH (FORCE)")).await;
            }
            copy(&mut admin, &cluster.owner(), &cluster.owner().database, "unfinished").await;
            let login = Login { database: "unfinished".into(), ..cluster.owner() };
            Store::open(&Connection::Managed(login)).await.unwrap().close().await;
            run(&mut admin, format!("ALTER DATABASE unfinished RENAME TO {template}")).await;
        }
        let database = format!("test_{}", Uuid::new_v4().simple());
        copy(&mut admin, &cluster.owner(), &template, &database).await;
        admin.close().await.unwrap();
        Login { database, ..cluster.owner() }
    }

    fn lock(self) -> File {
        let path = Path::new(self.folder).join(format!("{}-template.lock", self.name));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).unwrap();
        file.lock().unwrap();
        file
    }
}

/// Removes a database, whoever is connected to it.
pub async fn remove(cluster: &Cluster, database: &str) {
    let mut admin = admin(cluster).await;
    run(&mut admin, format!("DROP DATABASE {database} WITH (FORCE)")).await;
    admin.close().await.unwrap();
}

async fn copy(admin: &mut PgConnection, owner: &Login, from: &str, to: &str) {
    run(admin, format!("DROP DATABASE IF EXISTS {to}")).await;
    run(admin, format!("CREATE DATABASE {to} TEMPLATE {from} OWNER {}", owner.user)).await;
}

async fn admin(cluster: &Cluster) -> PgConnection {
    let login = Login { database: "postgres".into(), ..cluster.superuser() };
    PgConnection::connect_with(&login.connect_options()).await.unwrap()
}

async fn run(admin: &mut PgConnection, statement: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(admin).await.unwrap();
}
