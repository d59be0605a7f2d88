//! A running program with a database of its own, and a way to ask that database directly.

use celeiro_app::App;
use celeiro_app::config::Config;
use celeiro_store::cluster::{Binaries, Cluster, ClusterOptions};
use celeiro_store::{Origin, Store, Write};
use celeiro_tests::template::{Templates, copy};
use sqlx::postgres::{PgPool, PgPoolOptions};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use uuid::Uuid;

/// A program, and the tests' own connections to its database.
pub struct World {
    pub app: App,
    pub pool: PgPool,
    cluster: Cluster,
    _dir: TempDir,
}

impl World {
    /// A program with nothing in its database, and with no setting but the defaults.
    pub async fn new() -> Self {
        if Binaries::locate(None).is_err() {
            panic!("these tests need a PostgreSQL tree: run `cargo xtask postgres` first");
        }
        let dir = tempfile::tempdir().unwrap();
        copy(&template().await, dir.path());
        let app = open(dir.path()).await;
        // A second user of the same cluster, as a command beside a window is.
        let cluster = Cluster::open(&ClusterOptions::new(dir.path())).await.unwrap();
        let pool = PgPoolOptions::new()
            .max_connections(2)
            .connect_with(cluster.owner().connect_options())
            .await
            .unwrap();
        Self { app, pool, cluster, _dir: dir }
    }

    /// The program's own way to the database.
    pub fn store(&self) -> &Store {
        self.app.store()
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.pool.close().await;
        self.app.close().await.unwrap();
        self.cluster.close().await.unwrap();
    }
}

async fn open(folder: &Path) -> App {
    let place = BTreeMap::from([("CELEIRO_DATA_DIR".to_owned(), folder.display().to_string())]);
    App::open(Config::load(&place, |_| None).unwrap(), |_| {}).await.unwrap()
}

/// A data folder as a program leaves it that was started once.
async fn template() -> PathBuf {
    let fill = async |template: &Path| open(template).await.close().await.unwrap();
    Templates { folder: env!("CARGO_TARGET_TMPDIR") }.get("all-template", fill).await
}

/// A write of its own.
pub fn write() -> Write {
    Write { operation_id: Uuid::new_v4(), actor: "tests".into(), origin: Origin::Import }
}
