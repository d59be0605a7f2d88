//! The running program: its configuration, database, embedders and caches.

use crate::accounts::account::Account;
use crate::accounts::state::AccountState;
use crate::assist::quality::checks::Checks;
use crate::backup::before_migration::back_up_before_migration;
use crate::backup::folder_look::FolderLooks;
use crate::backup::restore::swap::{finish_exchange_in_use, finish_interrupted_exchange};
use crate::bench::sets::cached_set::CachedSet;
use crate::bench::sets::cached_set::new_set_cache;
use crate::chat::danger::DangerVectors;
use crate::chat::looks::RecordedLooks;
use crate::chat::{KeptModels, RunningTurns};
use crate::config::{Config, Settings};
use crate::embedding::Embedders;
use crate::error::{AppError, Code};
use crate::export::tasks::ExportRegistry;
use crate::files::contents::Contents;
use crate::files::transfer::Transfers;
use crate::import::tasks::ImportRegistry;
use crate::inspect::fetched::FetchedPool;
use crate::inspect::fetched::new_pool_cache;
use crate::personal::memory::known::KnownItemsCache;
use crate::personal::vault::VaultSessions;
use crate::query_log::queue::QueryLog;
use crate::runtime::blocking::run_blocking;
use crate::runtime::phase::Phase;
use crate::runtime::shared_read::SharedRead;
use crate::runtime::tasks::TaskRegistry;
use crate::runtime::ttl_cache::{TtlMap, TtlValue};
use crate::system::reading::StatusReading;
use crate::telemetry::counters::Counters;
use crate::telemetry::last_readings::LastReadings;
use celeiro_domain::catalog::Facets;
use celeiro_domain::insight::Surface;
use celeiro_domain::rank::{Field, Profile, shipped_profiles};
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};
use celeiro_llm::OriginKey;
use celeiro_store::cluster::{Cluster, ClusterOptions, FolderUse};
use celeiro_store::{
    AttributeUse, Connection, ReplicaRead, Replicas, ServerUrl, Store, StoredProfile, WriteMark,
    find_primary_server,
};
use std::collections::HashMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Maximum time that closing waits for pending entries of the query log.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// The caller of an operation: language, name and origin of the request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Language of responses.
    pub lang: Lang,
    /// Name of the caller in the history.
    pub actor: String,
    /// Interface that the request came through, for the query log. The program's own requests have none
    /// and leave no entry.
    pub surface: Option<Surface>,
    /// Network of a remote caller, for limits per network; `None` on this machine.
    pub network: Option<IpAddr>,
    /// Browser and system of a person who signs in over HTTP; `None` if unknown, and for other interfaces.
    pub device: Option<String>,
    /// The account that the caller is signed in with. `None` for a person on this machine and for a client
    /// with the configured token: both have every access.
    pub account: Option<Account>,
}

impl Caller {
    /// A person on this machine.
    pub fn local(lang: Lang) -> Self {
        Self { lang, actor: "local".into(), surface: None, network: None, device: None, account: None }
    }

    /// Changes the interface of the caller to `surface`.
    pub fn at(self, surface: Surface) -> Self {
        Self { surface: Some(surface), ..self }
    }
}

/// Statistics of one corpus that ranking needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Statistics {
    /// Number of records when the statistics were last taken.
    pub rows: u32,
    /// Mean number of words by field.
    pub mean_lengths: HashMap<Field, f64>,
}

/// The running program. Clones share its state.
#[derive(Clone)]
pub struct App {
    pub(crate) inner: Arc<Inner>,
    /// The replica that this clone searches; `None` reads from the primary.
    replica: Option<ReplicaRead>,
}

