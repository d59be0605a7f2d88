//! One cell, as the file has it.

use crate::files::formula_guard::unguard_formula;
use celeiro_domain::catalog::FieldErrorCode;
use serde_json::{Number, Value};
use std::borrow::Cow;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import) enum Cell<'a> {
    Blank,
    Text(Cow<'a, str>),
    /// A number of a sheet.
    Number(f64),
    /// A number of a JSON file, as it is spelt there.
    Digits(Cow<'a, str>),
    Bool(bool),
    /// A list or object of a JSON file.
    Json(Value),
    /// A formula that failed, such as `#N/A`.
    Failed(String),
    /// A formula whose value was not saved with it; carries the formula.
    Uncomputed(String),
    /// Text of a JSON file with half a character in it, as it is spelt there.
    HalfCharacter(String),
    /// Bytes that are no text in the file's encoding, shown as well as can be.
    Unreadable(String),
    /// More than a cell may hold; carries the beginning.
    TooLong(String),
}

impl<'a> Cell<'a> {
    /// Creates a cell from its text, blank where the text has nothing visible.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if let Some(unread) = text.strip_prefix(UNREAD) {
            return unread_cell(unread);
        }
        if text.len() > super::MAX_CELL {
            return Cell::TooLong(cut_cell_text(&text));
        }
        let is_blank = !text.starts_with(|c: char| c.is_ascii_graphic()) && text.trim().is_empty();
        if is_blank { Cell::Blank } else { Cell::Text(text) }
    }

    /// Copies the cell, so that it outlives the buffer of the file.
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Cell::Blank => Cell::Blank,
            Cell::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
            Cell::Number(number) => Cell::Number(number),
            Cell::Digits(digits) => Cell::Digits(Cow::Owned(digits.into_owned())),
            Cell::Bool(value) => Cell::Bool(value),
            Cell::Json(value) => Cell::Json(value),
            Cell::Failed(shown) => Cell::Failed(shown),
            Cell::Uncomputed(formula) => Cell::Uncomputed(formula),
            Cell::HalfCharacter(shown) => Cell::HalfCharacter(shown),
            Cell::Unreadable(shown) => Cell::Unreadable(shown),
            Cell::TooLong(shown) => Cell::TooLong(shown),
        }
    }

    /// The cell as a text, where the text says all of the cell.
    pub fn into_text(self) -> Option<String> {
        Some(match self {
            Cell::Text(text) | Cell::Digits(text) => text.into_owned(),
            Cell::Number(number) => number_text(number),
            Cell::Bool(value) => value.to_string(),
            _ => return None,
        })
    }

    /// The cell as it stands in the file: a text, a number, a switch, or null where nothing does. What
    /// could not be read stands behind a mark, so that it is not taken for a text the next time.
    pub fn into_value(self) -> Value {
        match self {
            Cell::Blank => Value::Null,
            Cell::Text(text) => Value::String(text.into_owned()),
            Cell::Number(number) => number_value(number),
            Cell::Digits(digits) => {
                serde_json::from_str(&digits).unwrap_or_else(|_| Value::String(digits.into_owned()))
            }
            Cell::Bool(value) => Value::Bool(value),
            Cell::Json(value) => value,
            Cell::Failed(shown)
            | Cell::Uncomputed(shown)
            | Cell::HalfCharacter(shown)
            | Cell::Unreadable(shown) => Value::String(format!("{UNREAD}{shown}")),
            Cell::TooLong(shown) => Value::String(too_long(&shown)),
        }
    }

    /// The fault of a cell that no field can take, with its text.
    pub fn fault(&self) -> Option<(FieldErrorCode, &str)> {
        Some(match self {
            Cell::Failed(shown) => (FieldErrorCode::FailedFormula, shown),
            Cell::Uncomputed(shown) => (FieldErrorCode::UncomputedFormula, shown),
            Cell::Unreadable(shown) => (FieldErrorCode::InvalidText, shown),
            Cell::HalfCharacter(shown) => (FieldErrorCode::HalfCharacter, shown),
            Cell::TooLong(shown) => (FieldErrorCode::TooLong, shown),
            _ => return None,
        })
    }

    /// The imported cell without the apostrophe of [`guard_formula`].
    pub fn without_guard(self) -> Self {
        match self {
            Cell::Text(text) => Cell::text(unguard_formula(&text).to_owned()),
            other => other,
        }
    }

    /// Approximate size of the cell in bytes.
    pub fn size(&self) -> usize {
        match self {
            Cell::Text(text) | Cell::Digits(text) => text.len(),
            Cell::Json(value) => value.to_string().len(),
            _ => 8,
        }
    }
}

