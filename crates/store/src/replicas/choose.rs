//! Choice of the server that answers a search.

use crate::connection::connect::Store;
use crate::connection::waiting::call_fault::CallFault;
use crate::error::StoreError;
use crate::replicas::host::ReplicaServer;
use crate::replicas::watch::Replicas;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const WRITTEN: &str = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint";

/// A replica that was chosen for one search.
#[derive(Debug, Clone)]
pub struct ReplicaRead {
    store: Store,
    fault: Arc<CallFault>,
    replicas: Arc<Replicas>,
    place: usize,
}

impl ReplicaRead {
    /// The database at the replica, for reading alone: the server refuses each write.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Whether a call of the search failed at the replica, so that the primary is to be asked. A replica that did not
    /// answer is left out until it does.
    pub fn has_failed(&self) -> bool {
        if self.fault.is_gone() {
            if let Some(host) = self.replicas.hosts.get(self.place) {
                host.leave_out();
            }
            self.replicas.primary.loss.notify_one();
        }
        self.fault.has_failed()
    }
}

/// Marks a write of a caller when it is dropped: then the write has ended, however it did.
#[derive(Debug)]
pub struct WriteMark {
    replicas: Arc<Replicas>,
    caller: String,
}

impl Drop for WriteMark {
    fn drop(&mut self) {
        self.replicas.marks.note_write(&self.caller);
    }
}

impl Replicas {
    /// A replica for a search of `caller`, which shows all that the caller wrote; none where the primary is to answer.
    pub async fn choose(self: &Arc<Self>, caller: &str) -> Option<ReplicaRead> {
        let place = self.find_replica(caller).await?;
        let host = self.hosts.get(place)?;
        host.note_search();
        let fault = Arc::<CallFault>::default();
        let store =
            Store { calls: self.primary.calls.clone(), fault: Some(fault.clone()), ..host.store.clone() };
        Some(ReplicaRead { store, fault, replicas: self.clone(), place })
    }

    /// Marks a write of `caller` when the mark is dropped.
    pub fn mark_write(self: &Arc<Self>, caller: &str) -> WriteMark {
        WriteMark { replicas: self.clone(), caller: caller.to_owned() }
    }

    /// Marks what was written in the background, which all callers are to see from now on.
    pub fn mark_write_for_all(&self) {
        self.marks.note_write_for_all();
    }

    /// The standbys that a commit waits for (`synchronous_standby_names`); empty where it waits for none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn synchronous_standbys(&self) -> Result<String, StoreError> {
        let names = sqlx::query_scalar::<_, String>("SELECT current_setting('synchronous_standby_names')")
            .fetch_one(&self.primary.pool);
        self.primary.run(async { Ok(names.await?) }).await
    }

    /// The place of a server that serves searches and has replayed all that `caller` must see.
    async fn find_replica(&self, caller: &str) -> Option<usize> {
        let nearest = self.find_nearest()?;
        let needed = self.marks.of(caller);
        let position = if needed.is_open() {
            let position = self.read_position().await?;
            self.marks.settle(caller, needed, position);
            position.max(needed.position())
        } else {
            needed.position()
        };
        // Nothing was written that this caller must see.
        if position == 0 || self.hosts.get(nearest)?.wait_for(position).await { Some(nearest) } else { None }
    }

    /// The server that is least behind; those that lack nothing take turns.
    fn find_nearest(&self) -> Option<usize> {
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let count = self.hosts.len();
        let places = (0..count).map(|step| first.wrapping_add(step) % count);
        let lag_of = |place: &usize| self.hosts.get(*place).and_then(ReplicaServer::serving_lag);
        let lags = places.filter_map(|place| lag_of(&place).map(|lag| (place, lag.time)));
        lags.min_by_key(|(_, time)| *time).map(|(place, _)| place)
    }

    /// How far the log of the primary is; none where it does not say.
    async fn read_position(&self) -> Option<u64> {
        let written = sqlx::query_scalar::<_, Option<i64>>(WRITTEN).fetch_one(&self.primary.searching);
        let position = self.primary.run(async { Ok(written.await?) }).await.ok().flatten()?;
        Some(position.unsigned_abs())
    }
}
