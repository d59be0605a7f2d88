//! The catalog into files: CSV and JSON Lines, streaming.
//!
//! What is written is what [`crate::import`] reads: the import of an export changes nothing. Every
//! record that is not deleted is written, whatever its status, the oldest first, so that a new
//! database that imports the file has them in the same order.
//!
//! A cell of a CSV that a spreadsheet would run as a formula gets an apostrophe, which the import
//! takes off again. Left out on purpose: XLSX, and a choice of records and columns.

mod encode;
mod pages;

use celeiro_domain::search::Kind;
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
}

impl ExportFormat {
    /// The media type of such a file.
    pub fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv => "text/csv; charset=utf-8",
            ExportFormat::Jsonl => "application/jsonl",
        }
    }

    /// The usual ending of its name, without the point.
    pub fn extension(self) -> &'static str {
        match self {
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
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

/// The file, part by part; each is read from the database when it is asked for.
///
/// Records that exist from beginning to end are written exactly once, whatever is saved meanwhile.
pub fn run(
    store: &Store,
    request: ExportRequest,
) -> impl Stream<Item = Result<ExportPart, StoreError>> + Send + 'static {
    let encoder = Encoder::new(request);
    let pages = Pages::new(store.clone(), request.kind);
    stream::try_unfold(Some((pages, encoder, 0)), |state| async move {
        let Some((mut pages, mut encoder, mut written)) = state else { return Ok(None) };
        let page = pages.next().await?;
        let last = page.is_none();
        for record in page.unwrap_or_default() {
            encoder.write(&record);
            written += 1;
        }
        let part = ExportPart { bytes: encoder.take(), written, total: pages.total().max(written) };
        Ok(Some((part, (!last).then_some((pages, encoder, written)))))
    })
}
