//! Formations, presets, and the slots of a card.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What the cards are. The catalog holds both in one table; the type chooses words and presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntityType {
    /// Goods.
    Product,
    /// Work that is done for a customer.
    Service,
}

impl EntityType {
    /// Plural name of the card's kind of item, as results of tools write it.
    pub fn plural(self) -> &'static str {
        match self {
            EntityType::Product => "products",
            EntityType::Service => "services",
        }
    }
}

/// How the cards stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Formation {
    /// Side by side, in rows.
    Grid,
    /// One below the other.
    List,
    /// In one row that is leafed through.
    Carousel,
    /// One card alone.
    Single,
}

impl Formation {
    /// Name of the cards' formation on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Formation::Grid => "grid",
            Formation::List => "list",
            Formation::Carousel => "carousel",
            Formation::Single => "single",
        }
    }
}

/// How a card looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// A product to be offered: large picture, name and price.
    ProductHero,
    /// A product among many: one line with a small picture.
    ProductCompact,
    /// A product with everything that the catalog has of it.
    ProductDetail,
    /// A service to be offered.
    ServiceCard,
    /// A service with everything that the catalog has of it.
    ServiceDetail,
}

/// A part of a card. Cards show their slots in this order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// The picture, or a sign in its place.
    Image,
    /// The category.
    Category,
    /// The name. It is never hidden.
    Title,
    /// The manufacturer.
    Manufacturer,
    /// The price.
    Price,
    /// The description.
    Description,
    /// The tags.
    Tags,
    /// The attributes.
    Attributes,
    /// The code in the dealer's system.
    Code,
}

/// How a slot looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Display {
    /// Not at all.
    Hidden,
    /// Small; of a text, its beginning.
    Small,
    /// As usual.
    Normal,
    /// Large; of a text, the whole.
    Large,
    /// As a label. Of category, manufacturer, price, tags and code alone.
    Badge,
}

/// A slot that a card shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlotDisplay {
    /// The slot.
    pub slot: Slot,
    /// How it looks; never `hidden`.
    pub display: Display,
}

impl Slot {
    /// All slots, in the order in which cards show them.
    pub const ALL: [Slot; 9] = [
        Slot::Image,
        Slot::Category,
        Slot::Title,
        Slot::Manufacturer,
        Slot::Price,
        Slot::Description,
        Slot::Tags,
        Slot::Attributes,
        Slot::Code,
    ];

    /// Name of the card's slot on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Slot::Image => "image",
            Slot::Category => "category",
            Slot::Title => "title",
            Slot::Manufacturer => "manufacturer",
            Slot::Price => "price",
            Slot::Description => "description",
            Slot::Tags => "tags",
            Slot::Attributes => "attributes",
            Slot::Code => "code",
        }
    }

    /// Whether the slot of a card can be displayed so.
    pub fn allows_display(self, display: Display) -> bool {
        match display {
            Display::Small | Display::Normal | Display::Large => true,
            Display::Hidden => self != Slot::Title,
            Display::Badge => {
                matches!(self, Slot::Category | Slot::Manufacturer | Slot::Price | Slot::Tags | Slot::Code)
            }
        }
    }
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 5] = [
        Preset::ProductHero,
        Preset::ProductCompact,
        Preset::ProductDetail,
        Preset::ServiceCard,
        Preset::ServiceDetail,
    ];

    /// Name of the card preset on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Preset::ProductHero => "product-hero",
            Preset::ProductCompact => "product-compact",
            Preset::ProductDetail => "product-detail",
            Preset::ServiceCard => "service-card",
            Preset::ServiceDetail => "service-detail",
        }
    }

    /// Kind of items that the card preset is for.
    pub fn entity_type(self) -> EntityType {
        match self {
            Preset::ProductHero | Preset::ProductCompact | Preset::ProductDetail => EntityType::Product,
            Preset::ServiceCard | Preset::ServiceDetail => EntityType::Service,
        }
    }

    /// Formation of the card preset, where a call names none.
    pub fn usual_formation(self) -> Formation {
        match self {
            Preset::ProductHero | Preset::ServiceCard => Formation::Grid,
            Preset::ProductCompact => Formation::List,
            Preset::ProductDetail | Preset::ServiceDetail => Formation::Single,
        }
    }

    /// Card preset of a kind and formation, where a call names none.
    pub fn usual(entity_type: EntityType, formation: Formation) -> Self {
        match (entity_type, formation) {
            (EntityType::Product, Formation::Grid | Formation::Carousel) => Preset::ProductHero,
            (EntityType::Product, Formation::List) => Preset::ProductCompact,
            (EntityType::Product, Formation::Single) => Preset::ProductDetail,
            (EntityType::Service, Formation::Single) => Preset::ServiceDetail,
            (EntityType::Service, _) => Preset::ServiceCard,
        }
    }

    /// How the card preset displays a slot before overrides.
    pub fn display(self, slot: Slot) -> Display {
        use Display::{Badge, Hidden, Large, Normal, Small};
        match (self, slot) {
            (Preset::ProductCompact | Preset::ServiceCard, Slot::Image) => Small,
            (Preset::ProductHero, Slot::Image) => Large,
            (Preset::ProductDetail | Preset::ServiceDetail, Slot::Image) => Normal,
            (Preset::ProductCompact, Slot::Category) => Small,
            (_, Slot::Category) => Badge,
            (Preset::ProductCompact | Preset::ServiceCard, Slot::Title) => Normal,
            (_, Slot::Title) => Large,
            (Preset::ProductCompact, Slot::Manufacturer) => Small,
            (_, Slot::Manufacturer) => Normal,
            (Preset::ProductCompact | Preset::ServiceCard, Slot::Price) => Normal,
            (_, Slot::Price) => Large,
            (Preset::ProductHero, Slot::Description) => Small,
            (Preset::ServiceCard, Slot::Description) => Normal,
            (Preset::ProductDetail | Preset::ServiceDetail, Slot::Description) => Large,
            (Preset::ProductDetail | Preset::ServiceDetail, Slot::Tags) => Badge,
            (Preset::ProductDetail | Preset::ServiceDetail, Slot::Attributes) => Normal,
            (Preset::ProductDetail, Slot::Code) => Small,
            (_, Slot::Description | Slot::Tags | Slot::Attributes | Slot::Code) => Hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_on_the_wire_are_those_of_results_and_refusals() {
        for preset in Preset::ALL {
            assert_eq!(serde_json::to_value(preset).unwrap(), preset.as_str());
            assert_eq!(
                Preset::usual(preset.entity_type(), Formation::Single).entity_type(),
                preset.entity_type()
            );
        }
        for slot in Slot::ALL {
            assert_eq!(serde_json::to_value(slot).unwrap(), slot.as_str());
        }
        assert_eq!(serde_json::to_value(Formation::Carousel).unwrap(), Formation::Carousel.as_str());
    }

    #[test]
    fn every_preset_shows_a_name_and_only_what_its_slots_can_show() {
        for preset in Preset::ALL {
            for slot in Slot::ALL {
                assert!(slot.allows_display(preset.display(slot)), "{preset:?} {slot:?}");
            }
            assert_ne!(preset.display(Slot::Title), Display::Hidden);
            assert_ne!(preset.display(Slot::Price), Display::Hidden);
        }
        assert!(Slot::ALL.is_sorted(), "cards and refusals name the slots in one order");
    }
}
