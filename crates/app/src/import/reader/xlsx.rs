//! Workbooks: the first sheet that has a header.
//!
//! Formulas give the values that Excel saved with them; one without is told from a blank cell. A cell merged over several rows speaks for
//! all of them; one merged over several columns fills the first.

use super::cell::{Cell, Typing};
use super::raw::Headers;
use super::table::Table;
use super::{MAX_COLUMNS, MAX_ROWS, Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Job, Message, Telling};
use crate::import::report::{FileFacts, FileFormat, ImportPreset, ImportWarning, WarningCode};
use calamine::{
    DataRef, Dimensions, ExcelDateTime, Reader, Xlsx, XlsxCellFormulaMetadataRecord, XlsxCellReader,
    XlsxError, XlsxFormulaMetadata,
};
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;

type Workbook = Xlsx<BufReader<File>>;

/// Reads a workbook.
pub(super) fn read(job: &Job, file: File, out: &mut Output) -> Result<(), Stop> {
    let mut book: Workbook = Xlsx::new(BufReader::new(file)).map_err(refusal)?;
    let names = book.sheet_names();
    let mut found = first_with_header(job, &mut book, &names, Headers::Known, out);
    if let (Telling::Cells | Telling::Rejects, Err(Stop::Refused(Refusal::MissingColumn { .. }))) =
        (job.telling, &found)
    {
        found = first_with_header(job, &mut book, &names, Headers::Any, out);
    }
    found
}

/// Reads the first sheet with a header.
fn first_with_header(
    job: &Job,
    book: &mut Workbook,
    names: &[String],
    headers: Headers,
    out: &mut Output,
) -> Result<(), Stop> {
    let mut nothing_found = Refusal::Empty;
    for (at, name) in names.iter().enumerate() {
        match sheet(job, book, name, headers, out) {
            // No header here: the next sheet may have it.
            Err(Stop::Refused(Refusal::Empty)) => {}
            Err(Stop::Refused(refusal @ Refusal::MissingColumn { .. })) => nothing_found = refusal,
            Err(stop) => return Err(stop),
            Ok(()) => {
                let unread = &names[at + 1..];
                if !unread.is_empty() {
                    out.emit(&Message::Warning(ImportWarning::new(WarningCode::UnreadSheets, unread)))?;
                }
                return Ok(());
            }
        }
    }
    Err(nothing_found.into())
}

fn refusal(error: XlsxError) -> Stop {
    Stop::Refused(match error {
        XlsxError::Password => Refusal::ProtectedOrOld,
        XlsxError::FileNotFound(_) => Refusal::Unsupported("a zip archive without a workbook".into()),
        other => Refusal::Damaged(other.to_string().chars().take(200).collect()),
    })
}

fn sheet(job: &Job, book: &mut Workbook, name: &str, headers: Headers, out: &mut Output) -> Result<(), Stop> {
    let merged = book.merge_cells_by_sheet_name(name).unwrap_or_default();
    let mut cells = match book.worksheet_cells_reader(name) {
        Ok(cells) => cells,
        // A sheet that is a chart has no cells.
        Err(XlsxError::NotAWorksheet(_)) => return Err(Refusal::Empty.into()),
        Err(error) => return Err(refusal(error)),
    };
    let facts = FileFacts {
        format: FileFormat::Xlsx,
        encoding: None,
        separator: None,
        sheet: Some(name.to_owned()),
        preset: ImportPreset::Plain,
    };
    let total = u64::from(cells.dimensions().end.0) + 1;
    let mut table = Table::new(job, facts, Typing::AsGiven, out);
    table.accept(headers);
    let mut spans = Spans::new(merged);
    let mut next = cells.next_cell_with_formula_metadata().map_err(refusal)?;
    while let Some(cell) = next.take() {
        let row = cell.pos.0;
        if row >= MAX_ROWS {
            return Err(Refusal::TooManyRows(MAX_ROWS).into());
        }
        let mut values = Vec::new();
        let mut current = Some(cell);
        while let Some(cell) = current.take() {
            if cell.pos.0 != row {
                next = Some(cell);
                break;
            }
            put(&mut values, &cell)?;
            current = next_in(&mut cells, row)?;
        }
        spans.apply(row, &mut values);
        table.row(row + 1, values)?;
        table.progress(u64::from(row), total)?;
    }
    table.finish()
}

