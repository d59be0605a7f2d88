//! A call of `render_preset` or `freestyle`, resolved: which slots, how many cards, which items.

use super::arguments::{Freestyle, RenderPreset};
use super::look::{Display, EntityType, Formation, Preset, Slot, SlotDisplay};
use crate::chat::answer::sanitize::{cut_text, visible};
use std::collections::BTreeMap;

/// Most cards of one showcase.
pub const MAX_CARDS: u32 = 50;
/// Most cards side by side.
pub const MAX_COLUMNS: u32 = 4;
/// Longest heading, in characters.
pub const MAX_TITLE_CHARS: usize = 120;
/// Most showcases of one answer.
pub const MAX_SHOWCASES: usize = 4;

/// What cards are to be shown, before it is known of which items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLayout {
    /// What the cards are.
    pub entity_type: EntityType,
    /// How they stand.
    pub formation: Formation,
    /// How each looks.
    pub preset: Preset,
    /// The slots that are shown, in order.
    pub slots: Vec<SlotDisplay>,
    /// The items that are meant, in order; all of the last search where empty.
    pub items: Vec<String>,
    /// Most cards, 1 to [`MAX_CARDS`].
    pub limit: u32,
    /// Cards side by side in a grid, 1 to [`MAX_COLUMNS`].
    pub columns: Option<u32>,
    /// A heading: one line of plain text.
    pub title: Option<String>,
}

/// What both tools take, in one form.
struct LayoutRequest<'a> {
    entity_type: EntityType,
    formation: Formation,
    preset: Preset,
    overrides: &'a BTreeMap<Slot, Display>,
    items: &'a [String],
    limit: Option<u32>,
    columns: Option<u32>,
    title: Option<&'a str>,
}

impl CardLayout {
    /// Usual layout of cards that show products in a formation.
    pub fn usual(formation: Formation) -> Self {
        let preset = Preset::usual(EntityType::Product, formation);
        Self {
            entity_type: EntityType::Product,
            formation,
            preset,
            slots: slots_of(preset, &BTreeMap::new()),
            items: Vec::new(),
            limit: most_cards(formation),
            columns: None,
            title: None,
        }
    }

    /// Resolves a call of the tool `render_preset` to a layout of cards.
    ///
    /// # Errors
    /// Why it means none, for the model.
    pub fn of_preset(given: &RenderPreset) -> Result<Self, String> {
        resolve(&LayoutRequest {
            entity_type: given.entity_type.unwrap_or(given.preset.entity_type()),
            formation: given.formation.unwrap_or(given.preset.usual_formation()),
            preset: given.preset,
            overrides: &given.overrides,
            items: &given.items,
            limit: given.limit,
            columns: given.columns,
            title: given.title.as_deref(),
        })
    }

    /// Resolves a call of the tool `freestyle` to a layout of cards.
    ///
    /// # Errors
    /// Why it means none, for the model.
    pub fn of_freestyle(given: &Freestyle) -> Result<Self, String> {
        resolve(&LayoutRequest {
            entity_type: given.entity_type,
            formation: given.formation,
            preset: given.style.unwrap_or(Preset::usual(given.entity_type, given.formation)),
            overrides: &given.overrides,
            items: &given.items,
            limit: given.limit,
            columns: given.columns,
            title: given.title.as_deref(),
        })
    }

    /// How a slot of the card looks in the layout.
    pub fn display(&self, slot: Slot) -> Display {
        let shown = self.slots.iter().find(|shown| shown.slot == slot);
        shown.map_or(Display::Hidden, |shown| shown.display)
    }
}

fn resolve(wanted: &LayoutRequest<'_>) -> Result<CardLayout, String> {
    let LayoutRequest { entity_type, formation, preset, .. } = *wanted;
    if preset.entity_type() != entity_type {
        let allowed: Vec<&str> = Preset::ALL
            .into_iter()
            .filter(|one| one.entity_type() == entity_type)
            .map(Preset::as_str)
            .collect();
        return Err(format!(
            "{} is not for {}: {}",
            preset.as_str(),
            entity_type.plural(),
            allowed.join(", ")
        ));
    }
    for (slot, display) in wanted.overrides {
        if !slot.allows_display(*display) {
            let allowed = [Display::Hidden, Display::Small, Display::Normal, Display::Large, Display::Badge];
            let allowed = allowed.into_iter().filter(|display| slot.allows_display(*display));
            let allowed: Vec<String> = allowed.map(|display| format!("{display:?}").to_lowercase()).collect();
            return Err(format!("overrides.{}: {}", slot.as_str(), allowed.join(", ")));
        }
    }
    if !wanted.limit.is_none_or(|limit| (1..=MAX_CARDS).contains(&limit)) {
        return Err(format!("limit: 1 to {MAX_CARDS}"));
    }
    if !wanted.columns.is_none_or(|columns| (1..=MAX_COLUMNS).contains(&columns)) {
        return Err(format!("columns: 1 to {MAX_COLUMNS}"));
    }
    if wanted.columns.is_some() && formation != Formation::Grid {
        return Err("columns: of a grid alone".to_owned());
    }
    let most = most_cards(formation);
    if wanted.items.len() > most as usize {
        return Err(match formation {
            Formation::Single => "items: formation single shows one".to_owned(),
            _ => format!("items: at most {most}"),
        });
    }
    Ok(CardLayout {
        entity_type,
        formation,
        preset,
        slots: slots_of(preset, wanted.overrides),
        items: wanted.items.to_vec(),
        limit: wanted.limit.unwrap_or(most).min(most),
        columns: wanted.columns,
        title: wanted.title.map(one_line).filter(|title| !title.is_empty()),
    })
}

