//! The relevance fusion: what a record says of each thing the query asks for.
//!
//! The score is the sum of
//! - **evidence**: for each concept, its share of the query's information (inverse document
//!   frequency) times a saturated, length-normalised count of where it stands, fields weighted, in
//!   the manner of BM25F (Robertson and Zaragoza 2009); words count by how they stand for the
//!   concept (the very word, another form, a synonym, inside a longer word, a typo);
//! - **coverage**: how much of the query's information the record has at all;
//! - **adjacency**: how much of it stands next to each other as in the query;
//! - **whole value**: how much of it makes up whole tags, list entries or names;
//! - **pair**: a crop and a purpose of the query are both found (in the catalog alone);
//! - **vector**: the likeness of the embeddings, on the query's own scale where the model has a calibration.
//!
//! Whole values and vectors are *context*: to a query of one known word they add nothing, to one of
//! many nearly all of their weight (`1 - 1/n` for n concepts), because a single word that the
//! corpus knows is better answered by where it stands than by what is like it.
//!
//! What the query asks for and the record does not have, a concept or the pair, has a row of 0 that
//! says why.
//!
//! No part depends on which other records are candidates: only on query, record and statistics of
//! the corpus. The weights were measured; see `docs/adr/0003-ranking.md`.

use super::enhanced::vector_component;
use super::matching::{Evidence, QueryEvidence};
use super::profile::RelevanceTuning;
use super::signals::Signals;
use super::terms::concept::Concept;
use super::terms::query::Query;
use super::terms::vocabulary::Vocabulary;
use crate::explain::{Label, Score};
use crate::rank::terms::degree::Degree;
use crate::search::Kind;

/// Scores one reading. `signals` are asked for the reason why a concept counts nothing, and no score
/// depends on them.
pub(super) fn score<S: Score>(
    tuning: &RelevanceTuning,
    query: &Query,
    reading: &QueryEvidence<'_>,
    signals: Option<&Signals>,
    distance: Option<f64>,
) -> S {
    let Query { vocabulary, concepts, .. } = query;
    let all: f64 = concepts.iter().map(|c| c.idf).sum();
    let share = |idf: f64| if all > 0.0 { idf / all } else { 0.0 };
    let evidence = concepts.iter().zip(&reading.evidence).map(|(concept, evidence)| {
        if evidence.is_empty() {
            return S::of_value(|| label_absence(concept, signals), 0.0);
        }
        let about = |name| move || Label::new(name).with("term", &concept.text);
        let parts = [
            S::of_value(|| Label::new("weight"), tuning.evidence),
            S::of_value(about("information"), share(concept.idf)),
            saturate(tuning, vocabulary, reading, evidence),
        ];
        S::product(about("evidence"), parts)
    });
    let vector = distance.map(|distance| vector(tuning, query, distance));
    let rows = evidence
        .chain(coverage(tuning, concepts, reading, share))
        .chain(adjacency(tuning, concepts, reading, share))
        .chain(whole_value(tuning, concepts, reading, share))
        .chain(pair(tuning, query, reading))
        .chain(vector);
    S::sum(|| Label::new("score"), rows)
}

/// The likeness of the embeddings: as it is where the model's likenesses speak for themselves, else by
/// how it stands among all that the query has, with the strength that the model showed on the corpus.
fn vector<S: Score>(tuning: &RelevanceTuning, query: &Query, distance: f64) -> S {
    let weight = S::of_value(|| Label::new("weight"), tuning.vector);
    let context = context(&query.concepts);
    let label = || Label::new("vector");
    match &query.scale {
        None => S::product(label, [weight, context, vector_component(distance)]),
        Some(scale) => {
            let strength = S::of_value(|| Label::new("vectorStrength"), scale.strength);
            S::product(label, [weight, strength, context, scale.component(distance)])
        }
    }
}

/// How far context counts: `1 - 1/n` for n concepts, one more where some are unknown to the corpus,
/// 1 where all are.
fn context<S: Score>(concepts: &[Concept]) -> S {
    let unknown = concepts.iter().filter(|c| !c.known).count();
    let n = concepts.len() + usize::from(unknown > 0);
    let share = if unknown == concepts.len() { 1.0 } else { 1.0 - 1.0 / n as f64 };
    S::of_value(|| Label::new("context").with("count", concepts.len().to_string()), share)
}

/// The information of the concepts that make up whole values.
fn whole_value<S: Score>(
    tuning: &RelevanceTuning,
    concepts: &[Concept],
    reading: &QueryEvidence<'_>,
    share: impl Fn(f64) -> f64,
) -> Option<S> {
    let parts =
        concepts.iter().zip(&reading.whole_value).filter(|(_, credit)| **credit > 0.0).map(|(c, credit)| {
            S::of_value(|| Label::new("inWholeValue").with("term", &c.text), share(c.idf) * credit)
        });
    let mut parts = parts.peekable();
    if parts.peek().is_none() || tuning.whole_value == 0.0 {
        return None;
    }
    let weight = S::of_value(|| Label::new("weight"), tuning.whole_value);
    let sum = S::sum(|| Label::new("share"), parts);
    Some(S::product(|| Label::new("wholeValue"), [weight, context(concepts), sum]))
}

