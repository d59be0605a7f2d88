//! The running program: its configuration, its database, its embedders and its short memories.

use crate::assist::quality::checks::Checks;
use crate::bench::sets::cached_set::CachedSet;
use crate::bench::sets::cached_set::new_set_cache;
use crate::chat::{KeptModels, RunningTurns};
use crate::config::{Config, Settings};
use crate::embedding::Embedders;
use crate::error::AppError;
use crate::export::tasks::ExportRegistry;
use crate::files::transfer::Transfers;
use crate::import::tasks::ImportRegistry;
use crate::inspect::fetched::FetchedPool;
use crate::inspect::fetched::new_pool_cache;
use crate::query_log::queue::QueryLog;
use crate::runtime::phase::Phase;
use crate::runtime::shared_read::SharedRead;
use crate::runtime::tasks::TaskRegistry;
use crate::runtime::ttl_cache::{TtlMap, TtlValue};
use crate::system::reading::Reading;
use celeiro_domain::catalog::Facets;
use celeiro_domain::insight::Surface;
use celeiro_domain::rank::{Field, Profile, shipped_profiles};
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};
use celeiro_llm::OriginKey;
use celeiro_store::cluster::{Cluster, ClusterOptions};
use celeiro_store::{AttributeUse, Connection, ServerUrl, Store, StoredProfile};
use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long closing waits for entries of the query log.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// The caller of an operation.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The language of answers.
    pub lang: Lang,
    /// The caller's name, for the history.
    pub actor: String,
    /// Through what, for the query log; what the program asks for itself has none and leaves no entry.
    pub surface: Option<Surface>,
    /// The network of another machine that asks, for what each network has a share of; none on this machine.
    pub network: Option<IpAddr>,
}

impl Caller {
    /// A person on this machine.
    pub fn local(lang: Lang) -> Self {
        Self { lang, actor: "local".into(), surface: None, network: None }
    }

    /// The same through `surface`.
    pub fn at(self, surface: Surface) -> Self {
        Self { surface: Some(surface), ..self }
    }
}

/// What ranking needs to know of one corpus.
#[derive(Debug, Clone, Default)]
pub(crate) struct Statistics {
    pub rows: u32,
    pub mean_lengths: HashMap<Field, f64>,
}

/// The running program. Clones share it.
#[derive(Clone)]
pub struct App {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub settings: Arc<Settings>,
    pub store: Store,
    pub cluster: Mutex<Option<Cluster>>,
    pub embedders: Embedders,
    pub profiles: TtlValue<Vec<StoredProfile>>,
    pub synonyms: TtlValue<SynonymIndex>,
    pub statistics: [TtlValue<Statistics>; 2],
    pub facets: TtlValue<Facets>,
    pub columns: TtlValue<Vec<AttributeUse>>,
    pub status: SharedRead<Reading>,
    pub turns: RunningTurns,
    pub models: KeptModels,
    pub pools: TtlMap<FetchedPool>,
    pub set_pools: TtlMap<CachedSet>,
    pub measuring: TaskRegistry,
    pub checks: Checks,
    pub query_log: QueryLog,
    pub transfers: Arc<Transfers>,
    pub imports: ImportRegistry,
    pub exports: ExportRegistry,
}

impl App {
    /// Starts the database where it is ours, connects, migrates, seeds.
    ///
    /// # Errors
    /// Whatever keeps it from starting, each with its own code.
    pub async fn open(config: Config, phase: impl Fn(Phase)) -> Result<Self, AppError> {
        phase(Phase::OpeningDatabase);
        // The key store may take its time; the database does too.
        let settings = tokio::task::spawn_blocking({
            let config = config.clone();
            move || Arc::new(Settings::open(config))
        });
        let (cluster, connection) = match config.text("DATABASE_URL") {
            Some(url) => (None, Connection::Server(ServerUrl(url.to_owned()))),
            None => {
                let mut options = ClusterOptions::new(config.data_dir());
                options.postgres_dir = config.text("CELEIRO_POSTGRES_DIR").map(PathBuf::from);
                let cluster = Cluster::open(&options).await?;
                let connection = Connection::Managed(cluster.owner());
                (Some(cluster), connection)
            }
        };
        phase(Phase::Migrating);
        let store = Store::open(&connection).await?;
        seed(&store).await?;
        let settings = settings.await.map_err(AppError::internal)?;
        let embedders = Embedders::new(&config, settings.keys())?;
        embedders.log_choice();
        let app = Self {
            inner: Arc::new(Inner {
                settings,
                store,
                cluster: Mutex::new(cluster),
                embedders,
                profiles: TtlValue::for_seconds(2),
                synonyms: TtlValue::for_seconds(2),
                statistics: [TtlValue::for_seconds(2), TtlValue::for_seconds(2)],
                facets: TtlValue::for_seconds(30),
                columns: TtlValue::for_seconds(30),
                status: SharedRead::default(),
                turns: RunningTurns::default(),
                models: KeptModels::default(),
                pools: new_pool_cache(),
                set_pools: new_set_cache(),
                measuring: TaskRegistry::default(),
                checks: Checks::default(),
                query_log: QueryLog::default(),
                transfers: transfers(&config),
                imports: ImportRegistry::default(),
                exports: ExportRegistry::default(),
            }),
        };
        phase(Phase::Ready);
        Ok(app)
    }

