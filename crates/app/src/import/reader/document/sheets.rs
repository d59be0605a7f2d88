//! XLSX text: every sheet, a row a line, cells between bars.

use super::CollectedText;
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use calamine::{Data, DataRef, Reader as _, Xlsx, XlsxError};
use std::fs::File;
use std::io::BufReader;

/// Reads every sheet, with its name above it, until there is enough text.
pub(super) fn read_xlsx_text(file: File) -> Result<CollectedText, Stop> {
    let mut book: Xlsx<_> = Xlsx::new(BufReader::new(file)).map_err(|error| refuse_xlsx(&error))?;
    let mut collected = CollectedText::default();
    for name in book.sheet_names() {
        if !collected.push(&format!("{name}\n")) || !sheet(&mut book, &name, &mut collected)? {
            break;
        }
    }
    Ok(collected)
}

/// Whether there is room for another.
fn sheet(book: &mut Xlsx<BufReader<File>>, name: &str, to: &mut CollectedText) -> Result<bool, Stop> {
    let mut cells = match book.worksheet_cells_reader(name) {
        Ok(cells) => cells,
        // A chart has no cells.
        Err(XlsxError::NotAWorksheet(_)) => return Ok(true),
        Err(error) => return Err(refuse_xlsx(&error)),
    };
    let mut row = None;
    while let Some(cell) = cells.next_cell().map_err(|error| refuse_xlsx(&error))? {
        let text = match cell.get_value() {
            DataRef::Empty => continue,
            DataRef::String(text) => text.clone(),
            DataRef::SharedString(text) => (*text).to_owned(),
            other => Data::from(other.clone()).to_string(),
        };
        let here = cell.get_position().0;
        let before = if row.replace(here) == Some(here) { " | " } else { "\n" };
        if !to.push(before) || !to.push(text.trim()) {
            return Ok(false);
        }
    }
    Ok(to.push("\n"))
}

/// The refusal of a workbook: a password, or damage in the library's words.
fn refuse_xlsx(error: &XlsxError) -> Stop {
    Stop::Refused(match error {
        XlsxError::Password => Refusal::Encrypted,
        other => Refusal::of_damage(other),
    })
}
