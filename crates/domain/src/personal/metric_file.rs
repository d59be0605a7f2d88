//! Metrics as a table of `date, type, value, unit, notes`: read with what is wrong by row and column, and written so
//! that it is read again.

use super::metric::{DAY_FORMS, Metric, MetricDraft, MetricFields, MetricSource, parse_day};
use crate::catalog::{DecimalMark, FieldError, FieldErrorCode, NumberError, both_readings, read_number};
use crate::text::normalize_text;
use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use uuid::Uuid;

/// Most rows of a file.
pub const MAX_ROWS: usize = 20_000;
/// Most errors that a refusal names.
const MOST_ERRORS: usize = 100;
/// Accepted notations of a value, for error messages.
const NUMBER_FORMS: &str = "82.5 | 82,5";

/// The columns, as they are written, with other names under which they are read.
pub const COLUMNS: [(&str, &[&str]); 5] = [
    ("date", &["data", "dia", "day"]),
    ("type", &["tipo", "metrica", "metric"]),
    ("value", &["valor"]),
    ("unit", &["unidade"]),
    ("notes", &["observacoes", "observacao", "notas", "note"]),
];
/// Columns without which nothing can be read.
const NEEDED: usize = 3;

/// The place of each column of [`COLUMNS`] in a heading.
pub type Places = [Option<usize>; COLUMNS.len()];

/// Finds the columns of a heading; names are compared without case and accents.
///
/// # Errors
/// Those that are missing, as fields.
pub fn read_heading<'a>(cells: impl IntoIterator<Item = &'a str>) -> Result<Places, Vec<FieldError>> {
    let cells: Vec<String> = cells.into_iter().map(|cell| normalize_text(cell).trim().to_owned()).collect();
    let places = COLUMNS
        .map(|(name, others)| cells.iter().position(|cell| cell == name || others.contains(&cell.as_str())));
    let missing = COLUMNS.iter().zip(places).take(NEEDED).filter(|(_, place)| place.is_none());
    let errors: Vec<FieldError> = missing
        .map(|((name, _), _)| {
            let column = format!("rows[1].{name}");
            FieldError::new(&column, FieldErrorCode::Required, "", "date, type, value, unit, notes")
        })
        .collect();
    if errors.is_empty() { Ok(places) } else { Err(errors) }
}

/// A row that was read: its number in the file, the heading being the first, and its cells in the order of [`COLUMNS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The number of the row, from 1.
    pub number: usize,
    /// The cells; blank where the file has none.
    pub cells: [String; COLUMNS.len()],
}

/// The entries of a file, with ids that are the same each time the same rows are read.
///
/// # Errors
/// What is wrong, as fields such as `rows[3].value`; then nothing of the file is used.
pub fn read_rows(
    rows: &[Row],
    zone: &str,
    now: DateTime<Utc>,
) -> Result<Vec<(Uuid, MetricFields)>, Vec<FieldError>> {
    let mark = proven_mark(rows);
    let (mut entries, mut errors) = (Vec::with_capacity(rows.len()), Vec::new());
    let mut seen: HashMap<String, u32> = HashMap::new();
    for row in rows {
        match read_row(row, mark, zone, now) {
            Ok(fields) => {
                let content = content_of(&fields);
                let time = seen.entry(content.clone()).and_modify(|times| *times += 1).or_insert(1);
                entries.push((id_of(&content, *time), fields));
            }
            Err(wrong) => {
                errors.extend(wrong.into_iter().map(|error| FieldError {
                    field: format!("rows[{}].{}", row.number, error.field),
                    ..error
                }))
            }
        }
        if errors.len() >= MOST_ERRORS {
            errors.truncate(MOST_ERRORS);
            break;
        }
    }
    if errors.is_empty() { Ok(entries) } else { Err(errors) }
}

