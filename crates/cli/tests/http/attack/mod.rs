//! What clients may not do to others: refusals, limits, crowds, a frozen database.

mod bodies;
mod crowded;
pub mod frozen;
mod guard;
mod heavy;
mod limits;
mod reach;
mod streams;
