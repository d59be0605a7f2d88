//! Promises of the assistant as often as they are made: a few times in each run of the tests, in full by
//! `make proofs` (`CELEIRO_PROOFS=full`). Each prints what it did, and has a control that must be noticed.

mod doses;
mod effort;
mod guards;
mod memory;
mod origin;
mod reminders;
mod replies;
mod seals;
mod streams;
mod undone;

/// `full` where the proofs run, a part of it where `CELEIRO_PROOFS` is a number of hundredths, else `usual`.
fn choose_size(usual: usize, full: usize) -> usize {
    match std::env::var("CELEIRO_PROOFS").as_deref() {
        Ok("full") => full,
        Ok(part) => part.parse().map_or(usual, |part: usize| (full * part / 100).max(usual)),
        Err(_) => usual,
    }
}
