//! Records as lines of a file.

use super::pages::Record;
use super::sheet::Sheet;
use super::{ExportError, ExportFormat, ExportRequest};
use crate::import::guard_formula;
use celeiro_domain::catalog::{Item, Price, spell_tags};
use celeiro_domain::faq::Faq;
use celeiro_domain::search::Kind;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

const ITEM_COLUMNS: [&str; 10] = [
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
];
const FAQ_COLUMNS: [&str; 5] = ["external_id", "question", "answer", "tags", "status"];

/// Writes records into memory.
pub(super) enum Encoder {
    Csv(Box<csv::Writer<Vec<u8>>>),
    Json(Vec<u8>),
    Xlsx(Box<Sheet>),
}

impl Encoder {
    /// An encoder that has written what stands above the first record.
    pub fn new(request: ExportRequest) -> Result<Self, ExportError> {
        let header: &[&str] = match request.kind {
            Kind::Items => &ITEM_COLUMNS,
            Kind::Faqs => &FAQ_COLUMNS,
        };
        Ok(match request.format {
            ExportFormat::Jsonl => Encoder::Json(Vec::new()),
            ExportFormat::Xlsx => Encoder::Xlsx(Box::new(Sheet::new(header)?)),
            ExportFormat::Csv => {
                let start = if request.bom { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
                let mut writer = csv::Writer::from_writer(start);
                line_of_csv(&mut writer, header);
                Encoder::Csv(Box::new(writer))
            }
        })
    }

    /// Adds a record.
    pub fn write(&mut self, record: &Record) -> Result<(), ExportError> {
        match (self, record) {
            (Encoder::Json(bytes), Record::Item(item)) => line(bytes, &ItemLine::of(item)),
            (Encoder::Json(bytes), Record::Faq(faq)) => line(bytes, &FaqLine::of(faq)),
            (Encoder::Csv(writer), Record::Item(item)) => line_of_csv(writer, &item_cells(item)),
            (Encoder::Csv(writer), Record::Faq(faq)) => line_of_csv(writer, &faq_cells(faq)),
            (Encoder::Xlsx(sheet), Record::Item(item)) => return sheet.add(&item_cells(item), item.price),
            (Encoder::Xlsx(sheet), Record::Faq(faq)) => return sheet.add(&faq_cells(faq), None),
        }
        Ok(())
    }

    /// What was written since the last time.
    pub fn take(&mut self) -> Vec<u8> {
        match self {
            Encoder::Json(bytes) => std::mem::take(bytes),
            Encoder::Csv(writer) => {
                let empty = csv::Writer::from_writer(Vec::new());
                // Writing into memory does not fail.
                std::mem::replace(&mut **writer, empty).into_inner().unwrap_or_default()
            }
            Encoder::Xlsx(_) => Vec::new(),
        }
    }

    /// The rest of the file.
    pub fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        match self {
            Encoder::Xlsx(sheet) => sheet.finish(),
            _ => Ok(self.take()),
        }
    }
}

fn item_cells(item: &Item) -> [String; 10] {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    [
        text(&item.external_id),
        item.name.clone(),
        text(&item.description),
        text(&item.category),
        text(&item.manufacturer),
        item.price.map_or_else(String::new, Price::unmistakable),
        item.currency.clone(),
        spell_tags(&item.tags),
        item.status.as_str().to_owned(),
        if item.attributes.is_empty() { String::new() } else { json(&item.attributes) },
    ]
}

fn faq_cells(faq: &Faq) -> [String; 5] {
    [
        faq.external_id.clone().unwrap_or_default(),
        faq.question.clone(),
        faq.answer.clone(),
        spell_tags(&faq.tags),
        faq.status.as_str().to_owned(),
    ]
}

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
    currency: &'a str,
    tags: &'a [String],
    status: &'static str,
    #[serde(skip_serializing_if = "Map::is_empty")]
    attributes: &'a Map<String, Value>,
}

impl<'a> ItemLine<'a> {
    fn of(item: &'a Item) -> Self {
        let digits = |price: Price| RawValue::from_string(price.to_string()).ok();
        Self {
            external_id: item.external_id.as_deref(),
            name: &item.name,
            description: item.description.as_deref(),
            category: item.category.as_deref(),
            manufacturer: item.manufacturer.as_deref(),
            price: item.price.and_then(digits),
            currency: &item.currency,
            tags: &item.tags,
            status: item.status.as_str(),
            attributes: &item.attributes,
        }
    }
}

#[derive(Serialize)]
struct FaqLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<&'a str>,
    question: &'a str,
    answer: &'a str,
    tags: &'a [String],
    status: &'static str,
}

impl<'a> FaqLine<'a> {
    fn of(faq: &'a Faq) -> Self {
        Self {
            external_id: faq.external_id.as_deref(),
            question: &faq.question,
            answer: &faq.answer,
            tags: &faq.tags,
            status: faq.status.as_str(),
        }
    }
}

fn line(bytes: &mut Vec<u8>, value: &impl Serialize) {
    bytes.extend_from_slice(json(value).as_bytes());
    bytes.push(b'\n');
}

/// Records are made of texts and numbers, all of which JSON has.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
