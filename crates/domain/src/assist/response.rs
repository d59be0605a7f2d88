//! Suggestions of the catalog assistant for empty fields of an item.

use crate::catalog::{Price, RecordField};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A field with suggestions.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum AssistField {
    /// Description, as free text.
    Description,
    /// Product category.
    Category,
    /// Price.
    Price,
    /// Keywords.
    Tags,
}

impl AssistField {
    /// All fields, in the order of the interface.
    pub const ALL: [AssistField; 4] =
        [AssistField::Description, AssistField::Category, AssistField::Price, AssistField::Tags];

    /// Name of the suggested field on the wire.
    pub fn as_str(self) -> &'static str {
        RecordField::from(self).name()
    }

    /// Parses the name of a field that can get suggestions.
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

/// Kind of a piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// Another item of the catalog.
    Item,
    /// A file attached to the item.
    File,
}

/// A piece of evidence for a suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistEvidence {
    /// Kind of the evidence.
    #[serde(rename = "type")]
    pub kind: EvidenceKind,
    /// Id of the item or the file.
    pub id: Uuid,
    /// External id of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Name of the item or the file.
    pub name: String,
    /// The passage that supports the suggestion; for a price, the price in the notation of the reader's
    /// language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Price of the item, if it supports the suggestion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Currency of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// Reason of a suggestion as data, which is rendered in the reader's language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "code")]
pub enum AssistReason {
    /// Content of the item, its files and similar items.
    Description,
    /// Number of similar items with the category.
    #[serde(rename_all = "camelCase")]
    Category {
        /// Number of similar items with this category.
        count: u32,
        /// Number of similar items with any category.
        of: u32,
    },
    /// Weighted median of the prices of comparable items.
    #[serde(rename_all = "camelCase")]
    Price {
        /// Number of comparable items.
        count: u32,
        /// Lowest price of the comparable items.
        low: Price,
        /// Highest price of the comparable items.
        high: Price,
        /// Currency of both prices.
        currency: String,
        /// Whether the items have other packages, so that their prices were converted to this package by
        /// amount.
        by_amount: bool,
    },
    /// Number of similar items with one of the tags.
    #[serde(rename_all = "camelCase")]
    Tags {
        /// Number of similar items.
        count: u32,
    },
}

/// A suggested text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextSuggestion {
    /// The text.
    pub value: String,
    /// Probability that such a suggestion is right, 0 to 1. There is no true description to compare with,
    /// so the value of a description is at most 0.75, and at most 0.6 if it borrows words from similar
    /// items.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason as a sentence, in the reader's language except for a model's own words.
    pub reason: String,
    /// The model's own reason, in any language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's part of `reason`, as data.
    pub because: AssistReason,
    /// Evidence for the suggestion.
    pub evidence: Vec<AssistEvidence>,
}

/// A suggested price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceSuggestion {
    /// The price.
    pub value: Price,
    /// Currency of the price, as in the comparable items.
    pub currency: String,
    /// Probability that such a price is within a quarter of the true price, 0 to 1.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason as a sentence, in the reader's language except for a model's own words.
    pub reason: String,
    /// The model's own reason, in any language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's part of `reason`, as data.
    pub because: AssistReason,
    /// The comparable items.
    pub evidence: Vec<AssistEvidence>,
}

/// Suggested tags.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagsSuggestion {
    /// The tags, most probable first.
    pub value: Vec<String>,
    /// Mean share of right tags in such a suggestion, 0 to 1.
    #[specta(type = Number)]
    pub confidence: f64,
    /// The reason as a sentence, in the reader's language except for a model's own words.
    pub reason: String,
    /// The model's own reason, in any language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The program's part of `reason`, as data.
    pub because: AssistReason,
    /// Evidence for the tags.
    pub evidence: Vec<AssistEvidence>,
}

/// Suggestions for the empty fields with enough evidence.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistSuggestions {
    /// Description; only a model writes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<TextSuggestion>,
    /// Category, one of those in the catalog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<TextSuggestion>,
    /// Price, from comparable items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceSuggestion>,
    /// Tags, from those in the catalog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<TagsSuggestion>,
}

impl AssistSuggestions {
    /// Lists the fields that have a suggestion, each with its confidence.
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

/// Reason why a suggestion is missing, or differs from the model's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssistWarningCode {
    /// No model is configured; suggestions come from similar items only.
    NoModel,
    /// The model did not answer.
    ModelFailed,
    /// The model's answer could not be parsed, twice.
    AnswerUnusable,
    /// The catalog has no similar item.
    NoNeighbours,
    /// The similar items disagree too much.
    ThinEvidence,
    /// The prices of the comparable items differ too much.
    PriceSpread,
    /// The packages of the comparable items cannot be compared with the draft's.
    PriceOtherPackages,
    /// The model suggested a category that is not in the catalog.
    UnknownCategory,
    /// The model suggested tags that are not in the catalog.
    UnknownTags,
    /// The model suggested a negative price, or no number.
    InvalidPrice,
    /// The price is above `CATALOG_AI_MAX_PRICE`.
    PriceAboveCap,
    /// No comparable item supports the price.
    PriceWithoutEvidence,
    /// The program removed markup from a text.
    MarkupRemoved,
    /// A text exceeds its maximum length.
    TooLong,
    /// The text has a price, dose or registration number without evidence.
    UnsupportedFigure,
    /// Too much of the text has no evidence.
    UnsupportedText,
    /// The text has a network address, which no description needs.
    AddressInText,
}

impl AssistWarningCode {
    /// Key of the warning's text in translations.
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

/// A warning about an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistWarning {
    /// Stable code.
    pub code: AssistWarningCode,
    /// Field of the warning; absent if it is about the whole answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<AssistField>,
    /// Message for people.
    pub message: String,
}

/// Response with suggestions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistResponse {
    /// The suggestions, only for fields that were empty in the request.
    pub suggestions: AssistSuggestions,
    /// Name of the model that contributed; absent if none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Id of the stored trace, which has the prompt.
    pub trace_id: Uuid,
    /// Missing and removed suggestions, with their reasons.
    pub warnings: Vec<AssistWarning>,
}
