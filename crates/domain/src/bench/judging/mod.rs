//! Stored query sets: their queries, judgments, regression cases and files.
//!
//! - [`QuerySetSummary`], [`SetQuery`], [`Judgment`]: the stored types.
//! - [`SetDraft`], [`QueryDraft`], [`Grade`]: validated input. An error names the allowed values.
//! - [`RegressionCase`]: a test that repeats a wrong answer of the past.
//! - [`judging_order`]: the order in which a judge sees the records.
//! - [`trec`]: query sets as files.
//!
//! Out of scope: figures over judgments, agreement of judges, and the merged grade of several judges
//! ([`crate::bench`]).

mod case;
mod draft;
mod order;
mod set;
#[cfg(test)]
mod tests;
pub mod trec;

pub use case::{CASE_DEPTH, MAX_FORBIDDEN, RegressionCase};
pub use draft::{
    Grade, MAX_QUERIES, NOTE_CHARS, QueryDraft, SetDraft, TOP_GRADE, USUAL_TOP_GRADE, check_judge,
    check_note, check_record,
};
pub use order::judging_order;
pub use set::{Judgment, QuerySetSummary, SetQuery, SetRole};
