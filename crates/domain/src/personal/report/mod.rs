//! Reports of the personal assistant: figures that the program computes from records, and the check of a text
//! against them.
//!
//! | module | content |
//! |---|---|
//! | `period` | kinds of reports, and their days |
//! | `kept` | a report as it is kept |
//! | `figure` | one figure: what it says, of which days, from which records |
//! | `records` | the records that a report looks at |
//! | `score` | the life balance score with its explanation |
//! | `days` | morning summary, weekly report, check-in |
//! | `subject` | a person for whom a gift is sought, a decision that is weighed |
//! | `numbers` | every number of a text compared with the figures |
//!
//! No figure says what was not recorded. Out of scope: texts for people, storage, and the present moment, which is an
//! argument.

mod days;
pub mod figure;
mod kept;
pub mod numbers;
mod period;
mod records;
pub mod score;
mod subject;
#[cfg(test)]
mod tests;

pub use days::{checkin_figures, morning_figures, weekly_figures};
pub use figure::{FigureTerm, FigureValue, ReportFigure};
pub use kept::{Report, ReportAuthor, ReportFigures};
pub use period::{MOST_DAYS_BACK, ReportKind, ReportPeriod, WEEK_DAYS};
pub use records::ReportRecords;
pub use subject::{GiftWish, decision_figures, gift_figures};
