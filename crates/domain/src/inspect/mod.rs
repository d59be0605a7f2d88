//! Why a search answered as it did: rows of scores, exclusions, differences, and what would change them.

mod components;
mod counterfactual;
mod cuts;
mod difference;
mod exclusion;
mod knob;
#[cfg(test)]
mod tests;

pub use components::{Components, Pool, PoolChange, PoolOrder};
pub use counterfactual::{Counterfactual, Deciding, counterfactual, turned_in, turned_pairs};
pub use cuts::PoolEnds;
pub use difference::{DifferenceRow, Row, difference, rows};
pub use exclusion::{
    Absence, AbsenceFacts, ByVectors, ByWords, CutReason, CutStage, FilterMiss, MarginUnit, SearchHalf,
    absence, reasons,
};
pub use knob::Knob;
