//! Diagnosis of a search: rows of scores, exclusions, differences, and the changes that would reorder
//! it.

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