fn most_cards(formation: Formation) -> u32 {
    if formation == Formation::Single { 1 } else { MAX_CARDS }
}

fn slots_of(preset: Preset, overrides: &BTreeMap<Slot, Display>) -> Vec<SlotDisplay> {
    let display = |slot| overrides.get(&slot).copied().unwrap_or(preset.display(slot));
    let slots = Slot::ALL.into_iter().map(|slot| SlotDisplay { slot, display: display(slot) });
    slots.filter(|shown| shown.display != Display::Hidden).collect()
}

fn one_line(text: &str) -> String {
    let words: Vec<String> = visible(text).split_whitespace().map(str::to_owned).collect();
    cut_text(&words.join(" "), MAX_TITLE_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn preset(given: Value) -> Result<CardLayout, String> {
        let given: RenderPreset = serde_json::from_value(given).map_err(|error| error.to_string())?;
        CardLayout::of_preset(&given)
    }

    fn freestyle(given: Value) -> Result<CardLayout, String> {
        let given: Freestyle = serde_json::from_value(given).map_err(|error| error.to_string())?;
        CardLayout::of_freestyle(&given)
    }

    #[test]
    fn a_preset_decides_formation_and_slots_and_overrides_change_them() {
        let layout = preset(json!({ "preset": "product-hero" })).unwrap();
        assert_eq!((layout.formation, layout.entity_type), (Formation::Grid, EntityType::Product));
        assert_eq!((layout.limit, layout.display(Slot::Tags)), (50, Display::Hidden));
        let other = preset(json!({ "preset": "product-hero", "formation": "carousel", "limit": 3,
            "overrides": { "description": "hidden", "code": "badge", "price": "normal" } }))
        .unwrap();
        let slots: Vec<_> = other.slots.iter().map(|shown| shown.slot.as_str()).collect();
        assert_eq!(slots, ["image", "category", "title", "manufacturer", "price", "code"]);
        assert_eq!((other.limit, other.display(Slot::Code)), (3, Display::Badge));
        assert_eq!(preset(json!({ "preset": "product-detail" })).unwrap().limit, 1, "one card alone");
    }

    #[test]
    fn freestyle_without_a_style_looks_as_its_formation_usually_does() {
        for (entity, formation, usual) in [
            ("product", "list", Preset::ProductCompact),
            ("product", "carousel", Preset::ProductHero),
            ("product", "single", Preset::ProductDetail),
            ("service", "grid", Preset::ServiceCard),
            ("service", "single", Preset::ServiceDetail),
        ] {
            let layout = freestyle(json!({ "entity_type": entity, "formation": formation })).unwrap();
            assert_eq!(layout.preset, usual);
        }
        let plain = freestyle(json!({ "entity_type": "product", "formation": "list" })).unwrap();
        assert_eq!(plain, CardLayout::usual(Formation::List));
    }

    #[test]
    fn a_call_that_means_no_layout_says_why() {
        for (given, why) in [
            (json!({ "preset": "product-poster" }), "unknown variant `product-poster`"),
            (
                json!({ "preset": "service-card", "entity_type": "product" }),
                "service-card is not for products: product-hero",
            ),
            (
                json!({ "preset": "product-hero", "overrides": { "colour": "small" } }),
                "unknown variant `colour`",
            ),
            (
                json!({ "preset": "product-hero", "overrides": { "title": "hidden" } }),
                "overrides.title: small, normal, large",
            ),
            (
                json!({ "preset": "product-hero", "overrides": { "image": "badge" } }),
                "overrides.image: hidden, small",
            ),
            (json!({ "preset": "product-hero", "limit": 0 }), "limit: 1 to 50"),
            (json!({ "preset": "product-hero", "limit": 51 }), "limit: 1 to 50"),
            (json!({ "preset": "product-hero", "columns": 5 }), "columns: 1 to 4"),
            (json!({ "preset": "product-compact", "columns": 2 }), "columns: of a grid alone"),
            (json!({ "preset": "product-hero", "items": vec!["A"; 51] }), "items: at most 50"),
            (json!({ "preset": "product-detail", "items": ["A", "B"] }), "items: formation single shows one"),
            (json!({ "preset": "product-hero", "html": "<b>" }), "unknown field `html`"),
        ] {
            let refusal = preset(given.clone()).unwrap_err();
            assert!(refusal.starts_with(why), "{given}: {refusal}");
        }
        assert!(
            freestyle(json!({ "formation": "grid" })).unwrap_err().starts_with("missing field `entity_type`")
        );
        assert!(freestyle(json!({ "entity_type": "product", "formation": "spiral" })).is_err());
    }

    #[test]
    fn markup_in_a_heading_is_text_in_one_line() {
        let title = "<img src=x onerror=alert(1)>\n\u{202e}# Ofertas\u{0}";
        let layout = preset(json!({ "preset": "product-hero", "title": title })).unwrap();
        assert_eq!(layout.title.as_deref(), Some("<img src=x onerror=alert(1)> # Ofertas"));
        let long = preset(json!({ "preset": "product-hero", "title": "x".repeat(5_000) })).unwrap();
        assert_eq!(long.title.unwrap().chars().count(), MAX_TITLE_CHARS);
        assert_eq!(preset(json!({ "preset": "product-hero", "title": " \n " })).unwrap().title, None);
    }
}