/// A crop and a purpose of the query are both found; a row of 0 where both are asked for and one is
/// not there.
fn pair<S: Score>(tuning: &RelevanceTuning, query: &Query, reading: &QueryEvidence<'_>) -> Option<S> {
    let concepts = &query.concepts;
    let is_asked = |wanted: fn(&Concept) -> bool| concepts.iter().any(wanted);
    if query.kind == Kind::Faqs || !is_asked(|c| c.is_culture) || !is_asked(|c| c.is_treatment) {
        return None;
    }
    let is_found = |wanted: fn(&Concept) -> bool| {
        concepts.iter().enumerate().any(|(at, c)| wanted(c) && reading.best(at) > 0.0)
    };
    let both = is_found(|c| c.is_culture) && is_found(|c| c.is_treatment);
    Some(match both {
        true => S::of_value(|| Label::new("pair"), tuning.pair),
        false => S::of_value(|| Label::new("pairAbsent"), 0.0),
    })
}

/// Why a concept counts nothing: no word of it is there, or words of it stand apart, or only inside
/// others.
fn label_absence(concept: &Concept, signals: Option<&Signals>) -> Label {
    let words: Vec<&str> = concept.text.split(' ').collect();
    let hit = |word: &&&str| signals.is_some_and(|s| s.tokens_hit.iter().any(|t| t.as_str() == **word));
    let apart: Vec<&str> = words.iter().filter(hit).copied().collect();
    match (apart.as_slice(), words.as_slice()) {
        ([], _) => Label::new("absent").with("term", &concept.text),
        (_, [_]) => Label::new("uncounted").with("term", &concept.text),
        (apart, _) => Label::new("apart").with("term", &concept.text).with("words", apart.join(", ")),
    }
}

/// `x / (k1 + x)` of the weighted, length-normalised amounts of all fields.
fn saturate<S: Score>(
    tuning: &RelevanceTuning,
    vocabulary: &Vocabulary,
    reading: &QueryEvidence<'_>,
    evidence: &[Evidence<'_>],
) -> S {
    let fields = evidence.iter().map(|e| {
        let (weight, b) = tuning.weight_and_length(e.field);
        let mean = vocabulary.mean_lengths.get(&e.field).copied().filter(|m| *m > 0.0);
        let length = mean.map_or(1.0, |m| reading.length(e.field) as f64 / m);
        let norm = 1.0 - b + b * length;
        let label = || {
            let label = Label::new(degree_name(e.best.degree)).with("field", e.field.row_name());
            label.with("term", e.text.as_ref())
        };
        S::of_value(label, weight * e.amount / norm)
    });
    let k1 = tuning.saturation;
    S::function(
        || Label::new("saturation").with("k", k1.to_string()),
        S::sum(|| Label::new("amount"), fields),
        |x| x / (k1 + x),
    )
}

fn degree_name(degree: Degree) -> &'static str {
    match degree {
        Degree::Exact => "fieldByToken",
        Degree::Inflected => "fieldByForm",
        Degree::Synonym => "fieldBySynonym",
        Degree::Substring => "fieldBySubstring",
        Degree::Typo => "fieldByTypo",
    }
}

/// The information of the concepts that are there at all, each by its strongest place.
fn coverage<S: Score>(
    tuning: &RelevanceTuning,
    concepts: &[Concept],
    reading: &QueryEvidence<'_>,
    share: impl Fn(f64) -> f64,
) -> Option<S> {
    let covered = concepts.iter().enumerate().filter(|(at, _)| reading.best(*at) > 0.0);
    let parts = covered.map(|(at, c)| {
        S::of_value(|| Label::new("covered").with("term", &c.text), share(c.idf) * reading.best(at))
    });
    weighted_sum("coverage", tuning.coverage, parts)
}

/// The information of neighbouring concepts that stand next to each other in one phrase.
fn adjacency<S: Score>(
    tuning: &RelevanceTuning,
    concepts: &[Concept],
    reading: &QueryEvidence<'_>,
    share: impl Fn(f64) -> f64,
) -> Option<S> {
    let neighbours = concepts.windows(2).zip(&reading.adjacent).filter(|(_, strength)| **strength > 0.0);
    let parts = neighbours.map(|(pair, strength)| {
        let label = || Label::new("neighbours").with("first", &pair[0].text).with("second", &pair[1].text);
        S::of_value(label, share((pair[0].idf + pair[1].idf) / 2.0) * strength)
    });
    weighted_sum("adjacency", tuning.adjacency, parts)
}

fn weighted_sum<S: Score>(name: &'static str, weight: f64, parts: impl Iterator<Item = S>) -> Option<S> {
    let mut parts = parts.peekable();
    parts.peek()?;
    let sum = S::sum(|| Label::new("share"), parts);
    Some(S::product(|| Label::new(name), [S::of_value(|| Label::new("weight"), weight), sum]))
}
