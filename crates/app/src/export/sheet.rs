//! XLSX rows of an export: records in a workbook with one sheet.
//!
//! Every cell is a text or a number, never a formula, so no cell needs an apostrophe here; texts get one all the same
//! where an import would remove one.

use super::columns::attributes::CellText;
use crate::export::request::ExportError;
use crate::files::formula_guard::guard_formula;
use crate::files::xlsx_writer::{MAX_CELL, MAX_DIGITS, MAX_ROWS, SheetWriter};
use rust_xlsxwriter::XlsxError;
use std::borrow::Cow;
use std::fs::File;

/// Records of a sheet, below its header.
const MAX_RECORDS: u32 = MAX_ROWS - 1;

/// A sheet that is being written.
pub(super) struct Sheet {
    sheet: SheetWriter,
    records: u32,
    /// Whether texts get the apostrophes of a CSV, which an import takes off where a sheet has remarks of ours.
    is_guarded: bool,
}

/// Refuses what would not fit, before anything is written.
pub(super) fn room_for(records: u32) -> Result<(), ExportError> {
    if records > MAX_RECORDS { Err(ExportError::TooManyRows(MAX_RECORDS)) } else { Ok(()) }
}

impl Sheet {
    /// A sheet with its header, which stays in sight.
    pub fn new(header: &[String], is_guarded: bool) -> Result<Self, ExportError> {
        Ok(Self { sheet: SheetWriter::new(header)?, records: 0, is_guarded })
    }

    /// Adds a row; a number stands as one where a cell keeps all of its digits.
    pub fn add(&mut self, cells: &[CellText]) -> Result<(), ExportError> {
        // Records may have come since they were counted.
        self.records += 1;
        room_for(self.records)?;
        let (row, sheet) = self.sheet.next_row()?;
        for (column, cell) in (0u16..).zip(cells).filter(|(_, cell)| !cell.text.is_empty()) {
            let text = if self.is_guarded { guard_formula(&cell.text) } else { Cow::Borrowed(&*cell.text) };
            if text.encode_utf16().count() > MAX_CELL {
                let named = cells.iter().find(|cell| !cell.text.is_empty());
                let record = named.map(|cell| cell.text.clone()).unwrap_or_default();
                return Err(ExportError::TooLong { record, most: MAX_CELL });
            }
            let digits = cell.text.bytes().filter(u8::is_ascii_digit).count();
            match cell.number.filter(|_| digits <= MAX_DIGITS) {
                Some(number) => sheet.write_number(row, column, number)?,
                None => sheet.write_string(row, column, &*text)?,
            };
        }
        Ok(())
    }

    /// Finishes the XLSX workbook of the export.
    pub fn finish(self) -> Result<File, ExportError> {
        Ok(self.sheet.finish()?)
    }
}

impl From<tokio::task::JoinError> for ExportError {
    fn from(panic: tokio::task::JoinError) -> Self {
        Self::Sheet(panic.to_string())
    }
}

impl From<XlsxError> for ExportError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => ExportError::Disk(error),
            error => ExportError::Sheet(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_has_room_for_all_of_its_rows_but_the_header() {
        assert!(room_for(1_048_575).is_ok());
        assert!(matches!(room_for(1_048_576), Err(ExportError::TooManyRows(1_048_575))));
    }
}
