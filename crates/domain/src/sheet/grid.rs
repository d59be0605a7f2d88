//! Queries of a grid, and their validated plans.
//!
//! A [`GridQuery`] is unchecked input. [`GridQuery::plan`] turns it into a [`GridPlan`], which is always
//! valid, or returns an error with the refused column or value and the allowed ones.

use super::column::{Column, ColumnKind};
use crate::catalog::faq::Approval;
use crate::catalog::stock::StockState;
use crate::catalog::{Price, PriceError, Status};
use crate::search::Kind;
use crate::text::normalize_text;
use chrono::{DateTime, Days, NaiveDate, Utc};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::str::FromStr;

/// Maximum number of rows of a page.
pub const MAX_GRID_PAGE: u32 = 500;
/// Number of rows of a page by default.
const USUAL_PAGE: u32 = 100;
/// Maximum number of searched words; further words are ignored.
const MAX_WORDS: usize = 12;
/// Separator between the parts of a condition in a page address.
const SEPARATOR: char = '~';
const MAX_FILTERS: usize = 50;
const MAX_VALUES: usize = 1_000;
const MAX_VALUE_CHARS: usize = 500;

/// A query of a grid: conditions, order and page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridQuery {
    /// Words that a row must contain, each in one of its texts or its external id; the comparison folds
    /// both sides.
    #[serde(default)]
    pub text: Option<String>,
    /// Conditions that a row must meet.
    #[serde(default)]
    pub filters: Vec<GridFilter>,
    /// Order by the first column, then by the next; newest first if empty. Rows without a value always come
    /// last.
    #[serde(default)]
    pub sort: Vec<GridSort>,
    /// Number of rows to skip.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Page size, at most 500; 100 by default.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A condition on a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridFilter {
    /// Name of the column, such as `category` or `attributes.formulacao`.
    pub column: String,
    /// Test of the column's value.
    pub test: GridTest,
    /// Values, of which one must match; with `isNot`, none may match. `below` and `above` accept a single
    /// value.
    #[serde(default)]
    pub values: Vec<String>,
}

/// Test of a column's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GridTest {
    /// The column equals one of the values; a list contains one of them; a time is on that day.
    Is,
    /// The column equals none of the values, or is empty.
    IsNot,
    /// The column's text contains one of the values.
    Contains,
    /// The column is empty.
    Empty,
    /// The column is not empty.
    NotEmpty,
    /// The column is at most the value; a time is before the end of that day.
    Below,
    /// The column is at least the value; a time is at or after the start of that day.
    Above,
}

impl GridTest {
    /// All tests.
    pub const ALL: [GridTest; 7] = [
        GridTest::Is,
        GridTest::IsNot,
        GridTest::Contains,
        GridTest::Below,
        GridTest::Above,
        GridTest::Empty,
        GridTest::NotEmpty,
    ];

    /// Name of the grid filter's test on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            GridTest::Is => "is",
            GridTest::IsNot => "isNot",
            GridTest::Contains => "contains",
            GridTest::Empty => "empty",
            GridTest::NotEmpty => "notEmpty",
            GridTest::Below => "below",
            GridTest::Above => "above",
        }
    }
}

/// Order by one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridSort {
    /// Name of the column.
    pub column: String,
    /// Whether the greatest value comes first.
    #[serde(default)]
    pub descending: bool,
}

/// A validated query.
#[derive(Debug, Clone, PartialEq)]
pub struct GridPlan {
    /// Kind of the listed records.
    pub kind: Kind,
    /// Searched words, folded.
    pub words: Vec<String>,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Columns of the order, each with whether the greatest value comes first.
    pub order: Vec<(Column, bool)>,
    /// Whether deleted records are included; only a condition on them includes them.
    pub with_deleted: bool,
    /// Number of rows to skip.
    pub offset: i64,
    /// Maximum number of rows.
    pub limit: i64,
}

/// A validated condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The column.
    pub column: Column,
    /// Test of the column's value.
    pub ask: Ask,
}

