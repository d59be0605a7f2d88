//! Query sets as people keep them: queries, what judges say of records, regression cases, files.
//!
//! - [`QuerySetSummary`], [`SetQuery`], [`Judgment`]: the nouns, as they are stored and shown.
//! - [`SetDraft`], [`QueryDraft`], [`Grade`]: what can be stored; everything else is refused with what
//!   is allowed.
//! - [`RegressionCase`]: what an answer once got wrong, as a test.
//! - [`judging_order`]: in which order records are shown to a judge.
//! - [`trec`]: sets as files.
//!
//! It leaves out what is reckoned with judgments ([`crate::bench`]): figures, agreement of judges,
//! and the one grade that counts where several judged.

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
