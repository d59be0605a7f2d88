//! JSON reader: JSON Lines, or one array with an object a record.
//!
//! Values are split as spelt, so that a price keeps its digits and one bad number is an error of its cell alone. `NaN`
//! and `Infinity`, which some programs write although JSON has no such numbers, are read as words: the cell is then
//! refused for its value.

mod elements;

use super::cell::{Cell, mark_unread};
use super::encoding::TextFile;
use super::header::{Knowledge, is_remark, is_same};
use super::record::RowBuilder;
use super::table::raw;
use super::{MAX_ROW, Output, Stop};
use crate::import::error::Refusal;
use crate::import::protocol::{Cells, ColumnType, Message, OutputMode, ParsedRow, ParserJob, ValueType};
use crate::import::report::{CellError, FileFacts, FileFormat, ImportPreset, ImportWarning, WarningCode};
use celeiro_domain::catalog::{FieldErrorCode, RecordField};
use celeiro_domain::search::Kind;
use elements::{Element, Elements};
use serde::de::{Deserializer, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::io::{BufRead, BufReader, Read};

/// Reads a JSON file.
pub(super) fn read_json(job: &ParserJob, file: std::fs::File, out: &mut Output) -> Result<(), Stop> {
    if job.preset == Some(ImportPreset::Agrofit) {
        return Err(Refusal::Unsupported("JSON, while the table of AGROFIT is a CSV".into()).into());
    }
    if let Some(sheet) = &job.sheet {
        return Err(Refusal::NoSheet { sheet: sheet.clone(), found: Vec::new() }.into());
    }
    if let Some(row) = job.header_row {
        return Err(Refusal::NoHeaderRow(row).into());
    }
    let text = TextFile::open(file)?;
    let encoding = Some(text.encoding.name().to_owned());
    out.emit(&Message::Facts(FileFacts { encoding, ..FileFacts::new(FileFormat::Json) }))?;
    let is_array = text.start.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'[');
    let mut objects = Objects {
        knowledge: Knowledge::of(job),
        types: declared_types(job),
        names: Vec::new(),
        known: HashMap::new(),
        ignored: BTreeSet::new(),
        raw: (job.telling == OutputMode::Cells).then(Vec::new),
        as_lines: job.telling == OutputMode::Rejects,
        has_some: false,
        out,
    };
    let source = BufReader::with_capacity(1 << 20, text.bytes);
    if is_array {
        objects.read_array(source, text.length)?;
    } else {
        objects.read_lines(source, text.length)?;
    }
    objects.finish()
}

/// JSON has types of its own; a person may say another one of a member.
fn declared_types(job: &ParserJob) -> Vec<(String, ColumnType)> {
    let column = |value: ValueType| ColumnType { value, mark: job.decimal };
    job.types.iter().map(|(name, value)| (name.clone(), column(*value))).collect()
}

/// Objects that are being read.
struct Objects<'o> {
    knowledge: Knowledge<'o>,
    types: Vec<(String, ColumnType)>,
    out: &'o mut Output,
    /// The names under which the fields were told to the parent.
    names: Vec<(RecordField, String)>,
    /// What names mean, so that each is folded once.
    known: HashMap<String, Option<(RecordField, usize)>>,
    ignored: BTreeSet<String>,
    /// The names told so far, where cells are asked for.
    raw: Option<Vec<String>>,
    /// Whether every object is told as it is spelt.
    as_lines: bool,
    /// Whether there is an object with something in it, or what may have been one.
    has_some: bool,
}

