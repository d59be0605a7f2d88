//! Files into the catalog: CSV, XLSX and JSON Lines as records; PDF, DOCX and others as texts.
//!
//! A file is another person's data, and parsers of spreadsheets abort and panic on hostile ones. So
//! the work is split between two processes:
//!
//! | where | module | job |
//! |---|---|---|
//! | child, locked in | [`sandbox`], `reader` | bytes to rows of texts: what kind of file, which encoding, which column is what |
//! | parent | `reading`, `fixes`, `drafts`, `stage`, `run` | rows to checked drafts, drafts to the database |
//! | parent | `doubts`, `merges` | rows that hardly are records, and values that are other spellings of those in use |
//! | parent | `overview`, `rejects` | the cells of a file as they stand there: for the choice of columns, and for the file of rejected rows |
//! | parent | `document` | the text of a document, cleaned |
//!
//! Rows wait in a staging table until the whole file is read; one transaction then moves them. A
//! kill at any moment therefore leaves either nothing or everything.
//!
//! **Row numbers** are those that a spreadsheet shows who opens the file, from 1, the header counted:
//! the first row below a header in row 1 is row 2. Of a CSV, too, where a record may take several lines;
//! the line is told beside it where it is another number. In JSON Lines a row is a line, in a JSON array
//! the number of the element.
//!
//! Left out on purpose: what a valid record is (`celeiro_domain`), how a row finds its record
//! (`celeiro_store`), texts for people (the host translates codes).

pub mod sandbox;

pub mod api;
mod database_watch;
mod document;
mod doubts;
mod drafts;
mod error;
mod fixes;
mod lines;
mod merges;
pub(crate) mod overview;
pub(crate) mod previews;
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
pub(crate) mod tasks;
pub mod wire;
mod wording;

pub use crate::import::report::Outcome;
pub use celeiro_domain::import::MergedField;
pub use document::{Document, MAX_CHARS, read_document};
pub use error::{ImportError, ParserDeath, Refusal};
pub use fixes::Fix;
pub use merges::{MergedValue, check_merges};
pub use overview::{FileOverview, HeadRow, SeenColumn, read_overview};
pub use protocol::{UnfilledColumn, ValueType};
pub use reader::guard_formula;
pub use rejects::{RejectedRows, Rejects, RejectsFormat};
pub use report::{
    CellError, DocumentFormat, DoubtedRow, DoubtedRows, FieldCount, FileFacts, FileFormat, ImageFormat,
    ImportPhase, ImportPreset, ImportProgress, ImportReport, ImportWarning, MAX_REPORTED_ERRORS, NewValue,
    WarningCode,
};
pub use request::{ImportRequest, Source};
pub use rows::RowSet;
pub use run::{carry_out, run};
pub use wording::{Hints, cell_message, in_words, to_app_error};
