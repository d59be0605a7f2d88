//! A running program with a database of its own, and a way to ask that database directly.

use celeiro_app::App;
use celeiro_app::config::Config;
use celeiro_store::cluster::Login;
use celeiro_store::{Origin, Store, Write};
use celeiro_tests::databases::{TestDatabase, to_url};
use sqlx::postgres::{PgPool, PgPoolOptions};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;
use uuid::Uuid;

/// A program, and the tests' own connections to its database.
pub struct World {
    pub app: App,
    pub pool: PgPool,
    database: TestDatabase,
    _dir: TempDir,
}

impl World {
    /// A program with nothing in its database, with the fitted model and else no setting but the defaults.
    pub async fn new() -> Self {
        Self::with(&[("CELEIRO_MODEL_DIR", "none")]).await
    }

    /// The same with these settings.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let fill = async |login: &Login| {
            let template = tempfile::tempdir().unwrap();
            open(template.path(), &to_url(login), &[]).await.close().await.unwrap();
        };
        let database = TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "all", fill).await;
        let app = open(dir.path(), &database.url(), settings).await;
        let options = database.login.connect_options();
        let pool = PgPoolOptions::new().max_connections(2).connect_with(options).await.unwrap();
        Self { app, pool, database, _dir: dir }
    }

    /// The program's own way to the database.
    pub fn store(&self) -> &Store {
        self.app.store()
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.pool.close().await;
        self.app.close().await.unwrap();
        self.database.remove().await;
    }
}

async fn open(folder: &Path, database: &str, settings: &[(&str, &str)]) -> App {
    let place = [("CELEIRO_DATA_DIR", folder.to_str().unwrap()), ("DATABASE_URL", database)];
    let given: BTreeMap<String, String> =
        place.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    App::open(Config::load(&given, |_| None).unwrap(), |_| {}).await.unwrap()
}

/// A write of its own.
pub fn write() -> Write {
    Write { operation_id: Uuid::new_v4(), actor: "tests".into(), origin: Origin::Import }
}