/// A test with values of the column's type; texts are folded.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// The value is one of these.
    Is(Vec<String>),
    /// The value is none of these.
    IsNot(Vec<String>),
    /// The value contains one of these.
    Contains(Vec<String>),
    /// The value is empty (true) or not empty (false).
    Empty(bool),
    /// The number is one of these (true) or none of them (false).
    Numbers(Vec<Decimal>, bool),
    /// The number is at most this.
    AtMost(Decimal),
    /// The number is at least this.
    AtLeast(Decimal),
    /// The time is from the first moment until before the second (true), or not (false).
    Time(Option<DateTime<Utc>>, Option<DateTime<Utc>>, bool),
    /// The boolean is this.
    YesNo(bool),
}

/// Error of a query that cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// The column does not exist.
    #[error("there is no column '{column}', but {allowed}")]
    UnknownColumn {
        /// Name of the column, shortened.
        column: String,
        /// Names of the existing columns.
        allowed: String,
    },
    /// The test does not exist.
    #[error("'{column}' cannot be asked '{test}': {allowed}")]
    UnknownTest {
        /// Name of the column.
        column: String,
        /// Name of the test, shortened.
        test: String,
        /// Names of the existing tests.
        allowed: String,
    },
    /// The column does not accept the test or its value.
    #[error("'{column}' cannot be '{value}': {allowed}")]
    Invalid {
        /// Name of the column.
        column: String,
        /// The refused value, shortened.
        value: String,
        /// Accepted values.
        allowed: String,
    },
}

impl GridError {
    fn invalid(column: &str, value: &str, allowed: impl Into<String>) -> Self {
        let short = |text: &str| text.chars().take(120).collect();
        Self::Invalid { column: short(column), value: short(value), allowed: allowed.into() }
    }
}

impl GridQuery {
    /// Validates the grid's query for records of `kind`.
    ///
    /// # Errors
    /// [`GridError`] for the first invalid part.
    pub fn plan(&self, kind: Kind) -> Result<GridPlan, GridError> {
        if self.filters.len() > MAX_FILTERS {
            let count = self.filters.len().to_string();
            return Err(GridError::invalid("filters", &count, format!("0..{MAX_FILTERS}")));
        }
        let conditions: Vec<Condition> =
            self.filters.iter().map(|filter| filter.read(kind)).collect::<Result<_, _>>()?;
        Ok(GridPlan {
            kind,
            words: split_search_words(self.text.as_deref().unwrap_or_default()),
            with_deleted: conditions.iter().any(|condition| condition.column == Column::Deleted),
            conditions,
            order: self.sort.iter().map(|sort| sort.read(kind)).collect::<Result<_, _>>()?,
            offset: i64::from(self.offset.unwrap_or(0)),
            limit: i64::from(self.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_GRID_PAGE)),
        })
    }
}

/// Splits a text into the folded words to search for, at most twelve.
fn split_search_words(text: &str) -> Vec<String> {
    let text: String = text.chars().take(MAX_VALUE_CHARS).filter(|c| *c != '\0').collect();
    let folded = normalize_text(&text);
    let mut words: Vec<String> = folded.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
    words.dedup();
    words.truncate(MAX_WORDS);
    words
}

/// Parses the name of a column; the error lists the existing columns.
fn parse_column(kind: Kind, name: &str) -> Result<Column, GridError> {
    Column::parse(kind, name).ok_or_else(|| GridError::UnknownColumn {
        column: name.chars().take(120).collect(),
        allowed: Column::allowed_names(kind),
    })
}

impl GridSort {
    fn read(&self, kind: Kind) -> Result<(Column, bool), GridError> {
        let column = parse_column(kind, &self.column)?;
        if matches!(column.kind(), ColumnKind::Tags | ColumnKind::YesNo) {
            return Err(GridError::invalid("sort", &self.column, "any column but tags, deleted"));
        }
        Ok((column, self.descending))
    }
}

