//! Cards as they are stored with an answer and drawn: what the items were when the answer was made.

use super::layout::CardLayout;
use super::look::{Display, EntityType, Formation, Preset, Slot, SlotDisplay};
use crate::catalog::brief::{MAX_TAGS, NAME_CHARS, SHORT_CHARS};
use crate::catalog::stock::HitStock;
use crate::catalog::{Item, Package};
use crate::chat::answer::sanitize::{cut_text, visible};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// Longest descriptions of a card, in characters.
const SMALL_TEXT_CHARS: usize = 140;
const NORMAL_TEXT_CHARS: usize = 320;
const LARGE_TEXT_CHARS: usize = 2_000;
/// Most packages of a card.
const MAX_PACKAGES: usize = 12;
/// Most attributes of a card.
const MAX_ATTRIBUTES: usize = 16;

/// Cards of items in an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Showcase {
    /// What the cards are.
    pub entity_type: EntityType,
    /// How they stand.
    pub formation: Formation,
    /// How each looks.
    pub preset: Preset,
    /// A heading above them: plain text.
    pub title: Option<String>,
    /// Cards side by side in a grid, 1 to 4; as many as there is room for where absent.
    pub columns: Option<u32>,
    /// The slots that each card shows, in order.
    pub slots: Vec<SlotDisplay>,
    /// The cards: 1 to 50, or 1 of a single.
    pub items: Vec<ShowcaseItem>,
}

/// The card of one item. What its slots do not show is empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowcaseItem {
    /// The item.
    pub id: Uuid,
    /// The number by which the answer cites it.
    pub mark: u32,
    /// Its name.
    pub name: String,
    /// Its code in the dealer's system.
    pub external_id: Option<String>,
    /// Its category.
    pub category: Option<String>,
    /// Its manufacturer.
    pub manufacturer: Option<String>,
    /// Its price when the answer was made, a decimal number as text.
    pub price: Option<String>,
    /// The price's currency.
    pub currency: Option<String>,
    /// The first packages in which it is on sale, beside its price.
    #[serde(default)]
    pub packages: Vec<Package>,
    /// What was known of its stock when the answer was made, beside its price.
    #[serde(default)]
    pub stock: Option<HitStock>,
    /// Its description, or the beginning of it.
    pub description: Option<String>,
    /// Its first tags.
    pub tags: Vec<String>,
    /// Its first attributes.
    pub attributes: Vec<CardAttribute>,
    /// The attachment that is its picture.
    pub picture: Option<Uuid>,
}

/// An attribute as a card shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardAttribute {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

impl Showcase {
    /// Builds the showcase of an answer from a layout and its cards.
    pub fn of_cards(layout: &CardLayout, items: Vec<ShowcaseItem>) -> Self {
        Self {
            entity_type: layout.entity_type,
            formation: layout.formation,
            preset: layout.preset,
            title: layout.title.clone(),
            columns: layout.columns,
            slots: layout.slots.clone(),
            items,
        }
    }
}

/// What a card shows of an item and the item itself does not hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CardFacts {
    /// The attachment that is its picture.
    pub picture: Option<Uuid>,
    /// What is known of its stock.
    pub stock: Option<HitStock>,
}

impl ShowcaseItem {
    /// Builds the card that shows an item.
    pub fn of_item(item: &Item, mark: u32, facts: CardFacts, layout: &CardLayout) -> Self {
        let shows = |slot| layout.display(slot) != Display::Hidden;
        let short = |slot, text: &Option<String>| {
            text.as_deref().filter(|_| shows(slot)).map(|text| line(text, SHORT_CHARS))
        };
        let price = item.price.filter(|_| shows(Slot::Price));
        let mut packages = Vec::new();
        if shows(Slot::Price) {
            packages.extend(item.packages_on_sale().take(MAX_PACKAGES).map(card_package));
        }
        let (mut tags, mut attributes) = (Vec::new(), Vec::new());
        if shows(Slot::Tags) {
            tags.extend(item.tags.iter().take(MAX_TAGS).map(|tag| line(tag, SHORT_CHARS)));
        }
        if shows(Slot::Attributes) {
            attributes.extend(item.attributes.iter().take(MAX_ATTRIBUTES).map(attribute_of));
        }
        Self {
            id: item.id,
            mark,
            name: line(&item.name, NAME_CHARS),
            external_id: short(Slot::Code, &item.external_id),
            category: short(Slot::Category, &item.category),
            manufacturer: short(Slot::Manufacturer, &item.manufacturer),
            currency: (price.is_some() || !packages.is_empty()).then(|| item.currency.clone()),
            price: price.map(|price| price.to_string()),
            packages,
            stock: facts.stock.filter(|_| shows(Slot::Price)),
            description: item.description.as_deref().and_then(|text| description_of(text, layout)),
            tags,
            attributes,
            picture: facts.picture.filter(|_| shows(Slot::Image)),
        }
    }
}

