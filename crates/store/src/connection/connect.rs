//! The connection pools and the client's own deadlines.

use crate::StoreError;
use crate::cluster::{ManagedLogins, StoppedProcesses, find_stopped};
use crate::connection::backends::Backends;
use crate::connection::call_times::{CallKind, CallTimes};
use crate::connection::large_writes::{for_many, pool_of_many};
use crate::connection::pools::{pool_of_upkeep, pool_options};
use crate::connection::requirements::check_server;
use crate::connection::schema::{PendingMigration, migrate_schema};
use crate::connection::search_settings::{EFFORT, NEAR, SHORT_WALK};
use crate::connection::server_switch::ServerSwitch;
use crate::connection::waiting::call_fault::CallFault;
use crate::connection::waiting::deadline::await_within_patience;
use crate::connection::waiting::pulse::{BETWEEN_LOOKS, Pulse};
use crate::search::digest::columns::ColumnCache;
use crate::search::digest::listed_values::FacetCache;
use crate::sheet::grid_counts::GridCountCache;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};
use std::future::Future;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Deadline of an ordinary call. After it the client gives up and returns [`StoreError::Stuck`].
const DEADLINE: Duration = Duration::from_secs(30);
/// Time limit of one statement, and of a call that changes a hundred thousand records.
pub const STATEMENT_LIMIT: Duration = Duration::from_secs(600);
/// `lock_timeout` of reads, in PostgreSQL's notation. It is short, so that reads of a locked table do not
/// use up the pool, and operations of several statements fail before their own deadline.
const LOCK_PATIENCE: &str = "300ms";
/// `lock_timeout` of a person's write. PostgreSQL applies it once to the place in the lock queue and once
/// to the row itself, so the second writer in the queue can wait twice as long.
const WRITE_LOCK_PATIENCE: &str = "4s";
/// Age at which a connection is replaced. The pool hands connections out in turn, so the calls of an idle
/// program would keep all of them alive for ever, at 45 to 70 MB of server memory each.
const LIFETIME: Duration = Duration::from_secs(300);
/// [`LIFETIME`] of search connections, which cache the plans of their statements.
const LIFETIME_OF_SEARCHES: Duration = Duration::from_secs(1_800);
/// Minimum time between two replacements in one pool. Connections that were opened together would otherwise
/// end together, and on a busy machine, where connecting is slow, every request would be refused.
const BETWEEN_ENDS: Duration = Duration::from_secs(10);
/// A connection used this recently counts as alive. A ping before each statement would add one round trip
/// to it.
const SURELY_ALIVE: Duration = Duration::from_secs(1);
/// How long a start waits for another program that migrates its own cluster. That program makes a backup
/// first, which takes hours for a large catalog on a slow disk. Migrations of a team's server make no
/// backup.
const MIGRATION_PATIENCE: Duration = Duration::from_secs(6 * 3_600);

/// Address of the database.
#[derive(Debug, Clone)]
pub enum Connection {
    /// The cluster that Celeiro runs, with the logins of its two roles.
    Managed(Box<ManagedLogins>),
    /// A team's server, with its address (`postgres://…`). `Debug` hides the address.
    Server(ServerUrl),
}

impl Connection {
    /// How long a connection waits in [`Store::open_prepared`] for another program's migration.
    pub fn migration_patience(&self) -> Duration {
        match self {
            Self::Managed(_) => MIGRATION_PATIENCE,
            Self::Server(_) => STATEMENT_LIMIT,
        }
    }
}

/// Role of a connection to Celeiro's own cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseRole {
    /// The owner of the tables: for migrations, upkeep, backups and restores.
    Owner,
    /// The role of all other statements.
    Worker,
}

/// A `DATABASE_URL`. `Debug` hides it, because it may hold a password.
#[derive(Clone)]
pub struct ServerUrl(pub String);

impl ServerUrl {
    /// Whether the text is the address of a PostgreSQL database.
    pub fn is_valid(&self) -> bool {
        PgConnectOptions::from_str(&self.0).is_ok()
    }
}

