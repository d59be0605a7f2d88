//! Server processes (backends) of this program's connections.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Process ids of the back ends that this program connected to. Those of closed connections stay: an id
/// that the system gives away again only makes the program a little too careful.
#[derive(Debug, Clone, Default)]
pub(crate) struct Backends(Arc<Mutex<HashSet<i32>>>);

impl Backends {
    /// Adds the back end of a new connection.
    pub fn add(&self, pid: i32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(pid);
    }

    /// Whether a connection of this program has, or had, this back end.
    pub fn contains(&self, pid: i32) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&pid)
    }
}
