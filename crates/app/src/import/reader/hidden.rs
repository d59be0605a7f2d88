//! Rows that the maker of a workbook has hidden, by hand or by a filter. The reader of workbooks does not tell them.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use zip::ZipArchive;

/// Bytes of a workbook up to which it is looked for them, and of the parts that name its sheets.
const MAX_FILE: u64 = 64 << 20;
const MAX_INDEX: u64 = 4 << 20;
/// Bytes of a sheet, and rows of it that are told.
const MAX_SHEET: u64 = 512 << 20;
const MAX_ROWS: usize = 100_000;
/// Bytes that are read at once.
const PIECE: usize = 256 << 10;

/// The numbers of the hidden rows of each sheet, in the order of the workbook. None where the archive cannot be
/// read: its reader says why. The file is at its beginning afterwards.
pub(super) fn list_hidden_rows(file: &mut File) -> Vec<Vec<u32>> {
    let found = if file.metadata().is_ok_and(|data| data.len() <= MAX_FILE) {
        scan_sheets(file)
    } else {
        Ok(Vec::new())
    };
    let is_rewound = file.rewind().is_ok();
    found.ok().filter(|_| is_rewound).unwrap_or_default()
}

fn scan_sheets(file: &mut File) -> io::Result<Vec<Vec<u32>>> {
    file.rewind()?;
    let mut archive = ZipArchive::new(BufReader::new(file))?;
    let index = read_part(&mut archive, "xl/workbook.xml")?;
    let relations = read_part(&mut archive, "xl/_rels/workbook.xml.rels")?;
    let targets: Vec<(&str, &str)> = elements(&relations, "Relationship")
        .filter_map(|element| Some((attribute(element, "Id")?, attribute(element, "Target")?)))
        .collect();
    let mut found = Vec::new();
    for element in elements(&index, "sheet") {
        let id = attribute(element, "r:id").unwrap_or_default();
        let target = targets.iter().find(|(other, _)| *other == id).map(|(_, target)| *target);
        let path = target.map(|target| match target.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("xl/{target}"),
        });
        let rows = match path.map(|path| archive.by_name(&path)) {
            Some(Ok(part)) => scan_rows(part.take(MAX_SHEET))?,
            _ => Vec::new(),
        };
        found.push(rows);
    }
    Ok(found)
}

fn read_part(archive: &mut ZipArchive<BufReader<&mut File>>, name: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    archive.by_name(name)?.take(MAX_INDEX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The hidden rows of a sheet.
fn scan_rows(mut sheet: impl Read) -> io::Result<Vec<u32>> {
    let mut rows = Vec::new();
    let (mut text, mut piece) = (Vec::new(), vec![0; PIECE]);
    loop {
        let length = sheet.read(&mut piece)?;
        text.extend_from_slice(&piece[..length]);
        let whole = String::from_utf8_lossy(&text).into_owned();
        let is_hidden = |row: &str| matches!(attribute(row, "hidden"), Some("1" | "true"));
        let hidden = elements(&whole, "row").filter(|row| is_hidden(row));
        rows.extend(hidden.filter_map(|row| attribute(row, "r")?.parse::<u32>().ok()));
        if length == 0 || rows.len() >= MAX_ROWS {
            rows.truncate(MAX_ROWS);
            return Ok(rows);
        }
        // The beginning of an element may be at the end of a piece.
        let rest = whole.rfind('<').filter(|at| !whole[*at..].contains('>')).unwrap_or(whole.len());
        text = whole.as_bytes()[rest..].to_vec();
    }
}

/// The whole beginnings of elements of this name, without their signs.
fn elements<'x>(xml: &'x str, name: &'static str) -> impl Iterator<Item = &'x str> {
    let begun = xml.split('<').filter_map(move |part| {
        let inner = part.strip_prefix(name)?;
        inner.starts_with([' ', '\n', '\r', '\t']).then_some(inner)
    });
    begun.filter_map(|inner| inner.split_once('>').map(|(inner, _)| inner))
}

/// The value of an attribute.
fn attribute<'x>(element: &'x str, name: &str) -> Option<&'x str> {
    let is_begin = |at: usize| element[..at].ends_with([' ', '\n', '\r', '\t']);
    let at = element
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| is_begin(*at) && element[at + name.len()..].trim_start().starts_with('='))?;
    let rest = element[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_rows_are_found_in_pieces_of_any_size() {
        let sheet = "<sheetData><row r=\"1\"/><row r=\"2\" hidden=\"1\"><c r=\"A2\"/></row>\
                     <row spans='1:3' r='3' hidden='true' ></row><row r=\"4\" hidden=\"0\"/><rowBreaks hidden=\"1\" r=\"9\"/>";
        assert_eq!(scan_rows(sheet.as_bytes()).unwrap(), [2, 3]);
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let length = self.0.len().min(7);
                into[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
        assert_eq!(scan_rows(Slow(sheet.as_bytes())).unwrap(), [2, 3]);
    }
}
