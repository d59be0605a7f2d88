//! Workbooks that the library reads as a whole: those of old Excel (.xls) and of OpenDocument (.ods).
//!
//! Their cells are in memory before the first row is taken; the memory limit of the child applies. Hidden rows of an
//! .xls are unknown: the library does not report them.

use super::ods_layout::{SheetLayout, scan_layouts};
use super::row_cells::{SheetRow, Spans, format_iso_date, is_range, list_wide_cells};
use crate::import::error::Refusal;
use crate::import::reader::cell::Cell;
use crate::import::reader::{MAX_COLUMNS, Stop};
use calamine::{Data, Ods, OdsError, Range, Reader, Sheet, Xls, XlsError};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use zip::ZipArchive;
use zip::result::ZipError;

/// Bytes of a compound file in which names of its streams are looked for, and of a manifest.
const MAX_COMPOUND: u64 = 64 << 20;
const MAX_MANIFEST: u64 = 1 << 20;
/// Bytes of content that are looked through for merged cells and hidden rows.
const MAX_CONTENT: u64 = 1 << 30;
/// The stream of an .xlsx under a password, and those of other old documents.
const LOCKED: &str = "EncryptedPackage";
const DOCUMENTS: [&str; 2] = ["WordDocument", "PowerPoint Document"];

/// A workbook in memory.
pub(super) struct LoadedBook {
    /// In the order of the file.
    pub sheets: Vec<Sheet>,
    tables: HashMap<String, LoadedTable>,
}

/// The cells of a sheet.
struct LoadedTable {
    cells: Range<Data>,
    formulas: Range<String>,
    layout: SheetLayout,
}

/// Opens a workbook of Excel 97 to 2003, or older.
pub(super) fn open_xls(mut file: File) -> Result<LoadedBook, Stop> {
    file.rewind()?;
    let copy = file.try_clone()?;
    // The library panics on records that are shorter than they should be.
    let opened = catch_unwind(AssertUnwindSafe(|| Xls::new(BufReader::new(copy))));
    match opened {
        Ok(Ok(book)) => {
            let layouts = book.sheet_names().into_iter().map(|name| {
                let merged = book.merge_cells_by_sheet_name(&name).unwrap_or_default();
                (name, SheetLayout { merged, hidden: Vec::new(), is_cut: true })
            });
            let layouts = layouts.collect();
            Ok(load_tables(book, layouts))
        }
        Ok(Err(XlsError::Password)) => Err(Refusal::Encrypted.into()),
        Ok(Err(error)) => Err(refuse_compound(&mut file, &error.to_string())),
        Err(_) => Err(refuse_compound(&mut file, "a record is not as it should be")),
    }
}

/// Why a compound file is no workbook: it is under a password, of another kind, or damaged.
fn refuse_compound(file: &mut File, reason: &str) -> Stop {
    let mut bytes = Vec::new();
    let read = file.rewind().and_then(|()| file.take(MAX_COMPOUND).read_to_end(&mut bytes));
    if let Err(error) = read {
        return error.into();
    }
    let has_stream = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(name.len()).any(|window| window == name)
    };
    if has_stream(LOCKED) {
        return Refusal::Encrypted.into();
    }
    if DOCUMENTS.iter().any(|name| has_stream(name)) {
        return Refusal::Unsupported("an old Word or PowerPoint file".into()).into();
    }
    Refusal::of_damage(reason).into()
}

/// Opens a workbook of LibreOffice.
pub(super) fn open_ods(mut file: File) -> Result<LoadedBook, Stop> {
    file.rewind()?;
    let refuse = |error: ZipError| Refusal::of_damage(&error);
    let mut archive = ZipArchive::new(BufReader::new(&mut file)).map_err(refuse)?;
    if is_locked(&mut archive) {
        return Err(Refusal::Encrypted.into());
    }
    let content = archive.by_name("content.xml").map_err(refuse)?;
    let layouts = scan_layouts(BufReader::new(content.take(MAX_CONTENT)));
    let layouts = layouts.map_err(|reason| Refusal::of_damage(&reason))?;
    drop(archive);
    file.rewind()?;
    match catch_unwind(AssertUnwindSafe(|| Ods::new(BufReader::new(file)))) {
        Ok(Ok(book)) => Ok(load_tables(book, layouts)),
        Ok(Err(OdsError::Password)) => Err(Refusal::Encrypted.into()),
        Ok(Err(error)) => Err(Refusal::of_damage(&error).into()),
        Err(_) => Err(Refusal::of_damage("its tables are not as they should be").into()),
    }
}

/// Whether a manifest says that parts of the archive are encrypted.
fn is_locked(archive: &mut ZipArchive<BufReader<&mut File>>) -> bool {
    let mut manifest = Vec::new();
    let read = archive
        .by_name("META-INF/manifest.xml")
        .is_ok_and(|part| part.take(MAX_MANIFEST).read_to_end(&mut manifest).is_ok());
    read && String::from_utf8_lossy(&manifest).contains("encryption-data")
}

/// Takes the cells out of a book.
fn load_tables<R, B>(mut book: R, mut layouts: HashMap<String, SheetLayout>) -> LoadedBook
where
    R: Reader<B>,
    B: Read + Seek,
{
    let sheets = book.sheets_metadata().to_vec();
    let mut tables = HashMap::new();
    for sheet in &sheets {
        let Ok(cells) = book.worksheet_range(&sheet.name) else { continue };
        let formulas = book.worksheet_formula(&sheet.name).unwrap_or_default();
        let mut layout = layouts.remove(&sheet.name).unwrap_or_default();
        layout.merged.retain(is_range);
        tables.insert(sheet.name.clone(), LoadedTable { cells, formulas, layout });
    }
    LoadedBook { sheets, tables }
}

