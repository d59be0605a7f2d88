//! Promises of the assistant as often as they are made: a few times in each run of the tests, in full by
//! `make proofs` (`CELEIRO_PROOFS=full`). Each prints what it did, and has a control that must be noticed.

mod doses;
mod replies;
mod seals;
mod streams;
mod undone;

/// `full` where the proofs run, else `usual`.
fn choose_size(usual: usize, full: usize) -> usize {
    if std::env::var("CELEIRO_PROOFS").is_ok_and(|value| value == "full") { full } else { usual }
}
