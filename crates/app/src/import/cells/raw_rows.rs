//! Raw rows of a file with its heading: for lists that hold no records, such as stock counts, and that recognize their
//! heading by their own words.

use crate::import::error::{ImportError, ParserDeath, Refusal};
use crate::import::protocol::{Cells, Message, OutputMode};
use crate::import::reader::PART_ROWS;
use crate::import::report::{FileFacts, NO_HEADER};
use crate::import::request::{self, ImportRequest};
use crate::import::sandbox::ParserProcess;
use serde_json::Value;

/// Cells of a file at most: a line of separators is as many cells as it has bytes, and all of them are held.
const MAX_CELLS: usize = 2_000_000;

/// A row of a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RawRow {
    /// Its number, from 1.
    pub number: u32,
    /// Its cells, in the order of the columns.
    pub cells: Vec<Value>,
}

/// A file, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RawFile {
    /// How it is read.
    pub facts: FileFacts,
    /// Its rows, in their order.
    pub rows: Vec<RawRow>,
    /// Whether it has more of them than were read.
    pub is_cut: bool,
}

impl RawFile {
    /// The rows of its first table: those of tables beside it, or on further sheets, have numbers of their own.
    pub(crate) fn list_first_table(&self) -> impl Iterator<Item = &RawRow> {
        self.rows.iter().filter(|row| row.number < PART_ROWS)
    }
}

/// The file of `request` with its rows, at most `most` and one more, and no more than 2,000,000 cells and a row.
///
/// # Errors
/// [`ImportError`] where it cannot be read at all.
pub(crate) async fn read_raw_rows(request: &ImportRequest, most: usize) -> Result<RawFile, ImportError> {
    let file = request::open_import_source(request.source.clone(), &request.file_name).await?;
    let errand = request.errand(OutputMode::Cells, Vec::new());
    let mut parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
    let refuse = |reason| ImportError::Refused { file: request.file_name.clone(), reason };
    let (mut rows, mut header, mut facts) = (Vec::new(), None, None);
    let (mut cell_count, mut is_cut) = (0, true);
    while rows.len() <= most && cell_count <= MAX_CELLS {
        match parser.next().await? {
            Message::Facts(found) => facts = Some(found),
            Message::Header(found) => header = Some(found),
            Message::Above(Cells { row, cells }) | Message::Cells(Cells { row, cells }) => {
                cell_count += cells.len();
                rows.push(RawRow { number: row, cells });
            }
            Message::Note(note) => tracing::debug!(note, "file reader"),
            Message::Progress(_) | Message::Decimals(_) | Message::Warning(_) => {}
            Message::Refused(reason) => return Err(refuse(reason)),
            Message::Done => {
                is_cut = false;
                break;
            }
            Message::Row(_)
            | Message::Hidden(_)
            | Message::Struck(_)
            | Message::Columns(_)
            | Message::Types(_)
            | Message::Document(_)
            | Message::Text(_)
            | Message::Picture(_)
            | Message::Scaled(_) => {
                let file = request.file_name.clone();
                return Err(ImportError::ParserDied { file, reason: ParserDeath::Incoherent });
            }
        }
    }
    let header = header.ok_or_else(|| refuse(Refusal::Empty))?;
    let facts: FileFacts = facts.ok_or_else(|| refuse(Refusal::Empty))?;
    // Of JSON the names of the columns stand in every row: they go before all of them.
    let number = facts.header_row.unwrap_or(0);
    if facts.header_row != Some(NO_HEADER) {
        let names = RawRow { number, cells: header.own_names.into_iter().map(Value::String).collect() };
        let at = rows.iter().position(|row| row.number > number).unwrap_or(rows.len());
        rows.insert(at, names);
    }
    Ok(RawFile { facts, rows, is_cut })
}
