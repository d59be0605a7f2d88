//! Encoding of records as lines of a file.

use super::columns::attributes::{AttributeColumns, CellText};
use super::columns::{Columns, to_json_text};
use super::google::{Feed, LeftOutReason};
use super::pages::ExportedRecord;
use super::sheet::{Sheet, room_for};
use super::view::ExportView;
use crate::export::request::{ExportDialect, ExportError, ExportFormat, ExportRequest};
use crate::files::formula_guard::guard_formula;
use celeiro_domain::catalog::faq::{Faq, spell_approval};
use celeiro_domain::catalog::stock::{HitStock, StockLevel};
use celeiro_domain::catalog::{Item, Package, Price};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use uuid::Uuid;

/// Writes records into memory.
pub(super) struct Encoder {
    file: Format,
    columns: Columns,
}

/// What comes behind the last record.
pub(super) enum Rest {
    /// These bytes.
    Bytes(Vec<u8>),
    /// All that is in this file.
    File(File),
}

enum Format {
    Csv(Box<CsvLines>),
    Json(Vec<u8>),
    Xlsx(Box<Sheet>),
    Google(Box<Feed>),
}

/// A CSV that is being written, with what separates its cells.
struct CsvLines {
    separator: u8,
    writer: csv::Writer<Vec<u8>>,
}

impl CsvLines {
    /// A CSV whose first bytes are `start`.
    fn new(separator: u8, start: Vec<u8>) -> Self {
        Self { separator, writer: csv::WriterBuilder::new().delimiter(separator).from_writer(start) }
    }

    /// Adds a line; a cell that a spreadsheet would run as a formula gets an apostrophe.
    fn add<'a>(&mut self, cells: impl Iterator<Item = &'a str>) {
        let written = self.writer.write_record(cells.map(|cell| guard_formula(cell).into_owned()));
        assert!(written.is_ok(), "rows have one width, and memory takes every byte");
    }

    /// Takes the lines of the CSV export that were written since the last call.
    fn take(&mut self) -> Vec<u8> {
        let next = Self::new(self.separator, Vec::new());
        // Writing into memory does not fail.
        std::mem::replace(self, next).writer.into_inner().unwrap_or_default()
    }
}

impl Encoder {
    /// An encoder that has written what stands above the first record. `attributes` are columns of single attributes,
    /// where they are wanted; of `twins` the ids are written too.
    pub fn new(
        request: ExportRequest,
        view: &ExportView,
        attributes: Option<AttributeColumns>,
        twins: HashSet<Uuid>,
    ) -> Result<Self, ExportError> {
        let columns = Columns::select(request.kind, view, attributes, twins);
        let header = columns.header();
        let file = match request.format {
            ExportFormat::Jsonl => Format::Json(Vec::new()),
            ExportFormat::Xlsx => Format::Xlsx(Box::new(Sheet::new(&header, columns.has_remarks())?)),
            ExportFormat::Google => {
                Format::Google(Box::new(Feed::new(view.form.shop.clone().unwrap_or_default())))
            }
            ExportFormat::Csv => {
                let is_of_excel = view.form.dialect == ExportDialect::ExcelBr;
                let has_mark = request.bom || is_of_excel;
                let start = if has_mark { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
                let mut lines = CsvLines::new(if is_of_excel { b';' } else { b',' }, start);
                lines.add(header.iter().map(String::as_str));
                Format::Csv(Box::new(lines))
            }
        };
        Ok(Self { file, columns })
    }

    /// Whether the export has the column of completeness, which needs the expected attributes.
    pub fn needs_expectations(&self) -> bool {
        self.columns.needs_expectations()
    }

    /// What folded categories expect, of the records that come next.
    pub fn expect_attributes(&mut self, expected: HashMap<String, Vec<String>>) {
        self.columns.expect_attributes(expected);
    }

    /// The time zone whose days counts of stock have, where stock is written.
    pub fn zone_of_stock(&self) -> Option<&str> {
        self.columns.zone_of_stock()
    }

    /// Takes the stock totals of items, for the exported records that come next.
    pub fn take_stock(&mut self, stock: HashMap<Uuid, HitStock>) {
        self.columns.take_stock(stock);
    }

    /// Whether the export writes the stock levels of each package.
    pub fn needs_levels(&self) -> bool {
        matches!(self.file, Format::Google(_))
    }

    /// Takes the stock levels of items, for the exported records that come next.
    pub fn take_levels(&mut self, levels: HashMap<Uuid, Vec<StockLevel>>) {
        if let Format::Google(feed) = &mut self.file {
            feed.take_levels(levels);
        }
    }

    /// Encodes a record of the export and answers how many rows it takes.
    pub fn write(&mut self, record: &ExportedRecord) -> Result<u32, ExportError> {
        let columns = &self.columns;
        match (&mut self.file, record) {
            (Format::Json(bytes), ExportedRecord::Item(item)) => {
                add_json_line(bytes, &ItemLine::of(item, columns));
            }
            (Format::Json(bytes), ExportedRecord::Faq(faq)) => {
                add_json_line(bytes, &FaqLine::of(faq, columns));
            }
            (Format::Csv(lines), record) => {
                let cells: Vec<CellText> = columns.cells(record);
                lines.add(cells.iter().map(|cell| cell.text.as_str()));
            }
            (Format::Xlsx(sheet), record) => sheet.add(&columns.cells(record))?,
            (Format::Google(feed), ExportedRecord::Item(item)) => return Ok(feed.add(item)),
            (Format::Google(_), ExportedRecord::Faq(_)) => return Ok(0),
        }
        Ok(1)
    }

    /// Takes the bytes of the export that were written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.file {
            Format::Json(bytes) => std::mem::take(bytes),
            Format::Csv(lines) => lines.take(),
            Format::Google(feed) => feed.take(),
            Format::Xlsx(_) => Vec::new(),
        }
    }

    /// Counts the records that the export left out so far, by reason.
    pub fn left_out_counts(&self) -> BTreeMap<LeftOutReason, u32> {
        match &self.file {
            Format::Google(feed) => feed.left_out_counts().clone(),
            Format::Csv(_) | Format::Json(_) | Format::Xlsx(_) => BTreeMap::new(),
        }
    }

    /// Refuses an export of more records than its format has room for.
    pub fn expect(&self, records: u32) -> Result<(), ExportError> {
        match &self.file {
            Format::Xlsx(_) => room_for(records),
            Format::Csv(_) | Format::Json(_) | Format::Google(_) => Ok(()),
        }
    }

    /// Finishes the export and answers the rest of the file; an XLSX workbook comes only then, as a whole.
    pub fn finish(mut self) -> Result<Rest, ExportError> {
        match self.file {
            Format::Xlsx(sheet) => return Ok(Rest::File(sheet.finish()?)),
            Format::Google(ref mut feed) => feed.end(),
            Format::Csv(_) | Format::Json(_) => {}
        }
        Ok(Rest::Bytes(self.take()))
    }
}

