//! What the assistant answers.

use crate::catalog::{Price, RecordField};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A field that may be suggested.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum AssistField {
    /// Free text.
    Description,
    /// Kind of product.
    Category,
    /// Price.
    Price,
    /// Key words.
    Tags,
}

impl AssistField {
    /// All fields, in the order shown to people.
    pub const ALL: [AssistField; 4] =
        [AssistField::Description, AssistField::Category, AssistField::Price, AssistField::Tags];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        RecordField::from(self).name()
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == text.trim())
    }
}

impl From<AssistField> for RecordField {
    fn from(field: AssistField) -> Self {
        match field {
            AssistField::Description => RecordField::Description,
            AssistField::Category => RecordField::Category,
            AssistField::Price => RecordField::Price,
            AssistField::Tags => RecordField::Tags,
        }
    }
}

/// What a piece of evidence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// Another item of the catalog.
    Item,
    /// A file attached to the item itself.
    File,
}

/// What a suggestion rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistEvidence {
    /// An item or an attached file.
    #[serde(rename = "type")]
    pub kind: EvidenceKind,
    /// The item or the file.
    pub id: Uuid,
    /// The item's id in the system it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// The item's or file's name.
    pub name: String,
    /// The words that carry the suggestion; of a price, how the reader's language writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The item's price, where that carries the suggestion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// The currency of that price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// Why the program suggests something, in the words of no language: it is rendered in the reader's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "code")]
pub enum AssistReason {
    /// The evidence of the item itself, its files and similar items.
    Description,
    /// How many similar items are of the category.
    #[serde(rename_all = "camelCase")]
    Category {
        /// Similar items of this category.
        count: u32,
        /// Similar items that have a category.
        of: u32,
    },
    /// The middle of comparable items' prices.
    #[serde(rename_all = "camelCase")]
    Price {
        /// Comparable items.
        count: u32,
        /// The lowest of their prices.
        low: Price,
        /// The highest.
        high: Price,
        /// The currency of both.
        currency: String,
        /// Whether the items come in other packages, and their prices were brought to this one by amount.
        by_amount: bool,
    },
    /// How many similar items have one of the tags.
    #[serde(rename_all = "camelCase")]
    Tags {
        /// Similar items.
        count: u32,
    },
}

/// A suggested text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextSuggestion {
    /// The text.
    pub value: String,
    /// How often such a suggestion is right, 0..1. A description has no truth to be held against: its
    /// figure is at most 0.6 where it borrows words from neighbours, and at most 0.75.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason in a sentence, in the reader's language apart from a model's words.
    pub reason: String,
    /// The model's own words of it, in whatever language it chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's own part of `reason`, without words.
    pub because: AssistReason,
    /// What it rests on.
    pub evidence: Vec<AssistEvidence>,
}

/// A suggested price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceSuggestion {
    /// The price.
    pub value: Price,
    /// Its currency, that of the comparable items.
    pub currency: String,
    /// How often such a price is within a quarter of the true one, 0..1.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason in a sentence, in the reader's language apart from a model's words.
    pub reason: String,
    /// The model's own words of it, in whatever language it chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's own part of `reason`, without words.
    pub because: AssistReason,
    /// The comparable items.
    pub evidence: Vec<AssistEvidence>,
}

/// Suggested tags.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagsSuggestion {
    /// The tags, surest first.
    pub value: Vec<String>,
    /// The part of them that is right on average, 0..1.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason in a sentence, in the reader's language apart from a model's words.
    pub reason: String,
    /// The model's own words of it, in whatever language it chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's own part of `reason`, without words.
    pub because: AssistReason,
    /// What they rest on.
    pub evidence: Vec<AssistEvidence>,
}

/// A suggestion for each field that was empty and that the evidence carries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistSuggestions {
    /// Free text; only a model writes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<TextSuggestion>,
    /// Kind of product, one that the catalog uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<TextSuggestion>,
    /// Price, from comparable items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceSuggestion>,
    /// Key words that the catalog uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<TagsSuggestion>,
}

