//! Errors of an import as a whole, with one variant for each cause that a person can act on.

use crate::error::Reason;
use celeiro_store::StoreError;
use serde::{Deserialize, Serialize};

/// Error of a failed import. The database is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file does not exist, cannot be read, or is no regular file.
    #[error("{file} cannot be read: {reason}")]
    Unreadable {
        /// Path of the file, as the person entered it.
        file: String,
        /// Error of the operating system.
        reason: Reason,
    },
    /// The file was read but cannot be imported.
    #[error("{file}: {reason}")]
    Refused {
        /// Path of the file.
        file: String,
        /// Cause of the refusal.
        reason: Refusal,
    },
    /// The process that parsed the file died or was killed.
    #[error("{file}: {reason}")]
    ParserDied {
        /// Path of the file.
        file: String,
        /// Cause of its death.
        reason: ParserDeath,
    },
    /// The parsing process did not start.
    #[error("the file reader cannot be started: {0}")]
    NoParser(String),
    /// A temporary file cannot be written, for example on a full disk.
    #[error("cannot be written: {0}")]
    Unwritable(std::io::Error),
    /// A person cancelled the import.
    #[error("cancelled")]
    Cancelled,
    /// The database failed in an operation that stores nothing, such as a preview.
    #[error(transparent)]
    NotBegun(StoreError),
    /// The database failed during an import.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// Marks a database error as [`ImportError::NotBegun`]: it interrupted no import, because the
    /// operation stores nothing.
    #[must_use]
    pub(super) fn before_storing(self) -> Self {
        match self {
            Self::Store(error) => Self::NotBegun(error),
            other => other,
        }
    }
}

/// Reason why a file cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The format is none that an import reads; the value is the detected format.
    #[error("neither CSV, a workbook nor JSON Lines but {0}")]
    Unsupported(String),
    /// The document has a password or an old format of Office, which look the same from outside. A table says which
    /// of both it is.
    #[error("a password-protected workbook or an old .xls; save it as .xlsx without a password")]
    ProtectedOrOld,
    /// A required column is missing.
    #[error("there is no column {column}; found: {}", found.join(", "))]
    MissingColumn {
        /// Name of the missing column.
        column: String,
        /// The first twenty columns of the file.
        found: Vec<String>,
        /// Row number of the header; absent for a format without one.
        row: Option<u32>,
    },
    /// The workbook has no sheet of the requested name; a text file has no sheets at all.
    #[error("there is no sheet {sheet}; found: {}", found.join(", "))]
    NoSheet {
        /// The requested name.
        sheet: String,
        /// The first twenty sheets of the workbook.
        found: Vec<String>,
    },
    /// The requested sheet is empty, but the workbook has others.
    #[error("the sheet {sheet} is empty; there are: {}", found.join(", "))]
    EmptySheet {
        /// The requested sheet.
        sheet: String,
        /// The first twenty other sheets.
        found: Vec<String>,
    },
    /// The row that a person chose as the header is blank.
    #[error("there is no header in row {0}")]
    NoHeaderRow(u32),
    /// The file has more than this number of rows.
    #[error("more than {0} rows")]
    TooManyRows(u32),
    /// The file has more than this number of columns.
    #[error("more than {0} columns")]
    TooManyColumns(u32),
    /// The JSON has no object with content.
    #[error("no record: neither a list of objects nor an object a line")]
    NoRecords,
    /// The workbook has pictures, and no table in its cells.
    #[error("the table is a picture")]
    TableInPicture,
    /// The file needs a password.
    #[error("protected by a password")]
    Encrypted,
    /// The file decompresses to more than this number of MiB.
    #[error("it unfolds into more than {0} MiB")]
    Unfolds(u64),
    /// The picture has more than this number of millions of pixels.
    #[error("more than {0} million pixels")]
    TooManyPixels(u32),
    /// The file is truncated or damaged.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

impl Refusal {
    /// Characters of a library's words about a damaged file, at most.
    const MAX_DAMAGE: usize = 200;

    /// Creates [`Refusal::Damaged`] in a library's words, of which the beginning is kept.
    pub(super) fn of_damage(words: &(impl ToString + ?Sized)) -> Self {
        Self::Damaged(words.to_string().chars().take(Self::MAX_DAMAGE).collect())
    }

    /// Stable name of an import's refusal, for translations.
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
            Refusal::TableInPicture => "table_in_picture",
            Refusal::Encrypted => "encrypted",
            Refusal::Unfolds(_) => "unfolds",
            Refusal::TooManyPixels(_) => "too_many_pixels",
            Refusal::Damaged(_) => "damaged",
        }
    }
}

/// End of the parsing process without a result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParserDeath {
    /// The process reached its memory limit, in MiB: the file decompresses to many times its size.
    #[error("reading it takes more than {0} MiB of memory")]
    OutOfMemory(u64),
    /// The process reached its limit of processor time, in seconds.
    #[error("reading it takes more than {0} s of processor time")]
    OutOfTime(u64),
    /// The process sent nothing for this number of seconds, and the parent killed it.
    #[error("the reader did not answer for {0} s")]
    Silent(u64),
    /// The parser panicked on unexpected input.
    #[error("the reader gave up on what it found in the file")]
    Panicked,
    /// A signal with this number ended the process.
    #[error("the reader crashed (signal {0})")]
    Crashed(i32),
    /// The process ended without a result, or its result was invalid.
    #[error("the reader ended without a result")]
    Incoherent,
}

impl ParserDeath {
    /// Stable name of the parser process's death, for translations.
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
