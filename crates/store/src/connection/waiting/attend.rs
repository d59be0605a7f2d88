//! Watched calls: a call is abandoned once the database stops answering, and not before.

use crate::cluster::{StoppedProcesses, find_stopped};
use crate::connection::call_times::CallKind;
use crate::connection::waiting::deadline::await_within_patience;
use crate::connection::waiting::pulse::{BETWEEN_LOOKS, IMPATIENCE, PulseReading, Wrong};
use crate::{Store, StoreError};
use futures::FutureExt as _;
use sqlx::{Connection as _, PgConnection, PgPool};
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

impl Store {
    /// Does `work` for at most `limit`, as long as the database answers.
    pub(crate) fn attend_server<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        let patience = if self.pgdata.is_some() { PATIENCE_HERE } else { Duration::ZERO };
        self.attended_for(limit, patience, || true, work)
    }

    /// [`Store::attend_server`] for a call of which its end and its time are noted.
    pub(crate) fn attend_call<T>(
        &self,
        kind: CallKind,
        limit: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        let begun = Instant::now();
        let call = self.attend_server(limit, work);
        call.inspect(move |done| {
            self.calls.note(kind, done, begun.elapsed());
            self.note_loss(done);
        })
    }

    /// Notes a failed call for what goes by it: the search at a replica, and the look at the servers of the database.
    fn note_loss<T>(&self, done: &Result<T, StoreError>) {
        if let Some(fault) = &self.fault {
            fault.note(done);
        }
        if matches!(done, Err(StoreError::Unreachable(_) | StoreError::Stuck(_))) {
            self.loss.notify_one();
        }
    }

    /// [`Store::attend_server`] with more patience: the work is given up once the database has been silent
    /// for so long. While `needs_connection` says so, it is also given up where the server lets no client in.
    pub(crate) fn attended_for<T>(
        &self,
        limit: Duration,
        patience: Duration,
        needs_connection: impl Fn() -> bool,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        // On the heap: every future holds what it is given beside what it makes of it, so what waits for
        // a large one would be twice as large, and stacks are small.
        let attended = self.attend(limit, patience, needs_connection, Box::pin(work));
        async move { attended.await.map_err(|error| self.pulse.explain_loss(error)) }
    }

    /// Notes whether our own server could not be started for want of room: callers are told that, and not that
    /// nothing is there.
    pub fn note_full_disk(&self, is_full: bool) {
        self.pulse.note_full_disk(is_full);
    }

    async fn attend<T>(
        &self,
        limit: Duration,
        patience: Duration,
        needs_connection: impl Fn() -> bool,
        mut work: Pin<Box<impl Future<Output = Result<T, StoreError>>>>,
    ) -> Result<T, StoreError> {
        let begun = Instant::now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            if let Ok(done) = tokio::time::timeout(self.pulse.notice().min(left), &mut work).await {
                return self.name_refusal(done, begun).await;
            }
            if begun.elapsed() >= limit {
                // A server that answers others has a call wait for a lock or a large piece of work.
                return self.name_refusal(Err(StoreError::Busy), begun).await;
            }
            let mut pulse = Box::pin(self.check_pulse());
            let wrong = tokio::select! {
                biased;
                // A look that is under way is not begun anew: a call that no connection came free for would
                // wait for two of them.
                done = &mut work => {
                    return if matches!(done, Err(StoreError::Busy)) {
                        self.name_silence(pulse.await, begun)
                    } else {
                        done
                    };
                }
                wrong = &mut pulse => wrong,
            };
            match wrong {
                Some((Wrong::Silent, since)) if since.elapsed() < patience => {}
                // One that refuses connections is gone, whatever else keeps the machine busy.
                Some((Wrong::Unreachable(_), since)) if since.elapsed() < patience.min(PATIENCE_GONE) => {}
                Some((wrong, since)) => return Err(wrong.into_error(since.elapsed().max(begun.elapsed()))),
                // Calls with a connection are served; this one may wait for a new one, which is not to be had.
                None if needs_connection() && self.waits_at_the_entrance() => {
                    return Err(StoreError::Stuck(begun.elapsed()));
                }
                None => {}
            }
        }
    }

    fn find_stopped(&self) -> Option<StoppedProcesses> {
        find_stopped(self.pgdata.as_deref()?, |pid| self.backends.contains(pid))
    }

    /// Whether the server has let no client in for so long that who still waits would wait in vain. Calls
    /// that come later go by the same moment, so that those who wait for one another are not told one by one.
    fn waits_at_the_entrance(&self) -> bool {
        let is_stopped = self.find_stopped() == Some(StoppedProcesses::Entrance);
        self.pulse.note_entrance(is_stopped).is_some_and(|since| since.elapsed() >= AT_THE_ENTRANCE)
    }

    /// `done`, unless it was refused a connection by a server that lets no client in or is gone: that is no
    /// busy one.
    async fn name_refusal<T>(&self, done: Result<T, StoreError>, begun: Instant) -> Result<T, StoreError> {
        if matches!(done, Err(StoreError::Busy)) {
            self.name_silence(Box::pin(self.check_pulse()).await, begun)
        } else {
            done
        }
    }

    /// Why a call was refused a connection, or waited in vain, by what the `pulse` says.
    fn name_silence<T>(&self, pulse: Option<(Wrong, Instant)>, begun: Instant) -> Result<T, StoreError> {
        Err(match pulse {
            Some((wrong, since)) => wrong.into_error(since.elapsed().max(begun.elapsed())),
            None if self.find_stopped().is_some() => StoreError::Stuck(begun.elapsed()),
            None => StoreError::Busy,
        })
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
        if let Some(look) = last.as_ref().filter(|look| look.holds_at(asked)) {
            return look.wrong.clone();
        }
        let begun = Instant::now();
        let recent = last.filter(|look| look.ended.elapsed() < IMPATIENCE);
        let since = recent.and_then(|look| look.wrong).map_or(begun, |(_, since)| since);
        // On the heap: the future of every call to the database holds that of this one, more than once.
        let wrong = Box::pin(self.look()).await.err().map(|wrong| (wrong, since));
        let look = PulseReading { begun, ended: Instant::now(), wrong };
        self.pulse.note(&look);
        look.wrong
    }

    /// A server may take new connections while the processes behind the old ones are stopped, or while
    /// what lies in between has forgotten them; so both are asked.
    async fn look(&self) -> Result<(), Wrong> {
        let patience = if self.pgdata.is_some() { PATIENCE_HERE } else { PATIENCE };
        let silent = |_| Wrong::Silent;
        let idle = async {
            let answers = |pool| probe_idle_connection(pool, patience);
            tokio::try_join!(answers(&self.pool), answers(&self.writing), answers(&self.searching))
                .map(drop)
                .map_err(silent)
        };
        let answer = async {
            match self.find_stopped() {
                Some(StoppedProcesses::Entrance) if self.pool.size() > 0 => idle.await,
                Some(
                    StoppedProcesses::Entrance | StoppedProcesses::Everything | StoppedProcesses::Within,
                ) => Err(Wrong::Stopped),
                Some(StoppedProcesses::Background) if self.log_is_locked(patience).await => {
                    Err(Wrong::Stopped)
                }
                Some(StoppedProcesses::Background) | None => {
                    tokio::try_join!(self.probe(patience), idle).map(drop)
                }
            }
        };
        tokio::select! {
            biased;
            answer = answer => answer,
            () = self.wait_until_stopped() => Err(Wrong::Stopped),
        }
    }

    /// Ends when processes behind connections are stopped, or the first one where there are none.
    async fn wait_until_stopped(&self) {
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            if matches!(self.find_stopped(), Some(StoppedProcesses::Within | StoppedProcesses::Everything)) {
                return;
            }
        }
    }

    /// Whether a write has waited for the lock of the log from one look at the server's processes to the
    /// next: a stopped process holds it.
    async fn log_is_locked(&self, patience: Duration) -> bool {
        let options = self.pool.connect_options();
        let watched = async {
            let mut connection = PgConnection::connect_with(&options).await?;
            let first = waits_for_log(&mut connection).await?;
            tokio::time::sleep(LOG_WAIT).await;
            let second = waits_for_log(&mut connection).await?;
            connection.close().await?;
            Ok(first.iter().any(|pid| second.contains(pid)))
        };
        await_within_patience(patience, watched).await.unwrap_or(false)
    }

    /// Whether the database opens a connection of our own, or says that it has opened too many.
    async fn probe(&self, patience: Duration) -> Result<(), Wrong> {
        let options = self.pool.connect_options();
        match await_within_patience(patience, PgConnection::connect_with(&options)).await {
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

/// The back ends that wait for the lock under which the log is written.
async fn waits_for_log(connection: &mut PgConnection) -> Result<Vec<i32>, sqlx::Error> {
    let select = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'LWLock' \
                  AND wait_event IN ('WALWrite', 'WALInsert', 'WALBufMapping') AND datname = current_database()";
    sqlx::query_scalar(select).fetch_all(connection).await
}

/// Whether a connection that no call uses answers; one that does not is closed. Where all are in use
/// there is nothing to be asked.
pub(crate) async fn probe_idle_connection(pool: &PgPool, patience: Duration) -> Result<(), StoreError> {
    let Some(mut connection) = pool.try_acquire() else { return Ok(()) };
    match await_within_patience(patience, async { sqlx::query("SELECT 1").execute(&mut *connection).await })
        .await
    {
        Err(error @ StoreError::Stuck(_)) => {
            drop(connection.detach());
            Err(error)
        }
        // One that was closed at the other end makes room for a new one.
        _ => Ok(()),
    }
}

/// How long the server may take to answer. With `NOTICE` a person is told within three seconds.
pub(crate) const PATIENCE: Duration = Duration::from_millis(1_500);

/// [`PATIENCE`] where the server's processes are those of this machine: that they are stopped is seen at once, and
/// where others keep the machine busy a new connection may take long.
pub(crate) const PATIENCE_HERE: Duration = Duration::from_secs(10);

/// [`PATIENCE_HERE`] for a server to which no connection can be made: with `NOTICE` a person is told within three
/// seconds.
const PATIENCE_GONE: Duration = Duration::from_secs(2);

/// How long a write that waits for the lock of the log is watched. Held by a process that runs, it is free
/// within milliseconds.
const LOG_WAIT: Duration = Duration::from_millis(400);

/// How long the server may let no client in before calls are given up: one that has a connection is soon
/// done, any other waits in vain.
const AT_THE_ENTRANCE: Duration = Duration::from_secs(2);

/// How long the database may be silent before an import is given up: one that took an hour is not to end
/// for a moment of silence.
pub(crate) const PATIENCE_OF_IMPORTS: Duration = Duration::from_secs(16);
