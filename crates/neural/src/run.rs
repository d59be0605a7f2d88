//! Many texts by several threads, and who goes first.
//!
//! Long texts come first, so that no thread is left with one at the end. A batch has so few tokens that
//! what is worked on stays in the processor's second cache, and that a query waits for one layer of it,
//! some milliseconds, before it has the processor to itself.

use crate::encoder::Scratch;
use crate::error::ModelError;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Tokens of a batch; a text that has more is one by itself.
const TOKENS_AT_ONCE: usize = 160;
/// Most threads that are of use.
const MOST_THREADS: usize = 16;
/// How often a run that waits for queries looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// How a run over texts behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run<'a> {
    /// Set from outside to end it.
    pub stop: Option<&'a AtomicBool>,
    /// Whether its threads take only what others leave of the processor (on Linux).
    pub background: bool,
}

impl Run<'_> {
    /// Whether the run of the model was not stopped.
    pub(crate) fn may_go_on(&self) -> bool {
        self.stop.is_none_or(|stop| !stop.load(Ordering::Relaxed))
    }

    /// Cuts and embeds `texts` in batches.
    pub(crate) fn over<T: Sync>(
        &self,
        texts: &[T],
        cut: impl Fn(&T) -> Result<Vec<u32>, ModelError> + Sync,
        embed: impl Fn(&[&[u32]], &mut Scratch) -> Result<Vec<Vec<f32>>, ModelError> + Sync,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let tokens: Vec<Vec<u32>> = texts.iter().map(cut).collect::<Result<_, _>>()?;
        let batches = batch_texts(&tokens);
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.min(MOST_THREADS).min(batches.len());
        let next = AtomicUsize::new(0);
        let vectors = Mutex::new(vec![Vec::new(); texts.len()]);
        let work = || -> Result<(), ModelError> {
            let mut scratch = Scratch::default();
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let tokens: Vec<&[u32]> = batch.iter().map(|at| tokens[*at].as_slice()).collect();
                let done = embed(&tokens, &mut scratch)?;
                let mut vectors = vectors.lock().unwrap_or_else(PoisonError::into_inner);
                batch.iter().zip(done).for_each(|(at, vector)| vectors[*at] = vector);
            }
            Ok(())
        };
        std::thread::scope(|scope| -> Result<(), ModelError> {
            let start = |_| {
                scope.spawn(|| {
                    if self.background {
                        step_back();
                    }
                    work()
                })
            };
            let threads: Vec<_> = (0..threads).map(start).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        Ok(vectors.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Places of texts, long ones first, in batches.
fn batch_texts(tokens: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(tokens[*at].len()));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for at in order {
        let count = tokens[at].len();
        match batches.last_mut() {
            Some(batch) if count <= room => {
                room -= count;
                batch.push(at);
            }
            _ => {
                room = TOKENS_AT_ONCE.saturating_sub(count);
                batches.push(vec![at]);
            }
        }
    }
    batches
}

/// This thread gets what others leave of the processor.
fn step_back() {
    #[cfg(target_os = "linux")]
    // Without it the work is done all the same.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

/// Queries at work, for which passages wait.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    queries: Mutex<usize>,
    done: Condvar,
}

/// A query at work.
pub(crate) struct Turn<'a>(&'a Turns);

impl Turns {
    /// Takes a turn for a query; passages wait until the turn is dropped.
    pub fn take(&self) -> Turn<'_> {
        *self.queries.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Turn(self)
    }

    /// Waits until no query is at work; whether the run may go on then.
    pub fn wait_for_queries(&self, run: &Run<'_>) -> bool {
        let mut queries = self.queries.lock().unwrap_or_else(PoisonError::into_inner);
        while *queries > 0 && run.may_go_on() {
            queries = self.done.wait_timeout(queries, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        run.may_go_on()
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.queries.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.done.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_every_text_once_and_few_tokens() {
        let tokens: Vec<Vec<u32>> = (0..100).map(|i| vec![7; i * 37 % 400 + 1]).collect();
        let batches = batch_texts(&tokens);
        let mut all: Vec<usize> = batches.iter().flatten().copied().collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..100));
        for batch in &batches {
            let count: usize = batch.iter().map(|at| tokens[*at].len()).sum();
            assert!(batch.len() == 1 || count <= TOKENS_AT_ONCE, "{count}");
        }
        assert!(tokens[batches[0][0]].len() > 390, "long ones come first");
    }

    #[test]
    fn passages_wait_for_queries_and_a_stop_ends_the_wait() {
        let turns = Turns::default();
        let stop = AtomicBool::new(false);
        let run = Run { stop: Some(&stop), background: false };
        assert!(turns.wait_for_queries(&run), "nobody asks");
        let turn = turns.take();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| turns.wait_for_queries(&run));
            std::thread::sleep(LOOK * 3);
            assert!(!waiting.is_finished(), "a query is at work");
            drop(turn);
            assert!(waiting.join().unwrap());
        });
        let _turn = turns.take();
        stop.store(true, Ordering::Relaxed);
        assert!(!turns.wait_for_queries(&run));
    }
}