impl std::fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerUrl(…)")
    }
}

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pool: PgPool,
    /// For writes of people, which may wait for row locks. They have their own pool, so that waiting writes
    /// leave the connections of reads free.
    pub(crate) writing: PgPool,
    /// For the few statements of a search, which are always the same; their plans are cached.
    pub(crate) searching: PgPool,
    /// For bulk writes, each on a new connection.
    pub(crate) many: PgPool,
    /// For statements that only the owner of the tables may run; see [`Store::acquire_for_upkeep`].
    pub(crate) upkeep: PgPool,
    /// Shared by all clones.
    pub(crate) counted: Arc<GridCountCache>,
    /// Shared by all clones.
    pub(crate) digest_columns: Arc<ColumnCache>,
    /// Shared by all clones.
    pub(crate) facets: Arc<FacetCache>,
    /// Shared by all clones.
    pub(crate) pulse: Arc<Pulse>,
    /// Shared by all clones.
    pub(crate) calls: Arc<CallTimes>,
    /// Failure of this store's calls; only in a store that serves one search at a replica.
    pub(crate) fault: Option<Arc<CallFault>>,
    /// Notified of each call that the server did not answer. Shared by all clones.
    pub(crate) loss: Arc<Notify>,
    /// Shared by all clones.
    pub(crate) switch: ServerSwitch,
    /// The server's backend processes of these connections.
    pub(crate) backends: Backends,
    /// Data folder of the managed cluster, on Linux, where the operating system reports the states of its
    /// processes; `None` elsewhere.
    pub(crate) pgdata: Option<PathBuf>,
}

impl Store {
    /// Connects, checks the server's version and extensions, and migrates the schema; in Celeiro's own
    /// cluster, also the rights of the second role. All later calls except upkeep use that role.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], [`StoreError::BadUrl`], [`StoreError::TooOld`],
    /// [`StoreError::ExtensionMissing`], [`StoreError::RightMissing`], [`StoreError::Schema`], or
    /// [`StoreError::Busy`] if another program's migration does not end in time.
    pub async fn open(connection: &Connection) -> Result<Self, StoreError> {
        Self::open_prepared(connection, connection.migration_patience(), |_| async { Ok(()) }).await
    }

    /// [`Store::open`] that runs `prepare` before it changes an existing schema. Other programs cannot
    /// migrate meanwhile: at their start they wait, each up to its own `patience`.
    ///
    /// # Errors
    /// Those of [`Store::open`], and those of `prepare`, which leave the schema unchanged.
    pub async fn open_prepared<E, F>(
        connection: &Connection,
        patience: Duration,
        prepare: impl FnOnce(PendingMigration) -> F + Send,
    ) -> Result<Self, E>
    where
        E: From<StoreError>,
        F: Future<Output = Result<(), E>> + Send,
    {
        let options = build_connect_options(connection, DatabaseRole::Owner)?;
        let mut first = connect_first(connection, &options).await?;
        check_server(&mut first).await?;
        let second_role = match connection {
            Connection::Managed(logins) => logins.second_role(),
            Connection::Server(_) => None,
        };
        migrate_schema(&mut first, patience, second_role, prepare).await?;
        first.close().await.ok();
        Ok(Self::connect_pools(connection).await?)
    }

    /// Opens the pools of a database whose schema is up to date.
    async fn connect_pools(connection: &Connection) -> Result<Self, StoreError> {
        let store = Self::with_lazy_pools(connection)?;
        drop(store.pool.acquire().await?);
        Ok(store)
    }

    /// Creates the pools without connecting; the first call of a pool opens its first connection.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`].
    pub(crate) fn with_lazy_pools(connection: &Connection) -> Result<Self, StoreError> {
        let options = build_connect_options(connection, DatabaseRole::Worker)?;
        let owner = build_connect_options(connection, DatabaseRole::Owner)?;
        let (backends, switch) = (Backends::default(), ServerSwitch::default());
        let usual = |most| replace_old_connections(pool_options(most, &backends, &switch), LIFETIME);
        let writing = usual(6).connect_lazy_with(for_writing(options.clone()));
        let pool = usual(8).connect_lazy_with(for_reading(options.clone()));
        let searching =
            pool_of_searches(&backends, &switch).connect_lazy_with(for_searching(options.clone()));
        let upkeep = pool_of_upkeep(&backends, &switch).connect_lazy_with(owner);
        let is_managed = matches!(connection, Connection::Managed(_));
        let many = pool_of_many(is_managed, &upkeep, &backends, &switch).connect_lazy_with(for_many(options));
        let pgdata = match connection {
            Connection::Managed(logins) if cfg!(target_os = "linux") => Some(logins.owner.pgdata.clone()),
            Connection::Managed(_) | Connection::Server(_) => None,
        };
        Ok(Self {
            pool,
            writing,
            searching,
            many,
            upkeep,
            counted: Arc::default(),
            digest_columns: Arc::default(),
            facets: Arc::default(),
            pulse: Arc::default(),
            calls: Arc::default(),
            fault: None,
            loss: Arc::default(),
            switch,
            backends,
            pgdata,
        })
    }

