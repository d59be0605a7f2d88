//! Whether the database still answers while a call waits for it.
//!
//! A call may take seconds because it has much to do, or wait because the server was stopped, the
//! machine under it hangs, or a firewall has forgotten the connection: the call itself cannot tell. So
//! once it has waited a moment the server is asked in other ways, and a call is given up only where
//! these are not answered either. Calls that wait at the same time share one look.

use crate::cluster::{Stopped, find_stopped};
use crate::connection::connect::within;
use crate::{Store, StoreError};
use sqlx::{Connection as _, PgConnection, PgPool};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a call may take before it is asked whether the database answers.
const NOTICE: Duration = Duration::from_millis(800);
/// The same soon after it was found that it does not: an operation is several calls, and must not wait
/// so long for each.
const NOTICE_AGAIN: Duration = Duration::from_millis(200);
/// How long the server may take to answer. With [`NOTICE`] a person is told within three seconds.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// The same where its processes are those of this machine: that they are stopped is seen at once, and
/// where others keep the machine busy a new connection may take long.
const PATIENCE_HERE: Duration = Duration::from_secs(10);
/// How often it is looked meanwhile whether they are stopped.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// The same for an import of an hour, which is not to end for that.
pub(crate) const PATIENCE_OF_IMPORTS: Duration = Duration::from_secs(16);
/// How long a look holds for others, and for how long a bad one makes calls impatient.
const HOLDS: Duration = Duration::from_secs(1);
const IMPATIENCE: Duration = Duration::from_secs(5);

/// What was seen last. Shared by all clones of a store.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    last: Mutex<Option<Look>>,
    /// One looks at a time.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone)]
struct Look {
    begun: Instant,
    ended: Instant,
    /// What is wrong, if anything is, and since when.
    wrong: Option<(Wrong, Instant)>,
}

#[derive(Debug, Clone)]
enum Wrong {
    /// Processes of the server were stopped.
    Stopped,
    Silent,
    Unreachable(String),
}

impl Wrong {
    fn into_error(self, waited: Duration) -> StoreError {
        match self {
            Wrong::Stopped | Wrong::Silent => StoreError::Stuck(waited),
            Wrong::Unreachable(reason) => StoreError::Unreachable(reason),
        }
    }
}

impl Pulse {
    fn last(&self) -> Option<Look> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, look: &Look) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.clone());
    }

    fn notice(&self) -> Duration {
        let bad = self.last().is_some_and(|look| look.wrong.is_some() && look.ended.elapsed() < IMPATIENCE);
        if bad { NOTICE_AGAIN } else { NOTICE }
    }
}