fn read_row(
    row: &Row,
    mark: Option<DecimalMark>,
    zone: &str,
    now: DateTime<Utc>,
) -> Result<MetricFields, Vec<FieldError>> {
    let [date, kind, value, unit, notes] = &row.cells;
    let mut errors = Vec::new();
    let number = read_value(value, mark).unwrap_or_else(|error| {
        errors.push(error);
        0.0
    });
    if date.trim().is_empty() {
        errors.push(FieldError::new("date", FieldErrorCode::Required, "", DAY_FORMS));
    }
    // A date that cannot be read is told by the check.
    let day = parse_day(date).map_or_else(|| date.clone(), |day| day.to_string());
    let draft = MetricDraft {
        kind: kind.clone(),
        value: number,
        unit: Some(unit.clone()),
        date: Some(day),
        notes: Some(notes.clone()),
    };
    match draft.check(zone, now, MetricSource::File) {
        Ok(fields) if errors.is_empty() => Ok(fields),
        Ok(_) => Err(errors),
        Err(others) => Err(errors.into_iter().chain(others).collect()),
    }
}

fn read_value(text: &str, mark: Option<DecimalMark>) -> Result<f64, FieldError> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let wrong = |allowed: String| FieldError::new("value", FieldErrorCode::InvalidNumber, text, allowed);
    match read_number(bare.trim_start_matches("R$"), mark) {
        // Its digits give the nearest binary fraction.
        Ok(number) => number.to_string().parse().map_err(|_| wrong(NUMBER_FORMS.to_owned())),
        Err(NumberError::Ambiguous) => {
            Err(FieldError { code: FieldErrorCode::AmbiguousPrice, ..wrong(both_readings(&bare)) })
        }
        Err(NumberError::NotANumber) => read_plain(&bare).ok_or_else(|| wrong(NUMBER_FORMS.to_owned())),
    }
}

/// A number as programs write it, which may be too small or have too many digits for a decimal.
fn read_plain(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    text.parse::<f64>().ok().filter(|number| is_plain && number.is_finite())
}

/// The decimal sign that the values of a file prove, where no two of them prove different ones.
fn proven_mark(rows: &[Row]) -> Option<DecimalMark> {
    let mut proofs = rows.iter().filter_map(|row| DecimalMark::proven_by(&row.cells[2]));
    let first = proofs.next()?;
    proofs.all(|mark| mark == first).then_some(first)
}

/// What makes two entries the same: metric, day, value, unit and notes.
fn content_of(fields: &MetricFields) -> String {
    let kind = normalize_text(&fields.kind);
    let (unit, notes) = (fields.unit.as_deref().unwrap_or(""), fields.notes.as_deref().unwrap_or(""));
    format!("{kind}\u{1f}{}\u{1f}{}\u{1f}{unit}\u{1f}{notes}", fields.date, fields.value)
}

