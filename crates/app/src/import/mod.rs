//! Files into the catalog: CSV, XLSX and JSON Lines.
//!
//! A file is somebody else's data, and parsers of spreadsheets abort and panic on hostile ones. So
//! the work is split between two processes:
//!
//! | where | module | job |
//! |---|---|---|
//! | child, locked in | [`sandbox`], `reader` | bytes to rows of texts: what kind of file, which encoding, which column is what |
//! | parent | `reading`, `drafts`, `stage`, `run` | rows to checked drafts, drafts to the database |
//!
//! Rows wait in a staging table until the whole file is read; one transaction then moves them. A
//! kill at any moment therefore leaves either nothing or everything.
//!
//! **Row numbers** are those that a person sees who opens the file: the line in a CSV or JSON Lines
//! file and the row in a sheet, from 1, the header counted; the first row below a header in line 1
//! is row 2. In a JSON array it is the number of the element.
//!
//! Left out on purpose: what a valid record is (`celeiro_domain`), how a row finds its record
//! (`celeiro_store`), texts for people (the host translates codes).

pub mod sandbox;

mod drafts;
mod error;
mod protocol;
mod reader;
mod reading;
mod report;
mod request;
mod run;
mod stage;

pub use error::{ImportError, ParserDeath, Refusal};
pub use protocol::Field as ImportField;
pub use reader::guard_formula;
pub use report::{
    CellError, FileFacts, FileFormat, ImportPhase, ImportPreset, ImportProgress, ImportReport, ImportWarning,
    MAX_REPORTED_ERRORS, WarningCode,
};
pub use request::{ImportRequest, Source};
pub use run::run;
