//! Release of unused memory to the system.
//!
//! The C library keeps freed memory for later use, in an arena for each of several threads: after an import an idle
//! program would hold its peak memory. On request the library returns whole free pages; that takes milliseconds, and no
//! other allocator is needed.

use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often memory is given back.
const ROUND: Duration = Duration::from_secs(60);

/// Returns unused memory to the system, again and again, until `stop`.
pub async fn run_memory_upkeep(stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
        tokio::task::spawn_blocking(give_back).await.ok();
    }
}

/// Gives back once.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    // SAFETY: it touches nothing but what is free, under the locks of the library itself.
    let given = unsafe { libc::malloc_trim(0) } == 1;
    tracing::trace!(given, "free memory given back");
}

/// Other systems' libraries do it by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}
