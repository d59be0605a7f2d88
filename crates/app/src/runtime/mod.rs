//! Foundations: locks, caches with a lifetime, background tasks, threads for blocking and processor-bound work, panic
//! handling.

pub(crate) mod blocking;
pub(crate) mod catch_panic;
pub(crate) mod crunch;
pub(crate) mod memory;
pub mod phase;
pub(crate) mod shared_read;
pub mod stop_signal;
pub(crate) mod sync;
pub mod tasks;
pub(crate) mod ttl_cache;
