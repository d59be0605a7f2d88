//! Output of an import: its report, its progress and the properties of the file.

use crate::import::RowSet;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::import::MergedField;
use celeiro_domain::import::{Likeness, RowDoubt};
use celeiro_domain::wire::Number;
use celeiro_store::{ImportChanges, Lookalike};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Maximum number of errors in a report; it counts the rest without listing them.
pub const MAX_REPORTED_ERRORS: usize = 1_000;

/// How an import maps columns to fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportPreset {
    /// One record for each row; the column names determine the fields.
    Plain,
    /// The open-data table of crop-protection products of Brazil's ministry of agriculture. It has one
    /// row for each product, crop and pest; the import merges them into one item for each product.
    Agrofit,
}

/// Result of an import. With `dry_run`, the result that the import would have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Number of new records.
    pub created: u32,
    /// Number of records with changed content.
    pub updated: u32,
    /// Number of records with the same content as before.
    pub unchanged: u32,
    /// Number of rejected rows.
    pub rejected: u32,
    /// Errors of the rejected rows, in the order of the file; at most [`MAX_REPORTED_ERRORS`].
    pub errors: Vec<CellError>,
    /// Number of all errors.
    pub error_count: u32,
    /// Warnings that rejected no row.
    pub warnings: Vec<ImportWarning>,
    /// Number of rows that the import skipped, because of a doubt or because a person chose to.
    pub left_out: u32,
    /// Doubtful rows by doubt, most certain first, skipped or not.
    pub doubts: Vec<DoubtedRows>,
    /// Dry run only: values of category, manufacturer and tags that no stored record has; values that
    /// resemble another come first.
    pub new_values: Vec<NewValue>,
    /// Number of all new values.
    pub new_value_count: u32,
    /// Dry run only: number of changed records by field, highest first.
    pub changed_fields: Vec<FieldCount>,
    /// Whether the import left the database unchanged.
    pub dry_run: bool,
    /// Properties of the file.
    pub file: FileFacts,
}

/// Rows with the same doubt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoubtedRows {
    /// The doubt.
    pub doubt: RowDoubt,
    /// Number of rows.
    pub count: u32,
    /// Number of skipped rows.
    pub left_out: u32,
    /// Whether the import skips such rows unless a person includes them.
    pub is_left_out: bool,
    /// The first hundred rows.
    pub rows: Vec<DoubtedRow>,
}

/// A row for a person to review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoubtedRow {
    /// Row number, as in errors.
    pub row: u32,
    /// Content of the name cell, cut to 120 characters.
    pub name: String,
    /// Price.
    #[specta(type = Option<Number>)]
    pub price: Option<f64>,
    /// Lowest and highest price that is not far from the others of the category.
    #[specta(type = Option<(Number, Number)>)]
    pub usual: Option<(f64, f64)>,
    /// Whether the import skipped the row.
    pub left_out: bool,
}

/// A value that no stored record has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewValue {
    /// Field of the value.
    pub field: MergedField,
    /// The value.
    pub value: String,
    /// Number of rows with the value.
    pub rows: u32,
    /// Similar value of the catalog, or else of more rows in the file.
    pub near: Option<String>,
    /// Kind of the similarity.
    pub likeness: Option<Likeness>,
}

/// Number of records with a change in one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldCount {
    /// The field: `price`, `attributes.formulacao`.
    pub field: String,
    /// Number of records.
    pub count: u32,
}

/// Error of one cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CellError {
    /// Row number as a spreadsheet shows it, including the header. The same holds for a CSV file, in
    /// which one record may span several lines. In JSON Lines the line, in a JSON array the position of
    /// the element.
    pub row: u32,
    /// First line of the row in a text file; absent if it equals the row number.
    pub line: Option<u32>,
    /// Column name in the file. For a missing column, the name of the field; blank if the error is about
    /// the whole row.
    pub column: String,
    /// The value as given, cut to 120 characters.
    pub value: String,
    /// Whether `value` is only a part of the cell: its beginning, one of several tags, or a number of
    /// bytes. A client must not offer it for correction.
    #[serde(default)]
    pub value_cut: bool,
    /// Error code.
    pub code: FieldErrorCode,
    /// The allowed value or the cause, in a form that needs no translation: `1..500`, `ativo | inativo |
    /// rascunho`, `7 ≠ 9` (cells, header), `= 17` (an earlier row), `codigo = 7` (an id without a
    /// record).
    pub allowed: Option<String>,
    /// Error message in the caller's language; blank until it is rendered.
    pub message: String,
}

impl CellError {
    /// Creates an error at `column` of `row`.
    pub fn new(row: u32, column: &str, code: FieldErrorCode, value: &str, allowed: &str) -> Self {
        Self::of_field(row, column, FieldError::new(column, code, value, allowed))
    }

