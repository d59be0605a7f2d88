//! The output of an import: its report, its progress, the facts about the file.

use crate::import::RowSet;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::import::MergedField;
use celeiro_domain::import::{Likeness, RowDoubt};
use celeiro_domain::wire::Number;
use celeiro_store::{ImportChanges, Lookalike};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// More errors than this are counted but not listed.
pub const MAX_REPORTED_ERRORS: usize = 1_000;

/// How the columns of a file are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportPreset {
    /// One record a row, columns by their names.
    Plain,
    /// The open-data table of crop-protection products of Brazil's ministry of agriculture: one row
    /// for each product, crop and pest, made into one item a product.
    Agrofit,
}

/// The result of an import, or, with `dry_run`, the result that it would have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Records that did not exist before.
    pub created: u32,
    /// Records that were different before.
    pub updated: u32,
    /// Records that were the same before.
    pub unchanged: u32,
    /// Rows that could not be taken.
    pub rejected: u32,
    /// What is wrong with them, in the order of the file; at most [`MAX_REPORTED_ERRORS`].
    pub errors: Vec<CellError>,
    /// How many errors there are in all.
    pub error_count: u32,
    /// What a person should know although no row was lost by it.
    pub warnings: Vec<ImportWarning>,
    /// Rows that were left out, because they are hardly records or because a person chose them.
    pub left_out: u32,
    /// Rows that a person should look at, left out or not, by what is odd about them, the surest first.
    pub doubts: Vec<DoubtedRows>,
    /// Of a dry run: values of category, manufacturer and tags that no record has, those first that
    /// resemble another.
    pub new_values: Vec<NewValue>,
    /// How many of those there are, listed or not.
    pub new_value_count: u32,
    /// Of a dry run: how many records become different in each field, the commonest first.
    pub changed_fields: Vec<FieldCount>,
    /// Whether the database was left alone.
    pub dry_run: bool,
    /// How the file was read.
    pub file: FileFacts,
}

/// Rows that are odd in one way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoubtedRows {
    /// What is odd about them.
    pub doubt: RowDoubt,
    /// How many there are.
    pub count: u32,
    /// How many of them were left out.
    pub left_out: u32,
    /// Whether rows of this kind are left out, apart from those that a person takes.
    pub is_left_out: bool,
    /// The first hundred.
    pub rows: Vec<DoubtedRow>,
}

/// A row that a person should look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoubtedRow {
    /// The row, as errors name it.
    pub row: u32,
    /// What stands where the name belongs, shortened to 120 characters.
    pub name: String,
    /// Its price.
    #[specta(type = Option<Number>)]
    pub price: Option<f64>,
    /// The lowest and the highest price that are not far from those of its category.
    #[specta(type = Option<(Number, Number)>)]
    pub usual: Option<(f64, f64)>,
    /// Whether it was left out.
    pub left_out: bool,
}

/// A value that no record has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewValue {
    /// The field.
    pub field: MergedField,
    /// The value.
    pub value: String,
    /// Rows that bring it.
    pub rows: u32,
    /// The value that it resembles: of the catalog, or else one that more rows of the file bring.
    pub near: Option<String>,
    /// How it resembles that.
    pub likeness: Option<Likeness>,
}

/// How many records become different in a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldCount {
    /// The field: `price`, `attributes.formulacao`.
    pub field: String,
    /// Records.
    pub count: u32,
}

/// What is wrong with one cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CellError {
    /// The row as a spreadsheet shows it, the header counted: of a CSV, too, where a record may take
    /// several lines. In JSON Lines the line, in a JSON array the number of the element.
    pub row: u32,
    /// The line of the text file in which that row begins, where it is another number.
    pub line: Option<u32>,
    /// The column's name in the file; our own name of a column that the file lacks; blank where the
    /// row as a whole is wrong.
    pub column: String,
    /// The value as given, shortened to 120 characters.
    pub value: String,
    /// Whether `value` is not all that stands in the cell: its beginning, one of several tags, a
    /// number of bytes. It must not be offered for correction then.
    #[serde(default)]
    pub value_cut: bool,
    /// What is wrong.
    pub code: FieldErrorCode,
    /// What is allowed or what is the matter, in a form that needs no translation: `1..500`,
    /// `ativo | inativo | rascunho`, `7 ≠ 9` (cells, header), `= 17` (the row that came first),
    /// `codigo = 7` (the id that nothing has).
    pub allowed: Option<String>,
    /// The same in words, in the caller's language; blank until it is rendered.
    pub message: String,
}

impl CellError {
    /// An error at `column` of `row`.
    pub fn new(row: u32, column: &str, code: FieldErrorCode, value: &str, allowed: &str) -> Self {
        Self::of_field(row, column, FieldError::new(column, code, value, allowed))
    }

    /// What is wrong with a field that stands at `column` of `row`.
    pub fn of_field(row: u32, column: &str, error: FieldError) -> Self {
        let FieldError { field: _, code, value, allowed, is_cut } = error;
        let allowed = (!allowed.is_empty()).then_some(allowed);
        let (column, message) = (column.to_owned(), String::new());
        Self { row, line: None, column, value, value_cut: is_cut, code, allowed, message }
    }

    /// The same, with a value that stands for the content of the cell.
    #[must_use]
    pub fn of_a_part(self) -> Self {
        Self { value_cut: true, ..self }
    }
}

/// Stands for the row of the header where a table has none: its first row is a record already.
pub const NO_HEADER: u32 = 0;

