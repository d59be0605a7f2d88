//! Databases that tests copy: one server for a test program, one database for each of its tests. A server
//! of its own costs a test a copy of 1,500 files and the start of its processes.

#![allow(clippy::unwrap_used, reason = "it serves tests, which fail by panicking")]

use celeiro_store::cluster::{Binaries, Cluster, ClusterOptions, Login, ManagedLogins};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use uuid::Uuid;

/// A database on the server that the tests of a program share.
pub struct TestDatabase {
    /// The way to it, as its owner.
    pub login: Login,
    cluster: Cluster,
    /// Whether one test alone uses it.
    own: bool,
}

impl TestDatabase {
    /// Copies the template of this build of the test program for one test; the first test to come makes the
    /// template by `fill`. `folder` is `CARGO_TARGET_TMPDIR`, `name` names the server's data folder in it.
    pub async fn create(folder: &str, name: &str, fill: impl AsyncFnOnce(&Login)) -> Self {
        Self::open(folder, name, Some(format!("test_{}", Uuid::new_v4().simple())), fill).await
    }

    /// The copy of the same template that all tests share which change no record of it.
    #[allow(dead_code, reason = "the tests of most programs each have their own")]
    pub async fn share(folder: &str, name: &str, fill: impl AsyncFnOnce(&Login)) -> Self {
        Self::open(folder, name, None, fill).await
    }

    async fn open(folder: &str, name: &str, own: Option<String>, fill: impl AsyncFnOnce(&Login)) -> Self {
        if Binaries::locate(None).is_err() {
            panic!("these tests need a PostgreSQL tree: run `cargo xtask postgres` first");
        }
        let data_dir = choose_folder(folder).join(name);
        let options = ClusterOptions {
            patience: Duration::from_secs(60),
            shared_buffers_mb: Some(64),
            ..ClusterOptions::new(&data_dir)
        };
        let cluster = Cluster::open(&options).await.unwrap();
        // A database can be copied only while it has no connections.
        let _alone = lock(&data_dir.with_extension("lock"));
        let mut admin = connect_admin(&cluster).await;
        forgo_durability(&mut admin).await;
        let template = prepare_template(&cluster, &mut admin, fill).await;
        let database = own.clone().unwrap_or_else(|| format!("shared_{template}"));
        if own.is_some() || !list_databases(&mut admin).await.contains(&database) {
            copy(&mut admin, &cluster.owner(), &template, &database).await;
        }
        admin.close().await.unwrap();
        Self { login: Login { database, ..cluster.owner() }, cluster, own: own.is_some() }
    }

    /// The ways to it as to Celeiro's own cluster. What the second role may, the first opening by them settles.
    #[allow(dead_code, reason = "most test programs ask by an address")]
    pub fn logins(&self) -> ManagedLogins {
        let worker = Login { database: self.login.database.clone(), ..self.cluster.worker() };
        ManagedLogins { owner: self.login.clone(), worker }
    }

    /// The address of the database as `DATABASE_URL` takes it.
    pub fn url(&self) -> String {
        to_url(&self.login)
    }

    /// Drops the database, unless other tests share it, and leaves the server.
    pub async fn remove(self) {
        if self.own {
            let mut admin = connect_admin(&self.cluster).await;
            run(&mut admin, format!("DROP DATABASE {} WITH (FORCE)", self.login.database)).await;
            admin.close().await.unwrap();
        }
        self.cluster.close().await.unwrap();
    }
}

/// The address of a database as `DATABASE_URL` takes it.
pub fn to_url(login: &Login) -> String {
    let Login { socket_dir, port, user, password, database, .. } = login;
    let host = socket_dir.display().to_string().replace('/', "%2F");
    format!("postgres://{user}:{}@{host}:{port}/{database}", password.expose())
}

/// Where the servers' data folders stand: in memory where `make test` found room there, for a copy of a database is
/// hundreds of files, and a disk looks for a free place for each of them. Else `folder`.
fn choose_folder(folder: &str) -> PathBuf {
    let Some(memory) = std::env::var_os("CELEIRO_TEST_DATABASES") else {
        return PathBuf::from(folder);
    };
    std::fs::create_dir_all(&memory).unwrap();
    PathBuf::from(memory)
}

/// No test of this server asks what a power cut leaves, and each database that is dropped waits for a checkpoint.
async fn forgo_durability(admin: &mut PgConnection) {
    for statement in ["ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off"] {
        run(admin, statement.into()).await;
    }
    run(admin, "SELECT pg_reload_conf()".into()).await;
}

/// The template of this build of the test program. Those of other builds, and what killed tests left, go.
async fn prepare_template(
    cluster: &Cluster,
    admin: &mut PgConnection,
    fill: impl AsyncFnOnce(&Login),
) -> String {
    let built = std::fs::metadata(std::env::current_exe().unwrap()).unwrap().modified().unwrap();
    let template = format!("template_{}", built.duration_since(UNIX_EPOCH).unwrap().as_nanos());
    let known = list_databases(admin).await;
    if !known.contains(&template) {
        for stale in known {
            run(admin, format!("DROP DATABASE {stale} WITH (FORCE)")).await;
        }
        copy(admin, &cluster.owner(), &cluster.owner().database, "unfinished").await;
        fill(&Login { database: "unfinished".into(), ..cluster.owner() }).await;
        run(admin, format!("ALTER DATABASE unfinished RENAME TO {template}")).await;
    }
    template
}

/// Every database that tests made here.
async fn list_databases(admin: &mut PgConnection) -> Vec<String> {
    sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE datname ~ '^(test|template|shared)_'")
        .fetch_all(admin)
        .await
        .unwrap()
}

async fn copy(admin: &mut PgConnection, owner: &Login, from: &str, to: &str) {
    run(admin, format!("DROP DATABASE IF EXISTS {to}")).await;
    run(admin, format!("CREATE DATABASE {to} TEMPLATE {from} OWNER {}", owner.user)).await;
}

async fn connect_admin(cluster: &Cluster) -> PgConnection {
    let login = Login { database: "postgres".into(), ..cluster.superuser() };
    PgConnection::connect_with(&login.connect_options()).await.unwrap()
}

async fn run(admin: &mut PgConnection, statement: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(admin).await.unwrap();
}

fn lock(path: &Path) -> File {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).unwrap();
    file.lock().unwrap();
    file
}