    /// Creates the error of a field whose value comes from `column` of `row`.
    pub fn of_field(row: u32, column: &str, error: FieldError) -> Self {
        let FieldError { field: _, code, value, allowed, is_cut } = error;
        let allowed = (!allowed.is_empty()).then_some(allowed);
        let (column, message) = (column.to_owned(), String::new());
        Self { row, line: None, column, value, value_cut: is_cut, code, allowed, message }
    }

    /// Marks `value` of the cell's error as only a part of the cell.
    #[must_use]
    pub fn of_a_part(self) -> Self {
        Self { value_cut: true, ..self }
    }
}

/// Header row number of a table without a header: its first row is a record.
pub const NO_HEADER: u32 = 0;

/// How the import parsed a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileFacts {
    /// File format, from the content.
    pub format: FileFormat,
    /// `UTF-8`, `windows-1252`, `macintosh`, `UTF-16LE` or `UTF-16BE`; absent for workbooks.
    pub encoding: Option<String>,
    /// Separator of a CSV file.
    pub separator: Option<String>,
    /// Name of the imported sheet.
    pub sheet: Option<String>,
    /// Sheet names of the workbook, at most two hundred.
    pub sheets: Vec<String>,
    /// Names of hidden sheets; they are the last ones of [`FileFacts::sheets`].
    pub hidden_sheets: Vec<String>,
    /// The tables of a list with several, in the order of their rows; empty if the list has one.
    #[serde(default)]
    pub tables: Vec<TablePlace>,
    /// Row number of the header, from 1; [`NO_HEADER`] if a person chose a table without a header;
    /// absent for JSON.
    pub header_row: Option<u32>,
    /// How the import mapped columns to fields.
    pub preset: ImportPreset,
}

impl FileFacts {
    /// Properties of a file of which only the format is known.
    pub(super) fn new(format: FileFormat) -> Self {
        Self {
            format,
            encoding: None,
            separator: None,
            sheet: None,
            sheets: Vec::new(),
            hidden_sheets: Vec::new(),
            tables: Vec::new(),
            header_row: None,
            preset: ImportPreset::Plain,
        }
    }

    /// The row number in the file, for people: `7`, or `7 (Inseticidas)` in a list of several tables.
    pub fn name_row(&self, row: u32) -> String {
        self.name_rows(row, row)
    }

    /// The row numbers from `first` to `last` of one table, for people: `7–9`, or `7–9 (Inseticidas)`.
    pub fn name_rows(&self, first: u32, last: u32) -> String {
        let table = self.tables.iter().rfind(|table| table.rows_before < first);
        let before = table.map_or(0, |table| table.rows_before);
        let rows = match last > first {
            true => format!("{}–{}", first - before, last - before),
            false => (first - before).to_string(),
        };
        table.map_or_else(|| rows.clone(), |table| format!("{rows} ({})", table.name))
    }
}

/// Position of a table in a list whose tables are read one below the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TablePlace {
    /// Name of the table's sheet, or the letters of its first column.
    pub name: String,
    /// Offset of the table's row numbers from those in the file.
    pub rows_before: u32,
}

/// Formats of tables that an import accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Values separated by semicolon, comma, tab or `|`.
    Csv,
    /// Excel workbook.
    Xlsx,
    /// Workbook of Excel 97 to 2003.
    Xls,
    /// OpenDocument workbook, as of LibreOffice.
    Ods,
    /// One JSON object for each line, or one JSON array.
    Json,
    /// Printed list, as far as its pages have text.
    Pdf,
}

impl FileFormat {
    /// Whether the file has sheets.
    pub fn is_workbook(self) -> bool {
        match self {
            FileFormat::Xlsx | FileFormat::Xls | FileFormat::Ods => true,
            FileFormat::Csv | FileFormat::Json | FileFormat::Pdf => false,
        }
    }
}

/// Formats of documents that Celeiro stores; it extracts text from all but most images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentFormat {
    /// PDF.
    Pdf,
    /// Word document.
    Docx,
    /// Excel workbook.
    Xlsx,
    /// Web page.
    Html,
    /// Plain text, Markdown or separated values.
    Text,
    /// Image; only a drawing contains text.
    Image(ImageFormat),
}

/// Formats of images that Celeiro stores.
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
    /// SVG drawing; its words are its text.
    Svg,
}

impl DocumentFormat {
    /// Name of the document's format in the database.
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

    /// Media type of a document of this format.
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

/// A warning that rejected no row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportWarning {
    /// Warning code.
    pub code: WarningCode,
    /// Columns, sheets, rows or an example of the warning, at most twenty.
    pub names: Vec<String>,
    /// Number of records of the warning; absent if it is not about records.
    pub count: Option<u32>,
    /// Number of records that the import looked at for the warning.
    pub of: Option<u32>,
}

