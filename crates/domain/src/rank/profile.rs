//! Ranking profiles: named sets of fusion, weights and thresholds.

use super::Field;
use crate::search::{Fusion, Kind};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use specta::Type;

/// Tunable parameters of ranking, for items or for FAQs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Tuning {
    /// Enhanced: weight of the vector component (`CATALOG_VECTOR_WEIGHT`).
    #[specta(type = Number)]
    pub vector_weight: f64,
    /// Enhanced: weight of the lexical component (`CATALOG_LEXICAL_WEIGHT`).
    #[specta(type = Number)]
    pub lexical_weight: f64,
    /// Enhanced: bonus of a record that matches both culture and treatment (`CATALOG_PAIR_PRIORITY_BONUS`);
    /// only for items.
    #[specta(type = Number)]
    pub pair_priority_bonus: f64,
    /// Reciprocal rank fusion: k.
    #[specta(type = Number)]
    pub rrf_k: f64,
    /// Reciprocal rank fusion: weight of the lexical list.
    #[specta(type = Number)]
    pub rrf_keyword_weight: f64,
    /// Reciprocal rank fusion: weight of the lexical list in a search with filters.
    #[specta(type = Number)]
    pub rrf_keyword_weight_filtered: f64,
    /// Maximum distance of a vector hit; the model's own default if absent. The maximum 1 (also written
    /// `"Infinity"`) cuts nothing.
    #[serde(deserialize_with = "threshold")]
    #[schemars(with = "Option<f64>")]
    #[specta(type = Option<Number>)]
    pub vector_threshold: Option<f64>,
    /// Number of fetched lexical candidates per hit of the limit.
    pub lexical_candidate_multiplier: u32,
    /// Maximum number of fetched lexical candidates.
    pub lexical_candidate_max: u32,
    /// Number of fetched chunks per hit of the limit.
    pub vector_candidate_multiplier: u32,
    /// Maximum number of fetched chunks.
    pub vector_candidate_max: u32,
    /// Relevance: the parameters of the fusion.
    pub relevance: RelevanceTuning,
    /// Maximum number of chunks in the snippet of an item.
    pub vector_chunks_per_item: u32,
    /// Maximum length of a snippet, in characters.
    pub vector_snippet_max_chars: u32,
}

/// The threshold that cuts nothing: no two vectors of norm 1 have a greater distance.
pub const NO_THRESHOLD: f64 = 1.0;

/// Parses a threshold: a number, or a name of infinity for [`NO_THRESHOLD`]. Returns `None` for minus
/// infinity, which would cut everything.
pub fn parse_threshold(text: &str) -> Option<f64> {
    match text.trim() {
        "∞" => Some(NO_THRESHOLD),
        text => match text.parse::<f64>().ok()? {
            f64::INFINITY => Some(NO_THRESHOLD),
            value => value.is_finite().then_some(value),
        },
    }
}

/// Deserializes a threshold from a number or a text, because JSON has no number for infinity.
fn threshold<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum WrittenThreshold {
        Number(f64),
        Text(String),
    }
    match Option::<WrittenThreshold>::deserialize(from)? {
        None => Ok(None),
        Some(WrittenThreshold::Number(value)) => Ok(Some(value)),
        Some(WrittenThreshold::Text(text)) => {
            let infinite = parse_threshold(&text).filter(|value| *value == NO_THRESHOLD);
            infinite.map(Some).ok_or_else(|| D::Error::custom("a number, or \"Infinity\" for no threshold"))
        }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self::items()
    }
}

impl Tuning {
    /// Default tuning of a ranking profile for items.
    pub fn items() -> Self {
        Self {
            vector_weight: 6.0,
            lexical_weight: 4.0,
            pair_priority_bonus: 4.0,
            rrf_k: 60.0,
            rrf_keyword_weight: 1.5,
            rrf_keyword_weight_filtered: 2.0,
            vector_threshold: None,
            lexical_candidate_multiplier: 6,
            lexical_candidate_max: 200,
            vector_candidate_multiplier: 6,
            vector_candidate_max: 200,
            relevance: RelevanceTuning::items(),
            vector_chunks_per_item: 1,
            vector_snippet_max_chars: 800,
        }
    }

