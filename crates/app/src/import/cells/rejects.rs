//! File of rejected rows: the original columns, preceded by the row number and the error. When the corrected file is
//! imported, those two columns are ignored; rows that are rejected again get new ones.
//!
//! Imported unchanged, the file gives the same rejections again. An unreadable cell therefore keeps a mark; JSON
//! objects keep their spelling, each below a line of ours; and a row that others repeat is included, although it has no
//! error.

use super::cell_text::cell_text;
use crate::files::formula_guard::guard_formula;
use crate::files::xlsx_writer::{MAX_CELL, MAX_DIGITS, SheetWriter};
use crate::import::checking::rows::RowSet;
use crate::import::error::{ImportError, ParserDeath};
use crate::import::protocol::{Message, OutputMode};
use crate::import::reader::{REMARK, is_remark, too_long};
use crate::import::report::{FileFacts, FileFormat};
use crate::import::request::{self, ImportRequest};
use crate::import::sandbox::ParserProcess;
use crate::runtime::blocking::run_blocking;
use celeiro_domain::search::Lang;
use rust_xlsxwriter::{Worksheet, XlsxError};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Write};

/// Bytes that are gathered before they go to the disk.
const AT_ONCE: usize = 1 << 18;

/// What a file of rejected rows is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectsFormat {
    /// Separated values.
    Csv,
    /// A workbook.
    Xlsx,
    /// JSON Lines.
    JsonLines,
}

impl RejectsFormat {
    /// File extension of a file of rejected rows.
    pub fn ending(self) -> &'static str {
        match self {
            RejectsFormat::Csv => "csv",
            RejectsFormat::Xlsx => "xlsx",
            RejectsFormat::JsonLines => "jsonl",
        }
    }

    /// Media type of a file of rejected rows.
    pub fn media_type(self) -> &'static str {
        match self {
            RejectsFormat::Csv => "text/csv; charset=utf-8",
            RejectsFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            RejectsFormat::JsonLines => "application/x-ndjson",
        }
    }
}

/// Which rows were rejected, and why.
#[derive(Debug, Clone, Default)]
pub struct RejectedRows {
    /// All of them.
    pub rejected: RowSet,
    /// Those that they repeat.
    pub repeated: RowSet,
    /// What is wrong, as far as it is known row by row.
    pub reasons: HashMap<u32, Vec<String>>,
    /// What is said of a row that others repeat.
    pub repeated_reason: String,
}

impl RejectedRows {
    fn contains(&self, row: u32) -> bool {
        self.rejected.contains(row) || self.repeated.contains(row)
    }

    fn last(&self) -> u32 {
        self.rejected.last().max(self.repeated.last()).unwrap_or(0)
    }

    fn reason(&self, row: u32) -> String {
        let known = self.reasons.get(&row).into_iter().flatten();
        let repeated = self.repeated.contains(row).then_some(&self.repeated_reason);
        known.chain(repeated).map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

/// A file of rejected rows that is about to be written: its original is read once more, row by row.
pub struct Rejects<'r> {
    parser: ParserProcess,
    file_name: String,
    facts: FileFacts,
    /// The names of its columns, without those of earlier remarks.
    names: Vec<Value>,
    earlier: EarlierRemarks,
    /// The first row, where there is one.
    next: Option<(u32, Vec<Value>)>,
    rejected: &'r RejectedRows,
    remarks: [String; 2],
}

impl<'r> Rejects<'r> {
    /// Opens the original of an import again and reads to its first row, to write the rejected rows.
    ///
    /// # Errors
    /// [`ImportError`] where the file cannot be read again.
    pub async fn open(
        request: &ImportRequest,
        rejected: &'r RejectedRows,
        lang: Lang,
    ) -> Result<Self, ImportError> {
        let file = request::open_import_source(request.source.clone(), &request.file_name).await?;
        let errand = request.errand(OutputMode::Rejects, Vec::new());
        let mut parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
        let file_name = request.file_name.clone();
        let (mut facts, mut names) = (None, Vec::new());
        let next = loop {
            match next_row(&mut parser, &file_name).await? {
                RowSource::Facts(found) => facts = Some(found),
                RowSource::Names(found) => names = found,
                RowSource::Row(row, cells) => break Some((row, cells)),
                RowSource::Nothing => {}
                RowSource::Over => break None,
            }
        };
        let facts: FileFacts = facts.ok_or_else(|| report_incoherent_parser(&file_name))?;
        let earlier = EarlierRemarks::find(&names, facts.format);
        let names = earlier.drop_from(names);
        let remarks = match lang {
            Lang::PtBr => ["linha", "motivo"],
            Lang::En => ["row", "reason"],
        };
        let remarks = remarks.map(|word| format!("{} {word}", capitalize_text(REMARK)));
        Ok(Self { parser, file_name, facts, names, earlier, next, rejected, remarks })
    }

    /// What the file will be: of the kind that its original is; an .xlsx for every workbook.
    pub fn format(&self) -> RejectsFormat {
        match self.facts.format {
            FileFormat::Csv | FileFormat::Pdf => RejectsFormat::Csv,
            FileFormat::Xlsx | FileFormat::Xls | FileFormat::Ods => RejectsFormat::Xlsx,
            FileFormat::Json => RejectsFormat::JsonLines,
        }
    }

