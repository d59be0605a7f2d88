//! What `render_preset` and `freestyle` may be called with.

use super::look::{Display, EntityType, Formation, Preset, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `render_preset`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderPreset {
    /// How each card looks.
    pub preset: Preset,
    /// What the cards are; that of the preset where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How the cards stand; the usual formation of the preset where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
    /// Which slots look otherwise: slot to display, as `{"description": "hidden", "price": "large"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub overrides: BTreeMap<Slot, Display>,
    /// Which items of the last search, each by id, code or exact name, in the order of their cards; all in
    /// the order of the search where absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    /// Most cards, 1 to 50; all where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Cards side by side in a grid, 1 to 4; as many as there is room for where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// A heading above the cards: what they have in common, without prices or other figures with units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// `freestyle`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Freestyle {
    /// What the cards are.
    pub entity_type: EntityType,
    /// How the cards stand.
    pub formation: Formation,
    /// How each card looks before the overrides; the usual look of the formation where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<Preset>,
    /// Which slots look otherwise: slot to display, as `{"description": "hidden", "price": "large"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub overrides: BTreeMap<Slot, Display>,
    /// Most cards, 1 to 50; all where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Which items of the last search, each by id, code or exact name, in the order of their cards; all in
    /// the order of the search where absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    /// Cards side by side in a grid, 1 to 4; as many as there is room for where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// A heading above the cards: what they have in common, without prices or other figures with units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}
