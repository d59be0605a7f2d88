//! Handle of an open cluster: join, restart, leave.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;

use super::access::secret::{OWNER, SUPERUSER, Secrets, WORKER};
use super::error::ClusterError;
use super::folder::site::Site;
use super::folder::{bootstrap, initdb};
use super::locks::{Decision, InUse};
use super::server::socket;
use super::{Binaries, ClusterOptions, Login, ManagedLogins, Password, server};

/// How often the log's size is looked at.
const LOG_ROUND: Duration = Duration::from_secs(60);
/// How long a dropped cluster waits for the lock before it leaves the server to the next user.
const DROP_PATIENCE: Duration = Duration::from_millis(200);
/// How often a new cluster's set-up is tried, and the pause in between.
const SET_UP_ATTEMPTS: u32 = 4;
const SET_UP_PAUSE: Duration = Duration::from_millis(500);

/// One user's share in a running cluster.
///
/// Several may be open on the same data folder, in one process or in many. Leave with
/// [`Cluster::close`]; a dropped one leaves as well as it can without waiting.
#[derive(Debug)]
pub struct Cluster {
    lease: Lease,
    secrets: Secrets,
    /// Where the socket is; a restart by a process with other surroundings may move it.
    socket_dir: Mutex<PathBuf>,
    log_keeper: JoinHandle<()>,
}

impl Cluster {
    /// Opens the cluster of a data folder: creates it if there is none, starts the server if none
    /// runs, and adopts one that a crashed process left. Blocking work happens off the runtime's
    /// threads. Dropping the future gives up; a server started by then is stopped again.
    ///
    /// # Errors
    /// See [`ClusterError`]; each variant is something a person can act on.
    pub async fn open(options: &ClusterOptions) -> Result<Self, ClusterError> {
        let options = options.clone();
        let joined = run_blocking(move || join_cluster(&Arc::new(Site::prepare(&options)?))).await?;
        let JoinedCluster { lease, secrets, socket_dir, decision } = joined;
        let site = Arc::clone(&lease.site);
        let cluster = Self {
            lease,
            secrets,
            socket_dir: Mutex::new(socket_dir),
            log_keeper: tokio::spawn(keep_log_short(Arc::clone(&site))),
        };
        if bootstrap::is_needed(&site) {
            tracing::info!("setting up the database");
            cluster.set_up_database(decision).await?;
        }
        Ok(cluster)
    }

    /// Login of the role that owns the application's database and is no superuser.
    pub fn owner(&self) -> Login {
        self.login(OWNER, &self.secrets.owner, OWNER)
    }

    /// Login of the role that does what people and programs ask for, and owns nothing. What it may, each opening of the
    /// application's database settles.
    pub fn worker(&self) -> Login {
        self.login(WORKER, &self.secrets.worker, OWNER)
    }

    /// Both logins to the application's database: owner and worker.
    pub fn logins(&self) -> ManagedLogins {
        ManagedLogins { owner: self.owner(), worker: self.worker() }
    }

    /// Login of the superuser; for repairs and checks, never for the application's own work.
    pub fn superuser(&self) -> Login {
        self.login(SUPERUSER, &self.secrets.superuser, "postgres")
    }

    /// PostgreSQL's programs that the cluster uses, such as `pg_dump`.
    pub fn binaries(&self) -> &Binaries {
        &self.lease.site.binaries
    }

    /// Process id of the server, or `None` while it does not run.
    pub fn server_pid(&self) -> Option<i32> {
        server::find_running_server(&self.lease.site).map(|server| server.pid)
    }

    /// Starts the server again if it died; does nothing if it runs. Any number of users may call
    /// this at once. Call it with a growing pause when connections are refused; afterwards ask for
    /// the login again, because the socket may have moved.
    ///
    /// # Errors
    /// As for [`Cluster::open`].
    pub async fn ensure_running(&self) -> Result<(), ClusterError> {
        let site = Arc::clone(&self.lease.site);
        let socket_dir = run_blocking(move || {
            let decision = wait_for_decision(&site)?;
            server::ensure_server_runs(&site, &decision)
        })
        .await?;
        self.set_socket_dir(socket_dir);
        Ok(())
    }

    /// Leaves the cluster. The last user stops the server and waits for that, which takes as long
    /// as the server needs to write what is still in memory, and at most half a minute. Close all
    /// connections first.
    ///
    /// # Errors
    /// The server does not stop, or the locks cannot be used.
    pub async fn close(mut self) -> Result<(), ClusterError> {
        let site = Arc::clone(&self.lease.site);
        let Some(in_use) = self.lease.in_use.take() else { return Ok(()) };
        run_blocking(move || {
            let decision = wait_for_decision(&site)?;
            if in_use.leave(&decision)? {
                server::stop_server(&site, &decision)?;
            }
            Ok(())
        })
        .await
    }

