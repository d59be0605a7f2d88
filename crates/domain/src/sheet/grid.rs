//! What a grid is asked, and what that means.
//!
//! A [`GridQuery`] is words from outside; [`GridQuery::plan`] makes a [`GridPlan`] of it that can
//! only be valid, or names the column or value that is not allowed, and what is.

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

/// Rows of one page at most.
pub const MAX_GRID_PAGE: u32 = 500;
/// Rows of a page where none are asked for.
const USUAL_PAGE: u32 = 100;
/// Words of the text that are looked for; the rest is passed over.
const MAX_WORDS: usize = 12;
/// Between the parts of a condition in an address of the page.
const SEPARATOR: char = '~';
const MAX_FILTERS: usize = 50;
const MAX_VALUES: usize = 1_000;
const MAX_VALUE_CHARS: usize = 500;

/// A part of a grid: which rows, in which order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridQuery {
    /// Words, each of which a row must hold in one of its texts or its external id, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Conditions, all of which a row must meet.
    #[serde(default)]
    pub filters: Vec<GridFilter>,
    /// Order: by the first, then the second; newest first where there is none. Rows without a value
    /// come last either way.
    #[serde(default)]
    pub sort: Vec<GridSort>,
    /// Rows to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Rows wanted, at most 500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A condition on a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridFilter {
    /// The column, such as `category` or `attributes.formulacao`.
    pub column: String,
    /// What is asked of it.
    pub test: GridTest,
    /// Values, of which one must fit (with `isNot`: none may). `below` and `above` take one.
    #[serde(default)]
    pub values: Vec<String>,
}

/// What is asked of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GridTest {
    /// It is one of the values; a list holds one of them; a moment lies on that day.
    Is,
    /// It is none of the values, or empty.
    IsNot,
    /// One of the values stands in its text.
    Contains,
    /// It is empty.
    Empty,
    /// It is not empty.
    NotEmpty,
    /// It is the value or less; a moment lies before the end of that day.
    Below,
    /// It is the value or more; a moment lies behind the beginning of that day.
    Above,
}

impl GridTest {
    /// All of them.
    pub const ALL: [GridTest; 7] = [
        GridTest::Is,
        GridTest::IsNot,
        GridTest::Contains,
        GridTest::Below,
        GridTest::Above,
        GridTest::Empty,
        GridTest::NotEmpty,
    ];

    /// The name on the wire.
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

/// An order of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GridSort {
    /// The column.
    pub column: String,
    /// Greatest first.
    #[serde(default)]
    pub descending: bool,
}

/// A query that can be run.
#[derive(Debug, Clone, PartialEq)]
pub struct GridPlan {
    /// What is listed.
    pub kind: Kind,
    /// Folded words.
    pub words: Vec<String>,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Columns, and whether the greatest comes first.
    pub order: Vec<(Column, bool)>,
    /// Whether deleted records are there; only a condition on them brings them.
    pub with_deleted: bool,
    /// Rows to pass over.
    pub offset: i64,
    /// Rows wanted.
    pub limit: i64,
}

/// A condition that fits its column.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The column.
    pub column: Column,
    /// What is asked of it.
    pub ask: Ask,
}

/// What is asked, with values of the right kind; texts are folded.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// One of these.
    Is(Vec<String>),
    /// None of these.
    IsNot(Vec<String>),
    /// One of these stands in it.
    Contains(Vec<String>),
    /// Nothing, or something.
    Empty(bool),
    /// One of these numbers, or none of them.
    Numbers(Vec<Decimal>, bool),
    /// A number of at most this.
    AtMost(Decimal),
    /// A number of at least this.
    AtLeast(Decimal),
    /// From the first moment, before the second; or not there.
    Time(Option<DateTime<Utc>>, Option<DateTime<Utc>>, bool),
    /// Yes or no.
    YesNo(bool),
}

/// Why a query cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// There is no such column.
    #[error("there is no column '{column}', but {allowed}")]
    UnknownColumn {
        /// As given, shortened.
        column: String,
        /// What there is.
        allowed: String,
    },
    /// There is no such question to a column.
    #[error("'{column}' cannot be asked '{test}': {allowed}")]
    UnknownTest {
        /// The column.
        column: String,
        /// As given, shortened.
        test: String,
        /// What there is.
        allowed: String,
    },
    /// The column cannot be asked this, or not with this value.
    #[error("'{column}' cannot be '{value}': {allowed}")]
    Invalid {
        /// The column.
        column: String,
        /// As given, shortened.
        value: String,
        /// What is allowed.
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
    /// What the query means for records of `kind`.
    ///
    /// # Errors
    /// [`GridError`].
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

/// The folded words that a grid is searched for, the first twelve.
fn split_search_words(text: &str) -> Vec<String> {
    let text: String = text.chars().take(MAX_VALUE_CHARS).filter(|c| *c != '\0').collect();
    let folded = normalize_text(&text);
    let mut words: Vec<String> = folded.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
    words.dedup();
    words.truncate(MAX_WORDS);
    words
}

/// The column of a name; the error names the columns that there are.
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
    /// A condition as the page's addresses write it, `column~test~value~…`, or `column=value` for `is`.
    /// [`GridQuery::plan`] checks that the column is there and takes the value.
    ///
    /// # Errors
    /// [`GridError::UnknownTest`]; nothing where it has neither form.
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
            let state = StockState::parse(value.trim());
            state.map(|s| s.as_str().to_owned()).ok_or_else(|| {
                GridError::invalid(&self.column, value, StockState::ALL.map(StockState::as_str).join(", "))
            })
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

/// A number as programs or as Brazilians write it; one that could be two is none.
///
/// # Errors
/// What is allowed instead.
fn parse_filter_number(text: &str) -> Result<Decimal, String> {
    let plain = match Price::parse(text) {
        Ok(price) => Some(price.amount()),
        Err(PriceError::Ambiguous(readings)) => return Err(readings),
        // A filter may ask for what no price is, such as a number below zero.
        Err(_) => Decimal::from_str(text.trim()).ok(),
    };
    plain
        .filter(|number| number.abs() < Decimal::from(1_000_000_000_000_u64))
        .ok_or_else(|| "0..999999999999.9999".to_owned())
}

/// The moments from which and before which a day or a moment lasts; days are those of UTC.
fn parse_time_span(text: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    if let Ok(day) = NaiveDate::from_str(text) {
        let next = day.checked_add_days(Days::new(1))?;
        let start = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc());
        return Some((start(day)?, start(next)?));
    }
    let at = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc);
    Some((at, at.checked_add_signed(chrono::TimeDelta::microseconds(1))?))
}