/// The next cell, which must not stand above `row`: row numbers only grow.
fn next_in<'a>(
    cells: &mut XlsxCellReader<'a, BufReader<File>>,
    row: u32,
) -> Result<Option<XlsxCellFormulaMetadataRecord<'a>>, Stop> {
    let next = cells.next_cell_with_formula_metadata().map_err(refusal)?;
    match &next {
        Some(cell) if cell.pos.0 < row => {
            Err(Refusal::Damaged("the rows of the sheet are out of order".into()).into())
        }
        _ => Ok(next),
    }
}

fn put<'a>(values: &mut Vec<Cell<'a>>, found: &XlsxCellFormulaMetadataRecord<'a>) -> Result<(), Stop> {
    let column = found.pos.1 as usize;
    if column >= MAX_COLUMNS {
        return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
    }
    if values.len() <= column {
        values.resize(column + 1, Cell::Blank);
    }
    values[column] = match (&found.value, &found.formula) {
        (DataRef::Empty, Some(formula)) => Cell::Uncomputed(spelt(formula)),
        (value, _) => cell(value),
    };
    Ok(())
}

/// A formula as it stands in the cell; one that is shared stands elsewhere.
fn spelt(formula: &XlsxFormulaMetadata) -> String {
    match formula {
        XlsxFormulaMetadata::Normal { formula } | XlsxFormulaMetadata::Shared { formula, .. } => {
            format!("={formula}")
        }
        _ => "=…".into(),
    }
}

fn cell<'a>(value: &DataRef<'a>) -> Cell<'a> {
    match value {
        DataRef::Empty => Cell::Blank,
        DataRef::Int(number) => Cell::Digits(number.to_string().into()),
        DataRef::Float(number) => Cell::Number(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell::text(text.clone())
        }
        DataRef::SharedString(text) => Cell::text(*text),
        DataRef::Bool(value) => Cell::Bool(*value),
        DataRef::DateTime(time) => Cell::text(iso(time)),
        DataRef::Error(error) => Cell::Failed(error.to_string()),
    }
}

/// A date as ISO 8601, with the time of day where there is one; a length of time in days.
fn iso(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// Cells merged over several rows.
struct Spans<'a> {
    /// First row, last row, column.
    coming: Vec<(u32, u32, usize)>,
    /// By column: the last row, and what it says until then.
    running: HashMap<usize, (u32, Cell<'a>)>,
}

impl<'a> Spans<'a> {
    fn new(merged: Vec<Dimensions>) -> Self {
        let tall = merged.into_iter().filter(|m| m.end.0 > m.start.0);
        let mut coming: Vec<_> = tall.map(|m| (m.start.0, m.end.0, m.start.1 as usize)).collect();
        coming.sort_unstable_by(|a, b| b.cmp(a));
        Self { coming, running: HashMap::new() }
    }

    /// Fills in what cells above say about `row`, and remembers what its own say about rows below.
    fn apply(&mut self, row: u32, values: &mut Vec<Cell<'a>>) {
        self.running.retain(|_, (last, _)| *last >= row);
        // A row with nothing but what stands above it is a gap, not a record.
        if values.iter().all(|v| *v == Cell::Blank) {
            return;
        }
        for (column, (_, value)) in &self.running {
            if values.len() <= *column {
                values.resize(column + 1, Cell::Blank);
            }
            if values[*column] == Cell::Blank {
                values[*column] = value.clone();
            }
        }
        while self.coming.last().is_some_and(|(first, ..)| *first <= row) {
            if let Some((_, last, column)) = self.coming.pop()
                && let Some(value) = values.get(column)
            {
                self.running.insert(column, (last, value.clone()));
            }
        }
    }
}