impl LoadedBook {
    /// The hidden rows of each sheet, in the order of the file, and whether there may be more of them.
    pub fn list_hidden_rows(&self) -> Vec<(Vec<u32>, bool)> {
        let tables = self.sheets.iter().map(|sheet| self.tables.get(&sheet.name));
        tables
            .map(|table| table.map_or((Vec::new(), true), |t| (t.layout.hidden.clone(), t.layout.is_cut)))
            .collect()
    }

    /// Gives `take` every row of a sheet that has something in it, with how many rows the sheet has, until that
    /// returns `false`.
    pub fn each_row(
        &self,
        name: &str,
        mut take: impl FnMut(SheetRow, u32, Vec<Cell<'_>>) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        let Some(table) = self.tables.get(name) else { return Ok(()) };
        let Some((first, last, columns)) = table.bounds() else { return Ok(()) };
        if columns as usize > MAX_COLUMNS {
            return Err(Refusal::TooManyColumns(MAX_COLUMNS as u32).into());
        }
        let mut spans = Spans::new(table.layout.merged.clone());
        let wide = list_wide_cells(&table.layout.merged);
        for row in first..=last {
            let mut values: Vec<Cell<'_>> = (0..columns).map(|column| table.cell((row, column))).collect();
            // A row is as long as what it holds: the width of the sheet says nothing of it.
            let filled = values.iter().rposition(|value| *value != Cell::Blank).map_or(0, |at| at + 1);
            values.truncate(filled);
            spans.apply(row, &mut values);
            let is_blank = values.iter().all(|value| *value == Cell::Blank);
            let told = SheetRow { number: row + 1, spans: wide.get(&row).cloned().unwrap_or_default() };
            if !is_blank && !take(told, last + 1, values)? {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl LoadedTable {
    /// First and last row, from 0, and how many columns there are up to the last one.
    fn bounds(&self) -> Option<(u32, u32, u32)> {
        let starts = [self.cells.start(), self.formulas.start()];
        let ends = [self.cells.end(), self.formulas.end()];
        let first = starts.into_iter().flatten().map(|(row, _)| row).min()?;
        let last = ends.into_iter().flatten().map(|(row, _)| row).max()?;
        let column = ends.into_iter().flatten().map(|(_, column)| column).max()?;
        Some((first, last, column.saturating_add(1)))
    }

    fn cell(&self, place: (u32, u32)) -> Cell<'_> {
        let formula = || self.formulas.get_value(place).filter(|formula| !formula.is_empty());
        match self.cells.get_value(place) {
            None | Some(Data::Empty) => {
                formula().map_or(Cell::Blank, |formula| Cell::Uncomputed(spell_formula(formula)))
            }
            // OpenDocument has a text where a formula failed.
            Some(Data::String(text)) if is_failure(text) && formula().is_some() => Cell::Failed(text.clone()),
            Some(value) => to_cell(value),
        }
    }
}

/// A formula as it stands in the cell; what the library could not spell is left out.
fn spell_formula(formula: &str) -> String {
    let bare = formula.strip_prefix("of:").unwrap_or(formula);
    let bare = bare.strip_prefix('=').unwrap_or(bare);
    if bare.starts_with("Unrecognised") { "=…".into() } else { format!("={bare}") }
}

/// Whether a text is what LibreOffice shows where a formula failed.
fn is_failure(text: &str) -> bool {
    const SIGNS: [&str; 7] = ["#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"];
    SIGNS.contains(&text) || text.starts_with("Err:")
}

/// The value of a cell; a date is a text, and an error of a formula is one of the cell.
fn to_cell(value: &Data) -> Cell<'_> {
    match value {
        Data::Empty => Cell::Blank,
        Data::Int(number) => Cell::Digits(number.to_string().into()),
        Data::Float(number) => Cell::Number(*number),
        Data::String(text) | Data::DurationIso(text) => Cell::text(text.as_str()),
        Data::DateTimeIso(text) => Cell::text(text.strip_suffix("T00:00:00").unwrap_or(text)),
        Data::Bool(value) => Cell::Bool(*value),
        Data::DateTime(time) => Cell::text(format_iso_date(time)),
        Data::Error(error) => Cell::Failed(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compound(names: &[&str]) -> File {
        let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
        bytes.extend([0; 600]);
        bytes.extend(names.iter().flat_map(|name| name.encode_utf16()).flat_map(u16::to_le_bytes));
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &bytes).unwrap();
        file
    }

    #[test]
    fn a_compound_file_without_a_workbook_says_what_it_is() {
        let refuse = |names: &[&str]| match open_xls(compound(names)) {
            Err(Stop::Refused(refusal)) => refusal,
            _ => panic!("not refused"),
        };
        assert_eq!(refuse(&[LOCKED]), Refusal::Encrypted);
        assert!(matches!(refuse(&[DOCUMENTS[0]]), Refusal::Unsupported(_)));
        assert!(matches!(refuse(&[]), Refusal::Damaged(_)));
    }

    #[test]
    fn formulas_are_spelt_as_in_the_cell() {
        assert_eq!(spell_formula("of:=[.A1]*2"), "=[.A1]*2");
        assert_eq!(spell_formula("A1*2"), "=A1*2");
        assert_eq!(spell_formula("Unrecognised formula for cell (1, 2): StackLen"), "=…");
    }
}
