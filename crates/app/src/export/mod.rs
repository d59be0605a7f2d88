//! The catalog into files: CSV, XLSX and JSON Lines, none of which is ever whole in memory.
//!
//! What is written is what [`crate::import`] reads: the import of an export changes nothing. Every
//! record that is not deleted is written, whatever its status, the oldest first, so that a new
//! database that imports the file has them in the same order; or the rows of a grid, in its order.
//! Of a grid's columns those are written that an import reads, and always what says which record it is:
//! without that, an import would take the rows for new records. A price has its currency beside it. Records that share name and manufacturer
//! (or their question) and have no external id are told apart by their own ids, in a column that is there
//! for them alone.
//!
//! A cell of a CSV that a spreadsheet would run as a formula gets an apostrophe, which the import
//! takes off again. Left out on purpose: what is only counted, and deleted records, which an import
//! would bring back.

pub mod api;
mod encode;
mod pages;
pub mod request;
mod sheet;
pub(crate) mod tasks;

use crate::error::{AppError, Code};
use crate::export::request::{ExportError, ExportRequest};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::sheet::{Column, GridPlan};
use celeiro_store::Store;
use encode::{Encoder, Rest};
use futures::stream::{self, Stream};
use pages::Pages;
use std::fs::File;
use std::io::Read as _;

/// Most bytes of a part of a workbook.
const PIECE_BYTES: u64 = 1 << 20;

impl From<ExportError> for AppError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::TooManyRows(most) => AppError::new(Code::SheetTooManyRows).with("most", most),
            ExportError::TooLong { record, most } => {
                AppError::new(Code::SheetCellTooLong).with("record", record).with("most", most)
            }
            ExportError::Disk(error) => AppError::unwritable(std::env::temp_dir().display(), &error),
            ExportError::Sheet(reason) => AppError::internal(reason),
        }
    }
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
pub fn export_records(
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
    /// all attributes, and the price brings its currency.
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
    let begun = ExportWriter {
        store: store.clone(),
        request,
        columns: view.columns,
        pages,
        encoder: None,
        written: 0,
    };
    stream::try_unfold(Step::Records(Box::new(begun)), |step| async move {
        match step {
            Step::Records(writing) => writing.records().await.map(Some),
            Step::File(file, so_far) => file_part(file, so_far).await,
            Step::Over => Ok(None),
        }
    })
}

/// Where an export is.
enum Step {
    /// Records are left.
    Records(Box<ExportWriter>),
    /// All records are in this file, which is handed over piece by piece.
    File(File, WriteProgress),
    Over,
}

/// An export that is under way.
struct ExportWriter {
    store: Store,
    request: ExportRequest,
    columns: Option<Vec<Column>>,
    pages: Pages,
    /// None before the first part: what stands above the first record depends on all of them.
    encoder: Option<Encoder>,
    written: u32,
}

/// Records written, and those there are.
#[derive(Clone, Copy)]
struct WriteProgress {
    written: u32,
    total: u32,
}

impl WriteProgress {
    fn part(self, bytes: Vec<u8>) -> ExportPart {
        ExportPart { bytes, written: self.written, total: self.total }
    }
}

impl ExportWriter {
    /// The next records, and where the export is behind them.
    async fn records(mut self: Box<Self>) -> Result<(ExportPart, Step), ExportError> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => {
                let twins = self.store.twins(self.request.kind).await?;
                Encoder::new(self.request, self.columns.as_deref(), twins)?
            }
        };
        let page = self.pages.next().await?;
        encoder.expect(self.pages.total())?;
        let last = page.is_none();
        for record in page.unwrap_or_default() {
            encoder.write(&record)?;
            self.written += 1;
        }
        let so_far = WriteProgress { written: self.written, total: self.pages.total().max(self.written) };
        if !last {
            let part = so_far.part(encoder.take());
            self.encoder = Some(encoder);
            return Ok((part, Step::Records(self)));
        }
        match run_blocking(move || encoder.finish()).await? {
            Rest::Bytes(bytes) => Ok((so_far.part(bytes), Step::Over)),
            Rest::File(file) => Ok((so_far.part(Vec::new()), Step::File(file, so_far))),
        }
    }
}

/// The next piece of a workbook that is already whole; `None` at its end.
async fn file_part(file: File, so_far: WriteProgress) -> Result<Option<(ExportPart, Step)>, ExportError> {
    let (bytes, file) = run_blocking(move || {
        let mut bytes = Vec::new();
        (&file).take(PIECE_BYTES).read_to_end(&mut bytes)?;
        Ok::<_, ExportError>((bytes, file))
    })
    .await?;
    Ok((!bytes.is_empty()).then(|| (so_far.part(bytes), Step::File(file, so_far))))
}