    /// Default tuning of a ranking profile for FAQs, which have no pairs of culture and treatment.
    pub fn faqs() -> Self {
        Self { pair_priority_bonus: 0.0, relevance: RelevanceTuning::faqs(), ..Self::items() }
    }

    /// The effective threshold, with `model` as the model's own; `None` if it cuts nothing.
    pub fn cutting_threshold(&self, model: Option<f64>) -> Option<f64> {
        self.vector_threshold.or(model).filter(|t| t.is_finite() && *t < NO_THRESHOLD)
    }

    /// Number of candidates by words to fetch for `limit` hits.
    pub fn lexical_candidates(&self, limit: usize) -> usize {
        let wanted = limit.saturating_mul(self.lexical_candidate_multiplier as usize);
        limit.max(wanted.min(self.lexical_candidate_max as usize))
    }

    /// Number of candidates by vectors to fetch for `limit` hits, in chunks.
    pub fn vector_candidates(&self, limit: usize) -> usize {
        let wanted = limit.saturating_mul(self.vector_candidate_multiplier as usize);
        wanted.min(self.vector_candidate_max as usize).max(1)
    }
}

/// Weight of a field in the relevance fusion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldTuning {
    /// The field.
    pub field: Field,
    /// Weight of a word in the field.
    #[specta(type = Number)]
    pub weight: f64,
    /// Strength of the length normalization, 0 to 1 (the b of BM25).
    #[specta(type = Number)]
    pub length: f64,
}

/// Tuning of item notes, which weigh as much as attribute values.
const NOTES: FieldTuning = FieldTuning { field: Field::Notes, weight: 0.5, length: 0.3 };

/// Tuning of strong attributes, which weigh as much as tags.
const STRONG_ATTRIBUTES: FieldTuning =
    FieldTuning { field: Field::StrongAttributes, weight: 2.0, length: 0.0 };

/// Deserializes the fields of items, and adds the later fields notes and strong attributes. A profile that
/// was stored before these fields existed lacks them, but not in order to give them no weight.
fn with_later_fields<'de, D: Deserializer<'de>>(fields: D) -> Result<Vec<FieldTuning>, D::Error> {
    let mut fields = Vec::<FieldTuning>::deserialize(fields)?;
    let lists = |wanted| fields.iter().any(|listed| listed.field == wanted);
    let later: Vec<FieldTuning> = match lists(Field::Attributes) {
        true => [NOTES, STRONG_ATTRIBUTES].into_iter().filter(|row| !lists(row.field)).collect(),
        false => Vec::new(),
    };
    fields.extend(later);
    Ok(fields)
}

/// Parameters of the relevance fusion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RelevanceTuning {
    /// Weight of the evidence.
    #[specta(type = Number)]
    pub evidence: f64,
    /// Weight of the coverage.
    #[specta(type = Number)]
    pub coverage: f64,
    /// Weight of the adjacency.
    #[specta(type = Number)]
    pub adjacency: f64,
    /// Weight of matched whole values, scaled by the number of concepts in the query.
    #[specta(type = Number)]
    pub whole_value: f64,
    /// Bonus of a record that matches both a culture and a treatment of the query.
    #[specta(type = Number)]
    pub pair: f64,
    /// Weight of the vector component, scaled by the number of concepts in the query.
    #[specta(type = Number)]
    pub vector: f64,
    /// Amount of evidence at half saturation (the k1 of BM25).
    #[specta(type = Number)]
    pub saturation: f64,
    /// Weight of an inflected form, relative to 1 for the exact word.
    #[specta(type = Number)]
    pub inflected: f64,
    /// Weight of a synonym, relative to 1 for the exact word.
    #[specta(type = Number)]
    pub synonym: f64,
    /// Weight of a longer word that contains the word, relative to 1 for the exact word.
    #[specta(type = Number)]
    pub substring: f64,
    /// Weight of a corrected word, relative to 1 for the exact word, before the deduction for its edits.
    #[specta(type = Number)]
    pub typo: f64,
    /// Weight of "all cultures" as a match of a culture, relative to 1 for the exact word.
    #[specta(type = Number)]
    pub any_culture: f64,
    /// Weight of each field.
    #[serde(deserialize_with = "with_later_fields")]
    #[specta(type = Vec<FieldTuning>)]
    pub fields: Vec<FieldTuning>,
    /// Maximum number of scored lexical candidates. A search scores ten for each hit of its limit and at
    /// least 100, up to this maximum.
    pub candidates: u32,
}

