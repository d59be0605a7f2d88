//! The connection pools, and our own deadlines.

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

/// How long a call may take before we stop waiting for the database.
const DEADLINE: Duration = Duration::from_secs(30);
/// How long one statement may take, and a call that changes a hundred thousand records.
pub const STATEMENT_LIMIT: Duration = Duration::from_secs(600);
/// How long who reads waits for a lock, in PostgreSQL's notation: so short that those who read a locked table
/// leave connections to those who read others, and that operations of several statements are told in time.
const LOCK_PATIENCE: &str = "300ms";
/// How long a person's write waits for others that hold its record. PostgreSQL counts the place in the line and
/// the record itself apart: the second who waits has this time twice.
const WRITE_LOCK_PATIENCE: &str = "4s";
/// How long a connection is used before another takes its place. The pool hands them out in turn, so
/// what a program asks for at rest would keep all alive for ever, 45 to 70 MB each on the server's side.
const LIFETIME: Duration = Duration::from_secs(300);
/// The same for connections of searches, which keep the plans of their statements.
const LIFETIME_OF_SEARCHES: Duration = Duration::from_secs(1_800);
/// How long after one connection of a pool the next is replaced. Those that were opened together would
/// end together, and where new ones take long, as on a busy machine, all requests would be refused.
const BETWEEN_ENDS: Duration = Duration::from_secs(10);
/// A connection that was used this recently is taken to live: asking it first would cost each
/// statement of a search another way there and back.
const SURELY_ALIVE: Duration = Duration::from_secs(1);
/// How long a program that starts waits for another that brings the schema of its own cluster up to date, which
/// makes a backup first: that of a large catalog onto a slow disk takes hours. On a team's server none makes one.
const MIGRATION_PATIENCE: Duration = Duration::from_secs(6 * 3_600);

/// Where the database is.
#[derive(Debug, Clone)]
pub enum Connection {
    /// The cluster that Celeiro runs, by its two roles.
    Managed(Box<ManagedLogins>),
    /// A team's server, by its address (`postgres://…`). The debug form hides it.
    Server(ServerUrl),
}

impl Connection {
    /// How long [`Store::open_prepared`] should wait for another program that brings the schema up to date.
    pub fn migration_patience(&self) -> Duration {
        match self {
            Self::Managed(_) => MIGRATION_PATIENCE,
            Self::Server(_) => STATEMENT_LIMIT,
        }
    }
}

/// As what a connection signs in to Celeiro's own cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseRole {
    /// The owner of the tables: for migrations, upkeep, backups and restores.
    Owner,
    /// The role of everything else.
    Worker,
}

/// A `DATABASE_URL`; never shown, for it may hold a password.
#[derive(Clone)]
pub struct ServerUrl(pub String);

impl ServerUrl {
    /// Whether it is the address of a PostgreSQL database.
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
    /// For writes of people, which may wait for one another: however many do, the others still read.
    pub(crate) writing: PgPool,
    /// For the few statements of a search, always the same ones, whose plans are kept.
    pub(crate) searching: PgPool,
    /// For writes of very many records, each on a new connection.
    pub(crate) many: PgPool,
    /// For what only the owner of the tables may do; see [`Store::acquire_for_upkeep`].
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
    /// Set where the store is that of one search at a replica: what went wrong with its calls.
    pub(crate) fault: Option<Arc<CallFault>>,
    /// Notified of each call that the server did not answer. Shared by all clones.
    pub(crate) loss: Arc<Notify>,
    /// Shared by all clones.
    pub(crate) switch: ServerSwitch,
    /// The server's processes behind our connections.
    pub(crate) backends: Backends,
    /// The folder of the cluster, where its processes are those of this machine and the system tells
    /// of them.
    pub(crate) pgdata: Option<PathBuf>,
}

impl Store {
    /// Connects, checks what the server offers, and brings the schema up to date; in Celeiro's own cluster, what the
    /// second role may, too. All calls use that one from then on, but for upkeep.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], [`StoreError::BadUrl`], [`StoreError::TooOld`],
    /// [`StoreError::ExtensionMissing`], [`StoreError::RightMissing`], [`StoreError::Schema`], or
    /// [`StoreError::Busy`] where another program brings the schema up to date and does not come to an end.
    pub async fn open(connection: &Connection) -> Result<Self, StoreError> {
        Self::open_prepared(connection, connection.migration_patience(), |_| async { Ok(()) }).await
    }

    /// The same; where a schema that is there would be changed, `prepare` comes first. No other program migrates
    /// meanwhile: those that start wait for it, each for its `patience`.
    ///
    /// # Errors
    /// Those of [`Store::open`], and those of `prepare`, after which nothing was changed.
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

