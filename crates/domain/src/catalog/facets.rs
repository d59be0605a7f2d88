//! Which values the catalog holds, for filters to choose from.

use super::price::Price;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A value and how many items have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct FacetValue {
    /// The value.
    pub value: String,
    /// Items.
    pub count: u32,
}

/// An attribute and its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct AttributeFacet {
    /// The attribute.
    pub key: String,
    /// Its values.
    pub values: Vec<FacetValue>,
}

/// What filters can choose from beside the results of a search. The values of a field by which the search is
/// filtered are counted without that filter; the counts of tags are of items that have the chosen tags, too.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchFacets {
    /// Items that the query's words find and that meet the filters, as far as ranking looks: those with the most
    /// words first, fewer only where results lack. Absent where they were not counted, and `facets` is that of
    /// the whole catalog: no word of the query is known, or the word index has no snapshot at the moment.
    pub matched: Option<u32>,
    /// The values, and how many of those items have them.
    pub facets: Facets,
}

/// What filters can choose from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// Categories, commonest first.
    pub categories: Vec<FacetValue>,
    /// Manufacturers, commonest first.
    pub manufacturers: Vec<FacetValue>,
    /// Tags, commonest first.
    pub tags: Vec<FacetValue>,
    /// What is known of the stock (`out`, `some`, `unknown`), commonest first; only `unknown` where nothing was counted.
    pub stock: Vec<FacetValue>,
    /// Least price.
    pub min_price: Option<Price>,
    /// Greatest price.
    pub max_price: Option<Price>,
    /// Attributes with few distinct values.
    pub attributes: Vec<AttributeFacet>,
}
