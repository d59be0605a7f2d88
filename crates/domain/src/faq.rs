//! Questions with their answers.

use crate::catalog::{FieldError, FieldErrorCode, LIMITS, Status, clean_optional, clean_tags, clean_text};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A stored FAQ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// Our own id, which never changes.
    pub id: Uuid,
    /// The id in the system the FAQ came from; unique where present.
    pub external_id: Option<String>,
    /// The question as people ask it.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Key words.
    pub tags: Vec<String>,
    /// Whether search finds it.
    pub status: Status,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// Counts up with every save; a save must name the version it started from.
    pub version: i32,
}

/// A FAQ as handed in; [`FaqDraft::check`] makes it storable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FaqDraft {
    /// The id in the system the FAQ came from.
    #[serde(default, alias = "external_id")]
    pub external_id: Option<String>,
    /// The question; must not be blank.
    pub question: String,
    /// The answer; must not be blank.
    pub answer: String,
    /// Key words.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Whether search finds it.
    #[serde(default)]
    pub status: Status,
}

impl From<Faq> for FaqDraft {
    /// What people write of a FAQ.
    fn from(faq: Faq) -> Self {
        Self {
            external_id: faq.external_id,
            question: faq.question,
            answer: faq.answer,
            tags: faq.tags,
            status: faq.status,
        }
    }
}

impl FaqDraft {
    /// Cleans every text and checks it, as [`crate::catalog::ItemDraft::check`] does.
    ///
    /// # Errors
    /// Every field that cannot be stored.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.external_id = clean_optional(self.external_id, "externalId", LIMITS.external_id, &mut errors);
        self.question = clean_text(&self.question, "question", LIMITS.description, &mut errors);
        self.answer = clean_text(&self.answer, "answer", LIMITS.description, &mut errors);
        for (field, text) in [("question", &self.question), ("answer", &self.answer)] {
            if text.is_empty() {
                errors.push(FieldError::new(
                    field,
                    FieldErrorCode::Required,
                    "",
                    format!("1..{}", LIMITS.description),
                ));
            }
        }
        self.tags = clean_tags(self.tags, &mut errors);
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}
