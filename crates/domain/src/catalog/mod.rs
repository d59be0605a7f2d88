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
mod tests {
    use super::*;

    fn draft(name: &str) -> ItemDraft {
        ItemDraft { name: name.into(), ..ItemDraft::default() }
    }

    #[test]
    fn cleans_what_can_be_cleaned() {
        let mut d = draft(" Ure\u{200b}ia\u{0}\r\n45% ");
        d.description = Some("  ".into());
        d.tags = vec![" npk ".into(), "NPK".into(), "".into()];
        let d = d.check().unwrap();
        assert_eq!(d.name, "Ureia 45%");
        assert_eq!(d.description, None);
        assert_eq!(d.tags, ["npk"]);
    }

    #[test]
    fn a_line_that_ends_as_on_windows_ends_without_a_blank() {
        let described = |text: &str| {
            let mut d = draft("Ureia");
            d.description = Some(text.into());
            d.check().unwrap().description.unwrap()
        };
        for text in ["um\r\ndois", "um \r\ndois", "um\r\r\ndois\r", "um \r \n dois\r\n"] {
            assert_eq!(described(text), "um\ndois", "{text:?}");
        }
        assert_eq!(described("um\r\n\r\ndois"), "um\n\ndois");
        assert_eq!(described("um \ndois\rtres"), "um \ndois tres", "what is stored so stays so");
    }

    #[test]
    fn an_attribute_with_a_value_needs_a_name() {
        let attributes = |json: serde_json::Value| {
            let mut d = draft("Ureia");
            d.attributes = json.as_object().unwrap().clone();
            d.check()
        };
        let errors = attributes(serde_json::json!({ "cor": "azul", " ": "perdida" })).unwrap_err();
        assert_eq!((errors[0].field.as_str(), errors[0].value.as_str()), ("attributes", "perdida"));
        assert_eq!(errors[0].code, FieldErrorCode::AttributeUnnamed);
        let kept = attributes(serde_json::json!({ "cor": "azul", "": null, "\0": " " })).unwrap();
        assert_eq!(kept.attributes.keys().collect::<Vec<_>>(), ["cor"]);
    }

    #[test]
    fn names_every_bad_field() {
        let mut d = draft("\u{200b}");
        d.category = Some("x".repeat(10_000));
        d.currency = Some("reais".into());
        let errors = d.check().unwrap_err();
        let fields: Vec<_> = errors.iter().map(|e| e.field.as_str()).collect();
        assert_eq!(fields, ["name", "category", "currency"]);
    }

    #[test]
    fn prices_are_finite_and_not_negative() {
        for bad in ["NaN", "1e999", "-1", "\"abc\"", "1e15", "[]"] {
            assert!(serde_json::from_str::<Price>(bad).is_err(), "{bad}");
        }
        assert_eq!(serde_json::from_str::<Price>("49.95").unwrap().to_string(), "49.95");
        assert_eq!(serde_json::to_string(&Price::parse("1.234,50").unwrap()).unwrap(), "1234.5");
    }
}
