//! Ranking profiles: named sets of fusion, weights and thresholds.

use super::Field;
use crate::search::{Fusion, Kind};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use specta::Type;

/// Everything of ranking that can be tuned, for items or for FAQs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Tuning {
    /// Enhanced: weight of the vector component (`CATALOG_VECTOR_WEIGHT`).
    #[specta(type = Number)]
    pub vector_weight: f64,
    /// Enhanced: weight of the lexical component (`CATALOG_LEXICAL_WEIGHT`).
    #[specta(type = Number)]
    pub lexical_weight: f64,
    /// Enhanced: added where culture and treatment are both found (`CATALOG_PAIR_PRIORITY_BONUS`);
    /// of items alone.
    #[specta(type = Number)]
    pub pair_priority_bonus: f64,
    /// Reciprocal rank fusion: k.
    #[specta(type = Number)]
    pub rrf_k: f64,
    /// Reciprocal rank fusion: weight of the lexical list.
    #[specta(type = Number)]
    pub rrf_keyword_weight: f64,
    /// The same where filters are set.
    #[specta(type = Number)]
    pub rrf_keyword_weight_filtered: f64,
    /// Greatest distance that counts as found; the model's own default where absent. 1, the greatest
    /// distance there is, cuts nothing; `"Infinity"` is read as that.
    #[serde(deserialize_with = "threshold")]
    #[schemars(with = "Option<f64>")]
    #[specta(type = Option<Number>)]
    pub vector_threshold: Option<f64>,
    /// Lexical candidates fetched: limit times this …
    pub lexical_candidate_multiplier: u32,
    /// … but at most this many.
    pub lexical_candidate_max: u32,
    /// Chunks fetched: limit times this …
    pub vector_candidate_multiplier: u32,
    /// … but at most this many.
    pub vector_candidate_max: u32,
    /// Relevance: everything that it can be tuned by.
    pub relevance: RelevanceTuning,
    /// Snippets joined per item.
    pub vector_chunks_per_item: u32,
    /// Longest snippet, in characters.
    pub vector_snippet_max_chars: u32,
}

/// The threshold that cuts nothing: vectors of norm 1 are no farther apart.
pub const NO_THRESHOLD: f64 = 1.0;

/// Reads a threshold as people and programs write it: a number, or one of the names of infinity for
/// none at all. Minus infinity is neither: it would cut everything.
pub fn parse_threshold(text: &str) -> Option<f64> {
    match text.trim() {
        "∞" => Some(NO_THRESHOLD),
        text => match text.parse::<f64>().ok()? {
            f64::INFINITY => Some(NO_THRESHOLD),
            value => value.is_finite().then_some(value),
        },
    }
}

/// Not every program can write infinity as a number of JSON: in words it will do too.
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
    /// The defaults for items.
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

    /// The defaults for FAQs, which have neither cultures nor treatments to find in pairs.
    pub fn faqs() -> Self {
        Self { pair_priority_bonus: 0.0, relevance: RelevanceTuning::faqs(), ..Self::items() }
    }

    /// The threshold in force where the model's own is `model`; none where nothing is cut.
    pub fn cutting_threshold(&self, model: Option<f64>) -> Option<f64> {
        self.vector_threshold.or(model).filter(|t| t.is_finite() && *t < NO_THRESHOLD)
    }

    /// Lexical candidates to fetch for `limit` hits.
    pub fn lexical_candidates(&self, limit: usize) -> usize {
        let wanted = limit.saturating_mul(self.lexical_candidate_multiplier as usize);
        limit.max(wanted.min(self.lexical_candidate_max as usize))
    }

    /// Chunks to fetch for `limit` hits.
    pub fn vector_candidates(&self, limit: usize) -> usize {
        let wanted = limit.saturating_mul(self.vector_candidate_multiplier as usize);
        wanted.min(self.vector_candidate_max as usize).max(1)
    }
}

/// How a field counts in the relevance fusion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldTuning {
    /// The field.
    pub field: Field,
    /// What a word in it counts.
    #[specta(type = Number)]
    pub weight: f64,
    /// How far a long field counts less, in 0..1 (the b of BM25).
    #[specta(type = Number)]
    pub length: f64,
}

/// How notes of items count: as attribute values do.
const NOTES: FieldTuning = FieldTuning { field: Field::Notes, weight: 0.5, length: 0.3 };

/// How attributes count that an editor made strong: as tags do.
const STRONG_ATTRIBUTES: FieldTuning =
    FieldTuning { field: Field::StrongAttributes, weight: 2.0, length: 0.0 };

/// Fields of items as a profile lists them. One that was stored before items had notes or strong attributes does not
/// list them, which is no wish to leave them out.
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

/// The tuning of the relevance fusion.
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
    /// Weight of whole values, counted by how many concepts the query has.
    #[specta(type = Number)]
    pub whole_value: f64,
    /// Added where a culture and a treatment of the query are both found.
    #[specta(type = Number)]
    pub pair: f64,
    /// Weight of the vector component, counted by how many concepts the query has.
    #[specta(type = Number)]
    pub vector: f64,
    /// Amount at which evidence is half-way saturated (the k1 of BM25).
    #[specta(type = Number)]
    pub saturation: f64,
    /// What another form of a word counts, the word itself counting 1.
    #[specta(type = Number)]
    pub inflected: f64,
    /// What a synonym counts.
    #[specta(type = Number)]
    pub synonym: f64,
    /// What a longer word counts that contains the word.
    #[specta(type = Number)]
    pub substring: f64,
    /// What a corrected word counts, less its share of edits.
    #[specta(type = Number)]
    pub typo: f64,
    /// What "all cultures" counts for a culture.
    #[specta(type = Number)]
    pub any_culture: f64,
    /// The fields.
    #[serde(deserialize_with = "with_later_fields")]
    #[specta(type = Vec<FieldTuning>)]
    pub fields: Vec<FieldTuning>,
    /// Most lexical candidates that are scored; ten for each hit that is wanted and at least 100, up to
    /// this.
    pub candidates: u32,
}

impl Default for RelevanceTuning {
    fn default() -> Self {
        Self::items()
    }
}

impl RelevanceTuning {
    /// What measures best on catalogs.
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

    /// What measures best on questions and answers.
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

    /// Weight of `field` and how far its length counts; one that is not listed counts nothing.
    pub fn weight_and_length(&self, field: Field) -> (f64, f64) {
        let known = self.fields.iter().find(|f| f.field == field);
        known.map_or((0.0, 0.0), |f| (f.weight, f.length))
    }
}

/// A named, stored set of fusion and tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Unique name.
    pub name: String,
    /// How lists become one.
    pub fusion: Fusion,
    /// Tuning of the catalog search.
    #[serde(default)]
    pub items: Tuning,
    /// Tuning of the FAQ search.
    #[serde(default = "Tuning::faqs")]
    pub faqs: Tuning,
}

impl Profile {
    /// The tuning for `kind`.
    pub fn tuning(&self, kind: Kind) -> &Tuning {
        match kind {
            Kind::Items => &self.items,
            Kind::Faqs => &self.faqs,
        }
    }

    /// The tuning for `kind`, to be changed.
    pub fn tuning_mut(&mut self, kind: Kind) -> &mut Tuning {
        match kind {
            Kind::Items => &mut self.items,
            Kind::Faqs => &mut self.faqs,
        }
    }
}

/// The profiles that ship with the program, the default first: `default` is the one that measures
/// best on the judged query sets, the others are the specification's fusions as they stand.
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
