//! A small CSV that a person pastes or chooses, whole in memory, and whatever the sign between its cells.

use csv::{Reader, ReaderBuilder};

/// Reads the lines of `text`, its heading among them, past the mark of the byte order that Excel puts before it.
pub(crate) fn read_csv(text: &str) -> Reader<&[u8]> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(find_delimiter(text))
        .from_reader(text.as_bytes())
}

/// The sign between the cells: that of which the first line has most.
fn find_delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}
