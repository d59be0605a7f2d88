//! Rows of a sheet: typed cell values, with merged cells repeated in each of their rows.

use super::row_cells::{SheetRow, Spans, format_iso_date, is_range, list_wide_cells};
use super::workbook::{Bytes, StreamedBook, Workbook, refuse_workbook};
use crate::import::error::Refusal;
use crate::import::reader::cell::Cell;
use crate::import::reader::{MAX_COLUMNS, MAX_ROWS, Stop};
use calamine::{
    DataRef, Dimensions, XlsxCellFormulaMetadataRecord, XlsxCellReader, XlsxError, XlsxFormulaMetadata,
};
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Cells<'a> = XlsxCellReader<'a, BufReader<Box<dyn Bytes>>>;

/// Gives `take` every row of a sheet that has something in it, with how many rows the sheet says it has,
/// until that returns `false`. A sheet that is a chart has none.
pub(super) fn each_row(
    book: &mut Workbook,
    name: &str,
    mut take: impl FnMut(SheetRow, u32, Vec<Cell<'_>>) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let book = match book {
        Workbook::Streamed(book) => book,
        Workbook::Loaded(book) => return book.each_row(name, take),
    };
    let merged = merged_cells(book, name);
    let mut wide = list_wide_cells(&merged);
    let mut cells = match book.worksheet_cells_reader(name) {
        Ok(cells) => cells,
        Err(XlsxError::NotAWorksheet(_)) => return Ok(()),
        Err(error) => return Err(refuse_workbook(error)),
    };
    let rows = cells.dimensions().end.0.saturating_add(1);
    let mut spans = Spans::new(merged);
    let mut next = cells.next_cell_with_formula_metadata().map_err(refuse_workbook)?;
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
            put_cell(&mut values, &cell)?;
            current = next_in(&mut cells, row)?;
        }
        spans.apply(row, &mut values);
        let is_blank = values.iter().all(|value| *value == Cell::Blank);
        let told = SheetRow { number: row + 1, spans: wide.remove(&row).unwrap_or_default() };
        if !is_blank && !take(told, rows, values)? {
            return Ok(());
        }
    }
    Ok(())
}

/// The merged cells of a sheet; none where what stands there makes no sense, on which the library panics.
fn merged_cells(book: &mut StreamedBook, name: &str) -> Vec<Dimensions> {
    let merged = catch_unwind(AssertUnwindSafe(|| book.merge_cells_by_sheet_name(name)));
    let merged = merged.map(Result::unwrap_or_default).unwrap_or_default();
    merged.into_iter().filter(is_range).collect()
}

/// The next cell, which must not stand above `row`: row numbers only grow.
fn next_in<'a>(cells: &mut Cells<'a>, row: u32) -> Result<Option<XlsxCellFormulaMetadataRecord<'a>>, Stop> {
    let next = cells.next_cell_with_formula_metadata().map_err(refuse_workbook)?;
    match &next {
        Some(cell) if cell.pos.0 < row => {
            Err(Refusal::Damaged("the rows of the sheet are out of order".into()).into())
        }
        _ => Ok(next),
    }
}

/// Puts a cell into its column and fills the gap before it with blanks.
fn put_cell<'a>(values: &mut Vec<Cell<'a>>, found: &XlsxCellFormulaMetadataRecord<'a>) -> Result<(), Stop> {
    let column = found.pos.1 as usize;
    if column >= MAX_COLUMNS {
        return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
    }
    if values.len() <= column {
        values.resize(column + 1, Cell::Blank);
    }
    values[column] = match (&found.value, &found.formula) {
        (DataRef::Empty, Some(formula)) => Cell::Uncomputed(spell_formula(formula)),
        (value, _) => to_sheet_cell(value),
    };
    Ok(())
}

/// A formula as it stands in the cell; one that is shared stands elsewhere.
fn spell_formula(formula: &XlsxFormulaMetadata) -> String {
    match formula {
        XlsxFormulaMetadata::Normal { formula } | XlsxFormulaMetadata::Shared { formula, .. } => {
            format!("={formula}")
        }
        _ => "=…".into(),
    }
}

/// The value of a cell; a date is a text, and an error of a formula is one of the cell.
fn to_sheet_cell<'a>(value: &DataRef<'a>) -> Cell<'a> {
    match value {
        DataRef::Empty => Cell::Blank,
        DataRef::Int(number) => Cell::Digits(number.to_string().into()),
        DataRef::Float(number) => Cell::Number(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell::text(text.clone())
        }
        DataRef::SharedString(text) => Cell::text(*text),
        DataRef::Bool(value) => Cell::Bool(*value),
        DataRef::DateTime(time) => Cell::text(format_iso_date(time)),
        DataRef::Error(error) => Cell::Failed(error.to_string()),
    }
}
