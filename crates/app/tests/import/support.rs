//! What the tests share: a database, and imports into it.

use crate::databases::TestDatabase;
use celeiro_app::import::{
    ImportError, ImportProgress, ImportReport, ImportRequest, Refusal, import_file,
    sandbox::use_parser_program,
};
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::catalog::{FieldErrorCode, Item};
use celeiro_domain::search::Kind;
use celeiro_store::cluster::{Binaries, Cluster, ClusterOptions, Login, ManagedLogins};
use celeiro_store::{Connection, ListQuery, Store};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A database of one test, and a folder for its files.
pub struct World {
    pub store: Store,
    pub dir: TempDir,
    server: Server,
}

/// Where the database of a test is.
enum Server {
    Shared(TestDatabase),
    Own(Cluster),
}

impl World {
    /// An empty database.
    pub async fn new() -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
        let fill = async |login: &Login| {
            let owner = ManagedLogins::of_one_role(login.clone());
            Store::open(&Connection::Managed(Box::new(owner))).await.unwrap().close().await;
        };
        let database = TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "import", fill).await;
        let store = Store::open(&Connection::Managed(Box::new(database.logins()))).await.unwrap();
        Self { store, dir: tempfile::tempdir().unwrap(), server: Server::Shared(database) }
    }

    /// An empty database on a server of its own, which a test may kill, or open from another process.
    pub async fn own() -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
        let dir = tempfile::tempdir().unwrap();
        let (cluster, store) = open(dir.path()).await;
        Self { store, dir, server: Server::Own(cluster) }
    }

    /// The server of its own.
    pub fn cluster(&self) -> &Cluster {
        match &self.server {
            Server::Own(cluster) => cluster,
            Server::Shared(_) => panic!("other tests use this server"),
        }
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.store.close().await;
        match self.server {
            Server::Shared(database) => database.remove().await,
            Server::Own(cluster) => cluster.close().await.unwrap(),
        }
    }

    /// Imports `bytes` for real.
    pub async fn import(&self, kind: Kind, bytes: impl Into<Vec<u8>>) -> Result<ImportReport, ImportError> {
        self.run(ImportRequest::of_bytes(kind, bytes.into(), "file", "test")).await
    }

    /// Imports items that must be readable.
    pub async fn items(&self, bytes: impl Into<Vec<u8>>) -> ImportReport {
        self.import(Kind::Items, bytes).await.unwrap()
    }

    /// Why a file of items is refused.
    pub async fn refusal(&self, bytes: impl Into<Vec<u8>>) -> Refusal {
        match self.import(Kind::Items, bytes).await {
            Err(ImportError::Refused { reason, .. }) => reason,
            other => panic!("not refused: {other:?}"),
        }
    }

    /// Runs a request to its end.
    pub async fn run(&self, request: ImportRequest) -> Result<ImportReport, ImportError> {
        self.run_with(request, |_| {}, &CancellationToken::new()).await
    }

    /// Runs a request, watched.
    pub async fn run_with(
        &self,
        request: ImportRequest,
        progress: impl Fn(ImportProgress) + Send + Sync,
        cancel: &CancellationToken,
    ) -> Result<ImportReport, ImportError> {
        import_file(&self.store, request, progress, cancel).await
    }

    /// How many items there are.
    pub async fn count(&self) -> i64 {
        let query = ListQuery { limit: 1, ..ListQuery::default() };
        let begun = std::time::Instant::now();
        loop {
            match self.store.list_items(&query).await {
                // A database that was killed starts again, and callers are told after two seconds that it is away.
                Err(error) if error.is_transient() && begun.elapsed().as_secs() < 60 => {
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
                listed => return listed.unwrap().total,
            }
        }
    }

    /// The item with this external id.
    pub async fn item(&self, external_id: &str) -> Item {
        let all = self.all_items().await;
        all.into_iter().find(|i| i.external_id.as_deref() == Some(external_id)).unwrap()
    }

    /// The only item of this name.
    pub async fn find_named(&self, name: &str) -> Item {
        let mut found: Vec<Item> = self.all_items().await.into_iter().filter(|i| i.name == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        found.remove(0)
    }

    /// Every item (of a small catalog), the newest first.
    pub async fn all_items(&self) -> Vec<Item> {
        self.store.list_items(&ListQuery { limit: 10_000, ..ListQuery::default() }).await.unwrap().rows
    }

    /// Every FAQ.
    pub async fn all_faqs(&self) -> Vec<Faq> {
        self.store.list_faqs(&ListQuery { limit: 10_000, ..ListQuery::default() }).await.unwrap().rows
    }
}

/// The cluster of a data folder and a store on it.
pub async fn open(data_dir: &Path) -> (Cluster, Store) {
    if Binaries::locate(None).is_err() {
        panic!("these tests need a PostgreSQL tree: run `cargo xtask postgres` first");
    }
    let options = ClusterOptions {
        patience: Duration::from_secs(60),
        shared_buffers_mb: Some(32),
        ..ClusterOptions::new(data_dir)
    };
    let cluster = Cluster::open(&options).await.unwrap();
    let store = Store::open(&Connection::Managed(Box::new(cluster.logins()))).await.unwrap();
    (cluster, store)
}

/// Counts of a report: created, updated, unchanged, rejected.
pub fn counts(report: &ImportReport) -> [u32; 4] {
    [report.created, report.updated, report.unchanged, report.rejected]
}

/// Errors of a report: row, column, code.
pub fn cells(report: &ImportReport) -> Vec<(u32, &str, FieldErrorCode)> {
    report.errors.iter().map(|e| (e.row, e.column.as_str(), e.code)).collect()
}
