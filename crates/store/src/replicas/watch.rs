//! Health check of all servers, once a second and after each failed call: finds the primary and the replicas that
//! serve.

use crate::connection::connect::{Connection, DatabaseRole, ServerUrl, Store, build_connect_options};
use crate::connection::schema::newest_schema;
use crate::error::StoreError;
use crate::replicas::facts::{HostFacts, ReplicaSchema, read_facts, read_schema};
use crate::replicas::host::ReplicaServer;
use crate::replicas::marks::WriteMarks;
use crate::replicas::positions::Positions;
use crate::replicas::standing::{PrimaryIdentity, find_primary, judge_replica};
use celeiro_domain::insight::{ReplicaStanding, ReplicaState};
use futures::future::join_all;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// How often the servers are looked at.
const ROUND: Duration = Duration::from_secs(1);
/// The first looks follow one another sooner: what the first of them writes on the primary is seen by the next.
const SHORT_ROUND: Duration = Duration::from_millis(200);
const SHORT_ROUNDS: u32 = 3;
/// How long a look may take for one server.
const PATIENCE: Duration = Duration::from_secs(2);

const NOTE_TIMELINE: &str = "INSERT INTO primary_timelines (system_identifier, timeline) VALUES ($1, $2) \
    ON CONFLICT DO NOTHING";

/// All servers of a database.
pub struct Replicas {
    /// The server of `DATABASE_URL`, then those of `DATABASE_REPLICA_URLS`.
    pub(super) hosts: Vec<ReplicaServer>,
    /// The database itself: its connections lead to the primary, and follow where that is another one.
    pub(super) primary: Store,
    pub(super) marks: WriteMarks,
    /// Where the search for a replica begins, so that those alike take turns.
    pub(super) turn: AtomicUsize,
    known: Mutex<KnownPrimary>,
    /// A connection to each server for the looks alone: none of them waits for one of the pools.
    probes: tokio::sync::Mutex<Vec<Option<PgConnection>>>,
    watcher: Mutex<Option<AbortHandle>>,
    /// How often another server, or another timeline, became the primary.
    changes: AtomicU64,
}

#[derive(Debug)]
struct KnownPrimary {
    place: usize,
    identity: Option<PrimaryIdentity>,
    /// Whether its timeline stands in the database.
    is_noted: bool,
    positions: Positions,
}

/// The primary as a look found it.
#[derive(Clone, Copy)]
struct FoundPrimary {
    place: usize,
    identity: PrimaryIdentity,
    position: u64,
    /// Whether it is another server, or writes another timeline, than before.
    is_switched: bool,
    is_noted: bool,
}

impl Replicas {
    /// Begins to watch the servers of a database whose `primary` was opened at the address `opened`.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`].
    pub fn watch(
        url: &ServerUrl,
        replicas: &[ServerUrl],
        opened: &ServerUrl,
        primary: Store,
    ) -> Result<Arc<Self>, StoreError> {
        let urls: Vec<&ServerUrl> = std::iter::once(url).chain(replicas).collect();
        let place = urls.iter().position(|url| url.0 == opened.0).unwrap_or(0);
        let hosts = urls
            .into_iter()
            .map(|url| ReplicaServer::new(url.clone()))
            .collect::<Result<Vec<_>, StoreError>>()?;
        let probes = hosts.iter().map(|_| None).collect();
        let known = KnownPrimary { place, identity: None, is_noted: false, positions: Positions::default() };
        let replicas = Arc::new(Self {
            hosts,
            primary,
            marks: WriteMarks::default(),
            turn: AtomicUsize::new(0),
            known: Mutex::new(known),
            probes: tokio::sync::Mutex::new(probes),
            watcher: Mutex::new(None),
            changes: AtomicU64::new(0),
        });
        let task = tokio::spawn(keep_looking(Arc::downgrade(&replicas)));
        *replicas.watcher.lock().unwrap_or_else(PoisonError::into_inner) = Some(task.abort_handle());
        Ok(replicas)
    }

    /// Ends the looks and closes the connections to all servers but those of the database itself.
    pub async fn close(&self) {
        if let Some(task) = self.watcher.lock().unwrap_or_else(PoisonError::into_inner).take() {
            task.abort();
        }
        for probe in self.probes.lock().await.iter_mut() {
            if let Some(db) = probe.take() {
                db.close().await.ok();
            }
        }
        for host in &self.hosts {
            host.store.close().await;
        }
    }