impl GridFilter {
    /// Parses a condition of a page address, `column~test~value~…`, or `column=value` for `is`. Column and
    /// value are checked later, by [`GridQuery::plan`].
    ///
    /// # Errors
    /// [`GridError::UnknownTest`]; `None` if the text has neither form.
    pub fn of_text(text: &str) -> Option<Result<Self, GridError>> {
        let at = text.find(['=', SEPARATOR])?;
        let (column, rest) = (text[..at].trim().to_owned(), &text[at + 1..]);
        if text[at..].starts_with('=') {
            return Some(Ok(Self { column, test: GridTest::Is, values: vec![rest.trim().to_owned()] }));
        }
        let mut parts = rest.split(SEPARATOR).map(str::trim);
        let name = parts.next().unwrap_or_default();
        let Some(test) = GridTest::ALL.into_iter().find(|test| test.as_str() == name) else {
            let short = |text: &str| text.chars().take(120).collect();
            let allowed = GridTest::ALL.map(GridTest::as_str).join(", ");
            return Some(Err(GridError::UnknownTest { column: short(&column), test: short(name), allowed }));
        };
        Some(Ok(Self { column, test, values: parts.map(str::to_owned).collect() }))
    }

    fn read(&self, kind: Kind) -> Result<Condition, GridError> {
        let column = parse_column(kind, &self.column)?;
        self.check_values()?;
        let ask = match (column.kind(), self.test) {
            (ColumnKind::YesNo, GridTest::Is) => Ask::YesNo(self.yes_no()?),
            (ColumnKind::YesNo, GridTest::IsNot) => Ask::YesNo(!self.yes_no()?),
            (ColumnKind::YesNo, _) => return Err(self.no_test("is, isNot")),
            (_, GridTest::Empty) => Ask::Empty(true),
            (_, GridTest::NotEmpty) => Ask::Empty(false),
            (ColumnKind::Number, GridTest::Is | GridTest::IsNot) => {
                Ask::Numbers(self.numbers()?, self.test == GridTest::Is)
            }
            (ColumnKind::Number | ColumnKind::Attribute | ColumnKind::Stock, GridTest::Below) => {
                Ask::AtMost(self.number()?)
            }
            (ColumnKind::Number | ColumnKind::Attribute | ColumnKind::Stock, GridTest::Above) => {
                Ask::AtLeast(self.number()?)
            }
            (ColumnKind::Number, GridTest::Contains) => {
                return Err(self.no_test("is, isNot, below, above, empty, notEmpty"));
            }
            (ColumnKind::Time, test) => self.time(test)?,
            (ColumnKind::Status, GridTest::Is) => Ask::Is(self.states()?),
            (ColumnKind::Status, GridTest::IsNot) => Ask::IsNot(self.states()?),
            (ColumnKind::Approval, GridTest::Is) => Ask::Is(self.approvals()?),
            (ColumnKind::Approval, GridTest::IsNot) => Ask::IsNot(self.approvals()?),
            (ColumnKind::Status | ColumnKind::Approval, _) => return Err(self.no_test("is, isNot")),
            (ColumnKind::Stock, GridTest::Is) => Ask::Is(self.stock_states()?),
            (ColumnKind::Stock, GridTest::IsNot) => Ask::IsNot(self.stock_states()?),
            (ColumnKind::Stock, GridTest::Contains) => {
                return Err(self.no_test("is, isNot, below, above, empty, notEmpty"));
            }
            (_, GridTest::Is) => Ask::Is(self.folded_words()),
            (_, GridTest::IsNot) => Ask::IsNot(self.folded_words()),
            (_, GridTest::Contains) => Ask::Contains(self.folded_words()),
            (ColumnKind::Text | ColumnKind::Tags, GridTest::Below | GridTest::Above) => {
                return Err(self.no_test("is, isNot, contains, empty, notEmpty"));
            }
        };
        Ok(Condition { column, ask })
    }

    fn check_values(&self) -> Result<(), GridError> {
        let needs = match self.test {
            GridTest::Empty | GridTest::NotEmpty => 0..=MAX_VALUES,
            GridTest::Below | GridTest::Above => 1..=1,
            GridTest::Is | GridTest::IsNot | GridTest::Contains => 1..=MAX_VALUES,
        };
        if !needs.contains(&self.values.len()) {
            let allowed = format!("{}..{} values", needs.start(), needs.end());
            return Err(GridError::invalid(&self.column, &self.values.len().to_string(), allowed));
        }
        match self.values.iter().find(|value| value.chars().count() > MAX_VALUE_CHARS) {
            Some(long) => {
                Err(GridError::invalid(&self.column, long, format!("0..{MAX_VALUE_CHARS} characters")))
            }
            None => Ok(()),
        }
    }