impl Objects<'_> {
    fn read_lines(&mut self, mut source: impl BufRead, length: u64) -> Result<(), Stop> {
        let mut line = Vec::new();
        let (mut number, mut consumed) = (0_u32, 0_u64);
        loop {
            line.clear();
            let read = (&mut source).take(MAX_ROW as u64).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(());
            }
            number = number.saturating_add(1);
            consumed += read as u64;
            if read == MAX_ROW && line.last() != Some(&b'\n') {
                consumed += skip_line(&mut source)?;
                let problem =
                    CellError::new(number, "", FieldErrorCode::TooLong, "", &format!("0..{MAX_ROW} bytes"));
                self.has_some = true;
                self.refuse(problem)?;
            } else if !line.trim_ascii().is_empty() {
                self.line(number, &line)?;
            }
            self.out.progress(consumed, length)?;
        }
    }

    fn line(&mut self, number: u32, line: &[u8]) -> Result<(), Stop> {
        match std::str::from_utf8(line) {
            Ok(text) => self.element(number, text),
            Err(_) => {
                self.has_some = true;
                let shown = String::from_utf8_lossy(line);
                self.refuse(CellError::new(number, "", FieldErrorCode::InvalidText, &shown, "UTF-8"))
            }
        }
    }

    fn read_array(&mut self, source: impl BufRead, length: u64) -> Result<(), Stop> {
        let mut elements = Elements::new(source);
        let (mut number, mut has_elements) = (0, false);
        while let Some(element) = elements.next()? {
            number += 1;
            let make_error = |code, shown: &[u8], allowed: &str| {
                CellError::new(number, "", code, &String::from_utf8_lossy(shown), allowed)
            };
            match element {
                Element::Whole(bytes) => {
                    has_elements = true;
                    self.line(number, &bytes)?;
                }
                Element::TooLong => {
                    self.has_some = true;
                    self.refuse(make_error(FieldErrorCode::TooLong, b"", &format!("0..{MAX_ROW} bytes")))?;
                }
                Element::CutShort => self.refuse(make_error(FieldErrorCode::BrokenJson, b"", "]"))?,
                Element::Missing => self.refuse(make_error(FieldErrorCode::BrokenJson, b",", "{…}"))?,
                Element::Behind(bytes) => {
                    self.refuse(make_error(FieldErrorCode::BrokenJson, &bytes, "[…]"))?
                }
            }
            self.out.progress(elements.consumed, length)?;
        }
        if number > 0 && !has_elements {
            return Err(Refusal::Damaged("no element of the JSON array can be read".into()).into());
        }
        Ok(())
    }

    fn element(&mut self, number: u32, text: &str) -> Result<(), Stop> {
        let repaired = with_words_for_numbers(text);
        let members: Vec<(String, &RawValue)> = match parse_members(&repaired) {
            Ok(members) => {
                self.has_some |= !members.is_empty();
                members
            }
            Err(error) => {
                let (code, message) = describe_fault(text, &error);
                self.has_some |= code == FieldErrorCode::BrokenJson;
                if self.as_lines {
                    return self.tell_cells(number, vec![Value::String(in_one_line(text))]);
                }
                if self.raw.is_some() {
                    return self.tell_cells(number, vec![Value::String(text.trim().to_owned())]);
                }
                return self.refuse(CellError::new(number, "", code, text.trim(), &message));
            }
        };
        // A line of ours in a file of rejected rows, about the one below it.
        if !members.is_empty() && members.iter().all(|(name, _)| is_remark(name)) {
            return Ok(());
        }
        if self.as_lines {
            return self.tell_cells(number, vec![Value::String(in_one_line(text))]);
        }
        if self.raw.is_some() {
            return self.raw_row(number, &members);
        }
        let best = self.best_names(&members);
        self.tell_names(&members, &best)?;
        let mut row = RowBuilder::new(number);
        for (at, (name, raw)) in members.iter().enumerate() {
            match (best.iter().find(|(_, index)| *index == at), self.knowledge.kind) {
                (Some((field, _)), _) => row.fill(*field, name, to_json_cell(raw)),
                (None, _) if self.knowledge.is_left_out(name) => {}
                (None, Kind::Items) => row.add_attribute(name, to_json_cell(raw), self.type_of(name)),
                (None, Kind::Faqs) => {
                    self.ignored.insert(if name.trim().is_empty() { "\"\"".into() } else { name.clone() });
                }
            }
        }
        self.out.row(row.build())
    }

    fn raw_row(&mut self, number: u32, members: &[(String, &RawValue)]) -> Result<(), Stop> {
        let mut names = self.raw.take().unwrap_or_default();
        let told = names.len();
        let mut cells = vec![Value::Null; told];
        for (name, raw) in members {
            let value = to_json_cell(raw).into_value();
            match names.iter().position(|known| known == name) {
                Some(at) => cells[at] = value,
                None if names.len() < super::MAX_COLUMNS => {
                    if self.knowledge.field_of(name).is_some_and(|meaning| is_other_packages(meaning, raw)) {
                        self.knowledge.by_cells.other_packages = Some(names.len());
                    }
                    names.push(name.clone());
                    cells.push(value);
                }
                None => {}
            }
        }
        if names.len() > told {
            self.out.emit(&Message::Header(raw::build_file_header(
                self.knowledge,
                &names,
                ImportPreset::Plain,
            )))?;
        }
        self.raw = Some(names);
        self.tell_cells(number, cells)
    }

    fn tell_cells(&mut self, row: u32, cells: Vec<Value>) -> Result<(), Stop> {
        self.out.emit(&Message::Cells(Cells { row, cells }))
    }

    fn type_of(&self, name: &str) -> Option<ColumnType> {
        self.types.iter().find(|(said, _)| is_same(said, name)).map(|(_, column)| *column)
    }

    /// As `header::best_names`, with a memory.
    fn best_names(&mut self, members: &[(String, &RawValue)]) -> Vec<(RecordField, usize)> {
        let mut best: Vec<(RecordField, usize, usize)> = Vec::new();
        for (at, (name, raw)) in members.iter().enumerate() {
            if !self.known.contains_key(name) && self.known.len() < 10_000 {
                self.known.insert(name.clone(), self.knowledge.field_of(name));
            }
            let meaning = self.known.get(name).copied().unwrap_or_else(|| self.knowledge.field_of(name));
            if let Some((field, rank)) = meaning
                && !is_other_packages((field, rank), raw)
            {
                match best.iter_mut().find(|(f, ..)| *f == field) {
                    Some(known) if rank < known.1 => (known.1, known.2) = (rank, at),
                    Some(_) => {}
                    None => best.push((field, rank, at)),
                }
            }
        }
        best.into_iter().map(|(field, _, at)| (field, at)).collect()
    }

    fn tell_names(
        &mut self,
        members: &[(String, &RawValue)],
        best: &[(RecordField, usize)],
    ) -> Result<(), Stop> {
        let mut changed = false;
        for (field, at) in best {
            let name = &members[*at].0;
            match self.names.iter_mut().find(|(f, _)| f == field) {
                Some((_, told)) if told == name => continue,
                Some((_, told)) => *told = name.clone(),
                None => self.names.push((*field, name.clone())),
            }
            changed = true;
        }
        if changed { self.out.emit(&Message::Columns(self.names.clone())) } else { Ok(()) }
    }

    fn refuse(&mut self, problem: CellError) -> Result<(), Stop> {
        if self.as_lines {
            // Not as it is spelt, for it cannot be told; a text where an object should stand.
            let text = Value::String(mark_unread(&problem.value)).to_string();
            return self.tell_cells(problem.row, vec![Value::String(text)]);
        }
        if self.raw.is_some() {
            return self.tell_cells(problem.row, vec![Value::String(problem.value)]);
        }
        self.out.row(ParsedRow { row: problem.row, line: None, record: None, problems: vec![problem] })
    }

    fn finish(self) -> Result<(), Stop> {
        // A list in which nothing is a record is no list of records.
        if !self.has_some {
            return Err(Refusal::NoRecords.into());
        }
        if self.raw.is_some() || self.as_lines {
            return Ok(());
        }
        let names: Vec<String> = self.known.into_keys().collect();
        if let (Some(column), false) = (self.knowledge.find_absent_column(&names), names.is_empty()) {
            let mut found = names;
            found.sort_unstable();
            found.truncate(20);
            return Err(Refusal::MissingColumn { column: column.to_owned(), found, row: None }.into());
        }
        let none: [&str; 0] = [];
        let warning = match (self.ignored.is_empty(), self.out.rows()) {
            (false, _) => ImportWarning::new(WarningCode::IgnoredColumns, self.ignored),
            (true, 0) => ImportWarning::new(WarningCode::NoRows, none),
            (true, _) => return Ok(()),
        };
        self.out.emit(&Message::Warning(warning))
    }
}

