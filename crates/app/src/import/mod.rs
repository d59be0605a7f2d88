//! Import of files: CSV, XLSX and JSON Lines as records; PDF, DOCX and others as texts.
//!
//! A file may be hostile, and spreadsheet parsers abort and panic on hostile input. Two processes
//! therefore share the work:
//!
//! | where | module | job |
//! |---|---|---|
//! | sandboxed child | [`sandbox`], `reader` | parses bytes into rows of text: file format, encoding, meaning of the columns |
//! | parent | `reading`, `fixes`, `drafts`, `stage`, `run` | turns rows into checked drafts and stores the drafts |
//! | parent | `doubts`, `merges` | finds rows that are probably no records, and new values that are variant spellings of stored ones |
//! | parent | [`profile`], [`profiles`] | how the files of a supplier are read, and what becomes of their prices |
//! | parent | `overview`, `rejects` | reads the unchanged cells, for the choice of columns and for the file of rejected rows |
//! | parent | `document` | cleans the text of a document |
//!
//! Rows wait in a staging table until the whole file is read; one transaction then moves them. A kill at
//! any time therefore leaves either no row or all rows.
//!
//! **Row numbers** are the spreadsheet's: they start at 1 and count the header, so the first row below a
//! header in row 1 is row 2. The same holds for a CSV file, in which one record may span several lines;
//! its line number is reported separately if it differs. In JSON Lines, a row is a line; in a JSON
//! array, the position of an element.
//!
//! Out of scope: the rules of a valid record (`celeiro_domain`), the match of a row with a stored record
//! (`celeiro_store`), and texts for people (the host translates codes).

pub mod sandbox;

pub mod api;
mod database_watch;
pub mod defaults;
mod document;
mod doubts;
mod drafts;
mod error;
mod fixes;
mod lines;
mod merges;
pub(crate) mod overview;
pub(crate) mod previews;
pub mod profile;
pub mod profiles;
mod protocol;
mod reader;
mod reading;
mod rejects;
mod report;
mod request;
mod rows;
mod run;
mod stage;
mod staged;
pub mod targets;
pub(crate) mod tasks;
pub mod wire;
mod wording;

pub use crate::import::report::Outcome;
pub use celeiro_domain::import::MergedField;
pub use document::{AttachedFile, Document, MAX_CHARS, RewrittenPicture, read_attached, read_document};
pub use error::{ImportError, ParserDeath, Refusal};
pub use fixes::Fix;
pub use merges::{MergedValue, check_merges};
pub use overview::{FileOverview, HeadRow, SeenColumn, read_overview};
pub use protocol::{UnfilledColumn, ValueType};
pub use rejects::{RejectedRows, Rejects, RejectsFormat};
pub use report::{
    CellError, DocumentFormat, DoubtedRow, DoubtedRows, FieldCount, FileFacts, FileFormat, ImageFormat,
    ImportPhase, ImportPreset, ImportProgress, ImportReport, ImportWarning, MAX_REPORTED_ERRORS, NewValue,
    WarningCode,
};
pub use request::{ImportRequest, Source};
pub use rows::RowSet;
pub use run::{carry_out, import_file};
pub use wording::{Hints, cell_message, in_words, to_app_error};
