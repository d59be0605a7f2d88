//! Birthdays: a day of the year, of which the year is often not known.

use chrono::{Datelike as _, NaiveDate};
use std::fmt;

/// Accepted notations, for error messages.
pub const BIRTHDAY_FORMS: &str = "1990-05-15 | 05-15 | 15/05/1990 | 15/05";

/// Years in which a person can be born.
const YEARS: std::ops::RangeInclusive<i32> = 1850..=2200;
/// A year with 29 February, in which every day of a year without a year is valid.
const LEAP_YEAR: i32 = 2000;

/// A birthday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Birthday {
    /// 1..12.
    pub month: u32,
    /// 1..31.
    pub day: u32,
    /// 1850..2200, where it is known.
    pub year: Option<i32>,
}

impl Birthday {
    /// A day that the calendar has: 29 February needs a leap year or none.
    pub fn new(month: u32, day: u32, year: Option<i32>) -> Option<Self> {
        let is_day = NaiveDate::from_ymd_opt(year.unwrap_or(LEAP_YEAR), month, day).is_some();
        (is_day && year.is_none_or(|year| YEARS.contains(&year))).then_some(Self { month, day, year })
    }

    /// Parses a person's birthday in one of [`BIRTHDAY_FORMS`].
    pub fn parse(text: &str) -> Option<Self> {
        let number = |part: &str| {
            let is_number = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok()).flatten()
        };
        let slashed = text.contains('/');
        let parts: Vec<&str> = text.trim().trim_start_matches("--").split(['-', '/']).collect();
        let numbers: Option<Vec<u32>> = parts.iter().map(|part| number(part)).collect();
        match (numbers?.as_slice(), slashed) {
            (&[day, month], true) => Self::new(month, day, None),
            (&[day, month, year], true) => Self::new(month, day, Some(year as i32)),
            (&[month, day], false) => Self::new(month, day, None),
            (&[year, month, day], false) => Self::new(month, day, Some(year as i32)),
            _ => None,
        }
    }

    /// The day of `year` on which it is celebrated. Who was born on 29 February celebrates on the 28th where
    /// the year has no 29th: a wish a day early is a wish, one a day late is an apology.
    pub fn in_year(self, year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, self.month, self.day)
            .or_else(|| NaiveDate::from_ymd_opt(year, self.month, self.day - 1))
    }

    /// The next day on which it is celebrated, `from` included.
    pub fn next_from(self, from: NaiveDate) -> Option<NaiveDate> {
        let in_years = [from.year(), from.year() + 1].map(|year| self.in_year(year));
        in_years.into_iter().flatten().find(|day| *day >= from)
    }
}

impl fmt::Display for Birthday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(year) = self.year {
            write!(f, "{year:04}-")?;
        }
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_in_one() {
        for (given, read) in [
            ("1990-05-15", "1990-05-15"),
            ("15/05/1990", "1990-05-15"),
            ("05-15", "05-15"),
            ("--05-15", "05-15"),
            ("15/5", "05-15"),
            ("29/02", "02-29"),
            ("2024-02-29", "2024-02-29"),
        ] {
            assert_eq!(Birthday::parse(given).map(|day| day.to_string()).as_deref(), Some(read), "{given}");
        }
        for bad in [
            "",
            "amanhã",
            "31/02",
            "2023-02-29",
            "1990-13-01",
            "1990-00-10",
            "0-0",
            "1-2-3-4",
            "15/05/90",
            "-5-15",
            "99999-01-01",
            "1849-12-31",
            "+5-15",
            "٠٥-١٥",
        ] {
            assert_eq!(Birthday::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn who_was_born_on_29_february_celebrates_every_year() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let birthday = Birthday::parse("29/02").unwrap();
        assert_eq!(birthday.in_year(2026), Some(day("2026-02-28")));
        assert_eq!(birthday.in_year(2028), Some(day("2028-02-29")));
        assert_eq!(birthday.next_from(day("2027-03-01")), Some(day("2028-02-29")));
        assert_eq!(birthday.next_from(day("2026-02-28")), Some(day("2026-02-28")));
        let new_year = Birthday::parse("01-01").unwrap();
        assert_eq!(new_year.next_from(day("2026-12-31")), Some(day("2027-01-01")));
    }
}