/// Whether a member that is the packages by a name of this rank holds something else: no list, no text of one, and
/// not nothing. What a person said it is, it is.
fn is_other_packages((field, rank): (RecordField, usize), raw: &RawValue) -> bool {
    let value = raw.get();
    let begins = |text: &str| text.trim_start().starts_with(['[', '"']);
    let may_be_list =
        value == "null" || value.starts_with('[') || value.strip_prefix('"').is_some_and(begins);
    field == RecordField::Packages && rank > 0 && !may_be_list
}

/// The spelling of a value without line ends. A tab means the same between values, and is as wrong
/// within a text: nothing is mended by it.
fn in_one_line(text: &str) -> String {
    text.trim().replace(['\n', '\r'], "\t")
}

/// Names and raw values of an object, in their order, doubles included.
fn parse_members(text: &str) -> serde_json::Result<Vec<(String, &RawValue)>> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, &'de RawValue)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let members = json.deserialize_map(Members)?;
    json.end()?;
    Ok(members)
}

/// A raw value as a cell; numbers keep their digits.
fn to_json_cell(raw: &RawValue) -> Cell<'_> {
    let text = raw.get();
    if text.len() > super::MAX_CELL {
        return Cell::TooLong(text.chars().take(120).collect());
    }
    match text.as_bytes().first() {
        Some(b'-' | b'0'..=b'9') => Cell::Digits(Cow::Borrowed(text)),
        Some(b't') => Cell::Bool(true),
        Some(b'f') => Cell::Bool(false),
        Some(b'n') | None => Cell::Blank,
        Some(b'"') => match serde_json::from_str::<String>(text) {
            Ok(text) => Cell::text(text),
            // The row was read as JSON, so that nothing else can be wrong with a string in it.
            Err(_) => Cell::HalfCharacter(text.to_owned()),
        },
        Some(_) => match serde_json::from_str::<Value>(text) {
            Ok(value) => Cell::Json(value),
            Err(_) => Cell::Unreadable(text.to_owned()),
        },
    }
}

