//! CSV, as people have it: any separator, any encoding, a few broken rows.

use super::cell::{Cell, Typing, unguard_formula};
use super::encoding::{Encoding, TextFile};
use super::header::Knowledge;
use super::split::{Found, Layout, Records};
use super::table::Table;
use super::{MAX_ROW, Output, Stop, delimiter};
use crate::import::protocol::Job;
use crate::import::report::{CellError, FileFacts, FileFormat, ImportPreset};
use celeiro_domain::catalog::FieldErrorCode;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Reads a CSV file.
pub(super) fn read(job: &Job, file: File, out: &mut Output) -> Result<(), Stop> {
    let text = TextFile::open(file)?;
    let layout = delimiter::sniff(&text.start, text.cells, Knowledge::of(job));
    // Where commas separate cells, they are no decimal separators.
    let typing = if layout.separator == b',' { Typing::Point } else { Typing::PointOrComma };
    let mut table = Table::new(job, facts(&text, layout), typing, out);
    let mut records = Records::new(BufReader::with_capacity(1 << 20, text.bytes), layout);
    while let Some(found) = records.next()? {
        table.progress(records.consumed, text.length)?;
        match found {
            Found::Record => record(&mut records, text.cells, &mut table)?,
            Found::OpenQuote => refuse(&records, text.cells, FieldErrorCode::OpenQuote, "", &mut table)?,
            Found::TooLong => {
                let allowed = format!("0..{MAX_ROW} bytes");
                refuse(&records, text.cells, FieldErrorCode::TooLong, &allowed, &mut table)?;
            }
        }
    }
    table.finish()
}

fn facts(text: &TextFile, layout: Layout) -> FileFacts {
    FileFacts {
        format: FileFormat::Csv,
        encoding: Some(text.encoding.name().to_owned()),
        separator: Some(char::from(layout.separator).to_string()),
        sheet: None,
        preset: ImportPreset::Plain,
    }
}

fn record<R: BufRead>(
    records: &mut Records<R>,
    encoding: Encoding,
    table: &mut Table<'_>,
) -> Result<(), Stop> {
    let line = records.line_number();
    if line == 1 && records.height() == 1 && delimiter::said_by_excel(records.first_line()).is_some() {
        return Ok(());
    }
    let width = table.width().unwrap_or(usize::MAX);
    let mut cells: Vec<Cell<'_>> = records.cells().map(|bytes| cell(bytes, encoding)).collect();
    // Blank cells behind the last column are what spreadsheets leave there.
    let is_blank = |cells: &[Cell<'_>]| cells.iter().all(|c| *c == Cell::Blank);
    let fits = cells.len() >= width && is_blank(&cells[width..]);
    if width != usize::MAX && !fits && !is_blank(&cells) {
        let message = format!("{} ≠ {width}", cells.len());
        drop(cells);
        // A record of several lines that does not fit is more likely an open quote: the lines
        // behind the first are good rows.
        if records.height() > 1 {
            records.reject();
            return refuse(records, encoding, FieldErrorCode::OpenQuote, "", table);
        }
        if table.tells_cells() {
            return table.row(line, records.cells().map(|bytes| cell(bytes, encoding)).collect());
        }
        return refuse(records, encoding, FieldErrorCode::RaggedRow, &message, table);
    }
    cells.truncate(width);
    table.row(line, cells)
}

fn cell(bytes: &[u8], encoding: Encoding) -> Cell<'_> {
    use std::borrow::Cow;
    match encoding.decode(bytes) {
        Some(Cow::Borrowed(text)) => Cell::text(unguard_formula(text)),
        Some(Cow::Owned(text)) if text.starts_with('\'') => Cell::text(unguard_formula(&text).to_owned()),
        Some(owned) => Cell::text(owned),
        None => Cell::Unreadable(encoding.decode_lossy(bytes).into_owned()),
    }
}

fn refuse<R: BufRead>(
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
        return table.row(records.line_number(), vec![Cell::Unreadable(shown)]);
    }
    table.refuse(CellError::new(records.line_number(), "", code, &shown, message))
}
