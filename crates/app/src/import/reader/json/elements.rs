//! Streaming iterator over a JSON array's elements, as spelt.
//!
//! Elements are split by brackets and quotes alone, so that invalid JSON in one does not affect those behind it.

use crate::import::reader::MAX_ROW;
use std::io::{self, BufRead};

/// Bytes that are shown of what stands behind an array.
const BEHIND: usize = 120;

/// What stands between two commas.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::import::reader) enum Element {
    Whole(Vec<u8>),
    /// More than 8 MiB.
    TooLong,
    /// The file ends inside it, or where the array should be closed.
    CutShort,
    /// Nothing, where something should stand between two commas.
    Missing,
    /// What stands behind the end of the array, as far as its first line.
    Behind(Vec<u8>),
}

/// An array that is being read.
pub(in crate::import::reader) struct Elements<R> {
    source: R,
    /// Bytes taken from the source.
    pub consumed: u64,
    begun: bool,
    ended: bool,
}

impl<R: BufRead> Elements<R> {
    pub fn new(source: R) -> Self {
        Self { source, consumed: 0, begun: false, ended: false }
    }

    /// Reads the next element of the JSON array; `None` behind the last.
    pub fn next(&mut self) -> io::Result<Option<Element>> {
        if !self.begun {
            self.begun = true;
            while self.byte()?.is_some_and(|b| b != b'[') {}
        }
        if self.ended {
            return self.behind();
        }
        let mut scan = Scan::default();
        loop {
            let Some(byte) = self.byte()? else {
                self.ended = true;
                return Ok(Some(Element::CutShort));
            };
            match scan.take(byte) {
                After::Inside => {}
                After::Comma if scan.is_blank() => return Ok(Some(Element::Missing)),
                After::Comma => return Ok(Some(scan.element())),
                After::End => {
                    self.ended = true;
                    return if scan.is_blank() { self.behind() } else { Ok(Some(scan.element())) };
                }
            }
        }
    }

    /// What stands behind the array; once, and then there is nothing more.
    fn behind(&mut self) -> io::Result<Option<Element>> {
        let mut found = Vec::new();
        while let Some(byte) = self.byte()? {
            let is_blank = byte.is_ascii_whitespace() || byte == 0;
            match (found.is_empty(), byte) {
                (true, _) if is_blank => {}
                (false, b'\n') => break,
                _ if found.len() < BEHIND => found.push(byte),
                _ => break,
            }
        }
        while !self.source.fill_buf()?.is_empty() && !found.is_empty() {
            let rest = self.source.fill_buf()?.len();
            self.source.consume(rest);
            self.consumed += rest as u64;
        }
        Ok((!found.is_empty()).then_some(Element::Behind(found)))
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.fill_buf()?.first().copied();
        if byte.is_some() {
            self.source.consume(1);
            self.consumed += 1;
        }
        Ok(byte)
    }
}

enum After {
    Inside,
    Comma,
    End,
}

#[derive(Default)]
struct Scan {
    bytes: Vec<u8>,
    depth: usize,
    in_string: bool,
    escaped: bool,
    too_long: bool,
}

impl Scan {
    fn take(&mut self, byte: u8) -> After {
        if self.in_string {
            self.in_string = byte != b'"' || self.escaped;
            self.escaped = byte == b'\\' && !self.escaped;
        } else {
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b']' if self.depth == 0 => return After::End,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                b',' if self.depth == 0 => return After::Comma,
                _ => {}
            }
        }
        if self.bytes.len() < MAX_ROW {
            self.bytes.push(byte);
        } else {
            self.too_long = true;
        }
        After::Inside
    }

    fn is_blank(&self) -> bool {
        !self.too_long && self.bytes.trim_ascii().is_empty()
    }

    fn element(self) -> Element {
        if self.too_long { Element::TooLong } else { Element::Whole(self.bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut elements = Elements::new(text.as_bytes());
        let mut out = Vec::new();
        while let Some(element) = elements.next().unwrap() {
            out.push(match element {
                Element::Whole(bytes) => String::from_utf8(bytes).unwrap().trim().to_owned(),
                other => format!("{other:?}"),
            });
        }
        out
    }

    #[test]
    fn elements_are_told_apart() {
        assert_eq!(
            all(r#" [ {"a": [1, 2], "b": "],{\""} , {"c": {}}, 3 ] "#),
            [r#"{"a": [1, 2], "b": "],{\""}"#, r#"{"c": {}}"#, "3"]
        );
        assert!(all("[]").is_empty());
        assert!(all(" [ \n ] ").is_empty());
    }

    #[test]
    fn a_broken_one_costs_itself() {
        assert_eq!(all(r#"[{"a": NaN}, {"b": }, {"c": 1}]"#), [r#"{"a": NaN}"#, r#"{"b": }"#, r#"{"c": 1}"#]);
    }

    #[test]
    fn what_is_no_element_is_told() {
        assert_eq!(all("[,]"), ["Missing"]);
        assert_eq!(all(r#"[{"a": 1},, {"b": 2},]"#), [r#"{"a": 1}"#, "Missing", r#"{"b": 2}"#]);
        assert_eq!(all("[] \n"), Vec::<String>::new());
        assert_eq!(all("[] {\"a\": 1}\n{}"), [format!("{:?}", Element::Behind(b"{\"a\": 1}".to_vec()))]);
        assert_eq!(all("[1] ]"), ["1".to_owned(), format!("{:?}", Element::Behind(b"]".to_vec()))]);
    }

    #[test]
    fn a_file_cut_short_says_so() {
        assert_eq!(all(r#"[{"a": 1}, {"b"#), [r#"{"a": 1}"#, "CutShort"]);
        assert_eq!(all(r#"[{"a": 1}"#), ["CutShort"]);
    }
}
