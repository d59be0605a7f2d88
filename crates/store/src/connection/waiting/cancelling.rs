//! Cancellation of a transaction by a person while a statement runs.

use crate::connection::waiting::attend::PATIENCE_OF_IMPORTS;
use crate::{Store, StoreError};
use sqlx::{Connection as _, PgConnection};
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

/// How long a server process is given to end its statement before it is told again.
const AGAIN: Duration = Duration::from_millis(200);

/// Such work may take as long as it needs while the database answers.
const NO_LIMIT: Duration = Duration::from_secs(24 * 3_600);

/// The process of the server in which a transaction runs, while it may be stopped.
#[derive(Default)]
pub(crate) struct Backend {
    /// Its number; 0 where there is none.
    process: AtomicI32,
    asked: AtomicBool,
    /// Whether the work has, or had, a connection.
    is_connected: AtomicBool,
}

impl Backend {
    /// Notes that the work runs in the process of `db`, where it may be cancelled from here on.
    pub async fn is_of(&self, db: &mut PgConnection) -> Result<(), StoreError> {
        let process: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(db).await?;
        self.process.store(process, Ordering::SeqCst);
        self.is_connected.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Forgets the transaction's process, which cannot be cancelled from here on.
    pub fn forget(&self) {
        self.process.store(0, Ordering::SeqCst);
    }

    /// The process to stop, if there is one. Its statement may end before its caller has
    /// the answer, so this is noted first.
    fn to_be_asked(&self) -> Option<i32> {
        let process = Some(self.process.load(Ordering::SeqCst)).filter(|process| *process != 0)?;
        self.asked.store(true, Ordering::SeqCst);
        Some(process)
    }

    fn has_connection(&self) -> bool {
        self.is_connected.load(Ordering::SeqCst)
    }

    fn was_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Store {
    /// Does `work`, which tells `server` the process that it runs in. Once `cancelled` is over that
    /// process is told to end its statement, again and again, for between two statements it does not
    /// listen; `None` where that ended the work. What was committed by then stays, and is told.
    pub(crate) async fn unless_cancelled<T>(
        &self,
        cancelled: impl Future<Output = ()>,
        server: &Backend,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<Option<T>, StoreError> {
        let stopping = async {
            cancelled.await;
            loop {
                if let Some(process) = server.to_be_asked()
                    && let Err(error) = self.stop(process).await
                {
                    tracing::warn!(%error, "a statement goes on although it was cancelled");
                }
                tokio::time::sleep(AGAIN).await;
            }
        };
        let done = tokio::select! {
            biased;
            done = self.attended_for(NO_LIMIT, PATIENCE_OF_IMPORTS, || !server.has_connection(), work) => done,
            () = stopping => return Ok(None),
        };
        match done {
            Err(StoreError::Ended) if server.was_asked() => Ok(None),
            done => done.map(Some),
        }
    }

    /// Tells a process of the server to end its statement, on a connection of its own: writers that wait
    /// for that very transaction may hold all others.
    async fn stop(&self, process: i32) -> Result<(), sqlx::Error> {
        let mut db = PgConnection::connect_with(&self.pool.connect_options()).await?;
        sqlx::query("SELECT pg_cancel_backend($1)").bind(process).execute(&mut db).await?;
        db.close().await
    }
}
