//! Months of the person's zone, from 2020 to 2100.

use crate::catalog::{FieldError, FieldErrorCode};
use chrono::{Datelike as _, Days, Months, NaiveDate};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The years of records.
pub const YEARS: std::ops::RangeInclusive<i32> = 2020..=2100;
/// Accepted notations, for error messages.
pub const MONTH_FORMS: &str = "2020-01..2100-12 (2026-05 | 05/2026)";

/// A month: `2026-05` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: NaiveDate,
}

impl Month {
    /// The month of this number, 1 to 12; none outside of [`YEARS`].
    pub fn new(year: i32, month: u32) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        YEARS.contains(&year).then_some(Self { first })
    }

    /// Month of finances that a day belongs to; the nearest one, where the day is outside of [`YEARS`].
    pub fn of(day: NaiveDate) -> Self {
        let (year, month) = match day.year() {
            year if year < *YEARS.start() => (*YEARS.start(), 1),
            year if year > *YEARS.end() => (*YEARS.end(), 12),
            year => (year, day.month()),
        };
        Self { first: NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default() }
    }

    /// Parses a month of finances: `2026-05` and `05/2026`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (year, month) = match text.split_once('-') {
            Some(parts) => parts,
            None => text.split_once('/').map(|(month, year)| (year, month))?,
        };
        let digits = |part: &str, longest| part.len() <= longest && part.bytes().all(|b| b.is_ascii_digit());
        if year.len() != 4 || !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        Self::new(year.parse().ok()?, month.parse().ok()?)
    }

    /// Reads the month of finances that a caller gives in numbers; what is absent is taken from `today`.
    ///
    /// # Errors
    /// `month` outside of 1 to 12, `year` outside of 2020 to 2100.
    pub fn read(month: Option<i32>, year: Option<i32>, today: NaiveDate) -> Result<Self, Vec<FieldError>> {
        let now = Self::of(today);
        let (month_given, year_given) = (month.unwrap_or(now.number() as i32), year.unwrap_or(now.year()));
        let wrong = |field: &str, given: i32, allowed: &str| {
            FieldError::new(field, FieldErrorCode::InvalidValue, &given.to_string(), allowed)
        };
        let mut errors = Vec::new();
        if !(1..=12).contains(&month_given) {
            errors.push(wrong("month", month_given, "1..12"));
        }
        if !YEARS.contains(&year_given) {
            errors.push(wrong("year", year_given, "2020..2100"));
        }
        match Self::new(year_given, month_given.unsigned_abs()) {
            Some(month) if errors.is_empty() => Ok(month),
            _ => Err(errors),
        }
    }

    /// Year of the month.
    pub fn year(self) -> i32 {
        self.first.year()
    }

    /// Number of the month in its year, 1 to 12.
    pub fn number(self) -> u32 {
        self.first.month()
    }

    /// First day of the month.
    pub fn first_day(self) -> NaiveDate {
        self.first
    }

    /// Last day of the month.
    pub fn last_day(self) -> NaiveDate {
        let next = self.first.checked_add_months(Months::new(1));
        next.and_then(|next| next.checked_sub_days(Days::new(1))).unwrap_or(self.first)
    }

    /// Day of the month with this number; the last day where the month has fewer.
    pub fn day(self, number: u32) -> NaiveDate {
        self.first.with_day(number.max(1)).unwrap_or_else(|| self.last_day())
    }

    /// The month `months` later; none behind 2100.
    pub fn later(self, months: u32) -> Option<Self> {
        let first = self.first.checked_add_months(Months::new(months))?;
        YEARS.contains(&first.year()).then_some(Self { first })
    }

    /// The previous month; the month itself where there is none.
    #[must_use]
    pub fn before(self) -> Self {
        let first = self.first.checked_sub_months(Months::new(1)).filter(|day| YEARS.contains(&day.year()));
        Self { first: first.unwrap_or(self.first) }
    }

    /// Months from `start` to this one; below 0 where this one is earlier.
    pub fn months_since(self, start: Month) -> i32 {
        (self.year() - start.year()) * 12 + self.number() as i32 - start.number() as i32
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.number())
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom(MONTH_FORMS))
    }
}

impl specta::Type for Month {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        String::definition(types)
    }
}

impl JsonSchema for Month {
    fn schema_name() -> Cow<'static, str> {
        "Month".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_31st_of_a_short_month_is_its_last_day() {
        let day = |year, month, number| Month::new(year, month).unwrap().day(number).to_string();
        assert_eq!(day(2026, 2, 31), "2026-02-28");
        assert_eq!(day(2028, 2, 30), "2028-02-29");
        assert_eq!(day(2026, 4, 31), "2026-04-30");
        assert_eq!(day(2026, 1, 31), "2026-01-31");
    }

    #[test]
    fn months_and_years_that_are_none_are_refused_with_what_is_allowed() {
        let today = "2026-11-28".parse().unwrap();
        for (month, year, field) in [
            (Some(0), None, "month"),
            (Some(13), None, "month"),
            (None, Some(2019), "year"),
            (None, Some(2101), "year"),
        ] {
            let errors = Month::read(month, year, today).unwrap_err();
            assert_eq!(errors[0].field, field);
        }
        assert_eq!(Month::read(None, None, today).unwrap().to_string(), "2026-11");
        assert_eq!(Month::read(Some(1), Some(2100), today).unwrap().to_string(), "2100-01");
        for bad in ["", "2026", "2026-00", "2026-13", "2019-12", "2101-01", "+026-01", "2026-1x", "99/99"] {
            assert_eq!(Month::parse(bad), None, "{bad}");
        }
        assert_eq!(Month::parse("5/2026"), Month::new(2026, 5));
    }

    proptest! {
        #[test]
        fn months_are_read_as_they_are_written_and_counted_from_each_other(
            year in 2020..=2100, month in 1_u32..=12, later in 0_u32..200, number in 0_u32..40
        ) {
            let one = Month::new(year, month).unwrap();
            prop_assert_eq!(Month::parse(&one.to_string()), Some(one));
            prop_assert_eq!(Month::of(one.day(number)), one);
            if let Some(other) = one.later(later) {
                prop_assert_eq!(other.months_since(one), later as i32);
            }
        }
    }
}