#[derive(Serialize)]
struct ItemLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<&'a str>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    manufacturer: Option<&'a str>,
    /// Digit by digit: a price has up to sixteen, a binary fraction keeps fifteen.
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attributes: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packages: Option<&'a [Package]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    celeiro_id: Option<Uuid>,
}

impl<'a> ItemLine<'a> {
    fn of(item: &'a Item, columns: &Columns) -> Self {
        let digits = |price: Price| RawValue::from_string(price.to_string()).ok();
        let packages = columns.filter_value("packages", item.packages.as_slice());
        let attributes = columns.filter_value("attributes", &item.attributes);
        Self {
            external_id: item.external_id.as_deref(),
            name: &item.name,
            description: columns.filter_value("description", item.description.as_deref()).flatten(),
            category: columns.filter_value("category", item.category.as_deref()).flatten(),
            manufacturer: item.manufacturer.as_deref(),
            price: columns.filter_value("price", item.price.and_then(digits)).flatten(),
            currency: columns.filter_value("currency", &item.currency),
            tags: columns.filter_value("tags", &item.tags),
            status: columns.filter_value("status", item.status.as_str()),
            attributes: attributes.filter(|attributes| !attributes.is_empty()),
            notes: columns.filter_value("notes", item.notes.as_deref()).flatten(),
            packages: packages.filter(|packages| !packages.is_empty()),
            celeiro_id: columns.id(item.id),
        }
    }
}

#[derive(Serialize)]
struct FaqLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<&'a str>,
    question: &'a str,
    answer: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approved_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    celeiro_id: Option<Uuid>,
}

impl<'a> FaqLine<'a> {
    fn of(faq: &'a Faq, columns: &Columns) -> Self {
        Self {
            external_id: faq.external_id.as_deref(),
            question: &faq.question,
            answer: &faq.answer,
            tags: columns.filter_value("tags", &faq.tags),
            status: columns.filter_value("status", faq.status.as_str()),
            approved_at: columns.filter_value("approved_at", faq.approved_at.map(spell_approval)).flatten(),
            celeiro_id: columns.id(faq.id),
        }
    }
}

/// Adds a record as a line of JSON.
fn add_json_line(bytes: &mut Vec<u8>, value: &impl Serialize) {
    bytes.extend_from_slice(to_json_text(value).as_bytes());
    bytes.push(b'\n');
}
