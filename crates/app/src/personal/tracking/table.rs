//! CSV import and export of metrics: an import stores all rows or none, and reports errors by row and column.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::files::formula_guard::{guard_formula, unguard_formula};
use crate::files::pasted_csv::read_csv;
use crate::personal::switch::require_on;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::metric::spell_kind;
use celeiro_domain::personal::metric_file::{
    COLUMNS, MAX_ROWS, Places, Row, read_heading, read_rows, row_of,
};
use celeiro_store::MetricQuery;
use chrono::Utc;
use csv::{StringRecord, Writer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest text of a file, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// A file of metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportMetrics {
    /// The text of the file, at most 4 MB and 20,000 rows: a heading `date,type,value,unit,notes` (or `data;tipo;
    /// valor;unidade;observações`, in any order), then a row an entry. Days and decimals may be those of Brazil.
    pub csv: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedMetrics {
    /// The operation, by which the import is taken back.
    pub operation_id: Uuid,
    /// Entries that are new.
    pub added: u32,
    /// Rows that were there already.
    pub known: u32,
}

/// Which metrics go into a file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportMetrics {
    /// This metric alone; all of them where absent.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
}

/// Metrics as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricsFile {
    /// The text of the file, which the import reads again.
    pub csv: String,
    /// Its entries.
    pub entries: u32,
}

/// Enters the rows of a file that are not there yet.
///
/// # Errors
/// `personal_off`; `invalid_fields` with fields such as `rows[3].value`, and nothing is entered.
pub async fn import_metrics(
    app: &App,
    caller: &Caller,
    request: ImportMetrics,
) -> Result<ImportedMetrics, AppError> {
    let zone = require_on(app)?;
    let rows = split_rows(&request.csv).map_err(AppError::fields)?;
    let entries = read_rows(&rows, &zone, Utc::now()).map_err(AppError::fields)?;
    let write = new_write(caller, request.operation_id);
    let added = app.store().import_metrics(&entries, &write).await?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let added = u32::try_from(added).unwrap_or(u32::MAX);
    Ok(ImportedMetrics {
        operation_id: write.operation_id,
        added,
        known: count(entries.len()).saturating_sub(added),
    })
}

/// Exports all entries of metrics as a CSV file, the oldest first.
///
/// # Errors
/// `personal_off`.
pub async fn export_metrics(app: &App, _: &Caller, request: ExportMetrics) -> Result<MetricsFile, AppError> {
    require_on(app)?;
    let kind = request.kind.as_deref().map(spell_kind);
    let mut entries =
        app.store().metrics(&MetricQuery { kind, limit: i64::MAX, ..MetricQuery::default() }).await?;
    entries.reverse();
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|(name, _)| name)).map_err(AppError::internal)?;
    for entry in &entries {
        let cells = row_of(entry);
        writer
            .write_record(cells.iter().map(|cell| guard_formula(cell).into_owned()))
            .map_err(AppError::internal)?;
    }
    let text = writer.into_inner().map_err(AppError::internal)?;
    Ok(MetricsFile {
        csv: String::from_utf8(text).map_err(AppError::internal)?,
        entries: u32::try_from(entries.len()).unwrap_or(u32::MAX),
    })
}

/// The rows below the heading, blank ones left out.
fn split_rows(text: &str) -> Result<Vec<Row>, Vec<FieldError>> {
    let refusal = |code, value: usize, allowed: String| {
        Err(vec![FieldError::new("csv", code, &value.to_string(), allowed)])
    };
    if text.len() > MAX_BYTES {
        return refusal(FieldErrorCode::TooLong, text.len(), format!("1..{MAX_BYTES}"));
    }
    let mut reader = read_csv(text);
    let mut records = reader.records();
    let heading = match records.next() {
        Some(Ok(heading)) => heading,
        _ => return read_heading([]).map(|_| Vec::new()),
    };
    let places = read_heading(&heading)?;
    let mut rows = Vec::new();
    for record in records {
        let Ok(record) = record else {
            return refusal(FieldErrorCode::InvalidText, rows.len() + 2, String::new());
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if rows.len() == MAX_ROWS {
            return refusal(FieldErrorCode::TooLong, MAX_ROWS + 1, format!("1..{MAX_ROWS}"));
        }
        let number = record.position().map_or(rows.len() as u64 + 2, |place| place.record() + 1);
        check_width(&record, heading.len(), number)?;
        rows.push(row_at(&record, places, number as usize));
    }
    Ok(rows)
}

/// A row with more cells than the heading is one whose decimal comma was taken for the end of a cell.
fn check_width(record: &StringRecord, width: usize, number: u64) -> Result<(), Vec<FieldError>> {
    if record.iter().skip(width).all(|cell| cell.trim().is_empty()) {
        return Ok(());
    }
    let (field, count) = (format!("rows[{number}]"), record.len().to_string());
    Err(vec![FieldError::new(&field, FieldErrorCode::RaggedRow, &count, width.to_string())])
}

fn row_at(record: &StringRecord, places: Places, number: usize) -> Row {
    let cell = |place: Option<usize>| place.and_then(|place| record.get(place)).unwrap_or("");
    Row { number, cells: places.map(|place| unguard_formula(cell(place)).to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<String> {
        split_rows(text).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn files_of_both_countries_are_split() {
        let rows =
            split_rows("\u{feff}Data;Tipo;Valor\r\n27/11/2026;peso;82,5\r\n;;\r\n26/11/2026;peso;83\r\n")
                .unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[1].number, rows[1].cells[2].as_str()), (4, "83"));
        let rows = split_rows("date,type,value,notes\n2026-11-27,peso,\"82,5\",\"'=1+1\"\n").unwrap();
        assert_eq!((rows[0].cells[2].as_str(), rows[0].cells[4].as_str()), ("82,5", "=1+1"));
    }

    #[test]
    fn what_cannot_be_split_is_named() {
        assert_eq!(fields(""), ["rows[1].date", "rows[1].type", "rows[1].value"]);
        assert_eq!(fields("peso\n80"), ["rows[1].date", "rows[1].type", "rows[1].value"]);
        assert_eq!(fields("date,type,value\n27/11/2026,peso,82,5\n"), ["rows[2]"]);
        assert_eq!(fields(&"x".repeat(MAX_BYTES + 1)), ["csv"]);
        let long = format!("date,type,value\n{}", "2026-01-01,a,1\n".repeat(MAX_ROWS + 1));
        assert_eq!(fields(&long), ["csv"]);
        assert_eq!(split_rows("date,type,value\n").unwrap().len(), 0);
    }
}