    /// Lists the database servers as they were last found.
    pub fn states(&self) -> Vec<ReplicaState> {
        self.hosts.iter().enumerate().map(|(number, host)| host.state(number)).collect()
    }

    /// Server, port and database of the server with this `number`, without user and password.
    pub fn address(&self, number: u32) -> Option<&str> {
        let host = self.hosts.get(usize::try_from(number).ok()?)?;
        Some(host.address.as_str())
    }

    /// Connection to the present primary.
    pub fn primary_connection(&self) -> Option<Connection> {
        let place = self.lock_known().place;
        self.hosts.get(place).map(|host| host.connection.clone())
    }

    /// How often another server, or another timeline, became the primary since the start. What a program keeps of the
    /// database in memory may then be of writes that are lost.
    pub fn count_changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Looks at all servers now: follows the primary, and notes what part each of the others takes.
    pub async fn look(&self) {
        let mut probes = self.probes.lock().await;
        let asked = probes.iter_mut().zip(&self.hosts).map(|(db, host)| ask_facts(db, host));
        let facts: Vec<Option<HostFacts>> = join_all(asked).await;
        if let Some(found) = self.find_primary(&facts) {
            self.follow_primary(found).await;
        }
        let (place, identity) = {
            let known = self.lock_known();
            (known.place, known.identity)
        };
        let Some(identity) = identity else { return };
        let asked = probes.iter_mut().zip(&facts).map(|(db, facts)| ask_schema(db, *facts, identity));
        let schemas: Vec<Option<ReplicaSchema>> = join_all(asked).await;
        drop(probes);
        for (at, (host, (facts, schema))) in self.hosts.iter().zip(facts.into_iter().zip(schemas)).enumerate()
        {
            let lag = facts.map(|facts| self.lock_known().positions.lag_of(Instant::now(), facts.position));
            let standing = if at != place {
                let time = lag.map_or(Duration::ZERO, |lag| lag.time);
                judge_replica(facts, schema, identity, newest_schema(), time)
            } else if facts.is_some_and(|facts| facts.timeline.is_some()) {
                ReplicaStanding::Primary
            } else {
                // It is gone or became a standby, and no other server takes its place yet.
                ReplicaStanding::Unreachable
            };
            if host.note(standing, lag).await {
                tracing::info!(
                    server = host.address,
                    standing = standing.as_str(),
                    "a server of the database has another part"
                );
            }
        }
    }

    /// The primary that `facts` show, and whether that is news; none where no server takes writes.
    fn find_primary(&self, facts: &[Option<HostFacts>]) -> Option<FoundPrimary> {
        let known = self.lock_known();
        let before = known.identity.map(|identity| (known.place, identity));
        let (place, identity) = find_primary(facts, before)?;
        let position = facts.get(place).copied().flatten()?.position;
        let is_switched = place != known.place || before.is_some_and(|(_, before)| before != identity);
        Some(FoundPrimary { place, identity, position, is_switched, is_noted: known.is_noted })
    }

    /// Notes the primary and how far it is, and its timeline in the database, once. Where it is another one than
    /// before, connections are made anew, and nothing that was known of positions holds any more.
    async fn follow_primary(&self, found: FoundPrimary) {
        let Some(host) = self.hosts.get(found.place) else { return };
        if found.is_switched {
            tracing::warn!(server = host.address, "the database has another primary, or another timeline");
            if let Err(error) = self.primary.follow_anew(&host.connection).await {
                tracing::error!(%error, "the new primary cannot be followed");
                return;
            }
            self.marks.forget();
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        {
            let mut known = self.lock_known();
            if found.is_switched {
                known.positions.forget();
                known.is_noted = false;
            }
            known.place = found.place;
            known.identity = Some(found.identity);
            known.positions.note(Instant::now(), found.position);
        }
        if !found.is_noted || found.is_switched {
            self.note_timeline(found.identity).await;
        }
    }

    /// Notes the primary's timeline in its database, from where each replica that follows it gets the note.
    async fn note_timeline(&self, primary: PrimaryIdentity) {
        let noting = sqlx::query(NOTE_TIMELINE)
            .bind(primary.system)
            .bind(primary.timeline)
            .execute(&self.primary.pool);
        match tokio::time::timeout(PATIENCE, noting).await {
            Ok(Ok(_)) => self.lock_known().is_noted = true,
            Ok(Err(error)) => tracing::warn!(%error, "the primary's timeline is not noted"),
            Err(_) => tracing::warn!("the primary does not note its timeline in time"),
        }
    }

    fn lock_known(&self) -> MutexGuard<'_, KnownPrimary> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Replicas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses: Vec<&str> = self.hosts.iter().map(|host| host.address.as_str()).collect();
        f.debug_struct("Replicas").field("hosts", &addresses).finish_non_exhaustive()
    }
}

