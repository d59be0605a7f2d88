//! Beginnings of XML elements and their attributes, for parts of a workbook that the XLSX library does not report. It is
//! no parser: what is not whole is passed over.

use std::io::{self, Read};

/// Rows of a sheet that are told at most.
pub(super) const MAX_TOLD_ROWS: usize = 100_000;
/// Bytes of the beginning of an element.
const MAX_ELEMENT: usize = 64 << 10;
/// Longest name of an element, with the prefix of its namespace, in bytes.
const MAX_NAME: usize = 128;
/// Bytes that are read at once.
pub(super) const PIECE: usize = 256 << 10;

/// The whole beginnings of elements of this name, without their signs, whatever the prefix of their namespace.
pub(super) fn elements<'x>(xml: &'x str, name: &'static str) -> impl Iterator<Item = &'x str> {
    list_elements(xml).filter_map(move |(own, inner)| (own == name).then_some(inner))
}

/// The whole beginnings of all elements: the name of each without its prefix, and the rest without its signs.
pub(super) fn list_elements(xml: &str) -> impl Iterator<Item = (&str, &str)> {
    xml.split('<').filter_map(|part| {
        // A text may be as long as the file; a name is short.
        let beginning = &part[..part.floor_char_boundary(MAX_NAME)];
        let end = beginning.find([' ', '\n', '\r', '\t', '>', '/'])?;
        let (inner, _) = part[end..].split_once('>')?;
        Some((part[..end].rsplit(':').next()?, inner))
    })
}

/// Reads a part in pieces and gives `take` the name and the rest of the beginning of each element. Stops behind the piece
/// after which `take` wants no more. Returns how many bytes were read.
pub(super) fn read_elements(
    mut part: impl Read,
    mut take: impl FnMut(&str, &str) -> bool,
) -> io::Result<u64> {
    let (mut text, mut piece) = (Vec::new(), vec![0; PIECE]);
    let (mut size, mut goes_on) = (0, true);
    loop {
        let length = part.read(&mut piece)?;
        size += length as u64;
        text.extend_from_slice(&piece[..length]);
        let whole = String::from_utf8_lossy(&text).into_owned();
        for (name, inner) in list_elements(&whole) {
            goes_on = take(name, inner);
        }
        if length == 0 || !goes_on {
            return Ok(size);
        }
        // The beginning of an element may be at the end of a piece; one that is longer than any is none.
        let rest = whole.rfind('<').filter(|at| !whole[*at..].contains('>')).unwrap_or(whole.len());
        text = whole.as_bytes()[rest..].to_vec();
        if text.len() > MAX_ELEMENT {
            text.clear();
        }
    }
}

/// The number of the row that this element begins; one without a number is the next one after `last`.
pub(super) fn number_of_row(element: &str, last: u32) -> u32 {
    attribute(element, "r").and_then(|number| number.parse().ok()).unwrap_or(last.saturating_add(1))
}

/// The value of an attribute.
pub(super) fn attribute<'x>(element: &'x str, name: &str) -> Option<&'x str> {
    let is_begin = |at: usize| element[..at].ends_with([' ', '\n', '\r', '\t']);
    let at = element
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| is_begin(*at) && element[at + name.len()..].trim_start().starts_with('='))?;
    let rest = element[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(value, _)| value)
}
