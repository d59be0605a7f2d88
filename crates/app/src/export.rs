//! The catalog into files: CSV, XLSX and JSON Lines; the first and the last as a stream.
//!
//! What is written is what [`crate::import`] reads: the import of an export changes nothing. Every
//! record that is not deleted is written, whatever its status, the oldest first, so that a new
//! database that imports the file has them in the same order; or the rows of a grid, in its order.
//! Of a grid's columns those are written that an import reads, and always what says which record it is:
//! without that, an import would take the rows for new records. Records that share name and manufacturer
//! (or their question) and have no external id are told apart by their own ids, in a column that is there
//! for them alone.
//!
//! A cell of a CSV that a spreadsheet would run as a formula gets an apostrophe, which the import
//! takes off again. Left out on purpose: what is only counted, and deleted records, which an import
//! would bring back.

mod encode;
mod pages;
mod sheet;

use crate::error::{AppError, Code};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, GridPlan};
use celeiro_store::{Store, StoreError};
use encode::Encoder;
use futures::stream::{self, Stream};
use pages::Pages;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The kinds of files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Separated by commas, quoted where needed, UTF-8.
    #[default]
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// An Excel workbook of one sheet. It is a file when it is whole: its bytes come last.
    Xlsx,
}

/// A failed export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// More records than a sheet has rows.
    #[error("a sheet has {0} rows at most")]
    TooManyRows(u32),
    /// A text that is longer than a cell of a sheet may be; carries the record, and that length.
    #[error("{record}: a cell has {most} characters at most")]
    TooLong {
        /// Its external id, or else its name or question.
        record: String,
        /// The most characters of a cell.
        most: usize,
    },
    /// The workbook could not be put together.
    #[error("{0}")]
    Sheet(String),
}

impl From<ExportError> for AppError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::TooManyRows(most) => AppError::new(Code::SheetTooManyRows).with("most", most),
            ExportError::TooLong { record, most } => {
                AppError::new(Code::SheetCellTooLong).with("record", record).with("most", most)
            }
            ExportError::Sheet(reason) => AppError::internal(reason),
        }
    }
}

impl ExportFormat {
    /// The media type of such a file.
    pub fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv => "text/csv; charset=utf-8",
            ExportFormat::Jsonl => "application/jsonl",
            ExportFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// The usual ending of its name, without the point.
    pub fn extension(self) -> &'static str {
        match self {
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
            ExportFormat::Xlsx => "xlsx",
        }
    }
}

/// What is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
    /// Which collection.
    pub kind: Kind,
    /// Which format.
    #[serde(default)]
    pub format: ExportFormat,
    /// Begin a CSV with a byte-order mark, without which Excel takes its accents for something else.
    #[serde(default)]
    pub bom: bool,
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportPart {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Records written so far.
    pub written: u32,
    /// Records there are.
    pub total: u32,
}

/// All records as a file, part by part, as [`of_view`].
pub fn run(
    store: &Store,
    request: ExportRequest,
) -> impl Stream<Item = Result<ExportPart, ExportError>> + Send + 'static {
    of_view(store, request, ExportView::default())
}

/// What is in sight.
#[derive(Debug, Clone, Default)]
pub struct ExportView {
    /// The rows of this grid, whatever its page; all records, the oldest first, where absent.
    pub rows: Option<GridPlan>,
    /// These columns, and those that say which record it is; all where absent. An attribute stands for
    /// all attributes.
    pub columns: Option<Vec<Column>>,
}

/// The records that `view` shows as a file, part by part; each is read from the database when it is
/// asked for.
///
/// Records that exist from beginning to end are written exactly once, whatever is saved meanwhile.
pub fn of_view(
    store: &Store,
    request: ExportRequest,
    view: ExportView,
) -> impl Stream<Item = Result<ExportPart, ExportError>> + Send + 'static {
    let pages = match view.rows {
        Some(plan) => Pages::of_grid(store.clone(), plan),
        None => Pages::all(store.clone(), request.kind),
    };
    let begun =
        Writing { store: store.clone(), request, columns: view.columns, pages, encoder: None, written: 0 };
    stream::try_unfold(Some(begun), |writing: Option<Writing>| async move {
        match writing {
            Some(writing) => writing.part().await.map(Some),
            None => Ok(None),
        }
    })
}

/// An export that is under way.
struct Writing {
    store: Store,
    request: ExportRequest,
    columns: Option<Vec<Column>>,
    pages: Pages,
    /// None before the first part: what stands above the first record depends on all of them.
    encoder: Option<Encoder>,
    written: u32,
}

impl Writing {
    /// The next part, and what is left to be written; `None` behind the last.
    async fn part(mut self) -> Result<(ExportPart, Option<Self>), ExportError> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => {
                let twins = self.store.twins(self.request.kind).await?;
                Encoder::new(self.request, self.columns.as_deref(), twins)?
            }
        };
        let page = self.pages.next().await?;
        let last = page.is_none();
        for record in page.unwrap_or_default() {
            encoder.write(&record)?;
            self.written += 1;
        }
        let part = ExportPart {
            bytes: if last { encoder.finish()? } else { encoder.take() },
            written: self.written,
            total: self.pages.total().max(self.written),
        };
        self.encoder = Some(encoder);
        Ok((part, (!last).then_some(self)))
    }
}