/// How a file was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileFacts {
    /// What kind of file it is, by its content.
    pub format: FileFormat,
    /// `UTF-8`, `windows-1252`, `UTF-16LE` or `UTF-16BE`; absent for XLSX.
    pub encoding: Option<String>,
    /// The separator of a CSV.
    pub separator: Option<String>,
    /// The sheet that was read.
    pub sheet: Option<String>,
    /// The sheets that the workbook has, at most two hundred.
    pub sheets: Vec<String>,
    /// The row that was taken for the header, from 1; [`NO_HEADER`] where a person chose that the table has
    /// none; absent for JSON.
    pub header_row: Option<u32>,
    /// How its columns were read.
    pub preset: ImportPreset,
}

impl FileFacts {
    /// A file of which nothing more is known.
    pub(super) fn new(format: FileFormat) -> Self {
        let (sheets, preset) = (Vec::new(), ImportPreset::Plain);
        Self { format, encoding: None, separator: None, sheet: None, sheets, header_row: None, preset }
    }
}

/// The kinds of files that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Separated values.
    Csv,
    /// An Excel workbook.
    Xlsx,
    /// One JSON object a line, or one JSON array.
    Json,
}

/// The kinds of documents that can be read, or at least kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentFormat {
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// An Excel workbook.
    Xlsx,
    /// A web page.
    Html,
    /// Plain text, Markdown, separated values.
    Text,
    /// An image, which has no text unless it is a drawing.
    Image(ImageFormat),
}

/// The kinds of images that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// A drawing, whose words are its text.
    Svg,
}

impl DocumentFormat {
    /// Its name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            DocumentFormat::Pdf => "pdf",
            DocumentFormat::Docx => "docx",
            DocumentFormat::Xlsx => "xlsx",
            DocumentFormat::Html => "html",
            DocumentFormat::Text => "text",
            DocumentFormat::Image(_) => "image",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            DocumentFormat::Pdf => "application/pdf",
            DocumentFormat::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            DocumentFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            DocumentFormat::Html => "text/html",
            DocumentFormat::Text => "text/plain",
            DocumentFormat::Image(ImageFormat::Png) => "image/png",
            DocumentFormat::Image(ImageFormat::Jpeg) => "image/jpeg",
            DocumentFormat::Image(ImageFormat::Gif) => "image/gif",
            DocumentFormat::Image(ImageFormat::Webp) => "image/webp",
            DocumentFormat::Image(ImageFormat::Svg) => "image/svg+xml",
        }
    }
}

/// Something worth knowing that cost no row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportWarning {
    /// What it is.
    pub code: WarningCode,
    /// The columns or sheets that it is about, at most twenty.
    pub names: Vec<String>,
}

/// The warnings there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// Columns that have no place in a record and were left out.
    IgnoredColumns,
    /// Columns whose name occurs twice; each later one became an attribute with a number behind it.
    RepeatedColumns,
    /// Columns without a name in which something stands: they became attributes called by their numbers.
    UnnamedColumns,
    /// Attribute columns in which a formula failed (`#N/A`); those cells were left out.
    FailedFormulas,
    /// Attribute columns of which most cells are numbers and some are not: all of them stay texts.
    MixedColumns,
    /// Sheets behind the first one with a header, which were not read.
    UnreadSheets,
    /// There is a header and nothing below it.
    NoRows,
    /// Most cells of the column of the names are numbers or codes: another column has the names, perhaps.
    NamesAreNumbers,
    /// Most cells of the column of the names come several times: it is a group, perhaps.
    NamesRepeat,
}

impl ImportWarning {
    /// A warning about `names`, of which the first twenty are kept.
    pub fn new(code: WarningCode, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { code, names: names.into_iter().take(20).map(Into::into).collect() }
    }
}

/// What an import is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    /// The step.
    pub phase: ImportPhase,
    /// Rows read so far.
    pub rows: u32,
    /// How much of the file is read, or, while rows are moved, of them, in percent; of a step that is
    /// one statement of the database, it is not known.
    pub percent: Option<u8>,
    /// Records that were created or changed so far, where they are moved; visible once all are.
    pub moved: Option<u32>,
}

impl ImportProgress {
    /// A step of unknown length, behind `rows` rows read.
    pub fn at(phase: ImportPhase, rows: u32) -> Self {
        Self { phase, rows, percent: None, moved: None }
    }

    /// While records are moved, of which `total` are to be.
    pub fn moving(rows: u32, moved: i64, total: i64) -> Self {
        let percent = (moved.saturating_mul(100) / total.max(1)).clamp(0, 100) as u8;
        let moved = u32::try_from(moved).unwrap_or(u32::MAX);
        Self { percent: Some(percent), moved: Some(moved), ..Self::at(ImportPhase::Applying, rows) }
    }
}

/// The steps of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportPhase {
    /// Rows are read, checked and staged.
    Reading,
    /// The transaction that counts or moves them runs.
    Applying,
    /// The catalog has them; word statistics are counted anew. Cannot be cancelled any more.
    Finishing,
    /// It was cancelled, and what is under way is being ended.
    Cancelling,
}

/// The result of an import, with what a person needs to go on with it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The report.
    pub report: ImportReport,
    /// Every rejected row.
    pub rejected_rows: RowSet,
    /// Rows that rejected ones repeat.
    pub repeated_rows: RowSet,
    /// Of a dry run: the first rows that would be a record beside one that looks the same.
    pub lookalikes: Vec<Lookalike>,
    /// How many pairs of that kind there are.
    pub lookalike_count: u32,
    /// Of a dry run: the first rows, and what they make of their records.
    pub changes: ImportChanges,
}
