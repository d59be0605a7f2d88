//! What each tool may be called with. A field that a tool does not know is refused, never passed over:
//! a call that says more than it can mean was not understood.

use super::amount::Amount;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Longest text of an argument that names or looks for something, in characters.
pub const MAX_NAME_CHARS: usize = 500;
/// Items that one comparison takes.
pub const MAX_COMPARED: usize = 6;

/// `catalog_search`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CatalogSearch {
    /// What is looked for, in the person's own language and words.
    pub vector_query: String,
    /// Conditions that every product must meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<CatalogFilters>,
    /// Order of the products; by relevance where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort_by: Option<SortBy>,
    /// `asc` where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort_order: Option<SortOrder>,
    /// Most products, 1 to 50; 10 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Conditions of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CatalogFilters {
    /// The manufacturer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// The category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Least price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_price: Option<Amount>,
    /// Greatest price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_price: Option<Amount>,
    /// A word of the product's texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// A word of the product's texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// A word of the product's texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<String>,
    /// A word of the product's texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ram: Option<String>,
    /// A word of the product's texts, such as the size of a package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
}

impl CatalogFilters {
    /// Conditions that the catalog has no column for; they are looked for as words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        [&self.color, &self.material, &self.storage, &self.ram, &self.size]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }
}

/// Order of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortBy {
    /// By price.
    Price,
    /// By rating, where the catalog has one; else by relevance.
    Rating,
    /// By name.
    Name,
}

/// Which way an order goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortOrder {
    /// Least first.
    Asc,
    /// Greatest first.
    Desc,
}

/// `search_faqs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchFaqs {
    /// The question, in the person's own words.
    pub query: String,
    /// Most answers, 1 to 10; 4 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// `get_item`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetItem {
    /// The product's id, its code in the dealer's system, or its exact name.
    pub item: String,
}

/// `compare_items`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareItems {
    /// Two to six products, each by id, code or exact name.
    pub items: Vec<String>,
}

/// `explain_result`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainResult {
    /// What is looked for, in the person's own language and words.
    pub query: String,
    /// The product's id, its code in the dealer's system, or its exact name.
    pub item: String,
}

/// `set_price`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPrice {
    /// One product: its id, code or exact name. Exactly one of `item` and `selection`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// All products that meet these conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<PriceSelection>,
    /// The new price. Exactly one of `price` and `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
    /// Hundredths by which prices rise (5) or fall (-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<Amount>,
}

/// Products that a price change means; at least one condition.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceSelection {
    /// The category, as the catalog spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The manufacturer, as the catalog spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manufacturer: Option<String>,
    /// Tags, all of which a product has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Least price now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_price: Option<Amount>,
    /// Greatest price now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_price: Option<Amount>,
}

/// `update_item`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateItem {
    /// The product: its id, code or exact name.
    pub item: String,
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The new description; blank empties it, as with every text here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The new category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The new manufacturer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manufacturer: Option<String>,
    /// The new price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
    /// All tags that it shall have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Whether it is on sale: `ativo` or `inativo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// What the dealer adds to the maker's texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Attributes that get a value: text, number or yes and no.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub attributes: Map<String, Value>,
}

/// `create_item`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateItem {
    /// The product's name.
    pub name: String,
    /// Its code in the dealer's system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Its description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Its manufacturer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manufacturer: Option<String>,
    /// Its price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Amount>,
    /// Key words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// `create_faq`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateFaq {
    /// The question.
    pub question: String,
    /// Its answer.
    pub answer: String,
    /// Key words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// The schema of arguments, whole in itself: not every provider follows references.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    schema
}