/// Codes of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// Columns without a field; the import ignored them.
    IgnoredColumns,
    /// Columns with the same name; each later column has a number in its name.
    RepeatedColumns,
    /// Filled columns without a name; they became attributes with their column numbers as names.
    UnnamedColumns,
    /// Columns of attributes or prices with failed formulas (`#N/A`); the import ignored those cells.
    FailedFormulas,
    /// Attribute columns with mostly, but not only, numbers; all their cells remain text.
    MixedColumns,
    /// Sheets with a table of the same kind of records, each with the number of its rows (`Soja (120)`); the
    /// import did not read them.
    UnreadSheets,
    /// The file has a header but no rows.
    NoRows,
    /// Most cells of the name column are numbers or codes; the names may be in another column.
    NamesAreNumbers,
    /// Most cells of the name column repeat; the column may be a category.
    NamesRepeat,
    /// A quarter of the records or more have the name of another record in the file; `names` is an example.
    SharedNames,
    /// Rows with a heading that has the columns of the header in another order; the import read the rows
    /// below them by it.
    MovedColumns,
    /// First and last rows of other tables, with other columns below the first; the import rejected them.
    OtherTables,
    /// Columns with names or cells that look like prices; they are attributes, and no row has a price.
    UnusedPrices,
    /// Columns with the name of the name column, below another heading or with a number appended. They may
    /// belong to a table beside the first one; the import stored their cells as attributes.
    TablesBeside,
    /// No column is the name, and the import rejected rows whose ids no record has. `names` is a column
    /// that may contain the names, `count` the number of such rows.
    NoNames,
    /// Rows with words such as `sob consulta` in place of a price; their records have no price.
    PricesOnRequest,
    /// Dry run only: records that lose their prices, because their rows have none in the column in `names`.
    ErasedPrices,
    /// Tables beside the first one (named by their columns) or on other sheets; the import read them below
    /// it.
    JoinedTables,
    /// Columns of bar codes with numbers rounded by a spreadsheet (`7,89E+12`); those cells become empty.
    LostDigits,
    /// The import used the profile of a supplier in `names`.
    ProfileApplied,
    /// Columns of a profile that the file lacks; the import mapped the columns by their names instead.
    ProfileMisfit,
    /// Prices come from another column than that of the profile in `names`; the import did not apply its
    /// price rule.
    PriceRuleUnused,
    /// The profile does not match the file, and its price rule changed the prices of the column in `names`.
    PriceRuleUsed,
    /// Unread pages of a PDF: pages without text, damaged pages, or pages after the maximum number.
    UnreadPages,
    /// Sheets so large that the import did not check all of their rows for being hidden.
    UncheckedRows,
}

impl ImportWarning {
    /// Creates a warning about `names` and keeps the first twenty.
    pub fn new(code: WarningCode, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { code, names: names.into_iter().take(20).map(Into::into).collect(), count: None, of: None }
    }

    /// Adds to the import's warning that it concerns `count` of `of` records.
    #[must_use]
    pub fn with_counts(self, count: u32, of: u32) -> Self {
        Self { count: Some(count), of: Some(of), ..self }
    }
}

/// Progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    /// Current phase.
    pub phase: ImportPhase,
    /// Number of rows read so far.
    pub rows: u32,
    /// Progress of the phase in percent: of the file while it is read, of the records while they are
    /// moved. Absent while a single database statement runs.
    pub percent: Option<u8>,
    /// Number of records created or changed so far; only in the phase `applying`. They become visible
    /// together at the end.
    pub moved: Option<u32>,
}

impl ImportProgress {
    /// Progress of a phase of unknown length, after `rows` rows.
    pub fn at(phase: ImportPhase, rows: u32) -> Self {
        Self { phase, rows, percent: None, moved: None }
    }

    /// Progress of an import that moves its staged records: `moved` of `total`.
    pub fn of_move(rows: u32, moved: i64, total: i64) -> Self {
        let percent = (moved.saturating_mul(100) / total.max(1)).clamp(0, 100) as u8;
        let moved = u32::try_from(moved).unwrap_or(u32::MAX);
        Self { percent: Some(percent), moved: Some(moved), ..Self::at(ImportPhase::Applying, rows) }
    }
}

/// Phases of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportPhase {
    /// The import reads, checks and stages rows.
    Reading,
    /// A transaction counts the staged rows, or moves them to the catalog.
    Applying,
    /// The records are in the catalog; the import updates the word statistics. It cannot be cancelled
    /// any more.
    Finishing,
    /// The import was cancelled and is stopping.
    Cancelling,
}

/// Result of an import with data for the next steps of a person.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The report.
    pub report: ImportReport,
    /// All rejected rows.
    pub rejected_rows: RowSet,
    /// Rows that rejected rows repeat.
    pub repeated_rows: RowSet,
    /// Dry run only: the first rows that would create a record similar to a stored one.
    pub lookalikes: Vec<Lookalike>,
    /// Number of all such pairs.
    pub lookalike_count: u32,
    /// Dry run only: the first rows with the changes to their records.
    pub changes: ImportChanges,
}
