//! Writes that a model proposes: sealed, confirmed, tried once more, undone, several as one.

mod confirming;
mod minute;
mod replays;
mod retries;
mod sealed;
mod together;
mod undo;
