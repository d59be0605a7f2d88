//! Records as lines of a file.

use super::pages::ExportedRecord;
use super::sheet::{Sheet, room_for};
use crate::export::request::{ExportError, ExportFormat, ExportRequest};
use crate::files::formula_guard::guard_formula;
use celeiro_domain::catalog::faq::{Faq, spell_approval};
use celeiro_domain::catalog::{Item, Package, Price, spell_tags};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fs::File;
use uuid::Uuid;

const ITEM_COLUMNS: [&str; 12] = [
    "external_id",
    "name",
    "description",
    "category",
    "manufacturer",
    "price",
    "currency",
    "tags",
    "status",
    "attributes",
    "notes",
    "packages",
];
const FAQ_COLUMNS: [&str; 6] = ["external_id", "question", "answer", "tags", "status", "approved_at"];

/// What says which record a row is, by which an import finds it.
const ITEM_IDENTITY: [&str; 3] = ["external_id", "name", "manufacturer"];
const FAQ_IDENTITY: [&str; 3] = ["external_id", "question", "answer"];

/// The column by which an import finds those records that nothing else tells apart.
const ID: &str = "celeiro_id";

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
    Csv(Box<csv::Writer<Vec<u8>>>),
    Json(Vec<u8>),
    Xlsx(Box<Sheet>),
}

impl Encoder {
    /// An encoder that has written what stands above the first record. Of `twins` the ids are written too.
    pub fn new(
        request: ExportRequest,
        columns: Option<&[Column]>,
        twins: HashSet<Uuid>,
    ) -> Result<Self, ExportError> {
        let columns = Columns::select(request.kind, columns, twins);
        let header = &columns.names;
        let file = match request.format {
            ExportFormat::Jsonl => Format::Json(Vec::new()),
            ExportFormat::Xlsx => Format::Xlsx(Box::new(Sheet::new(header)?)),
            ExportFormat::Csv => {
                let start = if request.bom { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
                let mut writer = csv::Writer::from_writer(start);
                line_of_csv(&mut writer, header);
                Format::Csv(Box::new(writer))
            }
        };
        Ok(Self { file, columns })
    }

    /// Adds a record.
    pub fn write(&mut self, record: &ExportedRecord) -> Result<(), ExportError> {
        let columns = &self.columns;
        match (&mut self.file, record) {
            (Format::Json(bytes), ExportedRecord::Item(item)) => {
                add_json_line(bytes, &ItemLine::of(item, columns))
            }
            (Format::Json(bytes), ExportedRecord::Faq(faq)) => {
                add_json_line(bytes, &FaqLine::of(faq, columns))
            }
            (Format::Csv(writer), record) => line_of_csv(writer, &columns.cells(record)),
            (Format::Xlsx(sheet), record) => {
                let price = match record {
                    ExportedRecord::Item(item) => item.price,
                    ExportedRecord::Faq(_) => None,
                };
                return sheet.add(&columns.cells(record), columns.place("price").zip(price));
            }
        }
        Ok(())
    }

    /// What was written since the last time.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.file {
            Format::Json(bytes) => std::mem::take(bytes),
            Format::Csv(writer) => {
                let empty = csv::Writer::from_writer(Vec::new());
                // Writing into memory does not fail.
                std::mem::replace(&mut **writer, empty).into_inner().unwrap_or_default()
            }
            Format::Xlsx(_) => Vec::new(),
        }
    }

    /// Refuses more records than the format has room for.
    pub fn expect(&self, records: u32) -> Result<(), ExportError> {
        match &self.file {
            Format::Xlsx(_) => room_for(records),
            Format::Csv(_) | Format::Json(_) => Ok(()),
        }
    }

    /// The rest of the file; a workbook is a file when it is whole.
    pub fn finish(mut self) -> Result<Rest, ExportError> {
        match self.file {
            Format::Xlsx(sheet) => Ok(Rest::File(sheet.finish()?)),
            Format::Csv(_) | Format::Json(_) => Ok(Rest::Bytes(self.take())),
        }
    }
}