/// A list, a number or a text where an object should stand; or the character at which JSON ends.
fn describe_fault(text: &str, error: &serde_json::Error) -> (FieldErrorCode, String) {
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => (FieldErrorCode::InvalidRow, "{…}".into()),
        Err(_) => (FieldErrorCode::BrokenJson, error.column().to_string()),
    }
}

/// Puts quotes around `NaN`, `Infinity` and `-Infinity` outside of strings.
fn with_words_for_numbers(text: &str) -> Cow<'_, str> {
    const WORDS: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
    if !text.contains("NaN") && !text.contains("Infinity") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let (mut in_string, mut escaped) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !in_string && let Some(word) = WORDS.iter().find(|w| rest.starts_with(**w)) {
            out.push('"');
            out.push_str(word);
            out.push('"');
            rest = &rest[word.len()..];
            continue;
        }
        if c == '"' && !escaped {
            in_string = !in_string;
        }
        escaped = in_string && c == '\\' && !escaped;
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// Skips the rest of a line; returns its bytes, the end of the line included.
fn skip_line(source: &mut impl BufRead) -> std::io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = source.fill_buf()?;
        let end = buffer.iter().position(|b| *b == b'\n');
        let count = end.map_or(buffer.len(), |at| at + 1);
        let last = end.is_some() || buffer.is_empty();
        source.consume(count);
        skipped += count as u64;
        if last {
            return Ok(skipped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_has_not_become_words() {
        assert_eq!(
            with_words_for_numbers(r#"{"a": NaN, "b": -Infinity, "c": "NaN \" NaN", "d": [Infinity]}"#),
            r#"{"a": "NaN", "b": "-Infinity", "c": "NaN \" NaN", "d": ["Infinity"]}"#
        );
        assert!(matches!(with_words_for_numbers("{}"), Cow::Borrowed(_)));
    }

    #[test]
    fn values_are_taken_as_they_are_spelt() {
        let members =
            parse_members(r#"{"price": 12.50, "big": 1e999, "name": "a\u00e7", "none": null, "list": [1]}"#);
        let cells: Vec<_> = members.unwrap().iter().map(|(_, raw)| to_json_cell(raw)).collect();
        assert_eq!(
            cells,
            [
                Cell::Digits("12.50".into()),
                Cell::Digits("1e999".into()),
                Cell::text("aç"),
                Cell::Blank,
                Cell::Json(serde_json::json!([1])),
            ]
        );
    }

    #[test]
    fn what_is_no_object_is_an_error() {
        for text in ["[1]", "12", "{\"a\": }", "{\"a\": 1", "{} {}"] {
            assert!(parse_members(text).is_err(), "{text}");
        }
    }
}