impl Store {
    /// Does `work` for at most `limit`, as long as the database answers.
    pub(crate) fn attended<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        let patience = if self.pgdata.is_some() { PATIENCE_HERE } else { Duration::ZERO };
        self.attended_for(limit, patience, work)
    }

    /// [`Store::attended`] with more patience: the work is given up once the database has been silent
    /// for so long.
    pub(crate) fn attended_for<T>(
        &self,
        limit: Duration,
        patience: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        // On the heap: every future holds what it is given beside what it makes of it, so what waits for
        // a large one would be twice as large, and stacks are small.
        self.attend(limit, patience, Box::pin(work))
    }

    async fn attend<T>(
        &self,
        limit: Duration,
        patience: Duration,
        mut work: Pin<Box<impl Future<Output = Result<T, StoreError>>>>,
    ) -> Result<T, StoreError> {
        let begun = Instant::now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            if let Ok(done) = tokio::time::timeout(self.pulse.notice().min(left), &mut work).await {
                return self.name_refusal(done, begun).await;
            }
            if begun.elapsed() >= limit {
                return Err(StoreError::Stuck(limit));
            }
            let wrong = tokio::select! {
                biased;
                done = &mut work => return self.name_refusal(done, begun).await,
                wrong = self.check_pulse() => wrong,
            };
            match wrong {
                Some((Wrong::Silent | Wrong::Unreachable(_), since)) if since.elapsed() < patience => {}
                Some((wrong, since)) => return Err(wrong.into_error(since.elapsed().max(begun.elapsed()))),
                None => {}
            }
        }
    }

    fn stopped(&self) -> Option<Stopped> {
        self.pgdata.as_deref().and_then(find_stopped)
    }

    /// `done`, unless it was refused a connection by a server that lets nobody in or is gone: that is no
    /// busy one.
    async fn name_refusal<T>(&self, done: Result<T, StoreError>, begun: Instant) -> Result<T, StoreError> {
        if !matches!(done, Err(StoreError::Busy)) {
            return done;
        }
        match self.check_pulse().await {
            Some((wrong, since)) => Err(wrong.into_error(since.elapsed().max(begun.elapsed()))),
            None if self.stopped().is_some() => Err(StoreError::Stuck(begun.elapsed())),
            None => done,
        }
    }

    /// Whether the database answers, asked on connections that no call waits for.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`] or [`StoreError::Stuck`].
    pub(crate) async fn pulse(&self) -> Result<(), StoreError> {
        self.check_pulse().await.map_or(Ok(()), |(wrong, since)| Err(wrong.into_error(since.elapsed())))
    }

    /// What is wrong with the database, and since when.
    async fn check_pulse(&self) -> Option<(Wrong, Instant)> {
        let asked = Instant::now();
        let _turn = self.pulse.turn.lock().await;
        let last = self.pulse.last();
        if let Some(look) = last.as_ref().filter(|look| look.begun + HOLDS > asked) {
            return look.wrong.clone();
        }
        let begun = Instant::now();
        let recent = last.filter(|look| look.ended.elapsed() < IMPATIENCE);
        let since = recent.and_then(|look| look.wrong).map_or(begun, |(_, since)| since);
        let wrong = self.look().await.err().map(|wrong| (wrong, since));
        let look = Look { begun, ended: Instant::now(), wrong };
        self.pulse.note(&look);
        look.wrong
    }

    /// A server may take new connections while the processes behind the old ones are stopped, or while
    /// what lies in between has forgotten them; so both are asked.
    async fn look(&self) -> Result<(), Wrong> {
        let patience = if self.pgdata.is_some() { PATIENCE_HERE } else { PATIENCE };
        let silent = |_| Wrong::Silent;
        let idle = async {
            tokio::try_join!(answers(&self.pool, patience), answers(&self.searching, patience))
                .map(drop)
                .map_err(silent)
        };
        let answer = async {
            match self.stopped() {
                Some(Stopped::Entrance) if self.pool.size() > 0 => idle.await,
                Some(_) => Err(Wrong::Stopped),
                None => tokio::try_join!(self.knock(patience), idle).map(drop),
            }
        };
        tokio::select! {
            biased;
            answer = answer => answer,
            () = self.wait_until_stopped() => Err(Wrong::Stopped),
        }
    }

    /// Ends when processes behind connections are stopped.
    async fn wait_until_stopped(&self) {
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            if self.stopped() == Some(Stopped::Within) {
                return;
            }
        }
    }

    /// Whether the database opens a connection of our own, or says that it has opened too many.
    async fn knock(&self, patience: Duration) -> Result<(), Wrong> {
        let options = self.pool.connect_options();
        match within(patience, PgConnection::connect_with(&options)).await {
            Ok(connection) => {
                connection.close().await.ok();
                Ok(())
            }
            Err(StoreError::Busy) => Ok(()),
            Err(StoreError::Stuck(_)) => Err(Wrong::Silent),
            Err(error) => Err(Wrong::Unreachable(error.to_string())),
        }
    }
}

/// Whether a connection that no call uses answers; one that does not is closed. Where all are in use
/// there is nothing to be asked.
async fn answers(pool: &PgPool, patience: Duration) -> Result<(), StoreError> {
    let Some(mut connection) = pool.try_acquire() else { return Ok(()) };
    match within(patience, async { sqlx::query("SELECT 1").execute(&mut *connection).await }).await {
        Err(error @ StoreError::Stuck(_)) => {
            drop(connection.detach());
            Err(error)
        }
        // One that was closed at the other end makes room for a new one.
        _ => Ok(()),
    }
}
