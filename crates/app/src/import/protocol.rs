//! The protocol between the two processes: one argument down, JSON lines up.
//!
//! The parent trusts none of it: a parser that was taken over by its input can send any message, so
//! each is data to be checked, and the worst a lie can do is a wrong row.

use super::error::Refusal;
use super::report::{CellError, DocumentFormat, FileFacts, ImportPreset, ImportWarning};
use celeiro_domain::catalog::{DecimalMark, RecordField};
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;

/// What the child is sent for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ParserTask {
    /// The rows of a table.
    Table(Job),
    /// The text of a document.
    Document(Limits),
}

impl ParserTask {
    /// What the child may use up.
    pub fn limits(&self) -> Limits {
        match self {
            ParserTask::Table(job) => Limits { memory: job.memory, cpu: job.cpu },
            ParserTask::Document(limits) => *limits,
        }
    }
}

/// What a child may use up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Limits {
    /// Address space, in bytes.
    pub memory: u64,
    /// Processor time, in seconds.
    pub cpu: u64,
}

/// What the child is to read from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum OutputMode {
    /// Its records.
    Records,
    /// Its header, and its cells as they stand there.
    Cells,
    /// What a file of its rejected rows is made of: the same, but of a JSON file its objects as texts
    /// of one line.
    Rejects,
}

/// Where a column goes that a person assigned to no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UnfilledColumn {
    /// Into the attribute of its name.
    Attribute,
    /// It is left out.
    Nothing,
}

/// What the child is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub kind: Kind,
    pub telling: OutputMode,
    /// Found out from the header where absent.
    pub preset: Option<ImportPreset>,
    /// Fields that a person assigned to columns of these names.
    pub map: Vec<(String, RecordField)>,
    /// Columns that a person assigned to no field.
    pub unfilled: Vec<(String, UnfilledColumn)>,
    /// The sheet of a workbook, where a person chose one.
    pub sheet: Option<String>,
    /// The number of the header's row, where a person chose one.
    pub header_row: Option<u32>,
    /// The types that a person chose for these columns.
    pub types: Vec<(String, ValueType)>,
    /// The decimal separator, where a person chose one.
    pub decimal: Option<DecimalMark>,
    /// Limit of address space, in bytes.
    pub memory: u64,
    /// Limit of processor time, in seconds.
    pub cpu: u64,
}

/// What the values of a column of attributes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ValueType {
    /// Text, as it is written: codes keep their zeros.
    Text,
    /// Numbers, in either convention of separators.
    Number,
    /// Yes or no.
    YesNo,
}

/// How the cells of a column of attributes are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ColumnType {
    pub value: ValueType,
    /// The sign before its decimals, as far as the file shows one.
    pub mark: Option<DecimalMark>,
}

/// A message of the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// How the file is read. Comes first.
    Facts(FileFacts),
    /// From here on, these fields come from columns of these names.
    Columns(Vec<(RecordField, String)>),
    /// From here on, prices are written with this sign before their decimals, as far as the file
    /// has shown one.
    Decimals(Option<DecimalMark>),
    /// What the values of these columns are. Comes before the first row; columns that are not named have
    /// their types from the file.
    Types(Vec<(String, ColumnType)>),
    /// One row.
    Row(Row),
    /// What a document is. Comes before its text.
    Document(DocumentFacts),
    /// A part of a document's text.
    Text(String),
    /// The columns, where cells are asked for. Comes again where later rows of a JSON file have more,
    /// which then stand behind the earlier ones.
    Header(Header),
    /// A row above the header, where cells are asked for.
    Above(Cells),
    /// One row's cells, as they stand in the file.
    Cells(Cells),
    Warning(ImportWarning),
    /// Percent of the file that is read; also a sign of life.
    Progress(u8),
    /// The file cannot be used. Comes last.
    Refused(Refusal),
    /// The whole file was read. Comes last.
    Done,
    /// Something for the log.
    Note(String),
}

/// What a document is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DocumentFacts {
    pub format: DocumentFormat,
    /// Pages, where it has any.
    pub pages: Option<u32>,
    /// Whether there is more text than was read.
    pub is_cut: bool,
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub names: Vec<String>,
    /// The field that each fills; a column without one is an attribute, or goes nowhere.
    pub fields: Vec<Option<RecordField>>,
    /// Where the whole table is known.
    pub preset: ImportPreset,
}

/// The cells of a row: texts, numbers, switches, or null where nothing stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Cells {
    pub row: u32,
    pub cells: Vec<Value>,
}

/// A row as it stands in the file. Row numbers only grow.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub row: u32,
    /// The line of a text file in which it begins, where that is another number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What could be read of it; absent where nothing could.
    pub record: Option<Box<Record>>,
    /// What could not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<CellError>,
}

/// A price as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PriceCell {
    /// A number of a sheet or of JSON, with a decimal point.
    Number(String),
    /// What a person wrote.
    Written(String),
}

/// The fields of a row that have a place of their own, still as texts.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Record {
    pub given: FieldSet,
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
    /// Attributes whose own columns are blank.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cleared: Vec<String>,
}

impl Record {
    /// The place of a field that is one text; `None` for prices, tags and attributes.
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
            RecordField::Price | RecordField::Tags | RecordField::Attributes => return None,
        })
    }
}

/// The fields that a row names, if only with a blank. What a row does not name is left alone in a
/// record that exists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct FieldSet(u16);

impl FieldSet {
    /// These fields.
    pub fn of(fields: &[RecordField]) -> Self {
        fields.iter().fold(Self::default(), |given, field| given.with(*field))
    }

    /// One more.
    pub fn with(self, field: RecordField) -> Self {
        Self(self.0 | 1 << field as u16)
    }

    /// Whether the row names `field`.
    pub fn has(self, field: RecordField) -> bool {
        self.0 & (1 << field as u16) != 0
    }
}