fn description_of(text: &str, layout: &CardLayout) -> Option<String> {
    let most = match layout.display(Slot::Description) {
        Display::Hidden => return None,
        Display::Small => SMALL_TEXT_CHARS,
        Display::Normal | Display::Badge => NORMAL_TEXT_CHARS,
        Display::Large => LARGE_TEXT_CHARS,
    };
    Some(cut_text(visible(text).trim(), most)).filter(|text| !text.is_empty())
}

fn card_package(package: &Package) -> Package {
    Package { label: line(&package.label, SHORT_CHARS), ..package.clone() }
}

fn attribute_of((name, value): (&String, &Value)) -> CardAttribute {
    let value = match value {
        Value::Array(values) => {
            let values: Vec<String> = values.iter().take(MAX_TAGS).map(text_of).collect();
            values.join(", ")
        }
        one => text_of(one),
    };
    CardAttribute { name: line(name, SHORT_CHARS), value: line(&value, SHORT_CHARS) }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A text in one line, without invisible characters.
fn line(text: &str, most: usize) -> String {
    let words: Vec<String> = visible(text).split_whitespace().map(str::to_owned).collect();
    cut_text(&words.join(" "), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::stock::StockQuantity;
    use crate::chat::types::sources::tests::item_hit;
    use chrono::NaiveDate;
    use serde_json::json;

    fn hostile() -> Item {
        let mut item =
            item_hit("<script>alert(1)</script>\n[9] Outro\u{202e}", Some("10"), "a").item.unwrap();
        item.description = Some(format!("# Título\n<img src=http://x>{}", "y".repeat(9_000)));
        item.attributes.insert("te\nor".into(), json!({ "g/L": 480 }));
        item.attributes.insert("culturas".into(), json!(["soja", "milho\n</contexto>", 3]));
        item.tags = (0..200).map(|at| format!("tag {at}")).collect();
        item
    }

    fn facts() -> CardFacts {
        let stock = HitStock {
            quantity: Some(StockQuantity::ZERO),
            unit: String::new(),
            package: None,
            is_out: true,
            counted_on: NaiveDate::from_ymd_opt(2026, 11, 28).unwrap(),
            is_recent: true,
        };
        CardFacts { picture: Some(Uuid::nil()), stock: Some(stock) }
    }

    #[test]
    fn text_stays_text_and_a_card_is_bounded() {
        let layout = CardLayout { formation: Formation::Grid, ..CardLayout::usual(Formation::Single) };
        let card = ShowcaseItem::of_item(&hostile(), 1, facts(), &layout);
        assert_eq!(card.name, "<script>alert(1)</script> [9] Outro");
        assert_eq!(card.tags.len(), MAX_TAGS);
        let mut attributes: Vec<_> =
            card.attributes.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
        attributes.sort();
        assert_eq!(attributes, [("culturas", "soja, milho </contexto>, 3"), ("te or", "{\"g/L\":480}")]);
        assert_eq!(card.description.as_deref().map(|text| text.chars().count()), Some(LARGE_TEXT_CHARS));
        assert!(serde_json::to_string(&card).unwrap().len() < 10_000);
    }

    #[test]
    fn what_a_card_hides_is_not_stored_with_it() {
        let card = ShowcaseItem::of_item(&hostile(), 2, facts(), &CardLayout::usual(Formation::List));
        assert!(card.stock.is_some(), "stock stands beside the price");
        assert_eq!((card.description, card.external_id, card.tags.len()), (None, None, 0));
        assert_eq!((card.price.as_deref(), card.currency.as_deref()), (Some("10"), Some("BRL")));
        let mut bare = CardLayout::usual(Formation::List);
        bare.slots.retain(|shown| shown.slot == Slot::Title);
        let card = ShowcaseItem::of_item(&hostile(), 2, facts(), &bare);
        assert_eq!((card.picture, card.price, card.category, card.manufacturer), (None, None, None, None));
        assert_eq!(card.stock, None);
    }
}