    /// The pools of connections to a database whose schema is up to date.
    async fn connect_pools(connection: &Connection) -> Result<Self, StoreError> {
        let store = Self::with_lazy_pools(connection)?;
        drop(store.pool.acquire().await?);
        Ok(store)
    }

    /// A database of which no connection is opened before a call needs one.
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

    /// New connections go to `connection`; a server that was started again may have moved its socket.
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

    /// [`Store::follow`] to another server: connections to the one before are used no more, and what was kept of
    /// its answers is forgotten, for it may have answered what the other one never got.
    pub(crate) async fn follow_anew(&self, connection: &Connection) -> Result<(), StoreError> {
        self.follow(connection)?;
        self.switch.note();
        self.counted.forget();
        self.digest_columns.forget();
        *self.facets.lock().await = None;
        Ok(())
    }

    /// Closes every connection; those of upkeep last, which the end of a large write still needs.
    pub async fn close(&self) {
        self.searching.close().await;
        self.many.close().await;
        self.writing.close().await;
        self.pool.close().await;
        self.upkeep.close().await;
    }

    /// [`Store::run`] for work on very many records.
    pub(crate) fn run_long<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        self.attend_call(CallKind::Bulk, STATEMENT_LIMIT, work)
    }

    /// Runs `work` under our own deadline: a database that is stopped rather than dead answers
    /// nothing at all, not even that a statement timed out.
    pub(crate) fn run<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        self.attend_call(CallKind::Usual, DEADLINE, work)
    }

    /// Whether the database answers within `patience`; one whose connections are all in use does so at
    /// the entrance, which may take longer where the machine is busy.
    ///
    /// # Errors
    /// Why it does not.
    pub async fn ping(&self, patience: Duration) -> Result<(), StoreError> {
        let asked = self.attend_server(patience, async {
            Ok(sqlx::query("SELECT 1").execute(&self.pool).await.map(drop)?)
        });
        match asked.await {
            // Waiting for a connection may take all of the patience.
            Err(StoreError::Busy | StoreError::Stuck(_)) => self.pulse().await,
            done => done,
        }
    }
}

/// A pool whose connections end after `lifetime`, one at a time.
fn replace_old_connections(pool: PgPoolOptions, lifetime: Duration) -> PgPoolOptions {
    let last = Mutex::new(Instant::now());
    pool.max_lifetime(None).after_release(move |_, of| {
        let stays = of.age < lifetime || !takes_turn(&last, BETWEEN_ENDS);
        Box::pin(async move { Ok(stays) })
    })
}

/// Whether the `last` turn is so long past that there may be another; then this is it.
fn takes_turn(last: &Mutex<Instant>, between: Duration) -> bool {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    let is_due = last.elapsed() >= between;
    if is_due {
        *last = Instant::now();
    }
    is_due
}

/// The first connection; where the server's processes are those of this machine and are stopped, that is
/// known before its patience ends.
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
            // There is no connection yet that could be served.
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

/// A read does not wait for writes, unless a table is locked as a whole, as by an administrator: that is told
/// before all connections wait for it, and with them those who ask for something else.
fn for_reading(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("lock_timeout", LOCK_PATIENCE)])
}

/// A writer waits for others that hold the same record, and leaves the connection to the next in time.
fn for_writing(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("lock_timeout", WRITE_LOCK_PATIENCE)])
}

/// Statements that are the same in every search, with lists as parameters: planned once. What words
/// and vectors need besides is set here and not anew for each statement.
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

/// The options of a connection to the managed server as one of its roles, or to the server of the address, which names
/// the only one.
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
    // Statements hold what people search for and save: they never go to a log, those for a team's server
    // neither.
    let base =
        base.log_statements(log::LevelFilter::Off).log_slow_statements(log::LevelFilter::Off, Duration::ZERO);
    let limit = STATEMENT_LIMIT.as_millis().to_string();
    Ok(base.application_name("celeiro").options([
        // Plans depend on how rare the words of a query are: never a generic one.
        ("plan_cache_mode", "force_custom_plan"),
        ("jit", "off"),
        ("statement_timeout", limit.as_str()),
        ("idle_in_transaction_session_timeout", limit.as_str()),
        ("timezone", "UTC"),
    ]))
}

/// Checks what a team's server offers, and creates the extensions that it lacks.
///
/// # Errors
/// [`StoreError::TooOld`], [`StoreError::ExtensionMissing`], [`StoreError::RightMissing`], or the server cannot
/// be reached.
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