pub(crate) struct Inner {
    pub settings: Arc<Settings>,
    pub store: Store,
    /// The replicas of a team's database; `None` without replicas.
    pub replicas: Option<Arc<Replicas>>,
    /// The managed database; `None` with a team's server and after [`App::close`].
    pub cluster: Mutex<Option<Cluster>>,
    /// Registration as a user of the data folder, until [`App::close`]; only with a team's server.
    pub folder_use: Mutex<Option<FolderUse>>,
    pub embedders: Embedders,
    /// Vectors of the danger classifier.
    pub danger: DangerVectors,
    pub profiles: TtlValue<Vec<StoredProfile>>,
    pub synonyms: TtlValue<SynonymIndex>,
    /// Indexed by [`Kind`].
    pub statistics: [TtlValue<Statistics>; 2],
    pub facets: TtlValue<Facets>,
    pub columns: TtlValue<Vec<AttributeUse>>,
    pub status: SharedRead<StatusReading>,
    /// Scans of the backup folder for requests.
    pub backup_looks: FolderLooks,
    /// Scans of the backup folder for daily backups, which do not queue behind requests.
    pub daily_backup_looks: FolderLooks,
    pub turns: RunningTurns,
    /// Reads of other people's conversations by administrators.
    pub looks: RecordedLooks,
    pub models: KeptModels,
    /// Candidates of recent searches, because every move of a slider reranks them.
    pub pools: TtlMap<FetchedPool>,
    /// Query sets with the candidates of their queries.
    pub set_pools: TtlMap<CachedSet>,
    /// Running measurements and bulk edits.
    pub measuring: TaskRegistry,
    /// Results of checks of suggestion quality.
    pub checks: Checks,
    pub query_log: QueryLog,
    pub transfers: Arc<Transfers>,
    pub imports: ImportRegistry,
    pub exports: ExportRegistry,
    pub vault: VaultSessions,
    /// Items of memory with their words and vectors, cached for searches.
    pub known_items: KnownItemsCache,
    /// State of sign-ins: failed attempts, recent credentials.
    pub accounts: AccountState,
    /// Counts and durations for monitoring systems.
    pub counters: Counters,
    /// Last values of the gauges for monitoring systems.
    pub readings: LastReadings,
}

impl App {
    /// Starts the managed database unless the configuration names another server, connects, migrates the
    /// schema and seeds the defaults.
    ///
    /// # Errors
    /// An error with its own code for each step that can fail: database start, connection, migration,
    /// embedder.
    pub async fn open(config: Config, phase: impl Fn(Phase)) -> Result<Self, AppError> {
        Self::open_until(config, phase, &CancellationToken::new()).await
    }

    /// [`App::open`] with cancellation by `stop`. Once the managed database runs, `stop` ends the wait for
    /// another program's migration, the backup before a migration, and the migration itself, which
    /// PostgreSQL then rolls back; the database is closed again. Before that point, dropping the future
    /// cancels the start.
    ///
    /// # Errors
    /// Those of [`App::open`], and `cancelled`.
    pub async fn open_until(
        config: Config,
        phase: impl Fn(Phase),
        stop: &CancellationToken,
    ) -> Result<Self, AppError> {
        phase(Phase::OpeningDatabase);
        // Reading the key store and starting the database both take time, so they run in parallel.
        let settings = tokio::task::spawn_blocking({
            let config = config.clone();
            move || Arc::new(Settings::open(config))
        });
        let OpenDatabase { connection, cluster, folder_use } = open_database(&config).await?;
        phase(Phase::Migrating);
        let back_up = |pending| back_up_before_migration(&config, &connection, pending);
        let opening = Store::open_prepared(&connection, connection.migration_patience(), back_up);
        let opened = tokio::select! {
            opened = opening => Some(opened?),
            () = stop.cancelled() => None,
        };
        let Some(store) = opened else {
            if let Some(cluster) = cluster {
                cluster.close().await?;
            }
            return Err(AppError::new(Code::Cancelled));
        };
        seed_database(&store).await?;
        let settings = settings.await.map_err(AppError::internal)?;
        let embedders = Embedders::new(&config, settings.keys())?;
        embedders.log_choice();
        let counters = Counters::default();
        counters.observe_calls(&store);
        let replicas = watch_replicas(&config, &connection, &store)?;
        let app = Self {
            replica: None,
            inner: Arc::new(Inner {
                settings,
                store,
                replicas,
                cluster: Mutex::new(cluster),
                folder_use: Mutex::new(folder_use),
                danger: DangerVectors::new(&config, embedders.wanted_embedder()),
                embedders,
                profiles: TtlValue::for_seconds(2),
                synonyms: TtlValue::for_seconds(2),
                statistics: [TtlValue::for_seconds(2), TtlValue::for_seconds(2)],
                facets: TtlValue::for_seconds(30),
                columns: TtlValue::for_seconds(30),
                status: SharedRead::default(),
                backup_looks: FolderLooks::default(),
                daily_backup_looks: FolderLooks::default(),
                turns: RunningTurns::default(),
                looks: RecordedLooks::default(),
                models: KeptModels::default(),
                pools: new_pool_cache(),
                set_pools: new_set_cache(),
                measuring: TaskRegistry::default(),
                checks: Checks::default(),
                query_log: QueryLog::default(),
                transfers: open_transfers(&config),
                imports: ImportRegistry::default(),
                exports: ExportRegistry::default(),
                vault: VaultSessions::default(),
                known_items: KnownItemsCache::default(),
                accounts: AccountState::default(),
                counters,
                readings: LastReadings::default(),
            }),
        };
        phase(Phase::Ready);
        Ok(app)
    }

