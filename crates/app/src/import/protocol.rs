//! Protocol between the two processes of an import: the parent passes one argument, the child sends JSON
//! lines.
//!
//! The parent does not trust the child: hostile input may take over the parser, which can then send any
//! message. The parent therefore validates every message, and a false one can cause a wrong row at
//! worst.

use super::error::Refusal;
use super::report::{CellError, DocumentFormat, FileFacts, ImportPreset, ImportWarning};
use celeiro_domain::catalog::{DecimalMark, RecordField, Status};
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;

/// Task of the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ParserTask {
    /// Parse the rows of a table.
    Table(ParserJob),
    /// Extract the text of a document.
    Document(Limits),
    /// Re-encode a picture, or extract the text of a document: an attachment of a message.
    Attached(Limits),
    /// Re-encode a picture of an item in the sizes in which the interface shows it.
    Scale(Limits),
}

impl ParserTask {
    /// Resource limits of the import's child process.
    pub fn limits(&self) -> Limits {
        match self {
            ParserTask::Table(job) => Limits { memory: job.memory, cpu: job.cpu },
            ParserTask::Document(limits) | ParserTask::Attached(limits) | ParserTask::Scale(limits) => {
                *limits
            }
        }
    }
}

/// Resource limits of a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Limits {
    /// Limit of the address space, in bytes.
    pub memory: u64,
    /// Limit of processor time, in seconds.
    pub cpu: u64,
}

/// Output that the child produces from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum OutputMode {
    /// Records.
    Records,
    /// The header and the unchanged cells.
    Cells,
    /// Cells for the file of rejected rows: like [`OutputMode::Cells`], but with each object of a JSON
    /// file as one line of text.
    Rejects,
}

/// Target of a column that a person assigned to no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UnfilledColumn {
    /// The attribute with the column's name.
    Attribute,
    /// No target; the import ignores the column.
    Nothing,
}

/// Options for the parsing of a table.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ParserJob {
    /// Kind of the records in the file.
    pub kind: Kind,
    /// Output that the child produces.
    pub telling: OutputMode,
    /// Preset; derived from the header if absent.
    pub preset: Option<ImportPreset>,
    /// Fields that a person assigned to columns, by column name.
    pub map: Vec<(String, RecordField)>,
    /// Columns that a person assigned to no field.
    pub unfilled: Vec<(String, UnfilledColumn)>,
    /// Fields that people assigned to columns of other files, by folded column name.
    #[serde(default)]
    pub learned: Vec<(String, RecordField)>,
    /// Sheet of a workbook that a person chose.
    pub sheet: Option<String>,
    /// Whether the child parses no other sheet.
    #[serde(default)]
    pub one_sheet: bool,
    /// Row number of the header that a person chose.
    pub header_row: Option<u32>,
    /// Value types that a person chose, by column name.
    pub types: Vec<(String, ValueType)>,
    /// Folded names of columns whose cells stay text, because their fields are defined as texts. A type
    /// that a person chose overrides this.
    #[serde(default)]
    pub texts: Vec<String>,
    /// Decimal separator that a person chose.
    pub decimal: Option<DecimalMark>,
    /// Limit of the address space, in bytes.
    pub memory: u64,
    /// Limit of processor time, in seconds.
    pub cpu: u64,
}

/// Type of the values in a column of attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ValueType {
    /// Text, unchanged: codes keep their leading zeros.
    Text,
    /// Number, with either decimal separator.
    Number,
    /// Boolean.
    YesNo,
    /// List of texts, separated as tags are.
    List,
    /// Any value, written in JSON.
    Json,
}

/// How the child parses the cells of a column of attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ColumnType {
    /// Type of the values.
    pub value: ValueType,
    /// Decimal separator; absent if the file shows none.
    pub mark: Option<DecimalMark>,
}

/// A message from the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// Properties of the file. Always the first message.
    Facts(FileFacts),
    /// From this message on, these fields come from columns with these names.
    Columns(Vec<(RecordField, String)>),
    /// From this message on, prices have this decimal separator; `None` if the file shows none yet.
    Decimals(Option<DecimalMark>),
    /// Types of these columns, before the first row. For other columns, the file determines the type.
    Types(Vec<(String, ColumnType)>),
    /// Hidden rows of a workbook, before the first row.
    Hidden(Vec<u32>),
    /// Rows of a workbook that are struck out, before the first row.
    Struck(Vec<u32>),
    /// One row.
    Row(ParsedRow),
    /// Properties of a document, before its text.
    Document(DocumentFacts),
    /// A part of a document's text.
    Text(String),
    /// A re-encoded picture.
    Picture(PictureFacts),
    /// A picture in two re-encoded sizes.
    Scaled(ScaledFacts),
    /// The columns; only in a mode that outputs cells. The child sends them again when later rows of a
    /// JSON file add columns, which follow the earlier ones.
    Header(Header),
    /// A row above the header; only in a mode that outputs cells.
    Above(Cells),
    /// The unchanged cells of one row.
    Cells(Cells),
    /// A warning about the file.
    Warning(ImportWarning),
    /// Percentage of the file that is read. Also shows that the child is alive.
    Progress(u8),
    /// The file cannot be used. Last message.
    Refused(Refusal),
    /// The whole file is read. Last message.
    Done,
    /// A text for the log.
    Note(String),
}

