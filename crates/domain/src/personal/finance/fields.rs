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

/// The months of a record that is planned by month: one alone, all from a first on, or those from a first to a last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// Its month, or the first.
    pub first: Month,
    /// Whether it is planned for every month from then on.
    pub recurs: bool,
    /// The last month of one that recurs no more.
    pub last: Option<Month>,
}

impl Span {
    /// Whether a month is one of them.
    pub fn has(self, month: Month) -> bool {
        let goes_on = self.recurs || self.last.is_some_and(|last| month <= last);
        month == self.first || (month > self.first && goes_on)
    }

    /// Whether it has more months than one.
    pub fn is_long(self) -> bool {
        self.recurs || self.last.is_some()
    }

    /// The months of a record once it is saved for `given`. One that recurs and did so before keeps an earlier
    /// beginning, because a page that shows it in a later month sends that month back. One that recurs no more ends
    /// with the month in which that was said: the months before stay what they were.
    pub fn after_save(given: Month, recurs: bool, before: Option<Span>) -> Span {
        let Some(before) = before.filter(|before| before.is_long()) else {
            return Span { first: given, recurs, last: None };
        };
        let last = before.last.unwrap_or_else(|| given.max(before.first));
        Span { first: before.first.min(given), recurs, last: (!recurs).then_some(last) }
    }
}