    /// Closes the connections. Stops the managed database if no other program uses it.
    ///
    /// # Errors
    /// The error of the database server if it does not stop.
    pub async fn close(&self) -> Result<(), AppError> {
        self.inner.query_log.wait_until_stored(LOG_PATIENCE).await;
        if let Some(replicas) = self.replicas() {
            replicas.close().await;
        }
        self.inner.store.close().await;
        if let Some(cluster) = self.inner.cluster.lock().await.take() {
            cluster.close().await?;
        }
        self.inner.folder_use.lock().await.take();
        Ok(())
    }

    /// The configuration in force. It may change between two calls, so an operation reads it once.
    pub fn config(&self) -> Arc<Config> {
        self.inner.settings.config()
    }

    /// The settings, for changes.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.inner.settings
    }

    /// The key `name` (such as `OPENAI_API_KEY`), if the program has one and may send it to the address
    /// `base`.
    pub fn key_for(&self, name: &str, base: &str) -> Option<OriginKey> {
        self.inner.settings.key_for(name, base)
    }

    /// Address and credentials of the database, for connections outside the pool.
    ///
    /// # Errors
    /// `database_unreachable` after [`App::close`].
    pub(crate) async fn connection(&self) -> Result<Connection, AppError> {
        let managed = self
            .inner
            .cluster
            .lock()
            .await
            .as_ref()
            .map(|cluster| Connection::Managed(Box::new(cluster.logins())));
        let primary = || self.replicas().and_then(|replicas| replicas.primary_connection());
        let of_server = || self.settings().config_at_start().text("DATABASE_URL").map(str::to_owned);
        managed
            .or_else(primary)
            .or_else(|| of_server().map(|url| Connection::Server(ServerUrl(url))))
            .ok_or_else(|| AppError::new(Code::DatabaseUnreachable))
    }

    /// Whether the database is a team's server, to which other programs may write.
    pub(crate) fn has_team_database(&self) -> bool {
        self.settings().config_at_start().text("DATABASE_URL").is_some()
    }

    /// Contents of attached files in the data folder; [`crate::files::shared`] also finds those of other
    /// servers.
    pub(crate) fn contents(&self) -> Contents {
        Contents::new(self.config().data_dir())
    }

    /// Uploads and downloads in progress.
    pub fn transfers(&self) -> &Arc<Transfers> {
        &self.inner.transfers
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The servers that may answer searches; `None` if the database has no replicas.
    pub fn replicas(&self) -> Option<&Arc<Replicas>> {
        self.inner.replicas.as_ref()
    }

    /// The store for searches: the replica chosen for this clone, or else the primary.
    pub(crate) fn search_store(&self) -> &Store {
        self.replica.as_ref().map_or_else(|| self.store(), ReplicaRead::store)
    }

    /// A clone for one search of `caller`. It reads from a replica if one has replayed every write of
    /// `caller`.
    pub(crate) async fn for_search(&self, caller: &Caller) -> Self {
        let replica = match self.replicas() {
            Some(replicas) => replicas.choose(&caller.actor).await,
            None => None,
        };
        Self { inner: self.inner.clone(), replica }
    }

    /// A clone that searches the primary; `None` unless a call of this clone failed at its replica.
    pub(crate) fn without_failed_replica(&self) -> Option<Self> {
        let has_failed = self.replica.as_ref().is_some_and(ReplicaRead::has_failed);
        has_failed.then(|| Self { inner: self.inner.clone(), replica: None })
    }

    /// Marks the end of an operation of `caller`, so that later searches of `caller` include its writes.
    /// `spoiled` names the data that the operation changes; `None` if it changes none.
    pub(crate) fn mark_write(&self, caller: &Caller, spoiled: &[&str]) -> Option<WriteMark> {
        let replicas = self.replicas().filter(|_| !spoiled.is_empty())?;
        Some(replicas.mark_write(&caller.actor))
    }

    /// Restarts the managed database if its server died. Long-running hosts call this with back-off.
    ///
    /// # Errors
    /// The error of the database server if it does not start.
    pub async fn revive_database(&self) -> Result<(), AppError> {
        match self.inner.cluster.lock().await.as_ref() {
            Some(cluster) => {
                cluster.ensure_running().await?;
                Ok(self.store().follow(&Connection::Managed(Box::new(cluster.logins())))?)
            }
            None => Ok(()),
        }
    }

    /// Row count and mean field lengths of one corpus, cached for two seconds.
    pub(crate) async fn statistics(&self, kind: Kind) -> Result<Arc<Statistics>, AppError> {
        let store = self.store();
        self.inner.statistics[kind as usize]
            .get(async || {
                let (rows, mean_lengths) = store.statistics(kind).await?;
                Ok(Statistics { rows, mean_lengths })
            })
            .await
    }

    /// All synonym groups as an index, cached for two seconds.
    pub(crate) async fn synonyms(&self) -> Result<Arc<SynonymIndex>, AppError> {
        let store = self.store();
        let load = async || {
            let stored = store.synonym_groups().await?;
            Ok(SynonymIndex::new(stored.iter().map(|stored| &stored.group)))
        };
        self.inner.synonyms.get(load).await
    }

    /// All ranking profiles, cached for two seconds.
    pub(crate) async fn profiles(&self) -> Result<Arc<Vec<StoredProfile>>, AppError> {
        let store = self.store();
        self.inner.profiles.get(async || Ok(store.profiles().await?)).await
    }

    /// Clears the cached values of records, after a change of many records.
    pub(crate) fn forget_values(&self) {
        // The change may run in the background, so searches of all callers must include it.
        if let Some(replicas) = self.replicas() {
            replicas.mark_write_for_all();
        }
        self.inner.facets.forget();
        self.inner.columns.forget();
    }

    /// Clears all caches that depend on the database, after a change of its content.
    pub(crate) fn forget(&self) {
        self.inner.accounts.used.forget();
        self.inner.profiles.forget();
        self.inner.synonyms.forget();
        self.inner.statistics.iter().for_each(TtlValue::forget);
        self.forget_values();
        self.inner.embedders.forget();
        self.inner.known_items.forget();
        self.inner.pools.forget();
        self.inner.set_pools.forget();
    }
}

