//! Rows of a sheet that are struck out: a list says so of what it no longer has, beside a price that still stands there.

use super::xml_elements::{MAX_TOLD_ROWS, attribute, elements, list_elements, number_of_row};
use std::collections::HashSet;

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

/// Looks for struck rows among the elements of a sheet: those of which at least half of the filled cells have one of the
/// struck styles.
#[derive(Debug)]
pub(super) struct StruckRows<'s> {
    styles: &'s HashSet<String>,
    row: CountedRow,
    found: Vec<u32>,
}

impl<'s> StruckRows<'s> {
    /// None found yet; `styles` are those of cells that are struck out.
    pub fn new(styles: &'s HashSet<String>) -> Self {
        Self { styles, row: CountedRow::default(), found: Vec::new() }
    }

    /// Takes the next element of the sheet.
    pub fn take(&mut self, name: &str, element: &str) {
        match name {
            "row" => self.begin_row(element),
            // What ends at once has a style and no value.
            "c" if !element.ends_with('/') => {
                self.row.cells += 1;
                let is_struck = attribute(element, "s").is_some_and(|style| self.styles.contains(style));
                self.row.struck += usize::from(is_struck);
            }
            _ => {}
        }
    }

    /// Whether a row that comes may be told: without a struck style none is.
    pub fn goes_on(&self) -> bool {
        !self.styles.is_empty() && self.found.len() < MAX_TOLD_ROWS
    }

    /// The numbers of the rows.
    pub fn finish(mut self) -> Vec<u32> {
        self.found.extend(self.row.struck_number());
        self.found.truncate(MAX_TOLD_ROWS);
        self.found
    }

    fn begin_row(&mut self, element: &str) {
        self.found.extend(self.row.struck_number());
        self.row = CountedRow { number: number_of_row(element, self.row.number), cells: 0, struck: 0 };
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
    use super::super::xml_elements::read_elements;
    use super::*;
    use std::io::{self, Read};

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

    fn scan(sheet: impl Read) -> Vec<u32> {
        let styles = HashSet::from(["1".to_owned()]);
        let mut rows = StruckRows::new(&styles);
        let take = |name: &str, element: &str| {
            rows.take(name, element);
            rows.goes_on()
        };
        read_elements(sheet, take).unwrap();
        rows.finish()
    }

    #[test]
    fn rows_of_which_half_the_filled_cells_are_struck_are_found_in_pieces_of_any_size() {
        let sheet = "<sheetData><row r=\"1\"><c r=\"A1\" s=\"1\"><v>1</v></c></row>\
            <row r=\"2\"><c r=\"A2\" s=\"1\"><v>1</v></c><c r=\"B2\"><v>2</v></c><c r=\"C2\" s=\"2\"/></row>\
            <row r=\"3\"><c r=\"A3\" s=\"1\"/><c r=\"B3\"><v>2</v></c><c r=\"C3\"><v>2</v></c></row>\
            <row><c s=\"1\"><v>1</v></c><c s=\"1\" t=\"str\"><f>A1</f><v>2</v></c></row></sheetData>";
        assert_eq!(scan(sheet.as_bytes()), [2, 4]);
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let length = self.0.len().min(5);
                into[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
        assert_eq!(scan(Slow(sheet.as_bytes())), [2, 4]);
        assert!(!StruckRows::new(&HashSet::new()).goes_on(), "nothing is struck without a style");
    }
}
