//! The elements of a JSON array, one by one, as they are spelt.
//!
//! Told apart by brackets and quotes alone, so that one that is no JSON costs itself and not those
//! behind it.

use super::MAX_ROW;
use std::io::{self, BufRead};

/// What stands between two commas.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Element {
    Whole(Vec<u8>),
    /// More than 8 MiB.
    TooLong,
    /// The file ends inside it, or where the array should be closed.
    CutShort,
}

/// An array that is being read.
pub(super) struct Elements<R> {
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

    /// The next element; `None` behind the last.
    pub fn next(&mut self) -> io::Result<Option<Element>> {
        if !self.begun {
            self.begun = true;
            while self.byte()?.is_some_and(|b| b != b'[') {}
        }
        if self.ended {
            return Ok(None);
        }
        let mut scan = Scan::default();
        loop {
            let Some(byte) = self.byte()? else {
                self.ended = true;
                return Ok(Some(Element::CutShort));
            };
            match scan.take(byte) {
                After::Inside => {}
                After::Comma if scan.is_blank() => {}
                After::Comma => return Ok(Some(scan.element())),
                After::End => {
                    self.ended = true;
                    return Ok((!scan.is_blank()).then(|| scan.element()));
                }
            }
        }
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
    fn a_file_cut_short_says_so() {
        assert_eq!(all(r#"[{"a": 1}, {"b"#), [r#"{"a": 1}"#, "CutShort"]);
        assert_eq!(all(r#"[{"a": 1}"#), ["CutShort"]);
    }
}