    /// Closes the connections and, where this program is the last user of its own database, stops
    /// it.
    ///
    /// # Errors
    /// Where the database does not stop.
    pub async fn close(&self) -> Result<(), AppError> {
        self.inner.query_log.wait_until_stored(LOG_PATIENCE).await;
        self.inner.store.close().await;
        if let Some(cluster) = self.inner.cluster.lock().await.take() {
            cluster.close().await?;
        }
        Ok(())
    }

    /// The configuration in force. It may change between two calls: an operation reads it once.
    pub fn config(&self) -> Arc<Config> {
        self.inner.settings.config()
    }

    /// The settings, to be changed.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.inner.settings
    }

    /// The key `name` (such as `OPENAI_API_KEY`), if there is one that may be sent to the address
    /// `base`.
    pub fn key_for(&self, name: &str, base: &str) -> Option<OriginKey> {
        self.inner.settings.key_for(name, base)
    }

    /// Files on their way in and out.
    pub fn transfers(&self) -> &Arc<Transfers> {
        &self.inner.transfers
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Starts the program's own database again where it died. Called with back-off by hosts that
    /// run for long.
    ///
    /// # Errors
    /// Where it does not start.
    pub async fn revive_database(&self) -> Result<(), AppError> {
        match self.inner.cluster.lock().await.as_ref() {
            Some(cluster) => {
                cluster.ensure_running().await?;
                Ok(self.store().follow(&Connection::Managed(cluster.owner()))?)
            }
            None => Ok(()),
        }
    }

    pub(crate) async fn statistics(&self, kind: Kind) -> Result<Arc<Statistics>, AppError> {
        let store = self.store();
        self.inner.statistics[kind as usize]
            .get(async || {
                let (rows, mean_lengths) = store.statistics(kind).await?;
                Ok(Statistics { rows, mean_lengths })
            })
            .await
    }

    pub(crate) async fn synonyms(&self) -> Result<Arc<SynonymIndex>, AppError> {
        let store = self.store();
        let load = async || {
            let stored = store.synonym_groups().await?;
            Ok(SynonymIndex::new(stored.iter().map(|stored| &stored.group)))
        };
        self.inner.synonyms.get(load).await
    }

    pub(crate) async fn profiles(&self) -> Result<Arc<Vec<StoredProfile>>, AppError> {
        let store = self.store();
        self.inner.profiles.get(async || Ok(store.profiles().await?)).await
    }

    /// Forgets which values records have, after a change of many.
    pub(crate) fn forget_values(&self) {
        self.inner.facets.forget();
        self.inner.columns.forget();
    }

    /// Forgets what was read a moment ago, after a change of it.
    pub(crate) fn forget(&self) {
        self.inner.profiles.forget();
        self.inner.synonyms.forget();
        self.inner.statistics.iter().for_each(TtlValue::forget);
        self.forget_values();
        self.inner.embedders.forget();
        self.inner.pools.forget();
        self.inner.set_pools.forget();
    }
}

/// The files on their way; what dead programs left behind goes meanwhile.
fn transfers(config: &Config) -> Arc<Transfers> {
    let transfers = Arc::new(Transfers::new(config.data_dir()));
    let clearing = transfers.clone();
    tokio::task::spawn_blocking(move || clearing.clear_dead());
    transfers
}

/// Profiles of this version, and the synonyms of a new database.
async fn seed(store: &Store) -> Result<(), AppError> {
    let profiles: Vec<Profile> = shipped_profiles();
    store.seed_profiles(&profiles).await?;
    let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED)?;
    Ok(store.seed_synonyms(&groups).await?)
}