impl AssistSuggestions {
    /// The fields that have a suggestion, each with its confidence.
    pub fn confidences(&self) -> Vec<(AssistField, f64)> {
        [
            (AssistField::Description, self.description.as_ref().map(|s| s.confidence)),
            (AssistField::Category, self.category.as_ref().map(|s| s.confidence)),
            (AssistField::Price, self.price.as_ref().map(|s| s.confidence)),
            (AssistField::Tags, self.tags.as_ref().map(|s| s.confidence)),
        ]
        .into_iter()
        .filter_map(|(field, confidence)| Some((field, confidence?)))
        .collect()
    }

    /// The suggestion for `field` as JSON.
    pub fn of(&self, field: AssistField) -> Option<serde_json::Value> {
        let value = match field {
            AssistField::Description => serde_json::to_value(self.description.as_ref()?),
            AssistField::Category => serde_json::to_value(self.category.as_ref()?),
            AssistField::Price => serde_json::to_value(self.price.as_ref()?),
            AssistField::Tags => serde_json::to_value(self.tags.as_ref()?),
        };
        value.ok()
    }
}

/// Why something is not suggested, or not as a model wanted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssistWarningCode {
    /// No model is configured: the neighbours speak alone.
    NoModel,
    /// The model did not answer.
    ModelFailed,
    /// What the model answered cannot be read, twice.
    AnswerUnusable,
    /// Nothing in the catalog is near.
    NoNeighbours,
    /// The neighbours do not agree enough.
    ThinEvidence,
    /// The comparable items cost too differently.
    PriceSpread,
    /// The comparable items come in packages that cannot be compared with the draft's.
    PriceOtherPackages,
    /// The model named a category that the catalog does not have.
    UnknownCategory,
    /// The model named tags that the catalog does not have.
    UnknownTags,
    /// The model named a price below zero, or none at all.
    InvalidPrice,
    /// The price is above `CATALOG_AI_MAX_PRICE`.
    PriceAboveCap,
    /// No comparable item carries the price.
    PriceWithoutEvidence,
    /// Markup was taken out of a text.
    MarkupRemoved,
    /// A text is longer than allowed.
    TooLong,
    /// A price, dose or registration that nothing carries.
    UnsupportedFigure,
    /// Too much of a text is carried by nothing.
    UnsupportedText,
    /// An address of the network, which no description needs.
    AddressInText,
}

impl AssistWarningCode {
    /// The key of its text.
    pub fn as_str(self) -> &'static str {
        match self {
            AssistWarningCode::NoModel => "no_model",
            AssistWarningCode::ModelFailed => "model_failed",
            AssistWarningCode::AnswerUnusable => "answer_unusable",
            AssistWarningCode::NoNeighbours => "no_neighbours",
            AssistWarningCode::ThinEvidence => "thin_evidence",
            AssistWarningCode::PriceSpread => "price_spread",
            AssistWarningCode::PriceOtherPackages => "price_other_packages",
            AssistWarningCode::UnknownCategory => "unknown_category",
            AssistWarningCode::UnknownTags => "unknown_tags",
            AssistWarningCode::InvalidPrice => "invalid_price",
            AssistWarningCode::PriceAboveCap => "price_above_cap",
            AssistWarningCode::PriceWithoutEvidence => "price_without_evidence",
            AssistWarningCode::MarkupRemoved => "markup_removed",
            AssistWarningCode::TooLong => "too_long",
            AssistWarningCode::UnsupportedFigure => "unsupported_figure",
            AssistWarningCode::UnsupportedText => "unsupported_text",
            AssistWarningCode::AddressInText => "address_in_text",
        }
    }
}

/// Something that the person should know of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistWarning {
    /// Stable name.
    pub code: AssistWarningCode,
    /// The field that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<AssistField>,
    /// For people.
    pub message: String,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistResponse {
    /// What is suggested; never a field that was given.
    pub suggestions: AssistSuggestions,
    /// The model that took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The stored trace, with the prompt.
    pub trace_id: Uuid,
    /// What is missing, and what was left out.
    pub warnings: Vec<AssistWarning>,
}
