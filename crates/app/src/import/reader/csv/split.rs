//! CSV record splitter that loses one row to a broken quote.
//!
//! A quote that is never closed makes a reader of CSV take the rest of the file for one cell. Here
//! a record is gathered line by line, and a caller that cannot use it can [`reject`] it:
//! its first line is then the bad row, and the lines behind it are read again.
//!
//! [`reject`]: Records::reject

use crate::import::reader::MAX_ROW;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// How a file separates cells and lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::import::reader) struct Layout {
    pub separator: u8,
    /// `\n`, or `\r` in files of old Macs.
    pub line_end: u8,
    /// What stands around cells that have separators or line ends in them.
    pub quote: u8,
}

/// One line, its end taken off.
#[derive(Debug)]
struct Line {
    number: u32,
    bytes: Vec<u8>,
    too_long: bool,
}

/// What stands next in the file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::import::reader) enum SplitName {
    /// A record; [`Records::cells`] has its cells.
    Record,
    /// A line in which a quote is opened that is never closed.
    OpenQuote,
    /// A line of more than 8 MiB.
    TooLong,
}

/// The records of a file.
pub(in crate::import::reader) struct Records<R> {
    source: R,
    layout: Layout,
    parser: csv_core::Reader,
    line_count: u32,
    /// Rows so far, the current one included, as a spreadsheet counts them.
    row_count: u32,
    /// Bytes taken from the source.
    pub consumed: u64,
    /// Lines that were read and belong to no record yet.
    waiting: VecDeque<Line>,
    /// The lines of the current record.
    current: Vec<Line>,
    /// Its cells, one behind the other.
    text: Vec<u8>,
    text_length: usize,
    /// Where each of them ends.
    ends: Vec<usize>,
    cell_count: usize,
}

impl<R: BufRead> Records<R> {
    pub fn new(source: R, layout: Layout) -> Self {
        let parser = csv_core::ReaderBuilder::new()
            .delimiter(layout.separator)
            .quote(layout.quote)
            .terminator(csv_core::Terminator::Any(layout.line_end))
            .build();
        Self {
            source,
            layout,
            parser,
            line_count: 0,
            row_count: 0,
            consumed: 0,
            waiting: VecDeque::new(),
            current: Vec::new(),
            text: vec![0; 4 << 10],
            text_length: 0,
            ends: vec![0; 64],
            cell_count: 0,
        }
    }

    /// Goes to the next record; blank lines are passed over. `None` at the end of the file.
    pub fn next(&mut self) -> io::Result<Option<SplitName>> {
        self.begin();
        let mut size = 0;
        loop {
            let mut line = match self.read_line()? {
                Some(line) if self.current.is_empty() && line.bytes.is_empty() && !line.too_long => {
                    self.row_count = self.row_count.saturating_add(1);
                    continue;
                }
                Some(line) => line,
                None if self.current.is_empty() => return Ok(None),
                // The file ends inside a quoted cell.
                None => return Ok(Some(self.end_broken(SplitName::OpenQuote))),
            };
            size += line.bytes.len() + 1;
            if line.too_long || size > MAX_ROW {
                return Ok(Some(self.broken_by(line)));
            }
            // For the parser, no bytes at all are the end of the file: a blank line is its end alone.
            line.bytes.push(self.layout.line_end);
            let complete = self.feed(&line.bytes);
            line.bytes.pop();
            self.current.push(line);
            if complete {
                self.row_count = self.row_count.saturating_add(1);
                self.break_as_usual();
                return Ok(Some(SplitName::Record));
            }
        }
    }

    /// The line in which the current record begins, from 1.
    pub fn line_number(&self) -> u32 {
        self.current.first().map_or(0, |l| l.number)
    }

    /// The row that a spreadsheet shows the current record in, from 1: a record of several lines is one,
    /// and so is a blank line.
    pub fn row_number(&self) -> u32 {
        self.row_count
    }

    /// The current record is no row: the next one is the first.
    pub fn restart_rows(&mut self) {
        self.row_count = 0;
    }

