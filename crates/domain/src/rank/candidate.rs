//! What the database hands over for scoring.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A searchable field.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// Item name.
    Name,
    /// Item description.
    Description,
    /// Item category.
    Category,
    /// Item manufacturer.
    Manufacturer,
    /// Item tags, joined by blanks.
    Tags,
    /// Values of an item's attributes; the relevance fusion reads them, the lexical score does not.
    Attributes,
    /// Notes of an item; the relevance fusion reads them, the lexical score does not.
    Notes,
    /// Values of the attributes that an editor made weigh as tags do; the relevance fusion reads them, the lexical
    /// score does not.
    StrongAttributes,
    /// FAQ question.
    Question,
    /// FAQ answer.
    Answer,
}

impl Field {
    /// The weight of a token found in the field. The two FAQ fields weigh as their
    /// counterparts in an item: the question is the name, the answer the description.
    pub fn weight(self) -> f64 {
        match self {
            Field::Name | Field::Question => 3.5,
            Field::Description | Field::Answer => 2.5,
            Field::Category => 2.0,
            Field::Manufacturer => 1.5,
            Field::Tags => 4.0,
            Field::Attributes | Field::Notes | Field::StrongAttributes => 0.0,
        }
    }

    /// The key of the field's row in an explanation.
    pub fn row_name(self) -> &'static str {
        match self {
            Field::Name => "field.name",
            Field::Description => "field.description",
            Field::Category => "field.category",
            Field::Manufacturer => "field.manufacturer",
            Field::Tags => "field.tags",
            Field::Attributes => "field.attributes",
            Field::Notes => "field.notes",
            Field::StrongAttributes => "field.strongAttributes",
            Field::Question => "field.question",
            Field::Answer => "field.answer",
        }
    }
}

/// The folded texts of a record, field by field.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// Field and folded text; empty fields are left out.
    pub fields: Vec<(Field, String)>,
}

impl Document {
    /// Builds a document from texts that are folded already.
    pub fn from_folded(fields: impl IntoIterator<Item = (Field, String)>) -> Self {
        Self { fields: fields.into_iter().filter(|(_, text)| !text.is_empty()).collect() }
    }

    /// The folded text of `field`, empty where there is none.
    pub fn text(&self, field: Field) -> &str {
        self.fields.iter().find(|(f, _)| *f == field).map_or("", |(_, t)| t)
    }
}

/// The result of the vector search for a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorMatch {
    /// Negative inner product of the nearest chunk.
    pub distance: f64,
    /// Place in the vector list, from 1.
    pub rank: u32,
}

/// One record that either search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The record.
    pub id: Uuid,
    /// Its folded texts.
    pub document: Document,
    /// Place in the lexical list as the database ordered it, from 1.
    pub lexical_rank: Option<u32>,
    /// The result of the vector search.
    pub vector: Option<VectorMatch>,
    /// Whether the query names the record by its id elsewhere.
    pub named: bool,
    /// Whether only another order than by relevance brought it: it matches, but stands beyond the
    /// pools of words and vectors.
    pub sorted_in: bool,
}
