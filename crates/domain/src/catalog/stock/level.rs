//! How much stands at one place, as it is stored and as it is checked before.

use super::quantity::StockQuantity;
use crate::catalog::{FieldError, FieldErrorCode, clean_text};
use chrono::{DateTime, Duration, SubsecRound as _, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest name of a place, in characters.
pub const PLACE_CHARS: usize = 120;
/// Longest unit, in characters.
pub const UNIT_CHARS: usize = 20;
/// How far a count may lie ahead: clocks of machines differ, and a day alone is its noon.
const MAX_AHEAD: Duration = Duration::days(1);

/// What is counted, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StockPlace {
    /// The item.
    pub item: Uuid,
    /// The label of one of its packages; none is the item itself.
    pub package: Option<String>,
    /// The place; blank where the dealer has one alone.
    pub place: String,
}

/// How much of an item, or of one of its packages, stands at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockLevel {
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// The place, at most 120 characters; blank where the dealer has one alone.
    pub place: String,
    /// How much there is.
    pub quantity: StockQuantity,
    /// What it is counted in, at most 20 characters; blank are pieces.
    pub unit: String,
    /// When it was counted.
    pub counted_at: DateTime<Utc>,
}

/// A count that may be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedStock {
    /// What was counted, and where.
    pub place: StockPlace,
    /// How much there is; unknown where none, which takes the level away.
    pub quantity: Option<StockQuantity>,
    /// What it is counted in; the unit stays what it was where none.
    pub unit: Option<String>,
    /// When.
    pub counted_at: DateTime<Utc>,
}

/// Cleans place and unit of a count, and checks them and its moment; what is wrong is named after `path`, such as
/// `rows[3]`. A moment ahead of `now` becomes `now`: a later one would refuse every count until it has come.
///
/// # Errors
/// `too_long` at `place` or `unit`, `date_in_future` at `countedAt` where it lies more than a day ahead of `now`.
pub fn check_count(
    counted: CountedStock,
    path: &str,
    now: DateTime<Utc>,
) -> Result<CountedStock, Vec<FieldError>> {
    let mut errors = Vec::new();
    let field = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let place = clean_text(&counted.place.place, &field("place"), PLACE_CHARS, &mut errors);
    let unit = counted.unit.map(|unit| clean_text(&unit, &field("unit"), UNIT_CHARS, &mut errors));
    if counted.counted_at > now + MAX_AHEAD {
        let (at, value) = (field("countedAt"), counted.counted_at.to_rfc3339());
        errors.push(FieldError::new(&at, FieldErrorCode::DateInFuture, &value, now.to_rfc3339()));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    // The database keeps microseconds.
    let counted_at = counted.counted_at.min(now).trunc_subsecs(6);
    Ok(CountedStock { place: StockPlace { place, ..counted.place }, unit, counted_at, ..counted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(place: &str, unit: &str, counted_at: DateTime<Utc>) -> CountedStock {
        CountedStock {
            place: StockPlace { item: Uuid::from_u128(1), package: None, place: place.into() },
            quantity: Some(StockQuantity::ZERO),
            unit: Some(unit.into()),
            counted_at,
        }
    }

    #[test]
    fn places_and_units_are_cleaned() {
        let checked =
            check_count(count("  Galpão \u{200b} 2 ", " sc ", DateTime::UNIX_EPOCH), "", Utc::now());
        let checked = checked.unwrap();
        assert_eq!((checked.place.place.as_str(), checked.unit.as_deref()), ("Galpão 2", Some("sc")));
    }

    #[test]
    fn a_count_of_a_clock_that_is_ahead_is_of_now() {
        let now = DateTime::UNIX_EPOCH;
        let at = |ahead: i64| {
            check_count(count("", "", now + Duration::hours(ahead)), "", now).unwrap().counted_at
        };
        assert_eq!((at(5), at(-5)), (now, now - Duration::hours(5)));
    }

    #[test]
    fn all_that_is_wrong_is_named() {
        let now = DateTime::UNIX_EPOCH;
        let wrong = count(&"x".repeat(121), &"y".repeat(21), now + Duration::days(2));
        let errors = check_count(wrong, "rows[3]", now).unwrap_err();
        let named: Vec<(&str, FieldErrorCode)> =
            errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
        let expected = [
            ("rows[3].place", FieldErrorCode::TooLong),
            ("rows[3].unit", FieldErrorCode::TooLong),
            ("rows[3].countedAt", FieldErrorCode::DateInFuture),
        ];
        assert_eq!(named, expected);
    }
}