/// The id of the entry that stands in a file for the `time`-th time.
fn id_of(content: &str, time: u32) -> Uuid {
    let digest = Sha256::digest(format!("celeiro metric\u{1f}{content}\u{1f}{time}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// An entry as a row of [`COLUMNS`]. Three decimals are written as four, because they would look like thousands.
pub fn row_of(metric: &Metric) -> [String; COLUMNS.len()] {
    let own = |text: &Option<String>| text.clone().unwrap_or_default();
    [
        metric.date.to_string(),
        metric.kind.clone(),
        spell_value(metric.value),
        own(&metric.unit),
        own(&metric.notes),
    ]
}

fn spell_value(value: f64) -> String {
    let text = value.to_string();
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() == 3 => format!("{text}0"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(number: usize, cells: [&str; 5]) -> Row {
        Row { number, cells: cells.map(str::to_owned) }
    }

    type RefusedCells = Vec<(String, FieldErrorCode)>;

    fn read(rows: &[Row]) -> Result<Vec<(Uuid, MetricFields)>, RefusedCells> {
        let now = "2026-11-28T12:00:00Z".parse().unwrap();
        let name_errors = |errors: Vec<FieldError>| errors.into_iter().map(|e| (e.field, e.code)).collect();
        read_rows(rows, "America/Sao_Paulo", now).map_err(name_errors)
    }

    #[test]
    fn numbers_and_days_of_brazil_are_read() {
        let rows = [
            row(2, ["27/11/2026", "Peso", "82,5", "kg", ""]),
            row(3, ["2026-11-26", "weight", "1.082", "kg", "a vírgula da outra linha prova"]),
        ];
        let read = read(&rows).unwrap();
        assert_eq!((read[0].1.kind.as_str(), read[0].1.value), ("weight", 82.5));
        assert_eq!(read[1].1.value, 1082.0);
    }

    #[test]
    fn what_is_wrong_is_named_by_row_and_column() {
        let rows = [
            row(2, ["27/11/2026", "peso", "82.5", "kg", ""]),
            row(3, ["31/02/2026", "", "oitenta", "", ""]),
            row(5, ["", "peso", "NaN", "", ""]),
            row(6, ["2027-01-01", "peso", "inf", "", ""]),
            row(7, ["2026-01-01", "peso", "9999999999999", "", ""]),
        ];
        let errors = read(&rows).unwrap_err();
        let has =
            |field: &str, code| assert!(errors.contains(&(field.to_owned(), code)), "{field}: {errors:?}");
        has("rows[3].date", FieldErrorCode::InvalidDate);
        has("rows[3].type", FieldErrorCode::Required);
        has("rows[3].value", FieldErrorCode::InvalidNumber);
        has("rows[5].date", FieldErrorCode::Required);
        has("rows[5].value", FieldErrorCode::InvalidNumber);
        has("rows[6].date", FieldErrorCode::DateInFuture);
        has("rows[6].value", FieldErrorCode::InvalidNumber);
        has("rows[7].value", FieldErrorCode::InvalidNumber);
        assert!(!errors.iter().any(|(field, _)| field.starts_with("rows[2]")));
        let alone = read(&[row(2, ["2026-01-01", "peso", "1.082", "", ""])]).unwrap_err();
        assert_eq!(alone, [("rows[2].value".to_owned(), FieldErrorCode::AmbiguousPrice)]);
    }

    #[test]
    fn a_heading_is_found_in_both_languages_and_any_order() {
        let places = read_heading(["Valor", "DATA", "Observações", "Métrica"]).unwrap();
        assert_eq!(places, [Some(1), Some(3), Some(0), None, Some(2)]);
        let missing = read_heading(["data", "peso"]).unwrap_err();
        let names: Vec<_> = missing.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(names, ["rows[1].type", "rows[1].value"]);
    }

    #[test]
    fn the_same_rows_have_the_same_ids_and_equal_rows_differ() {
        let one = row(2, ["2026-11-26", "água", "1", "copo", ""]);
        let two = Row { number: 3, ..one.clone() };
        let (first, again) = (read(&[one.clone(), two.clone()]).unwrap(), read(&[one, two]).unwrap());
        assert_eq!(first, again);
        assert_ne!(first[0].0, first[1].0);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(value in -1e12f64..1e12, thousandths in 0i32..5_000) {
            for value in [value, value * 1e-60, f64::from(thousandths) / 1_000.0] {
                prop_assert_eq!(read_value(&spell_value(value), None), Ok(value));
            }
        }

        #[test]
        fn any_cells_are_read_or_refused(cells in proptest::array::uniform5(".{0,12}")) {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            match read(&[row(2, [cells[0], cells[1], cells[2], cells[3], cells[4]])]) {
                Ok(metrics) => prop_assert!(metrics.iter().all(|(_, metric)| metric.value.is_finite())),
                Err(errors) => prop_assert!(errors.iter().all(|(field, _)| field.starts_with("rows[2]"))),
            }
        }
    }
}
