//! Catalog items: the products that a dealer sells.

pub(crate) mod amount_tokens;
pub mod attribute_label;
mod bars;
pub(crate) mod brief;
pub mod categories;
mod check;
pub mod defined_fields;
mod document_kind;
mod document_text;
pub mod duplicates;
mod facets;
pub mod faq;
mod fields;
mod gtin;
mod history;
mod number;
mod package;
mod package_content;
mod price;
pub mod prices;
pub mod relations;
pub mod stock;
mod tags;

pub use bars::{Bars, encode_bars};
pub use check::is_invisible;
pub use check::{
    FieldError, FieldErrorCode, LIMITS, Limits, MAX_ERROR_VALUE, clean_optional, clean_tags, clean_text,
};
pub use document_kind::DocumentKind;
pub use document_text::{DocumentText, PAGE_END, split_pages};
pub use facets::{AttributeFacet, FacetValue, Facets, SearchFacets};
pub use fields::{FieldSpec, RECORD_FIELDS, RecordField};
pub(crate) use gtin::is_gtin;
pub use gtin::{find_gtin, names_ean, read_ean_attribute, spell_gtin};
pub use history::{FieldChange, HistoryEntry, OperationRecord, RecordChange, UndoConflict};
pub(crate) use number::without_currency;
pub use number::{
    DecimalMark, NumberError, both_readings, json_number, read_number, spell_number, unmistakable,
};
pub use package::{Package, PackageStatus, PackageUnitPrice, PricedPackage};
pub use package_content::{BaseUnit, PackageContent, PackageUnit, UnitPrice};
pub(crate) use package_content::{is_container, is_package_unit};
pub use price::{Price, PriceError};
pub use tags::{spell_tags, split_tags};

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

/// Sale status of a record. Search finds only [`Status::Ativo`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase", rename = "RecordStatus")]
pub enum Status {
    /// On sale; search finds it.
    #[default]
    Ativo,
    /// No longer on sale.
    Inativo,
    /// Draft: not finished yet.
    Rascunho,
}

impl Status {
    /// All values, in the order of the interface.
    pub const ALL: [Status; 3] = [Status::Ativo, Status::Inativo, Status::Rascunho];

    /// Name of the item's status in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ativo => "ativo",
            Status::Inativo => "inativo",
            Status::Rascunho => "rascunho",
        }
    }

    /// Parses a stored or imported name, in Portuguese or English; case and accents do not matter.
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
    /// Celeiro's own id, which never changes.
    pub id: Uuid,
    /// Id in the system that the item came from; unique if present.
    pub external_id: Option<String>,
    /// Trade name.
    pub name: String,
    /// Description, as free text.
    pub description: Option<String>,
    /// Product category.
    pub category: Option<String>,
    /// Manufacturer or holder of the registration.
    pub manufacturer: Option<String>,
    /// Price in `currency`; absent if unknown.
    pub price: Option<Price>,
    /// ISO 4217 currency code.
    pub currency: String,
    /// Keywords.
    pub tags: Vec<String>,
    /// Sale status.
    pub status: Status,
    /// Free attributes with typed values, as a JSON object.
    pub attributes: Map<String, Value>,
    /// The dealer's own notes beside the manufacturer's texts. Search finds them and shows them as
    /// snippets.
    pub notes: Option<String>,
    /// Packages in which the item is sold, in the dealer's order.
    #[serde(default, serialize_with = "package::serialize_priced")]
    #[schemars(with = "Vec<PricedPackage>")]
    #[specta(type = Vec<PricedPackage>)]
    pub packages: Vec<Package>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last save.
    pub updated_at: DateTime<Utc>,
    /// Number of the last save. A save must name the version that it started from.
    pub version: i32,
}

impl Item {
    /// The packages that are on sale, in the dealer's order.
    pub fn packages_on_sale(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.status == PackageStatus::Ativo)
    }

    /// The package with this label: the first one on sale, or else the first one.
    pub fn package_called(&self, label: &str) -> Option<&Package> {
        let mut on_sale = self.packages_on_sale();
        let found = on_sale.find(|package| package.label == label);
        found.or_else(|| self.packages.iter().find(|package| package.label == label))
    }

    /// Whether any package has a price, on sale or not. Package prices are in the item's currency.
    pub fn has_package_prices(&self) -> bool {
        self.packages.iter().any(|package| package.price.is_some())
    }

    /// The item's own price, or else the price of its cheapest package on sale.
    pub fn least_price(&self) -> Option<Price> {
        self.price.or_else(|| self.packages_on_sale().filter_map(|package| package.price).min())
    }
}

/// An item as a person, a file or a program submits it. [`ItemDraft::check`] makes it storable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemDraft {
    /// Id in the system that the item came from.
    #[serde(default, alias = "external_id")]
    pub external_id: Option<String>,
    /// Trade name; must not be blank.
    pub name: String,
    /// Description, as free text.
    #[serde(default)]
    pub description: Option<String>,
    /// Product category.
    #[serde(default)]
    pub category: Option<String>,
    /// Manufacturer or holder of the registration.
    #[serde(default)]
    pub manufacturer: Option<String>,
    /// Price; absent if unknown.
    #[serde(default)]
    pub price: Option<Price>,
    /// ISO 4217 currency code; `BRL` by default.
    #[serde(default)]
    pub currency: Option<String>,
    /// Keywords.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Sale status.
    #[serde(default)]
    pub status: Status,
    /// Free attributes with typed values.
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// The dealer's own notes.
    #[serde(default)]
    pub notes: Option<String>,
    /// Packages in which the item is sold, at most 40. If absent, a new item gets none, and a changed item
    /// keeps its packages.
    #[serde(default)]
    pub packages: Option<Vec<Package>>,
}

impl From<Item> for ItemDraft {
    /// Keeps the editable fields and drops id, times and version.
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
            packages: Some(item.packages),
        }
    }
}

impl ItemDraft {
    /// Whether any package has a price, on sale or not. Package prices are in the item's currency.
    pub fn has_package_prices(&self) -> bool {
        self.packages.iter().flatten().any(|package| package.price.is_some())
    }

    /// Cleans every text and checks it against [`LIMITS`]. Cleaning removes control and invisible
    /// characters, trims white space, and makes a blank optional field absent.
    ///
    /// # Errors
    /// Every invalid field, with the values that are allowed.
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
        self.currency = check::check_currency(self.currency, &mut errors);
        self.tags = clean_tags(self.tags, &mut errors);
        check::check_attributes(&mut self.attributes, &mut errors);
        self.notes = clean_optional(self.notes, "notes", LIMITS.notes, &mut errors);
        self.packages = self.packages.map(|packages| package::check_packages(packages, &mut errors));
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// Currency code of the item's draft; `BRL` if it has none.
    pub fn currency_or_default(&self) -> &str {
        self.currency.as_deref().unwrap_or("BRL")
    }
}

#[cfg(test)]
pub(crate) mod tests;