/// The columns that are written.
struct Columns {
    names: Vec<&'static str>,
    twins: HashSet<Uuid>,
}

impl Columns {
    /// `wanted` as far as an import reads it, the currency with the price, and what says which record it
    /// is; all where nothing is wanted in particular.
    fn select(kind: Kind, wanted: Option<&[Column]>, twins: HashSet<Uuid>) -> Self {
        let (all, identity): (&[&'static str], &[&str]) = match kind {
            Kind::Items => (&ITEM_COLUMNS, &ITEM_IDENTITY),
            Kind::Faqs => (&FAQ_COLUMNS, &FAQ_IDENTITY),
        };
        // An amount without its currency is read back as one of the usual currency.
        let brings = |column: &Column, name: &str| {
            let is_amount = matches!(column, Column::Price | Column::Packages);
            column.column_name() == name || (is_amount && name == "currency")
        };
        let is_wanted = |name: &str| {
            identity.contains(&name)
                || wanted.is_none_or(|wanted| wanted.iter().any(|column| brings(column, name)))
        };
        let id = (!twins.is_empty()).then_some(ID);
        Self { names: all.iter().copied().filter(|name| is_wanted(name)).chain(id).collect(), twins }
    }

    /// Where a column stands.
    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|there| *there == name)
    }

    /// The value, where the column is written.
    fn filter_value<T>(&self, name: &str, value: T) -> Option<T> {
        self.place(name).map(|_| value)
    }

    /// The id of a record that nothing else tells from another.
    fn id(&self, id: Uuid) -> Option<Uuid> {
        self.twins.get(&id).copied()
    }

    fn cells(&self, record: &ExportedRecord) -> Vec<String> {
        let id = |id| self.id(id).map_or_else(String::new, |id| id.to_string());
        let cell = |name: &&str| match record {
            ExportedRecord::Item(item) if *name == ID => id(item.id),
            ExportedRecord::Item(item) => item_cell(item, name),
            ExportedRecord::Faq(faq) if *name == ID => id(faq.id),
            ExportedRecord::Faq(faq) => faq_cell(faq, name),
        };
        self.names.iter().map(cell).collect()
    }
}

/// The text of an item in `column`; attributes and packages are JSON, and blank fields are empty.
fn item_cell(item: &Item, column: &str) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    match column {
        "external_id" => text(&item.external_id),
        "name" => item.name.clone(),
        "description" => text(&item.description),
        "category" => text(&item.category),
        "manufacturer" => text(&item.manufacturer),
        "price" => item.price.map_or_else(String::new, Price::unmistakable),
        "currency" => item.currency.clone(),
        "tags" => spell_tags(&item.tags),
        "status" => item.status.as_str().to_owned(),
        "notes" => text(&item.notes),
        "packages" if item.packages.is_empty() => String::new(),
        "packages" => to_json_text(&item.packages),
        _ if item.attributes.is_empty() => String::new(),
        _ => to_json_text(&item.attributes),
    }
}

/// The text of a FAQ in `column`; the last column is its approval.
fn faq_cell(faq: &Faq, column: &str) -> String {
    match column {
        "external_id" => faq.external_id.clone().unwrap_or_default(),
        "question" => faq.question.clone(),
        "answer" => faq.answer.clone(),
        "tags" => spell_tags(&faq.tags),
        "status" => faq.status.as_str().to_owned(),
        _ => faq.approved_at.map_or_else(String::new, spell_approval),
    }
}

/// Adds a line; a cell that a spreadsheet would run as a formula gets an apostrophe.
fn line_of_csv<T: AsRef<str>>(writer: &mut csv::Writer<Vec<u8>>, cells: &[T]) {
    let written = writer.write_record(cells.iter().map(|cell| guard_formula(cell.as_ref()).into_owned()));
    debug_assert!(written.is_ok(), "rows have one width, and memory takes every byte");
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

/// Records are made of texts and numbers, all of which JSON has.
fn to_json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
