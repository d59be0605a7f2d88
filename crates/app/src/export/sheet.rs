//! Records as rows of a workbook with one sheet.
//!
//! Every cell is a text or a number, never a formula, so nothing needs an apostrophe here.

use super::ExportError;
use celeiro_domain::catalog::Price;
use rust_xlsxwriter::{Format, Workbook, XlsxError};

/// Rows of a sheet, the header among them.
const MAX_ROWS: u32 = 1 << 20;
/// Characters of a cell.
const MAX_CELL: usize = 32_767;
/// Digits that a number of a sheet keeps.
const MAX_DIGITS: usize = 15;

/// A sheet that is being written; rows wait in a file of their own, not in memory.
pub(super) struct Sheet {
    book: Workbook,
    rows: u32,
}

impl Sheet {
    /// A sheet with its header, which stays in sight.
    pub fn new(header: &[&str]) -> Result<Self, ExportError> {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, name) in (0u16..).zip(header) {
            sheet.write_string_with_format(0, column, *name, &bold)?;
        }
        Ok(Self { book, rows: 1 })
    }

    /// Adds a row of texts; the price, with the place of its column, is a number where one keeps all of
    /// its digits.
    pub fn add(&mut self, cells: &[String], price: Option<(usize, Price)>) -> Result<(), ExportError> {
        if self.rows >= MAX_ROWS {
            return Err(ExportError::TooManyRows(MAX_ROWS - 1));
        }
        let row = self.rows;
        let sheet = self.book.worksheet_from_index(0)?;
        for (column, (at, text)) in (0u16..).zip(cells.iter().enumerate()).filter(|(_, (_, t))| !t.is_empty())
        {
            if text.encode_utf16().count() > MAX_CELL {
                let record = cells.iter().find(|c| !c.is_empty()).cloned().unwrap_or_default();
                return Err(ExportError::TooLong { record, most: MAX_CELL });
            }
            match price.filter(|(place, _)| at == *place && text.len() <= MAX_DIGITS) {
                Some((_, price)) => sheet.write_number(row, column, price.to_f64())?,
                None => sheet.write_string(row, column, text)?,
            };
        }
        self.rows += 1;
        Ok(())
    }

    /// The workbook's bytes.
    pub fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        Ok(self.book.save_to_buffer()?)
    }
}

impl From<XlsxError> for ExportError {
    fn from(error: XlsxError) -> Self {
        ExportError::Sheet(error.to_string())
    }
}
