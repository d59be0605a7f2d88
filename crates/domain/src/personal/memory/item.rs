//! Items of memory.

use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use crate::personal::decision::Area;
use crate::wire::Number;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest content of an item, in characters.
pub const MAX_CONTENT: usize = 2_000;
/// Longest name of a part of an area, in characters.
pub const MAX_SUB_AREA: usize = 100;
/// The confidence of what a person writes down by hand.
pub const OWN_CONFIDENCE: f64 = 1.0;

/// A stored name for each case of an enum.
macro_rules! stored_names {
    ($enum:ident { $($case:ident = $name:literal),* $(,)? }) => {
        impl $enum {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];

            /// The stored name.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$case => $name),* }
            }

            /// The one of this stored name.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }
        }
    };
}
pub(super) use stored_names;

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnowledgeKind {
    /// Something that is so.
    Fact,
    /// What the person likes better.
    Preference,
    /// Something that happened.
    Memory,
    /// A pattern, seen at least three times on three days.
    Insight,
    /// Something about another person.
    Person,
}
stored_names!(KnowledgeKind {
    Fact = "fact",
    Preference = "preference",
    Memory = "memory",
    Insight = "insight",
    Person = "person",
});

/// Whether an item still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnowledgeState {
    /// It holds.
    Active,
    /// A more precise item took its place.
    Superseded,
    /// The person said otherwise later.
    Contradicted,
}
stored_names!(KnowledgeState {
    Active = "active",
    Superseded = "superseded",
    Contradicted = "contradicted",
});

/// How an item came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnowledgeSource {
    /// A person wrote it on the page.
    Page,
    /// A conversation.
    Chat,
    /// A run that read messages.
    Consolidation,
}
stored_names!(KnowledgeSource { Page = "page", Chat = "chat", Consolidation = "consolidation" });

/// An item as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeItem {
    /// Id.
    pub id: Uuid,
    /// Its content.
    #[serde(flatten)]
    pub draft: KnowledgeDraft,
    /// Whether it still holds.
    pub state: KnowledgeState,
    /// How it came.
    pub source: KnowledgeSource,
    /// The model that took it from a message.
    pub extractor: Option<String>,
    /// Name and version of the prompt of that model.
    pub prompt: Option<String>,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was entered.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// What can be written of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeDraft {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: KnowledgeKind,
    /// The statement, 1 to 2,000 characters.
    pub content: String,
    /// The area.
    pub area: Area,
    /// The part of the area, at most 100 characters.
    #[serde(default)]
    pub sub_area: Option<String>,
    /// How sure it is, 0 to 1; 1 where absent.
    #[serde(default = "own_confidence")]
    #[specta(type = Number)]
    pub confidence: f64,
    /// The first day on which it holds.
    #[serde(default)]
    pub valid_from: Option<NaiveDate>,
    /// The last day on which it holds.
    #[serde(default)]
    pub valid_to: Option<NaiveDate>,
}

fn own_confidence() -> f64 {
    OWN_CONFIDENCE
}

/// The words of a message that an item is taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceDraft {
    /// The person's message.
    pub message_id: Uuid,
    /// Words that stand in it.
    pub quote: String,
}

/// The same as it is shown: with the conversation, which can be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The person's message.
    pub message_id: Uuid,
    /// Its conversation.
    pub conversation_id: Uuid,
    /// Words that stand in it.
    pub quote: String,
    /// When it was sent.
    pub at: DateTime<Utc>,
}

/// An item that no longer holds once a new one is stored, at the version that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplacedItem {
    /// The item.
    pub id: Uuid,
    /// Its version.
    pub version: i32,
    /// What becomes of it.
    pub state: KnowledgeState,
}

/// A checked item: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeFields {
    /// The content.
    pub draft: KnowledgeDraft,
    /// Whether it holds.
    pub state: KnowledgeState,
    /// How it came.
    pub source: KnowledgeSource,
    /// The model that took it from a message.
    pub extractor: Option<String>,
    /// Name and version of the prompt of that model.
    pub prompt: Option<String>,
    /// What it is taken from; added to what is there.
    pub evidence: Vec<EvidenceDraft>,
    /// Items that it takes the place of.
    pub replaces: Vec<ReplacedItem>,
}