/// Properties of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DocumentFacts {
    /// Format, from the content.
    pub format: DocumentFormat,
    /// Number of pages, for a format with pages.
    pub pages: Option<u32>,
    /// Whether the document has more text than was extracted.
    pub is_cut: bool,
}

/// A picture, re-encoded as JPEG.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PictureFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The bytes of the JPEG, in base64.
    pub data: String,
}

/// A picture of an item, re-encoded in the sizes in which the interface shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ScaledFacts {
    /// Width of the original picture in pixels, after its rotation.
    pub width: u32,
    /// Height of the original picture in pixels, after its rotation.
    pub height: u32,
    /// The small size.
    pub thumb: PictureFacts,
    /// The larger size.
    pub medium: PictureFacts,
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// Column names.
    pub names: Vec<String>,
    /// Column names without the numbers that distinguish equal names.
    pub own_names: Vec<String>,
    /// The field of each column; a column without a field is an attribute or is ignored.
    pub fields: Vec<Option<RecordField>>,
    /// Preset for the whole table.
    pub preset: ImportPreset,
}

/// The cells of a row: strings, numbers, booleans, or null for an empty cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Cells {
    /// Row number.
    pub row: u32,
    /// Values, in the order of the columns.
    pub cells: Vec<Value>,
}

/// A row of the file. Row numbers increase.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ParsedRow {
    /// Row number.
    pub row: u32,
    /// First line of the row in a text file; absent if it equals the row number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The parsed record; absent if no cell could be parsed.
    pub record: Option<Box<ParsedRecord>>,
    /// Cells that could not be parsed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<CellError>,
}

/// A price as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PriceCell {
    /// A number of a workbook or of JSON, with a decimal point.
    Number(String),
    /// Text that a person wrote.
    Written(String),
}

impl PriceCell {
    /// Text of the price cell as it stands in the file.
    pub fn text(&self) -> &str {
        match self {
            PriceCell::Number(text) | PriceCell::Written(text) => text,
        }
    }
}

/// The fields of a row, still as text.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ParsedRecord {
    /// Fields that the row contains.
    pub given: FieldSet,
    /// Fields with values from outside of the row: sheet names, titles of groups, defaults of a profile. An
    /// update does not overwrite existing values of a record with them.
    pub fallback: FieldSet,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manufacturer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceCell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub attributes: Map<String, Value>,
    /// Elements of the list of packages, unchanged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<Value>,
    /// Attributes whose columns are blank.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cleared: Vec<String>,
}

impl ParsedRecord {
    /// Sets the category to the title of the row's group, unless a column has the category. An update keeps
    /// the existing category of a record.
    pub fn put_category(&mut self, title: &str) {
        self.put_title(RecordField::Category, title);
    }

    /// Takes the product off sale, unless a column says its status.
    pub fn take_off_sale(&mut self) {
        if self.status.as_ref().is_none_or(|status| status.trim().is_empty()) {
            self.given = self.given.with(RecordField::Status);
            self.status = Some(Status::Inativo.as_str().to_owned());
        }
    }

    /// Sets the manufacturer of a row without one to the title over the row.
    pub fn put_manufacturer(&mut self, title: &str) {
        self.put_title(RecordField::Manufacturer, title);
    }

    fn put_title(&mut self, field: RecordField, title: &str) {
        if self.given.has(field) || self.fallback.has(field) {
            return;
        }
        self.fallback = self.fallback.with(field);
        if let Some(place) = self.text_mut(field) {
            *place = Some(title.to_owned());
        }
    }

    /// Mutable access to a field with a single text; `None` for prices, tags, attributes and packages.
    pub fn text_mut(&mut self, field: RecordField) -> Option<&mut Option<String>> {
        Some(match field {
            RecordField::ExternalId => &mut self.external_id,
            RecordField::Name => &mut self.name,
            RecordField::Description => &mut self.description,
            RecordField::Notes => &mut self.notes,
            RecordField::Category => &mut self.category,
            RecordField::Manufacturer => &mut self.manufacturer,
            RecordField::Currency => &mut self.currency,
            RecordField::Status => &mut self.status,
            RecordField::Question => &mut self.question,
            RecordField::Answer => &mut self.answer,
            RecordField::ApprovedAt => &mut self.approved_at,
            RecordField::RecordId => &mut self.record_id,
            RecordField::Price | RecordField::Tags | RecordField::Attributes | RecordField::Packages => {
                return None;
            }
        })
    }
}

/// The fields that a row contains, including blank ones. An update does not change other fields of a
/// stored record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct FieldSet(u16);

impl FieldSet {
    /// Creates a set of record fields, such as those that a row gives.
    pub fn of(fields: &[RecordField]) -> Self {
        fields.iter().fold(Self::default(), |given, field| given.with(*field))
    }

    /// Adds a record field to the set.
    pub fn with(self, field: RecordField) -> Self {
        Self(self.0 | 1 << field as u16)
    }

    /// Removes a record field from the set.
    pub fn without(self, field: RecordField) -> Self {
        Self(self.0 & !(1 << field as u16))
    }

    /// Whether the set contains the record field.
    pub fn has(self, field: RecordField) -> bool {
        self.0 & (1 << field as u16) != 0
    }
}
