//! Rows of a sheet that are struck out: a list says so of what it no longer has, beside a price that still stands there.

use super::xml_elements::{MAX_ELEMENT, MAX_TOLD_ROWS, PIECE, attribute, elements, list_elements};
use std::collections::HashSet;
use std::io::{self, Read};

/// Fewest cells of a row that is struck out as a whole.
const LEAST_CELLS: usize = 2;

/// The numbers of the cell styles whose font is struck out, as cells of a sheet name them.
pub(super) fn list_struck_styles(styles: &str) -> HashSet<String> {
    let mut fonts: Vec<bool> = Vec::new();
    for (name, element) in list_elements(find_section(styles, "fonts")) {
        if name == "font" {
            fonts.push(false);
        } else if name == "strike"
            && let Some(last) = fonts.last_mut()
        {
            *last = !matches!(attribute(element, "val"), Some("0" | "false"));
        }
    }
    let is_struck = |xf: &str| {
        let font = attribute(xf, "fontId").and_then(|font| font.parse::<usize>().ok());
        font.and_then(|font| fonts.get(font)).is_some_and(|is_struck| *is_struck)
    };
    let cells = elements(find_section(styles, "cellXfs"), "xf").enumerate();
    cells.filter(|(_, xf)| is_struck(xf)).map(|(at, _)| at.to_string()).collect()
}

/// The numbers of the rows of a sheet of which at least half of the filled cells have one of these styles.
pub(super) fn scan_struck_rows(mut sheet: impl Read, styles: &HashSet<String>) -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    let mut row = CountedRow::default();
    let (mut text, mut piece) = (Vec::new(), vec![0; PIECE]);
    loop {
        let length = sheet.read(&mut piece)?;
        text.extend_from_slice(&piece[..length]);
        let whole = String::from_utf8_lossy(&text).into_owned();
        for (name, element) in list_elements(&whole) {
            match name {
                "row" => {
                    found.extend(row.struck_number());
                    row = row.begin_next(element);
                }
                // What ends at once has a style and no value.
                "c" if !element.ends_with('/') => {
                    row.cells += 1;
                    row.struck +=
                        usize::from(attribute(element, "s").is_some_and(|style| styles.contains(style)));
                }
                _ => {}
            }
        }
        if length == 0 || found.len() >= MAX_TOLD_ROWS {
            found.extend(row.struck_number());
            found.truncate(MAX_TOLD_ROWS);
            return Ok(found);
        }
        // The beginning of an element may be at the end of a piece; one that is longer than any is none.
        let rest = whole.rfind('<').filter(|at| !whole[*at..].contains('>')).unwrap_or(whole.len());
        text = whole.as_bytes()[rest..].to_vec();
        if text.len() > MAX_ELEMENT {
            text.clear();
        }
    }
}

/// A row, as far as its cells are read.
#[derive(Debug, Clone, Copy, Default)]
struct CountedRow {
    number: u32,
    cells: usize,
    struck: usize,
}

impl CountedRow {
    /// The row that this element begins; one without a number is the next one.
    fn begin_next(self, element: &str) -> Self {
        let said = attribute(element, "r").and_then(|number| number.parse().ok());
        Self { number: said.unwrap_or(self.number.saturating_add(1)), cells: 0, struck: 0 }
    }

    /// Its number, where it is struck out.
    fn struck_number(self) -> Option<u32> {
        (self.cells >= LEAST_CELLS && self.struck * 2 >= self.cells).then_some(self.number)
    }
}

/// What stands within the first element of this name.
fn find_section<'x>(xml: &'x str, name: &str) -> &'x str {
    let begin = xml.find(&format!("<{name}")).unwrap_or(xml.len());
    let section = &xml[begin..];
    section.split_once(&format!("</{name}>")).map_or("", |(within, _)| within)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLES: &str = "<styleSheet><fonts count=\"3\"><font><sz val=\"11\"/></font>\
        <font><strike/><sz val=\"11\"/></font><font><strike val=\"0\"/></font></fonts>\
        <cellStyleXfs><xf fontId=\"1\"/></cellStyleXfs>\
        <cellXfs><xf fontId=\"0\"/><xf numFmtId=\"4\" fontId=\"1\"/><xf fontId=\"2\"/></cellXfs>\
        <dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>";

    #[test]
    fn styles_with_a_struck_font_are_known() {
        assert_eq!(list_struck_styles(STYLES), HashSet::from(["1".to_owned()]));
        assert_eq!(list_struck_styles("<styleSheet/>"), HashSet::new());
        assert_eq!(list_struck_styles("<fonts><font><strike/>"), HashSet::new(), "a file that is cut");
    }

    #[test]
    fn rows_of_which_half_the_filled_cells_are_struck_are_found_in_pieces_of_any_size() {
        let sheet = "<sheetData><row r=\"1\"><c r=\"A1\" s=\"1\"><v>1</v></c></row>\
            <row r=\"2\"><c r=\"A2\" s=\"1\"><v>1</v></c><c r=\"B2\"><v>2</v></c><c r=\"C2\" s=\"2\"/></row>\
            <row r=\"3\"><c r=\"A3\" s=\"1\"/><c r=\"B3\"><v>2</v></c><c r=\"C3\"><v>2</v></c></row>\
            <row><c s=\"1\"><v>1</v></c><c s=\"1\" t=\"str\"><f>A1</f><v>2</v></c></row></sheetData>";
        let styles = HashSet::from(["1".to_owned()]);
        assert_eq!(scan_struck_rows(sheet.as_bytes(), &styles).unwrap(), [2, 4]);
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let length = self.0.len().min(5);
                into[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
        assert_eq!(scan_struck_rows(Slow(sheet.as_bytes()), &styles).unwrap(), [2, 4]);
    }
}
