//! Checks that the records share.

use super::month::{MONTH_FORMS, Month};
use crate::catalog::{FieldError, FieldErrorCode, clean_text};

/// Longest names, in characters.
pub const MAX_NAME: usize = 100;

/// A list of names to choose from.
pub(super) trait Code: Copy + 'static {
    /// All of them.
    fn list() -> &'static [Self];
    /// The stored name.
    fn text(self) -> &'static str;
}

/// Reads one of a list; the names that are allowed are in the error.
pub(super) fn read_code<T: Code>(given: &str, field: &str, errors: &mut Vec<FieldError>) -> Option<T> {
    let wanted = crate::text::normalize_text(given);
    let found = T::list().iter().copied().find(|code| code.text() == wanted.trim() || code.text() == given);
    if found.is_none() {
        let allowed = T::list().iter().map(|code| code.text()).collect::<Vec<_>>().join(" | ");
        errors.push(FieldError::new(field, FieldErrorCode::InvalidValue, given, allowed));
    }
    found
}

/// Cleans a name, which must not be blank.
pub(super) fn read_name(given: &str, errors: &mut Vec<FieldError>) -> String {
    let name = clean_text(given, "name", MAX_NAME, errors);
    if name.is_empty() {
        errors.push(FieldError::new("name", FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
    }
    name
}

/// Reads a month; that of today where it is blank.
pub(super) fn read_month(
    given: Option<&str>,
    field: &str,
    today: Month,
    errors: &mut Vec<FieldError>,
) -> Month {
    let Some(text) = given.filter(|text| !text.trim().is_empty()) else { return today };
    Month::parse(text).unwrap_or_else(|| {
        errors.push(FieldError::new(field, FieldErrorCode::InvalidDate, text, MONTH_FORMS));
        today
    })
}

/// Reads a day of the month.
pub(super) fn read_due_day(given: i32, errors: &mut Vec<FieldError>) -> u32 {
    if !(1..=31).contains(&given) {
        errors.push(FieldError::new("dueDay", FieldErrorCode::InvalidValue, &given.to_string(), "1..31"));
        return 1;
    }
    given.unsigned_abs()
}

/// An error where nothing is given and something must be.
pub(super) fn require<T>(
    given: Option<T>,
    field: &str,
    allowed: &str,
    errors: &mut Vec<FieldError>,
) -> Option<T> {
    if given.is_none() && !errors.iter().any(|error| error.field == field) {
        errors.push(FieldError::new(field, FieldErrorCode::Required, "", allowed));
    }
    given
}

/// The month from which a record counts once it is saved for `of_value`: one that recurs and did so before keeps an
/// earlier beginning, because a page that shows it in a later month sends that month back.
pub(super) fn begin_month(given: Month, recurs: bool, before: Option<(Month, bool)>) -> Month {
    match before {
        Some((start, true)) if recurs => start.min(given),
        _ => given,
    }
}
