//! Beginnings of XML elements and their attributes, for parts of a workbook that the XLSX library does not report. It is
//! no parser: what is not whole is passed over.

/// Rows of a sheet that are told at most.
pub(super) const MAX_TOLD_ROWS: usize = 100_000;
/// Bytes of the beginning of an element.
pub(super) const MAX_ELEMENT: usize = 64 << 10;
/// Longest name of an element, with the prefix of its namespace, in bytes.
const MAX_NAME: usize = 128;
/// Bytes that are read at once.
pub(super) const PIECE: usize = 256 << 10;

/// The whole beginnings of elements of this name, without their signs, whatever the prefix of their namespace.
pub(super) fn elements<'x>(xml: &'x str, name: &'static str) -> impl Iterator<Item = &'x str> {
    let begun = xml.split('<').filter_map(move |part| {
        // A text may be as long as the file; a name is short.
        let beginning = &part[..part.floor_char_boundary(MAX_NAME)];
        let end = beginning.find([' ', '\n', '\r', '\t', '>'])?;
        let own = part[..end].rsplit(':').next()?;
        (own == name).then(|| &part[end..])
    });
    begun.filter_map(|inner| inner.split_once('>').map(|(inner, _)| inner))
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
