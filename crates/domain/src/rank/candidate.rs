//! Candidates of a search, as the database returns them for scoring.

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
    /// Values of the attributes to which an editor gave the weight of tags; the relevance fusion reads
    /// them, the lexical score does not.
    StrongAttributes,
    /// FAQ question.
    Question,
    /// FAQ answer.
    Answer,
}

impl Field {
    /// Weight of a query's token in the record's field. FAQ fields have the weights of their item counterparts: a
    /// question that of a name, an answer that of a description.
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

    /// Name of the field's row in a score's explanation.
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
    /// Fields with their folded texts, without empty fields.
    pub fields: Vec<(Field, String)>,
}

impl Document {
    /// Creates the document of a candidate from folded texts.
    pub fn from_folded(fields: impl IntoIterator<Item = (Field, String)>) -> Self {
        Self { fields: fields.into_iter().filter(|(_, text)| !text.is_empty()).collect() }
    }

    /// Folded text of the candidate's `field`; empty if the record has none.
    pub fn text(&self, field: Field) -> &str {
        self.fields.iter().find(|(f, _)| *f == field).map_or("", |(_, t)| t)
    }
}

/// Result of the vector search for one candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorMatch {
    /// Negative inner product of the nearest chunk.
    pub distance: f64,
    /// Rank in the vector list, from 1.
    pub rank: u32,
}

/// A record from the lexical or the vector search.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Id of the record.
    pub id: Uuid,
    /// Folded texts of the record.
    pub document: Document,
    /// Rank in the lexical list in the order of the database, from 1; absent outside of that list.
    pub lexical_rank: Option<u32>,
    /// Result of the vector search; absent outside of the vector list.
    pub vector: Option<VectorMatch>,
    /// Whether the query contains the record's external id.
    pub named: bool,
    /// Whether the record comes only from a search in another order than by relevance: it matches, but is
    /// in neither the lexical nor the vector pool.
    pub sorted_in: bool,
}
