//! Rows of a workbook that its maker has hidden, by hand or by a filter, or struck out. The XLSX library does not report
//! them.

use super::struck::{StruckRows, list_struck_styles};
use super::xml_elements::{MAX_TOLD_ROWS, attribute, elements, number_of_row, read_elements};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use zip::ZipArchive;

/// Bytes of a workbook up to which it is looked for them, and of the parts that name its sheets.
const MAX_FILE: u64 = 64 << 20;
const MAX_INDEX: u64 = 4 << 20;
/// Bytes of a sheet that are looked at.
const MAX_SHEET: u64 = 512 << 20;

/// The hidden and the struck rows of a workbook.
#[derive(Debug, Default)]
pub(in crate::import::reader) struct HiddenRows {
    /// By the sheets' places in the workbook.
    sheets: Vec<SheetRows>,
    /// Whether the file could not be looked into.
    is_unchecked: bool,
}

/// The hidden rows of a sheet.
#[derive(Debug, Default, PartialEq, Eq)]
struct SheetRows {
    numbers: Vec<u32>,
    /// Rows of which most cells are struck out.
    struck: Vec<u32>,
    /// Whether there may be more of them.
    is_cut: bool,
}

impl HiddenRows {
    /// Those of each sheet, in the order of the file, and whether there may be more of them.
    pub fn of_sheets(sheets: Vec<(Vec<u32>, bool)>) -> Self {
        let of_sheet = |(numbers, is_cut)| SheetRows { numbers, struck: Vec::new(), is_cut };
        let sheets = sheets.into_iter().map(of_sheet).collect();
        Self { sheets, is_unchecked: false }
    }

    /// Looks into an .xlsx. The file is at its beginning afterwards.
    pub fn list(file: &mut File) -> Self {
        if file.metadata().is_ok_and(|data| data.len() > MAX_FILE) {
            return Self { sheets: Vec::new(), is_unchecked: true };
        }
        let found = scan_sheets(file);
        let found = file.rewind().and(found);
        let is_unchecked = found.is_err();
        Self { sheets: found.unwrap_or_default(), is_unchecked }
    }

    /// The numbers of the hidden rows of the sheet at this place.
    pub fn of_sheet(&self, place: usize) -> &[u32] {
        self.sheets.get(place).map_or(&[], |sheet| &sheet.numbers)
    }

    /// The numbers of the struck rows of the sheet at this place.
    pub fn struck_of_sheet(&self, place: usize) -> &[u32] {
        self.sheets.get(place).map_or(&[], |sheet| &sheet.struck)
    }

    /// Whether the sheet at this place may have more hidden rows.
    pub fn is_cut(&self, place: usize) -> bool {
        self.is_unchecked || self.sheets.get(place).is_some_and(|sheet| sheet.is_cut)
    }
}

fn scan_sheets(file: &mut File) -> io::Result<Vec<SheetRows>> {
    file.rewind()?;
    let mut archive = ZipArchive::new(BufReader::new(file))?;
    let index = read_part(&mut archive, "xl/workbook.xml")?;
    let relations = read_part(&mut archive, "xl/_rels/workbook.xml.rels")?;
    let targets: Vec<(&str, &str)> = elements(&relations, "Relationship")
        .filter_map(|element| Some((attribute(element, "Id")?, attribute(element, "Target")?)))
        .collect();
    let styles = read_part(&mut archive, "xl/styles.xml")
        .map(|styles| list_struck_styles(&styles))
        .unwrap_or_default();
    let mut found = Vec::new();
    for element in elements(&index, "sheet") {
        let id = relation_id(element).unwrap_or_default();
        let target = targets.iter().find(|(other, _)| *other == id).map(|(_, target)| *target);
        let path = target.map(|target| match target.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("xl/{target}"),
        });
        let part = path.and_then(|path| archive.by_name(&path).ok());
        let rows = part.and_then(|part| scan_rows(part.take(MAX_SHEET), &styles).ok());
        // What cannot be read may have some.
        let rows = rows.unwrap_or(SheetRows { is_cut: true, ..SheetRows::default() });
        found.push(rows);
    }
    Ok(found)
}

