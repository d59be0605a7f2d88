//! Spreads row-wise work over a few threads.

use std::panic::resume_unwind;
use std::thread;

/// More threads than this gain little (the work is bound by memory) and would be felt in the
/// rest of the program.
const MAX_THREADS: usize = 4;

/// Number of threads that row-wise work is spread over.
pub(super) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// What `work` makes of each of `parts`, on a thread each: there should be at most [`threads`].
pub(super) fn side_by_side<P: Sync, T: Send>(parts: &[P], work: impl Fn(&P) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = parts.iter().map(|part| scope.spawn(move || work(part))).collect();
        running.into_iter().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
