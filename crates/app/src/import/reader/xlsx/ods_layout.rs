//! Merged cells and hidden rows of an OpenDocument workbook. The library that reads its cells reports neither.

use calamine::Dimensions;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::BufRead;

/// Rows of a sheet at most: a blank row that is repeated to the end of the sheet says a large number.
const MAX_ROWS: u32 = 1 << 20;
/// Hidden rows of a sheet that are listed.
const MAX_HIDDEN: usize = 100_000;

/// What a sheet has besides its cells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SheetLayout {
    pub merged: Vec<Dimensions>,
    /// Numbers of the hidden rows with something in them, from 1.
    pub hidden: Vec<u32>,
    /// Whether there may be more of them.
    pub is_cut: bool,
}

/// The layouts of the sheets in `content`, by their names.
///
/// # Errors
/// What is wrong with the XML. A table without an end is an error: the library would read it forever.
pub(super) fn scan_layouts(content: impl BufRead) -> Result<HashMap<String, SheetLayout>, String> {
    let mut xml = Reader::from_reader(content);
    let mut scan = Scan::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Eof => break,
            Event::Start(tag) => scan.open(&tag),
            Event::Empty(tag) => {
                scan.open(&tag);
                scan.close(tag.name().into_inner());
            }
            Event::End(tag) => scan.close(tag.name().into_inner()),
            _ => {}
        }
    }
    match scan.current {
        Some(_) => Err("a table without an end".into()),
        None => Ok(scan.layouts),
    }
}

#[derive(Default)]
struct Scan {
    layouts: HashMap<String, SheetLayout>,
    /// The sheet that is being read, with its name.
    current: Option<(String, SheetLayout)>,
    /// Row and column of the next cell, from 0.
    row: u32,
    column: u32,
    /// How often the row is there, and what is known of it.
    repeats: u32,
    is_hidden: bool,
    is_filled: bool,
}

impl Scan {
    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.name().into_inner() {
            "table:table" if self.current.is_none() => {
                let name = attribute(tag, "table:name").unwrap_or_default();
                self.current = Some((name, SheetLayout::default()));
                self.row = 0;
            }
            "table:table-row" => {
                let room = MAX_ROWS.saturating_sub(self.row);
                self.repeats = count(tag, "table:number-rows-repeated").min(room);
                let visibility = attribute(tag, "table:visibility");
                self.is_hidden = matches!(visibility.as_deref(), Some("collapse" | "filter"));
                (self.is_filled, self.column) = (false, 0);
            }
            "table:table-cell" | "table:covered-table-cell" => self.take_cell(tag),
            _ => {}
        }
    }

    fn take_cell(&mut self, tag: &BytesStart<'_>) {
        self.is_filled |= attribute(tag, "office:value-type").is_some();
        let rows = count(tag, "table:number-rows-spanned");
        let columns = count(tag, "table:number-columns-spanned");
        let start = (self.row, self.column);
        if let Some((_, layout)) = self.current.as_mut().filter(|_| rows > 1 || columns > 1) {
            let end = (start.0.saturating_add(rows - 1), start.1.saturating_add(columns - 1));
            layout.merged.push(Dimensions { start, end });
        }
        self.column = self.column.saturating_add(count(tag, "table:number-columns-repeated"));
    }

    fn close(&mut self, name: &str) {
        match name {
            "table:table" => {
                if let Some((name, layout)) = self.current.take() {
                    self.layouts.insert(name, layout);
                }
            }
            "table:table-row" => {
                let rows = self.row + 1..=self.row + self.repeats;
                if let Some((_, layout)) = self.current.as_mut().filter(|_| self.is_hidden && self.is_filled)
                {
                    let room = MAX_HIDDEN.saturating_sub(layout.hidden.len());
                    layout.is_cut |= self.repeats as usize > room;
                    layout.hidden.extend(rows.take(room));
                }
                self.row += self.repeats;
                self.repeats = 0;
            }
            _ => {}
        }
    }
}

/// A number of cells or rows, which is 1 where the attribute is absent.
fn count(tag: &BytesStart<'_>, name: &str) -> u32 {
    attribute(tag, name).and_then(|value| value.parse().ok()).unwrap_or(1).max(1)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok().flatten()?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_cells_and_hidden_rows_are_where_repeated_rows_and_cells_put_them() {
        let content = "<table:table table:name=\"Milho &amp; Soja\">\
             <table:table-row table:number-rows-repeated=\"2\"><table:table-cell/></table:table-row>\
             <table:table-row><table:table-cell table:number-columns-repeated=\"3\"/>\
             <table:table-cell office:value-type=\"string\" table:number-rows-spanned=\"2\" table:number-columns-spanned=\"1\"/>\
             </table:table-row>\
             <table:table-row table:visibility=\"filter\" table:number-rows-repeated=\"2\"><table:table-cell office:value-type=\"float\"/></table:table-row>\
             <table:table-row table:visibility=\"collapse\" table:number-rows-repeated=\"9999999\"><table:table-cell/></table:table-row>\
             </table:table>";
        let layouts = scan_layouts(content.as_bytes()).unwrap();
        let layout = &layouts["Milho & Soja"];
        assert_eq!(layout.merged, [Dimensions { start: (2, 3), end: (3, 3) }]);
        assert_eq!((&layout.hidden[..], layout.is_cut), (&[4, 5][..], false), "blank rows say nothing");
    }

    #[test]
    fn a_table_without_an_end_is_an_error() {
        assert!(scan_layouts(&b"<table:table table:name=\"A\"><table:table-row>"[..]).is_err());
        assert!(scan_layouts(&b"<table:table table:name=\"A\"></table:table>"[..]).is_ok());
    }
}
