//! Request of an export: selection and format.

use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The kinds of files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Separated by commas, quoted where needed, UTF-8.
    #[default]
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// An Excel workbook of one sheet, of 1,048,575 records at most. It is a file when it is whole: its
    /// bytes come last.
    Xlsx,
    /// The product data of Google Merchant Center: RSS with an element for each package on sale. Of items alone, and
    /// by a profile that says where the shop is.
    Google,
}

/// How a CSV is written, and what the columns of a CSV or a workbook are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportDialect {
    /// Commas between cells, points before decimals, our own names of columns, days as in ISO 8601.
    #[default]
    Plain,
    /// What an Excel of Brazil opens as it is: semicolons between cells, commas before decimals, Portuguese names of
    /// columns, a byte-order mark, days as `31/05/2026`.
    ExcelBr,
}

impl ExportDialect {
    /// The language of the names of columns.
    pub(super) fn lang(self) -> Lang {
        match self {
            ExportDialect::Plain => Lang::En,
            ExportDialect::ExcelBr => Lang::PtBr,
        }
    }

    /// The sign before decimals.
    pub(super) fn decimal_mark(self) -> DecimalMark {
        match self {
            ExportDialect::Plain => DecimalMark::Point,
            ExportDialect::ExcelBr => DecimalMark::Comma,
        }
    }
}

impl ExportFormat {
    /// Media type of an exported file of this format.
    pub fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv => "text/csv; charset=utf-8",
            ExportFormat::Jsonl => "application/jsonl",
            ExportFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ExportFormat::Google => "application/xml",
        }
    }

    /// Usual file extension of an export of this format, without the point.
    pub fn extension(self) -> &'static str {
        match self {
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
            ExportFormat::Xlsx => "xlsx",
            ExportFormat::Google => "xml",
        }
    }
}

/// What is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
    /// Which collection.
    pub kind: Kind,
    /// Which format.
    #[serde(default)]
    pub format: ExportFormat,
    /// Begin a CSV with a byte-order mark, without which Excel takes its accents for something else.
    #[serde(default)]
    pub bom: bool,
}

/// A failed export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// More records than a sheet has rows.
    #[error("a sheet has {0} rows at most")]
    TooManyRows(u32),
    /// A text that is longer than a cell of a sheet may be; carries the record, and that length.
    #[error("{record}: a cell has {most} characters at most")]
    TooLong {
        /// Its external id, or else its name or question.
        record: String,
        /// The most characters of a cell.
        most: usize,
    },
    /// The disk does not take, or give back, what is written on the way.
    #[error("the file of the workbook: {0}")]
    Disk(#[from] std::io::Error),
    /// The workbook could not be put together.
    #[error("{0}")]
    Sheet(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_for_an_excel_of_brazil_has_its_language_and_its_comma() {
        let excel = ExportDialect::ExcelBr;
        assert_eq!((excel.lang(), excel.decimal_mark()), (Lang::PtBr, DecimalMark::Comma));
        let plain = ExportDialect::default();
        assert_eq!((plain.lang(), plain.decimal_mark()), (Lang::En, DecimalMark::Point));
    }

    #[test]
    fn each_format_has_an_ending_of_its_own() {
        let formats = [ExportFormat::Csv, ExportFormat::Jsonl, ExportFormat::Xlsx, ExportFormat::Google];
        assert_eq!(formats.map(ExportFormat::extension), ["csv", "jsonl", "xlsx", "xml"]);
        assert!(formats.iter().all(|format| format.media_type().contains('/')));
    }
}
