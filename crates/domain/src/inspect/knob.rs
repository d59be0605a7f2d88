//! Everything in a profile that is one number, by name: what sliders move and tuning tries.

use crate::rank::{Field, FieldTuning, RelevanceTuning, Tuning};
use crate::search::{Fusion, Kind};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What each number is used at, by its path; the sliders of the page read the same file.
static SPANS: LazyLock<HashMap<String, (f64, f64)>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/knob_spans.json")).unwrap_or_default());

/// One number of a [`Tuning`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Knob {
    /// Relevance: weight of the evidence.
    Evidence,
    /// Relevance: weight of the coverage.
    Coverage,
    /// Relevance: weight of the adjacency.
    Adjacency,
    /// Relevance: weight of whole values.
    WholeValue,
    /// Relevance: bonus of culture and treatment together.
    Pair,
    /// Relevance: weight of the vector component.
    Vector,
    /// Relevance: where evidence is half-way saturated.
    Saturation,
    /// Relevance: what a word in the field counts.
    FieldWeight(Field),
    /// Relevance: how far a long field counts less.
    FieldLength(Field),
    /// Relevance: what another form of a word counts.
    Inflected,
    /// Relevance: what a synonym counts.
    Synonym,
    /// Relevance: what a word inside a longer one counts.
    Substring,
    /// Relevance: what a corrected word counts.
    Typo,
    /// Relevance: what "all cultures" counts for one.
    AnyCulture,
    /// Enhanced: weight of the vector component.
    VectorWeight,
    /// Enhanced: weight of the lexical component.
    LexicalWeight,
    /// Enhanced: bonus of culture and treatment together.
    PairPriorityBonus,
    /// Reciprocal rank fusion: k.
    RrfK,
    /// Reciprocal rank fusion: weight of the lexical list.
    RrfKeywordWeight,
    /// The same where filters are set.
    RrfKeywordWeightFiltered,
    /// Greatest distance that counts as found.
    Threshold,
}

/// Fields of items and of FAQs.
fn ranked_fields(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Items => &[
            Field::Name,
            Field::Description,
            Field::Category,
            Field::Manufacturer,
            Field::Tags,
            Field::Attributes,
            Field::Notes,
            Field::StrongAttributes,
        ],
        Kind::Faqs => &[Field::Question, Field::Answer],
    }
}

impl Knob {
    /// Lists all knobs of a profile that have a part in the order of `fusion`.
    pub fn all(fusion: Fusion, kind: Kind) -> Vec<Knob> {
        let mut all = Self::linear(fusion, kind, false).to_vec();
        match fusion {
            Fusion::Relevance => {
                all.push(Knob::Saturation);
                all.extend(ranked_fields(kind).iter().map(|f| Knob::FieldWeight(*f)));
                all.extend(ranked_fields(kind).iter().map(|f| Knob::FieldLength(*f)));
                all.extend([Knob::Inflected, Knob::Synonym, Knob::Substring, Knob::Typo, Knob::AnyCulture]);
            }
            Fusion::Rrf => all.extend([Knob::RrfKeywordWeightFiltered, Knob::RrfK]),
            Fusion::Enhanced | Fusion::Simple => {}
        }
        all.push(Knob::Threshold);
        all
    }

    /// What tuning tries: all but what would have every text read again.
    pub fn tunable_knobs(fusion: Fusion, kind: Kind) -> Vec<Knob> {
        let read = [Knob::Inflected, Knob::Synonym, Knob::Substring, Knob::Typo, Knob::AnyCulture];
        Self::all(fusion, kind).into_iter().filter(|knob| !read.contains(knob)).collect()
    }

