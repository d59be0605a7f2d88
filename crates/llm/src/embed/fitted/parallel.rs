//! Spreads row-wise work over a few threads.

use std::panic::resume_unwind;
use std::thread;

use super::dense::Dense;

/// More threads than this gain little (the work is bound by memory) and would be felt in the
/// rest of the program.
const MAX_THREADS: usize = 4;

/// How many threads there are to spread work over.
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

/// Calls `work(first_row, rows)` for contiguous blocks that together are `out`, on one thread
/// each. `work` must give each row a value that does not depend on the block it is in.
pub(super) fn in_row_blocks(out: &mut Dense, work: impl Fn(usize, &mut [f32]) + Sync) {
    let rows = out.rows().div_ceil(threads()).max(1);
    let length = rows * out.columns.max(1);
    thread::scope(|scope| {
        for (i, block) in out.data.chunks_mut(length).enumerate() {
            let work = &work;
            scope.spawn(move || work(i * rows, block));
        }
    });
}