    /// Writes the file; none of it stays in memory. Returns its bytes.
    ///
    /// # Errors
    /// [`ImportError`]; [`ImportError::Unwritable`] where `out` takes no more.
    pub async fn write_to(mut self, out: File) -> Result<u64, ImportError> {
        let mut sink = Sink::new(&self)?;
        let (mut out, mut size) = (out, 0);
        let mut next = self.next.take();
        while let Some((row, cells)) = next {
            if row > self.rejected.last() {
                break;
            }
            if self.rejected.contains(row) {
                let reason = self.rejected.reason(row);
                let place = match self.facts.tables.is_empty() {
                    true => Value::from(row),
                    false => Value::String(self.facts.name_row(row)),
                };
                sink.add(&self.remarks, [place, Value::String(reason)], self.earlier.drop_from(cells))?;
            }
            if sink.waiting_rows() >= AT_ONCE {
                let bytes = sink.take();
                size += bytes.len() as u64;
                out = run_blocking(move || out.write_all(&bytes).map(|()| out))
                    .await
                    .map_err(ImportError::Unwritable)?;
            }
            next = self.next_row().await?;
        }
        run_blocking(move || sink.finish(out).map(|rest| size + rest)).await.map_err(ImportError::Unwritable)
    }

    /// The parser's next row that has cells; `None` behind the last.
    async fn next_row(&mut self) -> Result<Option<(u32, Vec<Value>)>, ImportError> {
        loop {
            match next_row(&mut self.parser, &self.file_name).await? {
                RowSource::Row(row, cells) => return Ok(Some((row, cells))),
                RowSource::Over => return Ok(None),
                RowSource::Facts(_) | RowSource::Names(_) | RowSource::Nothing => {}
            }
        }
    }
}

/// Columns of remarks in a file that is itself one of rejected rows.
struct EarlierRemarks {
    /// Their places, from 0.
    places: HashSet<usize>,
    /// How many cells a row has; `None` where rows of any width are rows of the table.
    width: Option<usize>,
}

impl EarlierRemarks {
    /// Those among the columns of these names.
    fn find(names: &[Value], format: FileFormat) -> Self {
        let is_earlier = |at: &usize| names[*at].as_str().is_some_and(is_remark);
        let places = (0..names.len()).filter(is_earlier).collect();
        Self { places, width: (format == FileFormat::Csv).then_some(names.len()) }
    }

    /// The cells of a row, or the names, without them. A line that is no row of the table stays whole, unless it
    /// begins with a number as the remarks do: its cells may stand below any name.
    fn drop_from(&self, cells: Vec<Value>) -> Vec<Value> {
        let is_row = self.width.is_none_or(|width| cells.len() == width);
        let is_remarked = || cells.len() > self.places.len() && self.begins_with_number(&cells);
        if self.places.is_empty() || !(is_row || is_remarked()) {
            return cells;
        }
        let own = cells.into_iter().enumerate().filter(|(at, _)| !self.places.contains(at));
        own.map(|(_, cell)| cell).collect()
    }

    /// Whether the first of the remarks is the number of a row.
    fn begins_with_number(&self, cells: &[Value]) -> bool {
        let first = self.places.iter().min().and_then(|at| cells.get(*at));
        first.is_some_and(|cell| cell_text(cell).trim().parse::<u32>().is_ok())
    }
}

/// What the reader of the original has to say.
enum RowSource {
    Facts(FileFacts),
    Names(Vec<Value>),
    Row(u32, Vec<Value>),
    Nothing,
    Over,
}

/// Reads the parser's next message as far as rows are concerned; notes and progress tell nothing.
async fn next_row(parser: &mut ParserProcess, file_name: &str) -> Result<RowSource, ImportError> {
    Ok(match parser.next().await? {
        Message::Facts(facts) => RowSource::Facts(facts),
        Message::Header(header) => RowSource::Names(header.names.into_iter().map(Value::String).collect()),
        Message::Cells(cells) => RowSource::Row(cells.row, cells.cells),
        Message::Refused(reason) => {
            return Err(ImportError::Refused { file: file_name.to_owned(), reason });
        }
        Message::Done => RowSource::Over,
        Message::Note(_)
        | Message::Progress(_)
        | Message::Decimals(_)
        | Message::Types(_)
        | Message::Above(_)
        | Message::Warning(_) => RowSource::Nothing,
        Message::Row(_)
        | Message::Hidden(_)
        | Message::Struck(_)
        | Message::Columns(_)
        | Message::Document(_)
        | Message::Text(_)
        | Message::Picture(_)
        | Message::Scaled(_) => {
            return Err(report_incoherent_parser(file_name));
        }
    })
}

/// The error of a parser that left its protocol.
fn report_incoherent_parser(file_name: &str) -> ImportError {
    ImportError::ParserDied { file: file_name.to_owned(), reason: ParserDeath::Incoherent }
}

/// A file that is being written.
enum Sink {
    /// Bytes that wait for the disk.
    Csv(Box<csv::Writer<Vec<u8>>>, Box<csv::WriterBuilder>),
    Lines(Vec<u8>),
    Book(Box<SheetWriter>),
}

impl Sink {
    fn new(file: &Rejects<'_>) -> Result<Self, ImportError> {
        let header = file.remarks.iter().cloned().chain(file.names.iter().map(text_of));
        match file.format() {
            RejectsFormat::JsonLines => Ok(Sink::Lines(Vec::new())),
            RejectsFormat::Xlsx => Ok(Sink::Book(Box::new(SheetWriter::new(header).map_err(of_book)?))),
            RejectsFormat::Csv => {
                // With the mark without which Excel takes accents for something else, and the separator
                // that the file has: between semicolons a comma may stand before decimals.
                let separator = file.facts.separator.as_deref().and_then(|s| s.bytes().next());
                let mut how = csv::WriterBuilder::new();
                how.delimiter(separator.unwrap_or(b',')).flexible(true);
                let mut writer = how.from_writer("\u{feff}".as_bytes().to_vec());
                let names = file.remarks.iter().cloned().chain(file.names.iter().map(cell_text));
                line_of_csv(&mut writer, names);
                Ok(Sink::Csv(Box::new(writer), Box::new(how)))
            }
        }
    }