    /// Knobs of a profile in which the scores of `fusion` are linear. Pairs are the catalog's.
    pub fn linear(fusion: Fusion, kind: Kind, filtered: bool) -> &'static [Knob] {
        match (fusion, filtered) {
            (Fusion::Relevance, _) if kind == Kind::Faqs => {
                &[Knob::Evidence, Knob::Coverage, Knob::Adjacency, Knob::WholeValue, Knob::Vector]
            }
            (Fusion::Relevance, _) => {
                &[Knob::Evidence, Knob::Coverage, Knob::Adjacency, Knob::WholeValue, Knob::Pair, Knob::Vector]
            }
            (Fusion::Enhanced, _) if kind == Kind::Faqs => &[Knob::VectorWeight, Knob::LexicalWeight],
            (Fusion::Enhanced, _) => &[Knob::VectorWeight, Knob::LexicalWeight, Knob::PairPriorityBonus],
            (Fusion::Rrf, false) => &[Knob::RrfKeywordWeight],
            (Fusion::Rrf, true) => &[Knob::RrfKeywordWeightFiltered],
            (Fusion::Simple, _) => &[],
        }
    }

    /// The weights of the fields, by which scores of the relevance fusion bend.
    pub fn field_weights(fusion: Fusion, kind: Kind) -> Vec<Knob> {
        match fusion {
            Fusion::Relevance => ranked_fields(kind).iter().map(|f| Knob::FieldWeight(*f)).collect(),
            Fusion::Enhanced | Fusion::Simple | Fusion::Rrf => Vec::new(),
        }
    }

    /// Path of the knob in a profile's definition.
    pub fn name(self) -> String {
        let field = |field: Field, what: &str| {
            let name = field.row_name().trim_start_matches("field.");
            format!("relevance.fields.{name}.{what}")
        };
        match self {
            Knob::FieldWeight(f) => field(f, "weight"),
            Knob::FieldLength(f) => field(f, "length"),
            other => other.plain_name().to_owned(),
        }
    }

    fn plain_name(self) -> &'static str {
        match self {
            Knob::Evidence => "relevance.evidence",
            Knob::Coverage => "relevance.coverage",
            Knob::Adjacency => "relevance.adjacency",
            Knob::WholeValue => "relevance.wholeValue",
            Knob::Pair => "relevance.pair",
            Knob::Vector => "relevance.vector",
            Knob::Saturation => "relevance.saturation",
            Knob::FieldWeight(_) | Knob::FieldLength(_) => "relevance.fields",
            Knob::Inflected => "relevance.inflected",
            Knob::Synonym => "relevance.synonym",
            Knob::Substring => "relevance.substring",
            Knob::Typo => "relevance.typo",
            Knob::AnyCulture => "relevance.anyCulture",
            Knob::VectorWeight => "vectorWeight",
            Knob::LexicalWeight => "lexicalWeight",
            Knob::PairPriorityBonus => "pairPriorityBonus",
            Knob::RrfK => "rrfK",
            Knob::RrfKeywordWeight => "rrfKeywordWeight",
            Knob::RrfKeywordWeightFiltered => "rrfKeywordWeightFiltered",
            Knob::Threshold => "vectorThreshold",
        }
    }

    /// Least and greatest sensible value of the knob.
    pub fn range(self) -> (f64, f64) {
        match self {
            Knob::FieldLength(_) => (0.0, 1.0),
            Knob::Inflected | Knob::Synonym | Knob::Substring | Knob::Typo | Knob::AnyCulture => (0.0, 1.0),
            Knob::Threshold => (-1.0, 1.0),
            Knob::Saturation | Knob::RrfK => (1e-3, 1e4),
            _ => (0.0, 1e4),
        }
    }

    /// Least and greatest value in use: what a slider reaches. A profile may hold more, up to
    /// [`Self::range`].
    pub fn span(self) -> (f64, f64) {
        let path = match self {
            Knob::FieldWeight(_) => "relevance.fields.*.weight",
            Knob::FieldLength(_) => "relevance.fields.*.length",
            other => other.plain_name(),
        };
        SPANS.get(path).copied().unwrap_or_else(|| self.range())
    }

    /// Value of the knob in a tuning; none only for a threshold that is left to the model.
    pub fn get(self, tuning: &Tuning) -> Option<f64> {
        match self {
            Knob::FieldWeight(f) => Some(tuning.relevance.weight_and_length(f).0),
            Knob::FieldLength(f) => Some(tuning.relevance.weight_and_length(f).1),
            Knob::Threshold => tuning.vector_threshold,
            other => other.place(&mut tuning.clone()).copied(),
        }
    }

    /// Sets the knob in a tuning to the value, moved into [`Self::range`].
    pub fn set(self, tuning: &mut Tuning, value: f64) {
        let (least, most) = self.range();
        let value = if value.is_nan() { least } else { value.clamp(least, most) };
        match self {
            Knob::FieldWeight(f) => field_tuning(&mut tuning.relevance, f).weight = value,
            Knob::FieldLength(f) => field_tuning(&mut tuning.relevance, f).length = value,
            Knob::Threshold => tuning.vector_threshold = Some(value),
            other => {
                if let Some(place) = other.place(tuning) {
                    *place = value;
                }
            }
        }
    }

    fn place(self, tuning: &mut Tuning) -> Option<&mut f64> {
        let relevance = &mut tuning.relevance;
        Some(match self {
            Knob::Evidence => &mut relevance.evidence,
            Knob::Coverage => &mut relevance.coverage,
            Knob::Adjacency => &mut relevance.adjacency,
            Knob::WholeValue => &mut relevance.whole_value,
            Knob::Pair => &mut relevance.pair,
            Knob::Vector => &mut relevance.vector,
            Knob::Saturation => &mut relevance.saturation,
            Knob::Inflected => &mut relevance.inflected,
            Knob::Synonym => &mut relevance.synonym,
            Knob::Substring => &mut relevance.substring,
            Knob::Typo => &mut relevance.typo,
            Knob::AnyCulture => &mut relevance.any_culture,
            Knob::VectorWeight => &mut tuning.vector_weight,
            Knob::LexicalWeight => &mut tuning.lexical_weight,
            Knob::PairPriorityBonus => &mut tuning.pair_priority_bonus,
            Knob::RrfK => &mut tuning.rrf_k,
            Knob::RrfKeywordWeight => &mut tuning.rrf_keyword_weight,
            Knob::RrfKeywordWeightFiltered => &mut tuning.rrf_keyword_weight_filtered,
            Knob::FieldWeight(_) | Knob::FieldLength(_) | Knob::Threshold => return None,
        })
    }
}

