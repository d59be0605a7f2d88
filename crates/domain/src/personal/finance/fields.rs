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
    /// Whether the span of months of a bill, an expense or an income has a month.
    pub fn has(self, month: Month) -> bool {
        let goes_on = self.recurs || self.last.is_some_and(|last| month <= last);
        month == self.first || (month > self.first && goes_on)
    }

    /// Whether the span has more than one month.
    pub fn is_long(self) -> bool {
        self.recurs || self.last.is_some()
    }

    /// The months of a record once it is saved for `given`; `known` are months of which more is known than the plan.
    /// One that recurs and did so before keeps an earlier beginning, because a page that shows it in a later month sends
    /// that month back. One that recurs no more ends with the month in which that was said: the months before stay what
    /// they were. Where that was its first month and no other is known, it is from then on one of that month alone.
    pub fn after_save<'a>(
        given: Month,
        recurs: bool,
        before: Option<Span>,
        mut known: impl Iterator<Item = &'a Month>,
    ) -> Span {
        let Some(before) = before.filter(|before| before.is_long()) else {
            return Span { first: given, recurs, last: None };
        };
        if recurs {
            return Span { first: before.first.min(given), recurs, last: None };
        }
        let is_single = before.last == Some(before.first) && known.all(|month| *month == before.first);
        if is_single && given != before.first {
            return Span { first: given, recurs, last: None };
        }
        let last = before.last.unwrap_or_else(|| given.max(before.first));
        Span { first: before.first, recurs, last: Some(last) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    fn span(first: &str, recurs: bool, last: Option<&str>) -> Span {
        Span { first: month(first), recurs, last: last.map(month) }
    }

    #[test]
    fn one_that_ended_with_its_first_month_moves_with_its_month() {
        let begun = span("2026-05", true, None);
        let save = |given: &str, recurs, before, known: &[Month]| {
            Span::after_save(month(given), recurs, Some(before), known.iter())
        };
        let ended = save("2026-05", false, begun, &[]);
        assert_eq!(ended, span("2026-05", false, Some("2026-05")));
        assert_eq!(save("2026-05", false, ended, &[]), ended, "saved again as it is");
        for given in ["2026-07", "2026-04"] {
            let moved = save(given, false, ended, &[month("2026-05")]);
            assert_eq!(moved, span(given, false, None));
            assert!(!moved.has(month("2026-05")));
        }
        let known = [month("2026-05"), month("2026-06")];
        assert_eq!(save("2026-06", false, ended, &known), ended, "shown in a month that was paid");
        assert_eq!(save("2026-07", true, ended, &[]), begun, "an end that is taken back");
        let early = save("2026-03", false, begun, &[]);
        assert_eq!(early, ended, "the end of one brings no months before its first");
        assert_eq!(save("2026-03", true, begun, &[]), span("2026-03", true, None));
        let long = span("2026-01", false, Some("2026-05"));
        assert_eq!(save("2025-12", false, long, &[]), long);
    }
}
