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
pub use counterfactual::{Counterfactual, DecidingRow, search_counterfactual, turned_in, turned_pairs};
pub use cuts::PoolEnds;
pub use difference::{DifferenceRow, Row, diff_score_rows, score_rows};
pub use exclusion::{
    Absence, AbsenceFacts, ByVectors, ByWords, CutReason, CutStage, FilterMiss, MarginUnit, SearchHalf,
    find_absence, list_cut_reasons,
};
pub use knob::Knob;
