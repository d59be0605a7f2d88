//! CSV reader for real-world files: any separator, any encoding, a few broken rows.

mod dialect;
mod split;

use super::cell::Cell;
use super::encoding::{Encoding, TextFile};
use super::header::Knowledge;
use super::table::{self, Table};
use super::{MAX_ROW, Output, Stop};
use crate::files::formula_guard::{read_text_formula, unguard_formula};
use crate::import::error::Refusal;
use crate::import::protocol::ParserJob;
use crate::import::report::{CellError, FileFacts, FileFormat};
use celeiro_domain::catalog::FieldErrorCode;
use dialect::Dialect;
use split::{Layout, Records, SplitName};
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Reads a CSV file.
pub(super) fn read_csv(job: &ParserJob, file: File, out: &mut Output) -> Result<(), Stop> {
    if let Some(sheet) = &job.sheet {
        return Err(Refusal::NoSheet { sheet: sheet.clone(), found: Vec::new() }.into());
    }
    let mut text = Some(TextFile::open(file.try_clone()?)?);
    let Some(Dialect { layout, header_row, joined }) =
        text.as_ref().map(|text| dialect::sniff_dialect(text, Knowledge::of(job), job.header_row))
    else {
        return Ok(());
    };
    let facts = describe_csv(text.as_ref(), layout, header_row);
    table::read_table(job, &facts, joined.as_ref(), out, |table| {
        let text = match text.take() {
            Some(text) => text,
            None => TextFile::open(file.try_clone()?)?,
        };
        feed_csv_rows(text, layout, table)
    })
}

/// Feeds all rows of a file to `table`.
fn feed_csv_rows(text: TextFile, layout: Layout, table: &mut Table<'_>) -> Result<(), Stop> {
    let (cells, length) = (text.cells, text.length);
    let mut records = Records::new(BufReader::with_capacity(1 << 20, text.bytes), layout);
    while let Some(found) = records.next()?
        && !table.is_settled()
    {
        table.progress(records.consumed, length)?;
        match found {
            SplitName::Record => feed_csv_record(&mut records, cells, table)?,
            SplitName::OpenQuote => refuse_csv_record(&records, cells, FieldErrorCode::OpenQuote, "", table)?,
            SplitName::TooLong => {
                let allowed = format!("0..{MAX_ROW} bytes");
                refuse_csv_record(&records, cells, FieldErrorCode::TooLong, &allowed, table)?;
            }
        }
    }
    Ok(())
}

/// What is known of the file before its rows are read.
fn describe_csv(text: Option<&TextFile>, layout: Layout, header_row: Option<u32>) -> FileFacts {
    FileFacts {
        encoding: text.map(|text| text.encoding.name().to_owned()),
        separator: Some(char::from(layout.separator).to_string()),
        header_row,
        ..FileFacts::new(FileFormat::Csv)
    }
}

/// Feeds a record as a row to `table`; refuses one that is wider or narrower than the header.
fn feed_csv_record<R: BufRead>(
    records: &mut Records<R>,
    encoding: Encoding,
    table: &mut Table<'_>,
) -> Result<(), Stop> {
    if dialect::is_comment_of_excel(records) {
        records.restart_rows();
        return Ok(());
    }
    let row = records.row_number();
    let width = table.width().unwrap_or(usize::MAX);
    let mut cells: Vec<Cell<'_>> = records.cells().map(|bytes| decode_csv_cell(bytes, encoding)).collect();
    // Blank cells behind the last column are what spreadsheets leave there.
    let is_blank = |cells: &[Cell<'_>]| cells.iter().all(|c| *c == Cell::Blank);
    let fits = cells.len() >= width && is_blank(&cells[width..]);
    if width != usize::MAX && !fits && !is_blank(&cells) {
        let message = format!("{} ≠ {width}", cells.len());
        let is_taken = table.tells_cells() || table.is_of_other_table(&cells);
        drop(cells);
        // A record of several lines that does not fit is more likely an open quote: the lines
        // behind the first are good rows.
        if records.height() > 1 {
            records.reject();
            return refuse_csv_record(records, encoding, FieldErrorCode::OpenQuote, "", table);
        }
        if is_taken {
            return table.row(
                row,
                None,
                records.cells().map(|bytes| decode_csv_cell(bytes, encoding)).collect(),
            );
        }
        return refuse_csv_record(records, encoding, FieldErrorCode::RaggedRow, &message, table);
    }
    cells.truncate(width);
    table.row(row, find_record_line(records), cells)
}

/// The line in which the record begins, where that is another number than its row's.
fn find_record_line<R: BufRead>(records: &Records<R>) -> Option<u32> {
    Some(records.line_number()).filter(|line| *line != records.row_number())
}

/// A cell without the apostrophe that guards formulas, and without the formula around a text; bytes of another encoding
/// are unreadable.
fn decode_csv_cell(bytes: &[u8], encoding: Encoding) -> Cell<'_> {
    use std::borrow::Cow;
    match encoding.decode(bytes) {
        Some(Cow::Borrowed(text)) => Cell::text(bare_text(text)),
        Some(Cow::Owned(text)) if text.trim_start().starts_with(['\'', '=']) => {
            Cell::text(bare_text(&text).to_owned())
        }
        Some(owned) => Cell::text(owned),
        None => Cell::Unreadable(encoding.decode_lossy(bytes).into_owned()),
    }
}

/// What a cell says, without what spreadsheets need around it.
fn bare_text(cell: &str) -> &str {
    read_text_formula(cell).unwrap_or_else(|| unguard_formula(cell))
}

/// Reports a record that is no row, shown by its first line.
fn refuse_csv_record<R: BufRead>(
    records: &Records<R>,
    encoding: Encoding,
    code: FieldErrorCode,
    message: &str,
    table: &mut Table<'_>,
) -> Result<(), Stop> {
    // Above the header nothing is a row.
    if table.width().is_none() {
        return Ok(());
    }
    let shown = encoding.decode_lossy(records.first_line()).into_owned();
    if table.tells_cells() {
        // One cell in quotes would be one that can be read.
        return table.row(records.row_number(), None, vec![Cell::Unreadable(shown)]);
    }
    table.refuse(CellError::new(records.row_number(), "", code, &shown, message), find_record_line(records))
}
