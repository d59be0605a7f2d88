//! Metrics: entry, correction, trends, CSV import and export.
//!
//! | module | what it does |
//! |---|---|
//! | `entries` | operations on entries, and the list of metrics |
//! | `figures` | history and trends |
//! | `sentences` | sentences about trends |
//! | `table` | CSV import and export |

pub mod entries;
pub mod figures;
pub(super) mod sentences;
pub mod table;