    /// Directs new connections to `connection`. The socket of a restarted server may have moved.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`].
    pub fn follow(&self, connection: &Connection) -> Result<(), StoreError> {
        let options = build_connect_options(connection, DatabaseRole::Worker)?;
        self.upkeep.set_connect_options(build_connect_options(connection, DatabaseRole::Owner)?);
        self.pool.set_connect_options(for_reading(options.clone()));
        self.writing.set_connect_options(for_writing(options.clone()));
        self.many.set_connect_options(for_many(options.clone()));
        self.searching.set_connect_options(for_searching(options));
        Ok(())
    }

    /// [`Store::follow`] to another server. Discards the connections to the former server and clears the
    /// caches of its answers, which may include writes that the new server never received.
    pub(crate) async fn follow_anew(&self, connection: &Connection) -> Result<(), StoreError> {
        self.follow(connection)?;
        self.switch.note();
        self.counted.forget();
        self.digest_columns.forget();
        *self.facets.lock().await = None;
        Ok(())
    }

    /// Closes all connections, those of upkeep last, because the end of a bulk write needs them.
    pub async fn close(&self) {
        self.searching.close().await;
        self.many.close().await;
        self.writing.close().await;
        self.pool.close().await;
        self.upkeep.close().await;
    }

    /// [`Store::run`] for bulk work, with the deadline [`STATEMENT_LIMIT`].
    pub(crate) fn run_long<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        self.attend_call(CallKind::Bulk, STATEMENT_LIMIT, work)
    }

    /// Runs `work` under the client's own deadline. A server whose processes are stopped sends nothing, not
    /// even the error of a statement timeout.
    pub(crate) fn run<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        self.attend_call(CallKind::Usual, DEADLINE, work)
    }

    /// Checks that the database answers within `patience`. If all pooled connections are in use, the check
    /// runs on connections that no call waits for, which may take longer on a busy machine.
    ///
    /// # Errors
    /// The reason why the database does not answer.
    pub async fn ping(&self, patience: Duration) -> Result<(), StoreError> {
        let asked = self.attend_server(patience, async {
            Ok(sqlx::query("SELECT 1").execute(&self.pool).await.map(drop)?)
        });
        match asked.await {
            // Waiting for a pooled connection may have used up `patience`.
            Err(StoreError::Busy | StoreError::Stuck(_)) => self.pulse().await,
            done => done,
        }
    }
}

/// Makes the pool replace connections older than `lifetime`, one at a time.
fn replace_old_connections(pool: PgPoolOptions, lifetime: Duration) -> PgPoolOptions {
    let last = Mutex::new(Instant::now());
    pool.max_lifetime(None).after_release(move |_, of| {
        let stays = of.age < lifetime || !takes_turn(&last, BETWEEN_ENDS);
        Box::pin(async move { Ok(stays) })
    })
}

/// Whether `between` has passed since `last`; if so, sets `last` to now.
fn takes_turn(last: &Mutex<Instant>, between: Duration) -> bool {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    let is_due = last.elapsed() >= between;
    if is_due {
        *last = Instant::now();
    }
    is_due
}

/// Opens the first connection. If the server's processes run on this machine and are stopped, fails with
/// [`StoreError::Stuck`] before the connection timeout of 15 seconds.
pub(crate) async fn connect_first(
    connection: &Connection,
    options: &PgConnectOptions,
) -> Result<PgConnection, StoreError> {
    let connecting = await_within_patience(Duration::from_secs(15), PgConnection::connect_with(options));
    let Connection::Managed(logins) = connection else { return connecting.await };
    let begun = Instant::now();
    let stopped = async {
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            let stopped = find_stopped(&logins.owner.pgdata, |_| false);
            // No connection is established yet, so no process can be serving it.
            if matches!(stopped, Some(StoppedProcesses::Everything | StoppedProcesses::Within)) {
                return;
            }
        }
    };
    tokio::select! {
        biased;
        connected = connecting => connected,
        () = stopped => Err(StoreError::Stuck(begun.elapsed())),
    }
}

