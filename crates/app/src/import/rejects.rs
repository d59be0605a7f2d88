//! The rejected rows of a file as a file of their own: the same columns, and before them the number of
//! the row and what is wrong with it. Mended and imported, those two columns are passed over.
//!
//! Imported as it is, it gives the same rejections again. So a cell that could not be read stands
//! behind a mark; objects of JSON stay as they are spelt, each below a line of ours; and a row that
//! others repeat stands beside them, although nothing is wrong with it.

use super::error::{ImportError, ParserDeath};
use super::look::shown;
use super::protocol::{Message, Telling};
use super::reader::{REMARK, guard_formula, too_long};
use super::report::{FileFacts, FileFormat};
use super::request::{self, ImportRequest};
use super::sandbox::ParserProcess;
use celeiro_domain::search::Lang;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Rows that are written at most: those of a sheet, less its header.
const MAX_ROWS: usize = (1 << 20) - 1;
/// Characters of a cell of a sheet, and digits that a number in one keeps.
const MAX_CELL: usize = 32_767;
const MAX_DIGITS: usize = 15;

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
    /// The ending of its name.
    pub fn ending(self) -> &'static str {
        match self {
            RejectsFormat::Csv => "csv",
            RejectsFormat::Xlsx => "xlsx",
            RejectsFormat::JsonLines => "jsonl",
        }
    }

    /// Its media type.
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
    /// All of them, and those that they repeat, in order.
    pub rows: Vec<u32>,
    /// What is wrong, as far as it is known row by row.
    pub reasons: HashMap<u32, Vec<String>>,
}

/// The rejected rows in a file of the kind that theirs is.
///
/// # Errors
/// [`ImportError`] where the file cannot be read again.
pub async fn write_rejects(
    request: &ImportRequest,
    rejected: &RejectedRows,
    lang: Lang,
) -> Result<(Vec<u8>, RejectsFormat), ImportError> {
    let (facts, mut table) = read_again(request, rejected).await?;
    let remarks = match lang {
        Lang::PtBr => ["linha", "motivo"],
        Lang::En => ["row", "reason"],
    };
    let remarks = remarks.map(|word| format!("{} {word}", capital(REMARK)));
    let reasons = |row| rejected.reasons.get(&row).map_or_else(String::new, |reasons| reasons.join("; "));
    if facts.format == FileFormat::Json {
        return Ok((lines_of(&table, &remarks, reasons), RejectsFormat::JsonLines));
    }
    table.names.splice(0..0, remarks.map(Value::String));
    for (row, cells) in &mut table.rows {
        cells.splice(0..0, [Value::from(*row), Value::String(reasons(*row))]);
    }
    if facts.format == FileFormat::Csv {
        return Ok((csv_of(&table, facts.separator.as_deref()), RejectsFormat::Csv));
    }
    let bytes = workbook_of(&table).map_err(|error| ImportError::NoParser(error.to_string()))?;
    Ok((bytes, RejectsFormat::Xlsx))
}

/// Every object as it is spelt, below a line that says which row it is and what is wrong with it.
fn lines_of(table: &Table, [row, reason]: &[String; 2], reasons: impl Fn(u32) -> String) -> Vec<u8> {
    let line = |(number, cells): &(u32, Vec<Value>)| {
        let remark = json!({ row: number, reason: reasons(*number) });
        format!("{remark}\n{}\n", cells.first().map_or_else(String::new, shown))
    };
    table.rows.iter().map(line).collect::<String>().into_bytes()
}

struct Table {
    names: Vec<Value>,
    rows: Vec<(u32, Vec<Value>)>,
}

async fn read_again(
    request: &ImportRequest,
    rejected: &RejectedRows,
) -> Result<(FileFacts, Table), ImportError> {
    let file = request::open(request.source.clone(), &request.file_name).await?;
    let errand = request.errand(Telling::Rejects);
    let mut parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
    let incoherent =
        || ImportError::ParserDied { file: request.file_name.clone(), reason: ParserDeath::Incoherent };
    let mut facts = None;
    let mut table = Table { names: Vec::new(), rows: Vec::new() };
    let last = rejected.rows.last().copied().unwrap_or(0);
    loop {
        match parser.next().await? {
            Message::Facts(found) => facts = Some(found),
            Message::Header(header) => table.names = header.names.into_iter().map(Value::String).collect(),
            Message::Cells(cells) if cells.row > last || table.rows.len() >= MAX_ROWS => break,
            Message::Cells(cells) => {
                if rejected.rows.binary_search(&cells.row).is_ok() {
                    table.rows.push((cells.row, cells.cells));
                }
            }
            Message::Refused(reason) => {
                return Err(ImportError::Refused { file: request.file_name.clone(), reason });
            }
            Message::Done => break,
            Message::Note(_) | Message::Progress(_) | Message::Decimals(_) | Message::Warning(_) => {}
            Message::Row(_) | Message::Columns(_) | Message::Document(_) | Message::Text(_) => {
                return Err(incoherent());
            }
        }
    }
    Ok((facts.ok_or_else(incoherent)?, table))
}

/// With the mark without which Excel takes accents for something else, and the separator that the
/// file has: between semicolons a comma may stand before decimals.
fn csv_of(table: &Table, separator: Option<&str>) -> Vec<u8> {
    let separator = separator.and_then(|s| s.bytes().next()).unwrap_or(b',');
    let start = "\u{feff}".as_bytes().to_vec();
    let mut writer = csv::WriterBuilder::new().delimiter(separator).flexible(true).from_writer(start);
    for cells in std::iter::once(&table.names).chain(table.rows.iter().map(|(_, cells)| cells)) {
        let cells = cells.iter().map(|cell| guard_formula(&shown(cell)).into_owned());
        let written = writer.write_record(cells);
        debug_assert!(written.is_ok(), "memory takes every byte");
    }
    writer.into_inner().unwrap_or_default()
}

fn workbook_of(table: &Table) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (column, name) in (0u16..).zip(&table.names) {
        sheet.write_string_with_format(0, column, text_of(name), &bold)?;
    }
    for (row, (_, cells)) in (1u32..).zip(&table.rows) {
        for (column, cell) in (0u16..).zip(cells) {
            put(sheet, row, column, cell)?;
        }
    }
    book.save_to_buffer()
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, cell: &Value) -> Result<(), XlsxError> {
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
    let text = shown(value);
    if text.encode_utf16().count() <= MAX_CELL { text } else { too_long(&text) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