/// A connection to a database whose schema may be out of date.
struct OpenDatabase {
    connection: Connection,
    cluster: Option<Cluster>,
    folder_use: Option<FolderUse>,
}

/// Starts the managed database, unless the configuration names another server.
async fn open_database(config: &Config) -> Result<OpenDatabase, AppError> {
    let folder = config.data_dir().to_path_buf();
    if let Some(url) = config.text("DATABASE_URL") {
        let folder_use = run_blocking(move || join_folder(&folder)).await?;
        let url = ServerUrl(url.to_owned());
        let replicas = config.replica_urls();
        let primary = match replicas.is_empty() {
            true => url,
            false => find_primary_server(&url, &replicas).await?,
        };
        let connection = Connection::Server(primary);
        return Ok(OpenDatabase { connection, cluster: None, folder_use });
    }
    let mut options = ClusterOptions::new(&folder);
    options.postgres_dir = config.text("CELEIRO_POSTGRES_DIR").map(PathBuf::from);
    let of = options.clone();
    run_blocking(move || finish_interrupted_exchange(&of)).await?;
    let cluster = Cluster::open(&options).await?;
    run_blocking(move || finish_exchange_in_use(&folder)).await?;
    let connection = Connection::Managed(Box::new(cluster.logins()));
    Ok(OpenDatabase { connection, cluster: Some(cluster), folder_use: None })
}

/// Starts watching the servers of `DATABASE_URL` and `DATABASE_REPLICA_URLS`. `store` is open at one of
/// them.
fn watch_replicas(
    config: &Config,
    opened: &Connection,
    store: &Store,
) -> Result<Option<Arc<Replicas>>, AppError> {
    let urls = config.replica_urls();
    let (Some(url), Connection::Server(opened)) = (config.text("DATABASE_URL"), opened) else {
        return Ok(None);
    };
    if urls.is_empty() {
        return Ok(None);
    }
    Ok(Some(Replicas::watch(&ServerUrl(url.to_owned()), &urls, opened, store.clone())?))
}

/// Registers as a user of a data folder whose database is elsewhere. A file system without locks is no
/// error: the folder is used without a registration.
fn join_folder(data_dir: &Path) -> Result<Option<FolderUse>, AppError> {
    match FolderUse::join(data_dir) {
        Ok(Some(joined)) => Ok(Some(joined)),
        Ok(None) => Err(AppError::new(Code::FolderInUse).with("folder", data_dir.display())),
        Err(error) => {
            tracing::warn!(%error, "the use of the data folder is not noted");
            Ok(None)
        }
    }
}

/// Opens the transfers. A background task deletes the files of dead processes.
fn open_transfers(config: &Config) -> Arc<Transfers> {
    let transfers = Arc::new(Transfers::new(config.data_dir()));
    let clearing = transfers.clone();
    tokio::task::spawn_blocking(move || clearing.clear_dead());
    transfers
}

/// Stores the profiles of this version, and the default synonyms in a new database.
async fn seed_database(store: &Store) -> Result<(), AppError> {
    let profiles: Vec<Profile> = shipped_profiles();
    store.seed_profiles(&profiles).await?;
    let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED)?;
    Ok(store.seed_synonyms(&groups).await?)
}