/// Looks at the servers for as long as a program uses them.
async fn keep_looking(replicas: Weak<Replicas>) {
    let mut rounds: u32 = 0;
    loop {
        let Some(servers) = replicas.upgrade() else { return };
        servers.look().await;
        rounds = rounds.saturating_add(1);
        let pause = if rounds < SHORT_ROUNDS { SHORT_ROUND } else { ROUND };
        // A server that is gone is found gone by each call: the looks do not follow one another at once.
        let lost = async {
            servers.primary.loss.notified().await;
            tokio::time::sleep(SHORT_ROUND).await;
        };
        // What ends first; a call that failed makes the pause shorter.
        tokio::time::timeout(pause, lost).await.ok();
    }
}

/// Asks a server what it is, on the connection of the last look where there is one.
async fn ask_facts(probe: &mut Option<PgConnection>, host: &ReplicaServer) -> Option<HostFacts> {
    let kept = probe.take();
    let asking = async {
        let mut db = match kept {
            Some(db) => db,
            None => PgConnection::connect_with(&host.options).await?,
        };
        let facts = read_facts(&mut db).await?;
        Ok::<_, sqlx::Error>((db, facts))
    };
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(Ok((db, facts))) => {
            *probe = Some(db);
            Some(facts)
        }
        Ok(Err(error)) => {
            tracing::debug!(server = host.address, %error, "a server of the database does not answer");
            None
        }
        Err(_) => None,
    }
}

/// Asks a standby of the primary's cluster for its schema.
async fn ask_schema(
    probe: &mut Option<PgConnection>,
    facts: Option<HostFacts>,
    primary: PrimaryIdentity,
) -> Option<ReplicaSchema> {
    if !facts.is_some_and(|facts| facts.timeline.is_none() && facts.system == primary.system) {
        return None;
    }
    let mut db = probe.take()?;
    let asked = tokio::time::timeout(PATIENCE, read_schema(&mut db, primary.system, primary.timeline)).await;
    let schema = asked.ok()?.ok()?;
    *probe = Some(db);
    schema
}

/// The address of the primary among the servers of a database: that of the latest timeline. Where none can be found,
/// `url` itself, whose error is what a person should see.
///
/// # Errors
/// [`StoreError::BadUrl`].
pub async fn find_primary_server(url: &ServerUrl, replicas: &[ServerUrl]) -> Result<ServerUrl, StoreError> {
    let urls: Vec<&ServerUrl> = std::iter::once(url).chain(replicas).collect();
    let options = |url: &&ServerUrl| {
        build_connect_options(&Connection::Server(ServerUrl::clone(url)), DatabaseRole::Worker)
    };
    let ways = urls.iter().map(options).collect::<Result<Vec<PgConnectOptions>, StoreError>>()?;
    let facts = join_all(ways.iter().map(ask_once)).await;
    let place = find_primary(&facts, None).map_or(0, |(place, _)| place);
    Ok(urls.get(place).map_or_else(|| url.clone(), |found| ServerUrl::clone(found)))
}

async fn ask_once(options: &PgConnectOptions) -> Option<HostFacts> {
    let asking = async {
        let mut db = PgConnection::connect_with(options).await?;
        let facts = read_facts(&mut db).await?;
        db.close().await.ok();
        Ok::<_, sqlx::Error>(facts)
    };
    tokio::time::timeout(PATIENCE, asking).await.ok()?.ok()
}
