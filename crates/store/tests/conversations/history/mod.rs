//! What conversations keep: branches, changes, lists, traces.

mod branches;
mod changes;
mod deletion;
mod listing;
mod queries;
mod traces;