    fn no_test(&self, allowed: &str) -> GridError {
        GridError::invalid(&self.column, self.test.as_str(), allowed)
    }

    fn folded_words(&self) -> Vec<String> {
        self.values.iter().map(|value| normalize_text(&value.replace('\0', ""))).collect()
    }

    fn first(&self) -> &str {
        self.values.first().map_or("", |value| value.trim())
    }

    fn yes_no(&self) -> Result<bool, GridError> {
        match self.first() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(GridError::invalid(&self.column, other, "true, false")),
        }
    }

    fn states(&self) -> Result<Vec<String>, GridError> {
        let read = |value: &String| {
            let status = Status::parse(value);
            status.map(|s| s.as_str().to_owned()).ok_or_else(|| {
                GridError::invalid(&self.column, value, Status::ALL.map(Status::as_str).join(", "))
            })
        };
        self.values.iter().map(read).collect()
    }

    fn approvals(&self) -> Result<Vec<String>, GridError> {
        let read = |value: &String| {
            let state = Approval::parse(value);
            state.map(|s| s.as_str().to_owned()).ok_or_else(|| {
                GridError::invalid(&self.column, value, Approval::ALL.map(Approval::as_str).join(", "))
            })
        };
        self.values.iter().map(read).collect()
    }

    fn stock_states(&self) -> Result<Vec<String>, GridError> {
        let read = |value: &String| {
            let state = StockState::parse(value);
            state
                .map(|s| s.as_str().to_owned())
                .ok_or_else(|| GridError::invalid(&self.column, value, StockState::list_names()))
        };
        self.values.iter().map(read).collect()
    }

    fn number(&self) -> Result<Decimal, GridError> {
        parse_filter_number(self.first())
            .map_err(|allowed| GridError::invalid(&self.column, self.first(), allowed))
    }

    fn numbers(&self) -> Result<Vec<Decimal>, GridError> {
        let read = |value: &String| {
            parse_filter_number(value).map_err(|allowed| GridError::invalid(&self.column, value, allowed))
        };
        self.values.iter().map(read).collect()
    }

    fn time(&self, test: GridTest) -> Result<Ask, GridError> {
        let value = self.first();
        let (from, to) = parse_time_span(value)
            .ok_or_else(|| GridError::invalid(&self.column, value, "2026-01-31, 2026-01-31T08:00:00Z"))?;
        Ok(match test {
            GridTest::Is => Ask::Time(Some(from), Some(to), true),
            GridTest::IsNot => Ask::Time(Some(from), Some(to), false),
            GridTest::Below => Ask::Time(None, Some(to), true),
            GridTest::Above => Ask::Time(Some(from), None, true),
            GridTest::Contains | GridTest::Empty | GridTest::NotEmpty => {
                return Err(self.no_test("is, isNot, below, above"));
            }
        })
    }
}

/// Parses a number in Brazilian or in programs' notation, and refuses one with two readings.
///
/// # Errors
/// The allowed values.
fn parse_filter_number(text: &str) -> Result<Decimal, String> {
    let plain = match Price::parse(text) {
        Ok(price) => Some(price.amount()),
        Err(PriceError::Ambiguous(readings)) => return Err(readings),
        // A filter may have a number that no price can have, such as a negative one.
        Err(_) => Decimal::from_str(text.trim()).ok(),
    };
    plain
        .filter(|number| number.abs() < Decimal::from(1_000_000_000_000_u64))
        .ok_or_else(|| "0..999999999999.9999".to_owned())
}

/// The start and the exclusive end of a day or a moment; days are those of UTC.
fn parse_time_span(text: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    if let Ok(day) = NaiveDate::from_str(text) {
        let next = day.checked_add_days(Days::new(1))?;
        let start = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc());
        return Some((start(day)?, start(next)?));
    }
    let at = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc);
    Some((at, at.checked_add_signed(chrono::TimeDelta::microseconds(1))?))
}