/// What stands in a file of rejected rows before a cell that could not be read: read again, it is
/// refused again until a person has put something else there.
const UNREAD: &str = "⚠ Celeiro: ";
/// Behind [`UNREAD`], before the beginning of what is too long.
const BEGINNING: &str = "… ";

/// What stood behind the mark, as it was refused then.
fn unread_cell<'a>(unread: &str) -> Cell<'a> {
    match (unread.strip_prefix(BEGINNING), unread.as_bytes().first()) {
        (Some(start), _) => Cell::TooLong(cut_cell_text(start)),
        (None, Some(b'#')) => Cell::Failed(cut_cell_text(unread)),
        (None, Some(b'=')) => Cell::Uncomputed(cut_cell_text(unread)),
        (None, _) => Cell::Unreadable(cut_cell_text(unread)),
    }
}

/// A text that is too long for a cell, as its beginning behind a mark.
pub fn too_long(text: &str) -> String {
    format!("{UNREAD}{BEGINNING}{}", cut_cell_text(text))
}

/// A text that could not be read, behind a mark.
pub(super) fn mark_unread(text: &str) -> String {
    format!("{UNREAD}{text}")
}

/// At most 120 characters: what an error shows of a cell.
fn cut_cell_text(text: &str) -> String {
    text.chars().take(120).collect()
}

/// A number of a sheet as a person reads it there: whole ones without a point, others with at most
/// 15 digits, which is as many as Excel keeps (`0.1 + 0.2` is 0.3).
pub(super) fn number_text(number: f64) -> String {
    if !number.is_finite() {
        return number.to_string();
    }
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    rounded.to_string()
}

/// A number of a sheet as JSON.
pub(super) fn number_value(number: f64) -> Value {
    let text = number_text(number);
    match text.parse::<i64>() {
        Ok(whole) => Value::from(whole),
        Err(_) => text.parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_of_sheets_are_shown_as_there() {
        for (number, text) in [
            (7_891_234_567_890.0, "7891234567890"),
            (0.1 + 0.2, "0.3"),
            (12.3 * 1.1, "13.53"),
            (-0.5, "-0.5"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number_text(number), text);
        }
        assert_eq!(number_value(5.0), json!(5));
        assert_eq!(number_value(2.5), json!(2.5));
    }

    #[test]
    fn what_could_not_be_read_is_not_read_the_next_time_either() {
        for cell in [
            Cell::Failed("#N/A".into()),
            Cell::Uncomputed("=1+1".into()),
            Cell::Unreadable("a\u{fffd}".into()),
            Cell::TooLong("aaa".into()),
        ] {
            let Value::String(told) = cell.clone().into_value() else { panic!("{cell:?}") };
            assert_eq!(Cell::text(told), cell);
        }
    }

    #[test]
    fn a_text_is_blank_where_there_is_nothing_to_see_and_cut_where_it_is_too_long() {
        for blank in ["", "  ", "\t", "\u{a0} "] {
            assert_eq!(Cell::text(blank), Cell::Blank, "{blank:?}");
        }
        assert_eq!(Cell::text(" a "), Cell::Text(" a ".into()));
        let most = "é".repeat(super::super::MAX_CELL / 2);
        assert!(matches!(Cell::text(most.as_str()), Cell::Text(_)));
        assert_eq!(Cell::text(most + "é"), Cell::TooLong("é".repeat(120)));
    }

    #[test]
    fn a_cell_is_told_as_a_value_and_as_a_text_where_that_says_all_of_it() {
        for (cell, value, text) in [
            (Cell::Blank, Value::Null, None),
            (Cell::text("a"), json!("a"), Some("a")),
            (Cell::Number(2.5), json!(2.5), Some("2.5")),
            (Cell::Digits("12.50".into()), json!(12.5), Some("12.50")),
            (Cell::Digits("-".into()), json!("-"), Some("-")),
            (Cell::Bool(true), json!(true), Some("true")),
            (Cell::Json(json!([1])), json!([1]), None),
        ] {
            assert!(cell.fault().is_none(), "{cell:?}");
            assert_eq!(cell.clone().into_owned().into_value(), value, "{cell:?}");
            assert_eq!(cell.into_text().as_deref(), text);
        }
        let half = Cell::HalfCharacter(r"\ud800".into());
        assert_eq!(half.fault(), Some((FieldErrorCode::HalfCharacter, r"\ud800")));
        assert_eq!(half.into_text(), None);
    }

    #[test]
    fn only_the_apostrophe_before_a_formula_is_taken_off() {
        for (text, bare) in [("'=1+1", "=1+1"), ("''-x", "'-x"), ("'t Gooi", "'t Gooi"), ("=1", "=1")] {
            assert_eq!(Cell::text(text).without_guard(), Cell::text(bare));
        }
        assert_eq!(Cell::Number(1.0).without_guard(), Cell::Number(1.0));
    }
}