impl KnowledgeDraft {
    /// Cleans and validates the draft of a memory item.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.content = clean_text(&self.content, "content", MAX_CONTENT, &mut errors);
        if self.content.is_empty() {
            errors.push(FieldError::new(
                "content",
                FieldErrorCode::Required,
                "",
                format!("1..{MAX_CONTENT}"),
            ));
        }
        self.sub_area = clean_optional(self.sub_area, "subArea", MAX_SUB_AREA, &mut errors);
        if !(0.0..=1.0).contains(&self.confidence) {
            let (code, given) = (FieldErrorCode::InvalidValue, self.confidence.to_string());
            errors.push(FieldError::new("confidence", code, &given, "0..1"));
        }
        if let (Some(from), Some(to)) = (self.valid_from, self.valid_to)
            && to < from
        {
            let (code, given) = (FieldErrorCode::InvalidDate, to.to_string());
            errors.push(FieldError::new("validTo", code, &given, format!("{from}…")));
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// Whether the memory item's days of validity include a day.
    pub fn is_valid_on(&self, day: NaiveDate) -> bool {
        self.valid_from.is_none_or(|from| from <= day) && self.valid_to.is_none_or(|to| day <= to)
    }
}

impl KnowledgeItem {
    /// Whether the memory item is active and valid on a day.
    pub fn holds_on(&self, day: NaiveDate) -> bool {
        self.state == KnowledgeState::Active && self.draft.is_valid_on(day)
    }
}

impl KnowledgeFields {
    /// What a person writes by hand.
    pub fn by_hand(draft: KnowledgeDraft) -> Self {
        Self {
            draft,
            state: KnowledgeState::Active,
            source: KnowledgeSource::Page,
            extractor: None,
            prompt: None,
            evidence: Vec::new(),
            replaces: Vec::new(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn draft(content: &str) -> KnowledgeDraft {
        KnowledgeDraft {
            kind: KnowledgeKind::Fact,
            content: content.into(),
            area: Area::Professional,
            sub_area: None,
            confidence: 0.9,
            valid_from: None,
            valid_to: None,
        }
    }

    pub fn item(number: u128, content: &str) -> KnowledgeItem {
        let at: DateTime<Utc> = "2026-11-28T12:00:00Z".parse().unwrap();
        KnowledgeItem {
            id: Uuid::from_u128(number),
            draft: draft(content),
            state: KnowledgeState::Active,
            source: KnowledgeSource::Page,
            extractor: None,
            prompt: None,
            version: 1,
            created_at: at,
            updated_at: at,
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let day = |text: &str| text.parse().ok();
        for (wrong, field) in [
            (draft(" "), "content"),
            (draft(&"a".repeat(MAX_CONTENT + 1)), "content"),
            (KnowledgeDraft { confidence: 1.5, ..draft("a") }, "confidence"),
            (KnowledgeDraft { confidence: f64::NAN, ..draft("a") }, "confidence"),
            (KnowledgeDraft { sub_area: Some("x".repeat(101)), ..draft("a") }, "subArea"),
            (
                KnowledgeDraft { valid_from: day("2026-02-01"), valid_to: day("2026-01-01"), ..draft("a") },
                "validTo",
            ),
        ] {
            let errors = wrong.check().expect_err("an invalid draft");
            assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), [field]);
        }
    }

    #[test]
    fn an_item_holds_on_the_days_that_it_names() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let one = KnowledgeDraft {
            valid_from: Some(day("2026-01-10")),
            valid_to: Some(day("2026-01-20")),
            ..draft("férias")
        };
        assert!(one.is_valid_on(day("2026-01-10")) && one.is_valid_on(day("2026-01-20")));
        assert!(!one.is_valid_on(day("2026-01-09")) && !one.is_valid_on(day("2026-01-21")));
    }
}
