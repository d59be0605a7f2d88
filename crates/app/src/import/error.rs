//! Why a file could not be imported at all, one variant per thing a person can act on.

use crate::error::Reason;
use celeiro_store::StoreError;
use serde::{Deserialize, Serialize};

/// A failed import. The database is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is not there, may not be read, or is no file.
    #[error("{file} cannot be read: {reason}")]
    Unreadable {
        /// The file, as the person named it.
        file: String,
        /// The error of the operating system.
        reason: Reason,
    },
    /// The file was looked into and cannot be used.
    #[error("{file}: {reason}")]
    Refused {
        /// The file.
        file: String,
        /// Why not.
        reason: Refusal,
    },
    /// The process that parsed the file died or had to be killed.
    #[error("{file}: {reason}")]
    ParserDied {
        /// The file.
        file: String,
        /// How it died.
        reason: ParserDeath,
    },
    /// The parsing process could not be started.
    #[error("the file reader cannot be started: {0}")]
    NoParser(String),
    /// What is written of it on the way finds no room, or no way onto the disk.
    #[error("cannot be written: {0}")]
    Unwritable(std::io::Error),
    /// A person cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// The database failed where nothing of the file was to be stored yet, as in a preview.
    #[error(transparent)]
    NotBegun(StoreError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// The same error where nothing was to be stored: a failed database has interrupted no import then.
    #[must_use]
    pub(super) fn before_storing(self) -> Self {
        match self {
            Self::Store(error) => Self::NotBegun(error),
            other => other,
        }
    }
}

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// Nothing is in it.
    #[error("the file is empty")]
    Empty,
    /// It is of another kind than CSV, XLSX or JSON Lines; carries what it looks like.
    #[error("neither CSV, XLSX nor JSON Lines but {0}")]
    Unsupported(String),
    /// It is protected by a password, or of the old Excel format, which looks the same from outside.
    #[error("a password-protected workbook or an old .xls; save it as .xlsx without a password")]
    ProtectedOrOld,
    /// A column that every record needs is missing.
    #[error("there is no column {column}; found: {}", found.join(", "))]
    MissingColumn {
        /// The column.
        column: String,
        /// The first twenty columns that are there.
        found: Vec<String>,
        /// The row that was taken for the header.
        row: Option<u32>,
    },
    /// The workbook has no sheet of the name that was asked for; a file of text has none at all.
    #[error("there is no sheet {sheet}; found: {}", found.join(", "))]
    NoSheet {
        /// What was asked for.
        sheet: String,
        /// The first twenty sheets that are there.
        found: Vec<String>,
    },
    /// Nothing is in the sheet of this name, and the workbook has others.
    #[error("the sheet {sheet} is empty; there are: {}", found.join(", "))]
    EmptySheet {
        /// The sheet that was asked for.
        sheet: String,
        /// The first twenty other sheets.
        found: Vec<String>,
    },
    /// The row that was chosen as the header is blank.
    #[error("there is no header in row {0}")]
    NoHeaderRow(u32),
    /// More rows than can be read at once.
    #[error("more than {0} rows")]
    TooManyRows(u32),
    /// More columns than a sheet can have.
    #[error("more than {0} columns")]
    TooManyColumns(u32),
    /// JSON in which there is no object with anything in it.
    #[error("no record: neither a list of objects nor an object a line")]
    NoRecords,
    /// It needs a password to be read.
    #[error("protected by a password")]
    Encrypted,
    /// It unfolds into more than this many MiB.
    #[error("it unfolds into more than {0} MiB")]
    Unfolds(u64),
    /// The file is cut short or damaged.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

impl Refusal {
    /// A stable name, for translations.
    pub fn name(&self) -> &'static str {
        match self {
            Refusal::Empty => "empty",
            Refusal::Unsupported(_) => "unsupported",
            Refusal::ProtectedOrOld => "protected_or_old",
            Refusal::MissingColumn { .. } => "missing_column",
            Refusal::NoSheet { .. } => "no_sheet",
            Refusal::EmptySheet { .. } => "empty_sheet",
            Refusal::NoHeaderRow(_) => "no_header_row",
            Refusal::TooManyRows(_) => "too_many_rows",
            Refusal::TooManyColumns(_) => "too_many_columns",
            Refusal::NoRecords => "no_records",
            Refusal::Encrypted => "encrypted",
            Refusal::Unfolds(_) => "unfolds",
            Refusal::Damaged(_) => "damaged",
        }
    }
}

/// How the parsing process ended when it should have finished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParserDeath {
    /// It reached its limit of memory: a file that unfolds into far more than it is.
    #[error("reading it takes more than {0} MiB of memory")]
    OutOfMemory(u64),
    /// It reached its limit of processor time.
    #[error("reading it takes more than {0} s of processor time")]
    OutOfTime(u64),
    /// It sent nothing for this many seconds and was killed.
    #[error("the reader did not answer for {0} s")]
    Silent(u64),
    /// The parser gave up on something it does not understand.
    #[error("the reader gave up on what it found in the file")]
    Panicked,
    /// It was ended by this signal.
    #[error("the reader crashed (signal {0})")]
    Crashed(i32),
    /// It ended without a result, or sent an invalid one.
    #[error("the reader ended without a result")]
    Incoherent,
}

impl ParserDeath {
    /// A stable name, for translations.
    pub fn name(&self) -> &'static str {
        match self {
            ParserDeath::OutOfMemory(_) => "out_of_memory",
            ParserDeath::OutOfTime(_) => "out_of_time",
            ParserDeath::Silent(_) => "silent",
            ParserDeath::Panicked => "panicked",
            ParserDeath::Crashed(_) => "crashed",
            ParserDeath::Incoherent => "incoherent",
        }
    }
}