fn pool_of_searches(backends: &Backends, switch: &ServerSwitch) -> PgPoolOptions {
    let switch = switch.clone();
    replace_old_connections(pool_options(6, backends, &switch), LIFETIME_OF_SEARCHES)
        .test_before_acquire(false)
        .before_acquire(move |db, of| {
            let leads_there = !switch.is_outdated(of.age);
            Box::pin(async move {
                if leads_there && of.idle_for > SURELY_ALIVE {
                    db.ping().await?;
                }
                Ok(leads_there)
            })
        })
}

/// Options for reads. A read waits only for a lock on a whole table, as an administrator may take one. The
/// timeout fails it before the waiting reads occupy all connections and block reads of other tables.
fn for_reading(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("lock_timeout", LOCK_PATIENCE)])
}

/// Options for writes of people, which wait for other writes of the same record, up to
/// [`WRITE_LOCK_PATIENCE`].
fn for_writing(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("lock_timeout", WRITE_LOCK_PATIENCE)])
}

/// Options for searches, whose statements are always the same, with lists as parameters, and are planned
/// once. The parameters of trigram and vector search are set here, not before each statement.
fn for_searching(options: PgConnectOptions) -> PgConnectOptions {
    let (near, effort, walk) = (NEAR.to_string(), EFFORT.to_string(), SHORT_WALK.to_string());
    options.options([
        ("plan_cache_mode", "auto"),
        ("lock_timeout", LOCK_PATIENCE),
        ("pg_trgm.similarity_threshold", near.as_str()),
        ("hnsw.iterative_scan", "relaxed_order"),
        ("hnsw.max_scan_tuples", walk.as_str()),
        ("hnsw.ef_search", effort.as_str()),
    ])
}

/// The options of a connection: to the managed server as `role`, or to the address of a team's server,
/// which names the only role.
///
/// # Errors
/// [`StoreError::BadUrl`].
pub(crate) fn build_connect_options(
    connection: &Connection,
    role: DatabaseRole,
) -> Result<PgConnectOptions, StoreError> {
    let base = match (connection, role) {
        (Connection::Managed(logins), DatabaseRole::Owner) => logins.owner.connect_options(),
        (Connection::Managed(logins), DatabaseRole::Worker) => logins.worker.connect_options(),
        (Connection::Server(url), _) => PgConnectOptions::from_str(&url.0).map_err(|_| StoreError::BadUrl)?,
    };
    // Statements contain queries and records of people, so no log receives them, not even for a team's
    // server.
    let base =
        base.log_statements(log::LevelFilter::Off).log_slow_statements(log::LevelFilter::Off, Duration::ZERO);
    let limit = STATEMENT_LIMIT.as_millis().to_string();
    Ok(base.application_name("celeiro").options([
        // The best plan depends on how rare the words of a query are, so generic plans are excluded.
        ("plan_cache_mode", "force_custom_plan"),
        ("jit", "off"),
        ("statement_timeout", limit.as_str()),
        ("idle_in_transaction_session_timeout", limit.as_str()),
        ("timezone", "UTC"),
    ]))
}

/// Checks version, extensions and rights of a team's server, and creates missing extensions.
///
/// # Errors
/// [`StoreError::TooOld`], [`StoreError::ExtensionMissing`], [`StoreError::RightMissing`], or
/// [`StoreError::Unreachable`].
pub async fn prepare_server(connection: &Connection) -> Result<(), StoreError> {
    let options = build_connect_options(connection, DatabaseRole::Owner)?;
    let mut db = connect_first(connection, &options).await?;
    check_server(&mut db).await?;
    db.close().await.ok();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_that_are_due_together_end_one_after_the_other() {
        let long_ago = Mutex::new(Instant::now().checked_sub(BETWEEN_ENDS).unwrap());
        assert!(takes_turn(&long_ago, BETWEEN_ENDS));
        assert!(!takes_turn(&long_ago, BETWEEN_ENDS), "the next must wait");
    }

    #[test]
    fn an_address_is_never_shown() {
        let shown = format!("{:?}", Connection::Server(ServerUrl("postgres://u:geheim@h/db".into())));
        assert!(!shown.contains("geheim"));
    }
}
