//! Import of files: CSV, workbooks and JSON Lines as records; PDF, DOCX and others as texts.
//!
//! A file may be hostile, and spreadsheet parsers abort and panic on hostile input. Two processes
//! therefore share the work:
//!
//! | where | module | job |
//! |---|---|---|
//! | sandboxed child | [`sandbox`], `reader` | parses bytes into rows of text: file format, encoding, meaning of the columns |
//! | parent | `checking` | turns rows into checked drafts; finds rows that are probably no records, and new values that are variant spellings of stored ones |
//! | parent | `staging`, `run` | stores the drafts |
//! | parent | [`profiles`] | how the files of a supplier are read, and what becomes of their prices |
//! | parent | [`watched_folder`] | files that come into a folder |
//! | parent | `cells` | reads the unchanged cells, for the choice of columns and for the file of rejected rows |
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
pub(crate) mod cells;
mod checking;
mod document;
mod error;
pub mod profiles;
mod protocol;
mod reader;
mod report;
mod request;
mod run;
pub(crate) mod staging;
pub mod targets;
pub(crate) mod tasks;
pub mod watched_folder;
pub mod wire;
mod wording;

pub use crate::import::report::Outcome;
pub use celeiro_domain::import::MergedField;
pub(crate) use cells::cell_text::cell_text;
pub use cells::overview::{FileOverview, HeadRow, SeenColumn, read_overview};
pub(crate) use cells::overview::{make_head_row, sample_values};
pub(crate) use cells::raw_rows::{RawFile, RawRow, read_raw_rows};
pub use cells::rejects::{RejectedRows, Rejects, RejectsFormat};
pub use checking::fixes::Fix;
pub use checking::merges::{MergedValue, check_merges};
pub use checking::rows::RowSet;
pub use document::{
    AttachedFile, Document, MAX_CHARS, RewrittenPicture, ScaledPicture, read_attached, read_document,
    scale_picture,
};
pub use error::{ImportError, ParserDeath, Refusal};
pub use protocol::{UnfilledColumn, ValueType};
pub use reader::StockColumn;
pub(crate) use reader::read_back;
pub(crate) use reader::{REMARK, display_name, find_stock_columns, mark_attribute};
pub use report::{
    CellError, DocumentFormat, DoubtedRow, DoubtedRows, FieldCount, FileFacts, FileFormat, ImageFormat,
    ImportPhase, ImportPreset, ImportProgress, ImportReport, ImportWarning, MAX_REPORTED_ERRORS, NewValue,
    TablePlace, WarningCode,
};
pub use request::{ImportRequest, Source};
pub use run::{import_file, import_with_outcome};
pub use wording::{Hints, cell_message, in_words, to_app_error};