/// A field that is not listed counts nothing, and may be made to.
fn field_tuning(tuning: &mut RelevanceTuning, field: Field) -> &mut FieldTuning {
    let at = tuning.fields.iter().position(|f| f.field == field).unwrap_or_else(|| {
        tuning.fields.push(FieldTuning { field, weight: 0.0, length: 0.0 });
        tuning.fields.len() - 1
    });
    &mut tuning.fields[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_span_within_what_is_allowed() {
        let knobs: Vec<Knob> = Fusion::ALL
            .into_iter()
            .flat_map(|fusion| [Kind::Items, Kind::Faqs].map(|kind| Knob::all(fusion, kind)))
            .flatten()
            .collect();
        for knob in knobs {
            let ((least, most), (from, to)) = (knob.range(), knob.span());
            assert!(least <= from && from < to && to <= most, "{knob:?}: {from}..{to}");
            assert!((from, to) != (least, most) || most <= 1.0, "{knob:?} is not in the table");
        }
    }

    #[test]
    fn what_is_set_is_got_and_stands_where_its_name_says() {
        for fusion in Fusion::ALL {
            for knob in Knob::all(fusion, Kind::Items) {
                let mut tuning = Tuning::items();
                knob.set(&mut tuning, 0.625);
                assert_eq!(knob.get(&tuning), Some(0.625), "{knob:?}");
                let json = serde_json::to_value(&tuning).unwrap();
                let mut at = &json;
                for part in knob.name().split('.') {
                    at = match at.as_array() {
                        Some(list) => list.iter().find(|f| f["field"] == part).unwrap(),
                        None => &at[part],
                    };
                }
                assert_eq!(at.as_f64(), Some(0.625), "{}", knob.name());
            }
        }
    }
}