    /// Lines of the current CSV record, as they stand in the file.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.current.iter().map(|line| &*line.bytes)
    }

    /// Number of lines of the current CSV record.
    pub fn height(&self) -> usize {
        self.current.len()
    }

    /// The first line of the current record, as it stands in the file.
    pub fn first_line(&self) -> &[u8] {
        self.current.first().map_or(&[], |l| &l.bytes)
    }

    /// Cells of the current CSV record.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &[u8]> + Clone {
        (0..self.cell_count).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.text[start..self.ends[i]]
        })
    }

    /// Makes the current record its first line alone; the other lines are read again as records of
    /// their own.
    pub fn reject(&mut self) {
        for line in self.current.drain(1..).rev() {
            self.waiting.push_front(line);
        }
        self.cell_count = 0;
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let mut read =
            (&mut self.source).take(MAX_ROW as u64).read_until(self.layout.line_end, &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let too_long = read == MAX_ROW && bytes.last() != Some(&self.layout.line_end);
        if too_long {
            bytes.truncate(200);
            read += self.skip_line()?;
        }
        self.consumed += read as u64;
        self.line_count = self.line_count.saturating_add(1);
        take_end_off(&mut bytes);
        Ok(Some(Line { number: self.line_count, bytes, too_long }))
    }

    fn skip_line(&mut self) -> io::Result<usize> {
        let mut skipped = 0;
        loop {
            let buffer = self.source.fill_buf()?;
            let end = buffer.iter().position(|b| *b == self.layout.line_end);
            let count = end.map_or(buffer.len(), |at| at + 1);
            let last = end.is_some() || buffer.is_empty();
            self.source.consume(count);
            skipped += count;
            if last {
                return Ok(skipped);
            }
        }
    }

    fn begin(&mut self) {
        self.parser.reset();
        self.current.clear();
        (self.text_length, self.cell_count) = (0, 0);
    }

    /// Line breaks within cells are line feeds, whatever ends the lines of the file.
    fn break_as_usual(&mut self) {
        if self.layout.line_end == b'\r' {
            for byte in self.text[..self.text_length].iter_mut().filter(|byte| **byte == b'\r') {
                *byte = b'\n';
            }
        }
    }

    fn end_broken(&mut self, found: SplitName) -> SplitName {
        self.row_count = self.row_count.saturating_add(1);
        self.reject();
        found
    }

    /// `line` is too much: it is the bad one if it is the first, and otherwise read again.
    fn broken_by(&mut self, line: Line) -> SplitName {
        // Lines without end that no single one explains are what an open quote has swallowed.
        let found = if self.current.is_empty() { SplitName::TooLong } else { SplitName::OpenQuote };
        self.current.push(line);
        self.end_broken(found)
    }

    /// Gives the parser more of the current record; whether that completes it.
    fn feed(&mut self, mut bytes: &[u8]) -> bool {
        loop {
            let (result, read, written, ended) = self.parser.read_record(
                bytes,
                &mut self.text[self.text_length..],
                &mut self.ends[self.cell_count..],
            );
            bytes = &bytes[read..];
            self.text_length += written;
            self.cell_count += ended;
            match result {
                csv_core::ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                csv_core::ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                csv_core::ReadRecordResult::InputEmpty => return false,
                csv_core::ReadRecordResult::Record | csv_core::ReadRecordResult::End => return true,
            }
        }
    }
}

/// Takes the end of a line off it; on Windows, blanks before it too, which some programs write there.
/// Elsewhere a blank at the end of a line of a cell stays: our own exports may have one.
fn take_end_off(line: &mut Vec<u8>) {
    let (mut returned, mut fed) = (false, false);
    while let Some(end @ (b'\n' | b'\r')) = line.last() {
        returned |= *end == b'\r';
        fed |= *end == b'\n';
        line.pop();
    }
    if returned && fed {
        let text = line.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
        line.truncate(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout { separator: b',', line_end: b'\n', quote: b'"' };

    /// Line number and cells of every record; `!` where it is broken.
    fn all(text: &str) -> Vec<(u32, String)> {
        let mut records = Records::new(text.as_bytes(), LAYOUT);
        let mut out = Vec::new();
        while let Some(found) = records.next().unwrap() {
            let cells: Vec<_> = records.cells().map(|c| String::from_utf8_lossy(c).into_owned()).collect();
            let shown = if found == SplitName::Record { cells.join("|") } else { "!".into() };
            out.push((records.line_number(), shown));
        }
        out
    }

    #[test]
    fn lines_are_numbered_as_an_editor_does() {
        let text = "a,b\r\n\r\n\"x\ny\",\"1\"\"2\"\n\nlast,";
        assert_eq!(all(text), [(1, "a|b".into()), (3, "x\ny|1\"2".into()), (6, "last|".into())]);
    }

    #[test]
    fn a_line_that_ends_as_on_windows_ends_without_blanks() {
        let text = "a,\"b\" \r\nc,d \r\r\n\"um \r\ndois\",e\t\r\n";
        assert_eq!(all(text), [(1, "a|b".into()), (2, "c|d".into()), (3, "um\ndois|e\t".into())]);
        assert_eq!(all("\"um \ndois\",b \n"), [(1, "um \ndois|b ".into())]);
    }

    #[test]
    fn a_quote_inside_a_cell_is_a_character() {
        assert_eq!(all("3\" hose,b\nc,d\" \n"), [(1, "3\" hose|b".into()), (2, "c|d\" ".into())]);
    }

    #[test]
    fn an_open_quote_costs_one_line() {
        assert_eq!(
            all("a,b\nc,\"d\ne,f\ng,h\n"),
            [(1, "a|b".into()), (2, "!".into()), (3, "e|f".into()), (4, "g|h".into())]
        );
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let text = format!("a,b\n{}\nc,d\n", "x".repeat(3 * MAX_ROW));
        assert_eq!(all(&text), [(1, "a|b".into()), (2, "!".into()), (3, "c|d".into())]);
    }

    #[test]
    fn rejected_lines_come_again() {
        let mut records = Records::new("\"a\nb\nc\",d\n".as_bytes(), LAYOUT);
        assert_eq!(records.next().unwrap(), Some(SplitName::Record));
        assert_eq!(records.height(), 3);
        records.reject();
        assert_eq!(records.first_line(), b"\"a");
        records.next().unwrap();
        assert_eq!((records.line_number(), records.cells().len()), (2, 1));
    }

    proptest::proptest! {
        /// Where nothing is broken, the cells are those of the csv crate.
        #[test]
        fn cells_are_those_of_the_library(rows in proptest::collection::vec(
            proptest::collection::vec("[a-z,\"\n é']{0,12}", 2..5), 1..6)) {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            for row in &rows {
                writer.write_record(row).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let mut records = Records::new(text.as_bytes(), LAYOUT);
            for row in &rows {
                records.next().unwrap();
                let cells: Vec<_> = records.cells().map(|c| String::from_utf8(c.to_vec()).unwrap()).collect();
                proptest::prop_assert_eq!(&cells, row);
            }
            proptest::prop_assert!(records.next().unwrap().is_none());
        }
    }
}