    /// Sets up a new cluster, and tries again when that fails: a back end may still be finishing
    /// what a killed user before us had asked for, or the server itself was killed.
    ///
    /// The decision ends with this call and so before the cluster: one that gives up and was the
    /// last needs the lock itself.
    async fn set_up_database(&self, mut decision: Decision) -> Result<(), ClusterError> {
        let mut attempts = 1;
        loop {
            let site = Arc::clone(&self.lease.site);
            match bootstrap::set_up_database(&site, &self.superuser(), &self.logins()).await {
                Err(ClusterError::SetupFailed { source }) if attempts < SET_UP_ATTEMPTS => {
                    tracing::warn!(%source, "setting up failed, trying again");
                }
                done => return done,
            }
            tokio::time::sleep(SET_UP_PAUSE).await;
            let ensured =
                run_blocking(move || Ok((server::ensure_server_runs(&site, &decision)?, decision))).await;
            let (socket_dir, kept) = ensured?;
            self.set_socket_dir(socket_dir);
            decision = kept;
            attempts += 1;
        }
    }

    fn set_socket_dir(&self, socket_dir: PathBuf) {
        *self.socket_dir.lock().unwrap_or_else(PoisonError::into_inner) = socket_dir;
    }

    fn login(&self, user: &str, password: &Password, database: &str) -> Login {
        let socket_dir = self.socket_dir.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Login {
            socket_dir,
            port: socket::PORT,
            user: user.to_owned(),
            password: password.clone(),
            database: database.to_owned(),
            pgdata: self.lease.site.pgdata.clone(),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.log_keeper.abort();
    }
}

/// The result of joining, still holding the decision for the rest of the set-up.
struct JoinedCluster {
    // First, so that it is dropped first: a lease that gives up needs the lock itself.
    decision: Decision,
    lease: Lease,
    secrets: Secrets,
    socket_dir: PathBuf,
}

/// Takes part in the use of the cluster: makes it and starts its server where they are missing.
fn join_cluster(site: &Arc<Site>) -> Result<JoinedCluster, ClusterError> {
    let decision = wait_for_decision(site)?;
    initdb::refuse_other_version(site, &decision)?;
    let secrets = Secrets::load_or_make(&site.data_dir, &site.pgdata)?;
    initdb::ensure_cluster(site, &secrets.superuser, &decision)?;
    let in_use = InUse::join(&site.data_dir, &decision)?;
    let socket_dir = server::ensure_server_runs(site, &decision)?;
    let lease = Lease { site: Arc::clone(site), in_use: Some(in_use) };
    Ok(JoinedCluster { decision, lease, secrets, socket_dir })
}

/// Waits for the lock under which one process at a time decides about the server.
fn wait_for_decision(site: &Site) -> Result<Decision, ClusterError> {
    Decision::wait(&site.data_dir, site.patience)?.ok_or_else(|| ClusterError::StartTimedOut {
        log_tail: "another process holds cluster.lock".to_owned(),
    })
}

/// The membership itself. Dropping it is the best that can be done without waiting: if we were the
/// last, the server is told to stop and finishes alone.
#[derive(Debug)]
struct Lease {
    site: Arc<Site>,
    in_use: Option<InUse>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(in_use) = self.in_use.take() else { return };
        match Decision::wait(&self.site.data_dir, DROP_PATIENCE) {
            Ok(Some(decision)) => {
                if in_use.leave(&decision).unwrap_or(false) {
                    server::ask_to_stop(&self.site, &decision);
                }
            }
            // The holder of the lock opens or closes: it will be the last after us.
            Ok(None) | Err(_) => tracing::debug!("left the database to its other users"),
        }
    }
}

/// Trims the server's log from time to time, as long as the task runs.
async fn keep_log_short(site: Arc<Site>) {
    let mut round = tokio::time::interval(LOG_ROUND);
    loop {
        round.tick().await;
        let log = site.log.clone();
        let trimmed = run_blocking(move || Ok(log.trim())).await;
        if let Ok(Err(error)) = trimmed {
            tracing::debug!(%error, "cluster.log not cut");
        }
    }
}

/// Runs blocking work on a thread that may block.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ClusterError> + Send + 'static,
) -> Result<T, ClusterError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(failed) => match failed.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ClusterError::Io {
                doing: "the program is shutting down".to_owned(),
                source: std::io::ErrorKind::Interrupted.into(),
            }),
        },
    }
}
