//! One database server: its read connections, and its last known state.

use crate::connection::connect::{Connection, DatabaseRole, build_connect_options};
use crate::replicas::positions::Lag;
use crate::{ServerUrl, Store, StoreError};
use celeiro_domain::insight::{ReplicaStanding, ReplicaState};
use sqlx::postgres::PgConnectOptions;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a read waits for a replica to come as far as the caller's last write.
const LONGEST_WAIT: Duration = Duration::from_millis(150);
/// How often a replica is asked how far it is, at most, however many reads wait for it.
const BETWEEN_ASKS: Duration = Duration::from_millis(10);

const REPLAYED: &str = "SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint";

/// One server.
pub(crate) struct ReplicaServer {
    /// Server, port and database, without user and password.
    pub address: String,
    pub connection: Connection,
    /// How a connection of its own is opened.
    pub options: PgConnectOptions,
    /// Reads at this server, with caches of its own: what another server answers may be of another moment.
    pub store: Store,
    found: Mutex<ServerReading>,
    /// How far it had replayed when it was asked last. It never goes back while the server serves.
    replayed: tokio::sync::Mutex<Option<(Instant, u64)>>,
    searches: AtomicU32,
}

#[derive(Debug, Clone, Copy)]
struct ServerReading {
    standing: ReplicaStanding,
    lag: Option<Lag>,
}

impl ReplicaServer {
    /// A server of which nothing is known yet; no connection is opened.
    pub fn new(url: ServerUrl) -> Result<Self, StoreError> {
        let connection = Connection::Server(url);
        let options = build_connect_options(&connection, DatabaseRole::Worker)?;
        let socket = options.get_socket().map(|folder| folder.display().to_string());
        let host = socket.unwrap_or_else(|| options.get_host().to_owned());
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        Ok(Self {
            address: format!("{host}:{}/{database}", options.get_port()),
            store: Store::with_lazy_pools(&connection)?,
            connection,
            options,
            found: Mutex::new(ServerReading { standing: ReplicaStanding::Unknown, lag: None }),
            replayed: tokio::sync::Mutex::default(),
            searches: AtomicU32::new(0),
        })
    }

    /// Notes how the server was found, and returns whether that is another standing than before.
    pub async fn note(&self, standing: ReplicaStanding, lag: Option<Lag>) -> bool {
        let before = std::mem::replace(&mut *self.lock_state(), ServerReading { standing, lag });
        // A standby that was started again serves before it is where it was.
        if [before.standing, standing] != [ReplicaStanding::Serving; 2] {
            *self.replayed.lock().await = None;
        }
        before.standing != standing
    }

    /// Leaves the server out until it is found in order again.
    pub fn leave_out(&self) {
        let mut found = self.lock_state();
        if found.standing == ReplicaStanding::Serving {
            found.standing = ReplicaStanding::Unreachable;
        }
    }

    /// Replication lag of the server, if it serves searches.
    pub fn serving_lag(&self) -> Option<Lag> {
        let found = *self.lock_state();
        found.lag.filter(|_| found.standing == ReplicaStanding::Serving)
    }

    /// Counts a search that goes to the replica.
    pub fn note_search(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    /// Describes the replica's state at this moment under its `number`.
    pub fn state(&self, number: usize) -> ReplicaState {
        let ServerReading { standing, lag } = *self.lock_state();
        ReplicaState {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            standing,
            lag_bytes: lag.map(|lag| lag.bytes as f64),
            lag_seconds: lag.map(|lag| lag.time.as_secs_f64()),
            searches: self.searches.load(Ordering::Relaxed),
        }
    }

    /// Waits for a moment until the server has replayed up to `position`; whether it has.
    pub async fn wait_for(&self, position: u64) -> bool {
        let waiting = async {
            while !self.has_replayed(position).await {
                tokio::time::sleep(BETWEEN_ASKS).await;
            }
        };
        tokio::time::timeout(LONGEST_WAIT, waiting).await.is_ok()
    }

    /// Whether the server has replayed up to `position`; those who want to know at once share one question.
    async fn has_replayed(&self, position: u64) -> bool {
        let mut last = self.replayed.lock().await;
        if let Some((at, replayed)) = *last {
            if replayed >= position {
                return true;
            }
            if at.elapsed() < BETWEEN_ASKS {
                return false;
            }
        }
        let asked = sqlx::query_scalar::<_, Option<i64>>(REPLAYED).fetch_one(&self.store.searching).await;
        let Ok(Some(replayed)) = asked else { return false };
        let replayed = replayed.unsigned_abs();
        *last = Some((Instant::now(), replayed));
        replayed >= position
    }

    fn lock_state(&self) -> MutexGuard<'_, ServerReading> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
