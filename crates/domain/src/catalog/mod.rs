//! Catalog items: what a dealer sells.

mod check;
mod facets;
pub mod faq;
mod fields;
mod history;
mod number;
mod price;
mod tags;

pub(crate) use check::is_invisible;
pub use check::{FieldError, FieldErrorCode, LIMITS, Limits, clean_optional, clean_tags, clean_text};
pub use facets::{AttributeFacet, FacetValue, Facets};
pub use fields::{FieldSpec, RECORD_FIELDS, RecordField};
pub use history::{FieldChange, HistoryEntry, OperationRecord, RecordChange, UndoConflict};
pub use number::{DecimalMark, NumberError, both_readings, json_number, read_number, unmistakable};
pub use price::{Price, PriceError};
pub use tags::{spell_tags, split_tags};

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

/// Whether a record is on sale. Only [`Status::Ativo`] is found by search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase", rename = "RecordStatus")]
pub enum Status {
    /// On sale, found by search.
    #[default]
    Ativo,
    /// Not on sale any more.
    Inativo,
    /// Being written.
    Rascunho,
}

impl Status {
    /// All states, in the order shown to people.
    pub const ALL: [Status; 3] = [Status::Ativo, Status::Inativo, Status::Rascunho];

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ativo => "ativo",
            Status::Inativo => "inativo",
            Status::Rascunho => "rascunho",
        }
    }

    /// Reads a stored or imported name; English names are understood too.
    pub fn parse(text: &str) -> Option<Self> {
        match crate::text::normalize_text(text).as_str() {
            "ativo" | "active" => Some(Status::Ativo),
            "inativo" | "inactive" => Some(Status::Inativo),
            "rascunho" | "draft" => Some(Status::Rascunho),
            _ => None,
        }
    }
}

/// A stored catalog item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Our own id, which never changes.
    pub id: Uuid,
    /// The id in the system the item came from; unique where present.
    pub external_id: Option<String>,
    /// Trade name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Kind of product.
    pub category: Option<String>,
    /// Maker or holder of the registration.
    pub manufacturer: Option<String>,
    /// Price in `currency`; absent where unknown.
    pub price: Option<Price>,
    /// ISO 4217 code.
    pub currency: String,
    /// Key words.
    pub tags: Vec<String>,
    /// Whether it is on sale.
    pub status: Status,
    /// Free typed facets, a JSON object.
    pub attributes: Map<String, Value>,
    /// What the dealer adds to the maker's texts; found by search, shown as a snippet.
    pub notes: Option<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// Counts up with every save; a save must name the version it started from.
    pub version: i32,
}

/// An item as a person, a file or a program hands it in; [`ItemDraft::check`] makes it storable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemDraft {
    /// The id in the system the item came from.
    #[serde(default, alias = "external_id")]
    pub external_id: Option<String>,
    /// Trade name; must not be blank.
    pub name: String,
    /// Free text.
    #[serde(default)]
    pub description: Option<String>,
    /// Kind of product.
    #[serde(default)]
    pub category: Option<String>,
    /// Maker or holder of the registration.
    #[serde(default)]
    pub manufacturer: Option<String>,
    /// Price; absent where unknown.
    #[serde(default)]
    pub price: Option<Price>,
    /// ISO 4217 code; `BRL` where absent.
    #[serde(default)]
    pub currency: Option<String>,
    /// Key words.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Whether it is on sale.
    #[serde(default)]
    pub status: Status,
    /// Free typed facets.
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// What the dealer adds to the maker's texts.
    #[serde(default)]
    pub notes: Option<String>,
}

impl From<Item> for ItemDraft {
    /// What people write of an item.
    fn from(item: Item) -> Self {
        Self {
            external_id: item.external_id,
            name: item.name,
            description: item.description,
            category: item.category,
            manufacturer: item.manufacturer,
            price: item.price,
            currency: Some(item.currency),
            tags: item.tags,
            status: item.status,
            attributes: item.attributes,
            notes: item.notes,
        }
    }
}

impl ItemDraft {
    /// Cleans every text (control and invisible characters out, blanks at the ends off, blank
    /// becomes absent) and checks it against [`LIMITS`].
    ///
    /// # Errors
    /// Every field that cannot be stored, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.external_id = clean_optional(self.external_id, "externalId", LIMITS.external_id, &mut errors);
        self.name = clean_text(&self.name, "name", LIMITS.name, &mut errors);
        if self.name.is_empty() && errors.iter().all(|e| e.field != "name") {
            errors.push(FieldError::new("name", FieldErrorCode::Required, "", "1..500"));
        }
        self.description = clean_optional(self.description, "description", LIMITS.description, &mut errors);
        self.category = clean_optional(self.category, "category", LIMITS.category, &mut errors);
        self.manufacturer =
            clean_optional(self.manufacturer, "manufacturer", LIMITS.manufacturer, &mut errors);
        self.currency = check::currency(self.currency, &mut errors);
        self.tags = clean_tags(self.tags, &mut errors);
        check::attributes(&mut self.attributes, &mut errors);
        self.notes = clean_optional(self.notes, "notes", LIMITS.notes, &mut errors);
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// The checked currency, `BRL` where none was given.
    pub fn currency_or_default(&self) -> &str {
        self.currency.as_deref().unwrap_or("BRL")
    }
}

#[cfg(test)]
pub(crate) mod tests;
