//! Metrics: entry, correction, trends, CSV import and export.
//!
//! | module | what it does |
//! |---|---|
//! | `entries` | the operations on one entry, and the list of metrics |
//! | `figures` | history and trends |
//! | `sentences` | what may be said about trends, in words |
//! | `table` | import and export as CSV |

pub mod entries;
pub mod figures;
pub(super) mod sentences;
pub mod table;
