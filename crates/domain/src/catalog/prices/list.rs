//! Price lists: wholesale, season, cooperative.

use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use crate::import::PriceRule;
use crate::text::normalize_text;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use unicode_security::skeleton;
use uuid::Uuid;

/// Price lists that a dealer has at most, deleted ones not counted.
pub const MAX_PRICE_LISTS: u32 = 50;
/// Characters of a name at most.
const MAX_NAME: usize = 80;
/// Characters of a note at most.
const MAX_NOTE: usize = 500;

/// A price list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceList {
    /// Its id.
    pub id: Uuid,
    /// Its name; no other list has it, whatever its case and accents.
    pub name: String,
    /// What it is for.
    pub note: Option<String>,
    /// Its first day; always where absent.
    pub valid_from: Option<NaiveDate>,
    /// Its last day; without end where absent.
    pub valid_until: Option<NaiveDate>,
    /// What it makes of the base where it has no own price; the base itself where absent.
    pub rule: Option<PriceRule>,
    /// Whether it is in use.
    pub active: bool,
    /// Counts up with every save.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// The actor who saved it last.
    pub updated_by: String,
    /// Whether it is in use and today is one of its days.
    pub is_valid_today: bool,
    /// Own prices that it has.
    pub own_prices: u32,
}

/// What people write of a price list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceListDraft {
    /// As in [`PriceList`].
    pub name: String,
    /// As in [`PriceList`].
    pub note: Option<String>,
    /// As in [`PriceList`].
    pub valid_from: Option<NaiveDate>,
    /// As in [`PriceList`].
    pub valid_until: Option<NaiveDate>,
    /// As in [`PriceList`].
    pub rule: Option<PriceRule>,
    /// As in [`PriceList`].
    pub active: bool,
}

impl PriceListDraft {
    /// Cleans and validates the draft of a price list.
    ///
    /// # Errors
    /// Every field that cannot be stored.
    pub fn check(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = clean_text(&self.name, "name", MAX_NAME, &mut errors);
        if name.is_empty() {
            errors.push(FieldError::new("name", FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
        }
        let note = clean_optional(self.note, "note", MAX_NOTE, &mut errors);
        if let (Some(from), Some(until)) = (self.valid_from, self.valid_until)
            && until < from
        {
            let (given, allowed) = (until.to_string(), format!("≥ {from}"));
            errors.push(FieldError::new("validUntil", FieldErrorCode::Contradiction, &given, allowed));
        }
        if let Some(Err(error)) = self.rule.map(PriceRule::check) {
            errors.push(FieldError { field: error.field.replacen("priceRule", "rule", 1), ..error });
        }
        if errors.is_empty() { Ok(Self { name, note, ..self }) } else { Err(errors) }
    }

    /// Whether prices of it are valid on a day.
    pub fn is_valid_on(&self, day: NaiveDate) -> bool {
        self.active
            && self.valid_from.is_none_or(|from| from <= day)
            && self.valid_until.is_none_or(|until| day <= until)
    }
}

/// Whether a reader would take one name for the other: whatever their case and accents, and letters of other alphabets
/// that look alike.
pub fn resembles_name(one: &str, other: &str) -> bool {
    let likeness = |name: &str| skeleton(&normalize_text(name)).collect::<String>();
    likeness(one) == likeness(other)
}