impl Default for RelevanceTuning {
    fn default() -> Self {
        Self::items()
    }
}

impl RelevanceTuning {
    /// Tuning of the relevance fusion with the best measurements on catalogs.
    pub fn items() -> Self {
        let field = |field, weight, length| FieldTuning { field, weight, length };
        Self {
            evidence: 10.0,
            coverage: 5.0,
            adjacency: 4.0,
            whole_value: 4.0,
            pair: 4.0,
            vector: 3.0,
            saturation: 1.5,
            inflected: 0.95,
            synonym: 0.8,
            substring: 0.2,
            typo: 0.8,
            any_culture: 0.8,
            fields: vec![
                field(Field::Name, 3.0, 0.5),
                field(Field::Description, 1.0, 0.4),
                field(Field::Category, 2.0, 0.0),
                field(Field::Manufacturer, 2.0, 0.0),
                field(Field::Tags, 2.0, 0.0),
                field(Field::Attributes, 0.5, 0.3),
                NOTES,
                STRONG_ATTRIBUTES,
            ],
            candidates: 200,
        }
    }

    /// Tuning of the relevance fusion with the best measurements on FAQs.
    pub fn faqs() -> Self {
        let field = |field, weight, length| FieldTuning { field, weight, length };
        Self {
            coverage: 2.0,
            whole_value: 0.0,
            pair: 0.0,
            vector: 5.0,
            inflected: 0.6,
            typo: 0.6,
            fields: vec![field(Field::Question, 1.5, 0.85), field(Field::Answer, 0.25, 0.75)],
            ..Self::items()
        }
    }

    /// Weight and length normalization of `field`; 0 for a field that is not listed.
    pub fn weight_and_length(&self, field: Field) -> (f64, f64) {
        let known = self.fields.iter().find(|f| f.field == field);
        known.map_or((0.0, 0.0), |f| (f.weight, f.length))
    }
}

/// A named, stored combination of fusion and tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Unique name.
    pub name: String,
    /// Fusion of the lexical and the vector list.
    pub fusion: Fusion,
    /// Tuning of the catalog search.
    #[serde(default)]
    pub items: Tuning,
    /// Tuning of the FAQ search.
    #[serde(default = "Tuning::faqs")]
    pub faqs: Tuning,
}

impl Profile {
    /// The ranking profile's tuning for `kind`.
    pub fn tuning(&self, kind: Kind) -> &Tuning {
        match kind {
            Kind::Items => &self.items,
            Kind::Faqs => &self.faqs,
        }
    }

    /// The ranking profile's tuning for `kind`, to be changed.
    pub fn tuning_mut(&mut self, kind: Kind) -> &mut Tuning {
        match kind {
            Kind::Items => &mut self.items,
            Kind::Faqs => &mut self.faqs,
        }
    }
}

/// The profiles that ship with the program. The first one, `default`, has the best measurements on the
/// judged query sets; each other profile has another fusion with default tuning.
pub fn shipped_profiles() -> Vec<Profile> {
    let plain = |name: &str, fusion| Profile {
        name: name.into(),
        fusion,
        items: Tuning::items(),
        faqs: Tuning::faqs(),
    };
    vec![
        plain("default", Fusion::Relevance),
        plain("enhanced", Fusion::Enhanced),
        plain("simple", Fusion::Simple),
        plain("rrf", Fusion::Rrf),
    ]
}
