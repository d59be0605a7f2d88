//! XLSX writer for one sheet, whose rows are buffered in a file, so that memory does not grow with the number of rows.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use std::fs::File;
use std::io::{BufWriter, Seek as _, Write as _};

/// Rows of a sheet, the header among them.
pub(crate) const MAX_ROWS: u32 = 1 << 20;
/// Characters of a cell, in UTF-16.
pub(crate) const MAX_CELL: usize = 32_767;
/// Digits that a number of a sheet keeps.
pub(crate) const MAX_DIGITS: usize = 15;

/// A workbook that is being written, row by row.
pub(crate) struct SheetWriter {
    book: Workbook,
    rows: u32,
}

impl SheetWriter {
    /// A sheet with its header, which stays in sight.
    pub fn new<T: AsRef<str>>(header: impl IntoIterator<Item = T>) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, name) in (0u16..).zip(header) {
            sheet.write_string_with_format(0, column, name.as_ref(), &bold)?;
        }
        Ok(Self { book, rows: 1 })
    }

    /// Begins the next row; its number, and the sheet to write it to. The library refuses one behind
    /// the last.
    pub fn next_row(&mut self) -> Result<(u32, &mut Worksheet), XlsxError> {
        let row = self.rows;
        self.rows += 1;
        Ok((row, self.book.worksheet_from_index(0)?))
    }

    /// The workbook, as a file without a name that is read from its beginning. Takes processor time: to
    /// be called on a thread that may block.
    pub fn finish(mut self) -> Result<File, XlsxError> {
        let mut file = BufWriter::with_capacity(1 << 18, tempfile::tempfile()?);
        self.book.save_to_writer(&mut file)?;
        file.flush()?;
        let mut file = file.into_inner().map_err(|error| error.into_error())?;
        file.rewind()?;
        Ok(file)
    }
}