    /// Adds a row, behind where it stands and what is wrong with it.
    fn add(
        &mut self,
        [row_word, reason_word]: &[String; 2],
        remarks: [Value; 2],
        cells: Vec<Value>,
    ) -> Result<(), ImportError> {
        match self {
            // Every object as it is spelt, below a line of ours.
            Sink::Lines(bytes) => {
                let [row, reason] = remarks;
                let remark = json!({ row_word: row, reason_word: reason });
                let object = cells.first().map_or_else(String::new, cell_text);
                bytes.extend_from_slice(format!("{remark}\n{object}\n").as_bytes());
            }
            Sink::Csv(writer, _) => line_of_csv(writer, remarks.iter().chain(&cells).map(cell_text)),
            Sink::Book(book) => {
                let (row, sheet) = book.next_row().map_err(of_book)?;
                for (column, cell) in (0u16..).zip(remarks.iter().chain(&cells)) {
                    write_cell(sheet, row, column, cell).map_err(of_book)?;
                }
            }
        }
        Ok(())
    }

    /// Bytes that wait.
    fn waiting_rows(&self) -> usize {
        match self {
            Sink::Csv(writer, _) => writer.get_ref().len(),
            Sink::Lines(bytes) => bytes.len(),
            Sink::Book(_) => 0,
        }
    }

    fn take(&mut self) -> Vec<u8> {
        match self {
            Sink::Csv(writer, how) => {
                let empty = how.from_writer(Vec::new());
                // Writing into memory does not fail.
                std::mem::replace(&mut **writer, empty).into_inner().unwrap_or_default()
            }
            Sink::Lines(bytes) => std::mem::take(bytes),
            Sink::Book(_) => Vec::new(),
        }
    }

    /// Writes what is left; returns its bytes.
    fn finish(mut self, mut out: File) -> io::Result<u64> {
        let bytes = self.take();
        if let Sink::Book(book) = self {
            let mut whole = book.finish().map_err(io::Error::other)?;
            return io::copy(&mut whole, &mut out);
        }
        out.write_all(&bytes)?;
        Ok(bytes.len() as u64)
    }
}

/// Adds a line; a cell that a spreadsheet would run as a formula gets an apostrophe.
fn line_of_csv(writer: &mut csv::Writer<Vec<u8>>, cells: impl Iterator<Item = String>) {
    let written = writer.write_record(cells.map(|cell| guard_formula(&cell).into_owned()));
    assert!(written.is_ok(), "memory takes every byte");
}

/// A workbook that cannot be written, by what is at fault: the disk or the workbook.
fn of_book(error: XlsxError) -> ImportError {
    match error {
        XlsxError::IoError(error) => ImportError::Unwritable(error),
        error => ImportError::NoParser(error.to_string()),
    }
}

/// Writes a cell; a number with more digits than a spreadsheet keeps becomes a text.
fn write_cell(sheet: &mut Worksheet, row: u32, column: u16, cell: &Value) -> Result<(), XlsxError> {
    match cell {
        Value::Null => Ok(()),
        Value::Bool(value) => sheet.write_boolean(row, column, *value).map(|_| ()),
        Value::Number(number) if number.to_string().len() <= MAX_DIGITS => {
            sheet.write_number(row, column, number.as_f64().unwrap_or_default()).map(|_| ())
        }
        other => sheet.write_string(row, column, text_of(other)).map(|_| ()),
    }
}

/// What does not fit in a cell of a sheet, which counts in UTF-16, is told by its beginning, and so
/// that it is not taken for the whole.
fn text_of(value: &Value) -> String {
    let text = cell_text(value);
    if text.encode_utf16().count() <= MAX_CELL { text } else { too_long(&text) }
}

/// The text with a capital as its first letter.
fn capitalize_text(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
