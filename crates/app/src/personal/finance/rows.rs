//! Parsing and rendering of finance CSV rows, cell by cell.

use super::columns::{CellKind, Column};
use crate::error::AppError;
use crate::files::formula_guard::unguard_formula;
use celeiro_domain::catalog::{DecimalMark, FieldError, FieldErrorCode, NumberError, both_readings};
use celeiro_domain::personal::finance::money::{AMOUNTS, Money, read_text};
use celeiro_domain::personal::finance::month::{MONTH_FORMS, Month};
use celeiro_domain::text::normalize_text;
use chrono::{Datelike as _, NaiveDate};
use serde_json::{Map, Value};

/// Most rows of a file.
const MAX_ROWS: usize = 5_000;
const DAY_FORMS: &str = "15/05/2026 | 2026-05-15";
/// Years that a day may be of.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=9999;

/// A row: its line in the file, and its cells by field or what is wrong with them.
pub(super) struct Row {
    pub line: u64,
    pub cells: Result<Map<String, Value>, Vec<FieldError>>,
}

/// The rows of a table of bills, expenses or incomes.
///
/// # Errors
/// `invalid_request` for too many rows or none; `invalid_fields` for headings that are unknown or absent.
pub(super) fn read_rows(columns: &'static [Column], content: &str) -> Result<Vec<Row>, AppError> {
    let content = content.trim_start_matches('\u{feff}');
    let heading = content.lines().next().unwrap_or_default();
    let delimiter = if heading.contains(';') { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(content.as_bytes());
    let refuse_file = |error: csv::Error| AppError::invalid_request(error.to_string());
    let order = read_heading(columns, reader.headers().map_err(refuse_file)?)?;
    let records = reader.records().collect::<Result<Vec<_>, _>>().map_err(refuse_file)?;
    if records.len() > MAX_ROWS {
        return Err(AppError::invalid_request(format!("content: 1..{MAX_ROWS}")).detail("path", "content"));
    }
    let amounts = records.iter().flat_map(|record| {
        order.iter().zip(record).filter(|(column, _)| column.kind == CellKind::Amount).map(|(_, cell)| cell)
    });
    // The sign that one amount proves holds for those that could be read in two ways.
    let of_writer = amounts.filter_map(DecimalMark::proven_by).next();
    let mark = of_writer.or((delimiter == b';').then_some(DecimalMark::Comma));
    let row = |record: &csv::StringRecord| Row {
        line: record.position().map_or(0, csv::Position::line),
        cells: read_cells(&order, record, mark),
    };
    Ok(records.iter().map(row).collect())
}

fn read_heading(
    columns: &'static [Column],
    heading: &csv::StringRecord,
) -> Result<Vec<&'static Column>, AppError> {
    let list_columns = || {
        columns
            .iter()
            .map(|column| format!("{} ({})", column.portuguese, column.field))
            .collect::<Vec<_>>()
            .join(" | ")
    };
    let find = |name: &str| {
        let wanted = normalize_text(name);
        let is_it = |column: &&Column| {
            normalize_text(column.portuguese) == wanted.trim()
                || normalize_text(column.field) == wanted.trim()
        };
        columns.iter().find(is_it).ok_or_else(|| {
            AppError::fields(vec![FieldError::new("1", FieldErrorCode::UnknownField, name, list_columns())])
        })
    };
    let order = heading.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let is_absent = |column: &&Column| column.needed && !order.iter().any(|one| one.field == column.field);
    match columns.iter().find(is_absent) {
        Some(absent) => {
            let error = FieldError::new("1", FieldErrorCode::Required, absent.portuguese, list_columns());
            Err(AppError::fields(vec![error]))
        }
        None => Ok(order),
    }
}

fn read_cells(
    order: &[&'static Column],
    record: &csv::StringRecord,
    mark: Option<DecimalMark>,
) -> Result<Map<String, Value>, Vec<FieldError>> {
    let (mut cells, mut errors) = (Map::new(), Vec::new());
    for (column, cell) in order.iter().zip(record) {
        let cell = unguard_formula(cell.trim());
        if cell.is_empty() && column.needed {
            errors.push(FieldError::new(column.field, FieldErrorCode::Required, "", ""));
        }
        if cell.is_empty() {
            continue;
        }
        match read_cell(column, cell, mark) {
            Ok(value) => {
                cells.insert(column.field.to_owned(), value);
            }
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(cells) } else { Err(errors) }
}

fn read_cell(column: &Column, cell: &str, mark: Option<DecimalMark>) -> Result<Value, FieldError> {
    let wrong = |code, allowed: &str| FieldError::new(column.field, code, cell, allowed);
    match column.kind {
        CellKind::Text => Ok(cell.into()),
        CellKind::Amount => match read_text(cell, mark) {
            // Of what was paid no record asks later: less than nothing would be paid as the whole amount.
            Ok(amount) if amount < Money::ZERO => Err(wrong(FieldErrorCode::InvalidNumber, AMOUNTS)),
            Ok(amount) => Ok(amount.to_plain().into()),
            Err(NumberError::Ambiguous) => Err(wrong(FieldErrorCode::AmbiguousPrice, &both_readings(cell))),
            Err(NumberError::NotANumber) => Err(wrong(FieldErrorCode::InvalidNumber, AMOUNTS)),
        },
        // The record knows the range, and refuses what is outside of it, with this row and column.
        CellKind::Whole => cell
            .parse::<i32>()
            .map(Value::from)
            .map_err(|_| wrong(FieldErrorCode::InvalidNumber, "0, 1, 2, …")),
        CellKind::Flag => match normalize_text(cell).trim() {
            "sim" | "s" | "true" | "yes" | "x" | "1" => Ok(true.into()),
            "nao" | "n" | "false" | "no" | "0" => Ok(false.into()),
            _ => Err(wrong(FieldErrorCode::InvalidValue, "sim | não")),
        },
        CellKind::Month => match Month::parse(cell) {
            Some(month) => Ok(month.to_string().into()),
            None => Err(wrong(FieldErrorCode::InvalidDate, MONTH_FORMS)),
        },
        CellKind::Day => {
            // chrono takes a year of any number of digits: `15/05/26` would be of the year 26.
            let day = NaiveDate::parse_from_str(cell, "%d/%m/%Y").or_else(|_| cell.parse());
            match day.ok().filter(|day| YEARS.contains(&day.year())) {
                Some(day) => Ok(day.to_string().into()),
                None => Err(wrong(FieldErrorCode::InvalidDate, DAY_FORMS)),
            }
        }
    }
}

#[cfg(test)]
mod tests;