fn read_part(archive: &mut ZipArchive<BufReader<&mut File>>, name: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    archive.by_name(name)?.take(MAX_INDEX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The hidden and the struck rows of a sheet, of which no more than [`MAX_SHEET`] bytes are read; `styles` are those of
/// cells that are struck out.
fn scan_rows(sheet: impl Read, styles: &HashSet<String>) -> io::Result<SheetRows> {
    let (mut numbers, mut last) = (Vec::new(), 0);
    let mut struck = StruckRows::new(styles);
    let size = read_elements(sheet, |name, element| {
        if name == "row" {
            last = number_of_row(element, last);
            if matches!(attribute(element, "hidden"), Some("1" | "true")) && numbers.len() < MAX_TOLD_ROWS {
                numbers.push(last);
            }
        }
        if struck.goes_on() {
            struck.take(name, element);
        }
        numbers.len() < MAX_TOLD_ROWS || struck.goes_on()
    })?;
    let is_cut = numbers.len() >= MAX_TOLD_ROWS || size >= MAX_SHEET;
    Ok(SheetRows { numbers, struck: struck.finish(), is_cut })
}

/// The value of the attribute that leads to the part of a sheet, whatever the prefix of its namespace.
fn relation_id(element: &str) -> Option<&str> {
    let ends = element.match_indices(":id").map(|(at, name)| (at, at + name.len()));
    let names = ends.map(|(at, end)| {
        let begin = element[..at].rfind([' ', '\n', '\r', '\t']).map_or(0, |space| space + 1);
        &element[begin..end]
    });
    names.into_iter().find_map(|name| attribute(element, name))
}

#[cfg(test)]
mod tests {
    use super::super::xml_elements::PIECE;
    use super::*;

    fn scan(sheet: impl Read) -> SheetRows {
        scan_rows(sheet, &HashSet::from(["4".to_owned()])).unwrap()
    }

    #[test]
    fn hidden_and_struck_rows_are_found_in_pieces_of_any_size() {
        let sheet = "<sheetData><row r=\"1\"/><row r=\"2\" hidden=\"1\"><c r=\"A2\"/></row>\
                     <row spans='1:3' r='3' hidden='true' ></row><row r=\"4\" hidden=\"0\"/>\
                     <row r=\"5\"><c r=\"A5\" s=\"4\"><v>1</v></c><c r=\"B5\" s=\"4\"><v>2</v></c></row><rowBreaks hidden=\"1\" r=\"9\"/>";
        let found = SheetRows { numbers: vec![2, 3], struck: vec![5], is_cut: false };
        assert_eq!(scan(sheet.as_bytes()), found);
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let length = self.0.len().min(7);
                into[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
        assert_eq!(scan(Slow(sheet.as_bytes())), found);
    }

    #[test]
    fn prefixes_are_passed_over_and_what_is_too_much_is_told() {
        let sheet = "<x:row r=\"2\" hidden=\"1\"/><x:rows r=\"3\" hidden=\"1\"/>";
        assert_eq!(scan(sheet.as_bytes()), SheetRows { numbers: vec![2], ..SheetRows::default() });
        let unnumbered = "<row hidden=\"1\"/><row r=\"5\"/><row hidden=\"1\"/>";
        assert_eq!(scan(unnumbered.as_bytes()).numbers, [1, 6]);
        for sheet in [" sheetId=\"1\" r:id=\"rId7\"", " ns3:id='rId7' name='a:id'"] {
            assert_eq!(relation_id(sheet), Some("rId7"), "{sheet}");
        }
        let open = format!("<c {}<row r=\"7\" hidden=\"1\"/>", "x".repeat(2 * PIECE));
        assert_eq!(scan(open.as_bytes()).numbers, [7], "after an element that does not end");
        let many = "<row r=\"9\" hidden=\"1\"/>".repeat(MAX_TOLD_ROWS + 1);
        let found = scan(many.as_bytes());
        assert_eq!((found.numbers.len(), found.is_cut), (MAX_TOLD_ROWS, true));
    }
}
