//! Ranking on made-up records: every score by hand, and what holds for any query and any candidates.

mod fusions;
mod lists;
mod matching;
mod profiles;
mod queries;
mod relevance;
mod scales;

use super::*;
use crate::explain::Explanation;
use crate::search::{Fusion, Kind};
use crate::synonyms::tests::group;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{QueryText, normalize_text};
use proptest::prelude::*;
use uuid::Uuid;

/// How far a figure reckoned by hand may be off: rounding, and nothing else.
const ROUNDING: f64 = 1e-12;
/// What made-up queries and records are made of.
const WORDS: [&str; 9] =
    ["fungicida", "soja", "ferrugem", "milho", "cobre", "herbicida", "sojicultura", "250-ec", "de"];

fn synonyms() -> SynonymIndex {
    SynonymIndex::new(&[
        group(GroupKind::Culture, "soja", &["sojicultura", "glycine max"]),
        group(GroupKind::Culture, "milho", &[]),
        group(GroupKind::Treatment, "fungicida", &["fungicidas", "anti-fungo"]),
    ])
}

/// A corpus of 100 records in which each of `words` stands in so many.
fn vocabulary(kind: Kind, query: &str, words: &[(&str, u32)]) -> Vocabulary {
    let lookups = Lookups::new(&QueryText::parse(query), &synonyms(), kind);
    let make_word = |(word, rows): &(&str, u32)| VocabularyWord { word: (*word).into(), rows: *rows };
    let containing = |root: &String| {
        words.iter().filter(|(word, _)| word.contains(root.as_str())).map(make_word).collect::<Vec<_>>()
    };
    Vocabulary {
        rows: 100,
        mean_lengths: Default::default(),
        containing: lookups.roots.iter().map(|root| (root.clone(), containing(root))).collect(),
        rows_of: words.iter().map(|(word, rows)| ((*word).to_owned(), *rows)).collect(),
        near: Default::default(),
    }
}

fn query_with(text: &str, kind: Kind, vocabulary: Vocabulary) -> Query {
    let tuning = match kind {
        Kind::Items => RelevanceTuning::items(),
        Kind::Faqs => RelevanceTuning::faqs(),
    };
    Query::new(&QueryText::parse(text), &synonyms(), vocabulary, kind, &tuning, false)
}

/// A query of the catalog in whose corpus every word stands in ten records.
pub(crate) fn query(text: &str) -> Query {
    let known: Vec<(&str, u32)> = WORDS.iter().map(|word| (*word, 10)).collect();
    query_with(text, Kind::Items, vocabulary(Kind::Items, text, &known))
}

fn document(fields: &[(Field, &str)]) -> Document {
    Document::from_folded(fields.iter().map(|(field, text)| (*field, normalize_text(text))))
}

pub(crate) fn candidate(id: u128, fields: &[(Field, &str)]) -> Candidate {
    Candidate {
        id: Uuid::from_u128(id),
        document: document(fields),
        lexical_rank: None,
        vector: None,
        named: false,
        sorted_in: false,
    }
}

pub(crate) fn by_words(rank: u32, candidate: Candidate) -> Candidate {
    Candidate { lexical_rank: Some(rank), ..candidate }
}

fn by_vector(rank: u32, distance: f64, candidate: Candidate) -> Candidate {
    Candidate { vector: Some(VectorMatch { distance, rank }), ..candidate }
}

fn rank_all(query: &Query, candidates: &[Candidate], fusion: Fusion) -> Vec<RankedHit> {
    rank(RankInput { query, candidates, fusion, tuning: &Tuning::items() }, usize::MAX)
}

fn ids(hits: &[RankedHit]) -> Vec<u128> {
    hits.iter().map(|hit| hit.id.as_u128()).collect()
}

/// The values of the rows of a score, by name.
fn row_values(score: &Explanation) -> Vec<(&'static str, f64)> {
    score.details().iter().map(|row| (row.label().name, row.value())).collect()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < ROUNDING, "{found} is not {expected}");
}

/// Candidates with texts of [`WORDS`], each found by words, by vectors, or by both.
pub(crate) fn candidate_lists() -> impl Strategy<Value = Vec<Candidate>> {
    let text = proptest::collection::vec(0..WORDS.len(), 0..6)
        .prop_map(|words| words.into_iter().map(|at| WORDS[at]).collect::<Vec<_>>().join(" "));
    let found = prop_oneof![
        Just((true, None)),
        (-1.0f64..1.0).prop_map(|distance| (false, Some(distance))),
        (-1.0f64..1.0).prop_map(|distance| (true, Some(distance))),
    ];
    let fields = [Field::Name, Field::Description, Field::Tags, Field::Notes, Field::StrongAttributes];
    proptest::collection::vec((proptest::collection::vec(text, fields.len()), found, 0u8..20), 1..20)
        .prop_map(move |all| {
            let made = (1u32..).zip(all).map(|(place, (texts, (words, distance), chance))| Candidate {
                id: Uuid::from_u128(u128::from(place)),
                document: Document::from_folded(fields.into_iter().zip(texts)),
                lexical_rank: words.then_some(place),
                vector: distance.map(|distance| VectorMatch { distance, rank: place }),
                named: chance == 0,
                sorted_in: false,
            });
            made.collect()
        })
}

pub(crate) fn query_texts() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..WORDS.len(), 1..5)
        .prop_map(|words| words.into_iter().map(|at| WORDS[at]).collect::<Vec<_>>().join(" "))
}

fn fusions() -> impl Strategy<Value = Fusion> {
    (0..Fusion::ALL.len()).prop_map(|at| Fusion::ALL[at])
}
