//! Reading a document with a query's concepts in mind.

use super::terms::concept::Concept;
use super::terms::forms::Strength;
use super::{Document, Field};
use crate::rank::terms::degree::Degree;
use crate::text::{is_stop_word, segmented_words};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Longer values are prose.
const MAX_VALUE_WORDS: usize = 5;
/// Concepts that one value can consist of.
const MAX_VALUE_CONCEPTS: usize = 4;

/// What one field says of one concept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evidence<'d> {
    pub field: Field,
    /// Sum of the strengths of all places.
    pub amount: f64,
    /// The strongest place: what stands there and how it stands for the concept.
    pub text: Cow<'d, str>,
    pub best: Strength,
}

/// What a document says of a query.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct QueryEvidence<'d> {
    /// For each concept, the fields that speak of it.
    pub evidence: Vec<Vec<Evidence<'d>>>,
    /// For each concept, how strongly it stands right before the next one, in 0..1.
    pub adjacent: Vec<f64>,
    /// For each concept, how strongly it is part of a whole value (a tag, an entry of a list), in
    /// 0..1.
    pub whole_value: Vec<f64>,
    /// Words in each field.
    pub lengths: Vec<(Field, usize)>,
}

impl QueryEvidence<'_> {
    /// Strength of the concept's best match anywhere in the document, 0 where there is none.
    pub fn best(&self, concept: usize) -> f64 {
        self.evidence[concept].iter().map(|e| e.best.value).fold(0.0, f64::max)
    }

    /// Copies the evidence of a query, so that it outlives the document.
    pub fn into_owned(self) -> QueryEvidence<'static> {
        let make_owned = |e: Evidence<'_>| Evidence {
            field: e.field,
            amount: e.amount,
            text: Cow::Owned(e.text.into_owned()),
            best: e.best,
        };
        let evidence =
            self.evidence.into_iter().map(|list| list.into_iter().map(make_owned).collect()).collect();
        QueryEvidence {
            evidence,
            adjacent: self.adjacent,
            whole_value: self.whole_value,
            lengths: self.lengths,
        }
    }

    /// Number of words in the document's `field`.
    pub fn length(&self, field: Field) -> usize {
        self.lengths.iter().find(|(f, _)| *f == field).map_or(0, |(_, n)| *n)
    }
}

/// What is known of a word; the same words come again and again within one candidate list.
struct Word {
    stem: String,
    stop: bool,
    matches: Vec<(usize, Strength)>,
    /// Concepts and phrases whose first word this is.
    starts: Vec<(usize, usize)>,
}

/// Reads documents for one query and remembers every word it met.
pub(crate) struct Reader<'q, 'd> {
    concepts: &'q [Concept],
    ids: FxHashMap<&'d str, usize>,
    words: Vec<Word>,
}

impl<'q, 'd> Reader<'q, 'd> {
    pub fn new(concepts: &'q [Concept]) -> Self {
        Self { concepts, ids: FxHashMap::default(), words: Vec::new() }
    }

    pub fn read(&mut self, document: &'d Document) -> QueryEvidence<'d> {
        let mut reading = QueryEvidence {
            evidence: vec![Vec::new(); self.concepts.len()],
            adjacent: vec![0.0; self.concepts.len()],
            whole_value: vec![0.0; self.concepts.len()],
            lengths: Vec::with_capacity(document.fields.len()),
        };
        for (field, text) in &document.fields {
            self.read_field(*field, text, &mut reading);
        }
        reading
    }

    fn read_field(&mut self, field: Field, text: &'d str, reading: &mut QueryEvidence<'d>) {
        reading.lengths.push((field, words_between_blanks(text)));
        let mut places: Vec<(usize, &'d str, u32)> =
            segmented_words(text).into_iter().map(|(word, segment)| (self.id(word), word, segment)).collect();
        places.retain(|(id, ..)| !self.words[*id].stop);
        for (at, (id, text, segment)) in places.iter().enumerate() {
            let word = &self.words[*id];
            for (concept, strength) in &word.matches {
                note(&mut reading.evidence[*concept], field, *strength, || Cow::Borrowed(text));
            }
            for (concept, phrase) in &word.starts {
                let (stems, strength) = &self.concepts[*concept].forms.phrases()[*phrase];
                if self.stands_at(&places[at..], stems) {
                    let phrase = &places[at..at + stems.len()];
                    let text = || Cow::Owned(phrase.iter().map(|p| p.1).collect::<Vec<_>>().join(" "));
                    note(&mut reading.evidence[*concept], field, *strength, text);
                }
            }
            if let Some((next, _, next_segment)) = places.get(at + 1)
                && next_segment == segment
            {
                self.note_adjacent(word, &self.words[*next], &mut reading.adjacent);
            }
        }
        // Attribute values are codes and numbers as often as words, notes are remarks: a whole one says
        // little.
        if !matches!(field, Field::Attributes | Field::Notes) {
            for value in places.chunk_by(|a, b| a.2 == b.2).filter(|v| v.len() <= MAX_VALUE_WORDS) {
                self.note_whole_value(value, &mut reading.whole_value);
            }
        }
    }

    /// Credits the run of neighbouring concepts that the value consists of, word for word.
    fn note_whole_value(&self, value: &[(usize, &str, u32)], credit: &mut [f64]) {
        for first in 0..self.concepts.len() {
            let mut strength = f64::INFINITY;
            let mut at = 0;
            let mut last = first;
            while at < value.len() && last < self.concepts.len().min(first + MAX_VALUE_CONCEPTS) {
                let Some((words, found)) = self.concept_at(last, &value[at..]) else { break };
                strength = strength.min(1.0) * found;
                at += words;
                last += 1;
            }
            if at == value.len() && last > first {
                for credit in &mut credit[first..last] {
                    *credit = credit.max(strength);
                }
            }
        }
    }

    /// How many of the places the concept takes from their beginning, and how strongly it stands
    /// there; words that only contain it do not count.
    fn concept_at(&self, concept: usize, places: &[(usize, &str, u32)]) -> Option<(usize, f64)> {
        let phrases = self.concepts[concept].forms.phrases();
        let phrase = phrases
            .iter()
            .filter(|(stems, _)| self.stands_at(places, stems))
            .map(|(stems, strength)| (stems.len(), strength.value))
            .max_by(|a, b| a.0.cmp(&b.0));
        phrase.or_else(|| {
            let matches = &self.words[places[0].0].matches;
            let (_, strength) =
                matches.iter().find(|(at, s)| *at == concept && s.degree != Degree::Substring)?;
            Some((1, strength.value))
        })
    }

    fn note_adjacent(&self, first: &Word, second: &Word, adjacent: &mut [f64]) {
        for (a, strength_a) in &first.matches {
            for (b, strength_b) in &second.matches {
                if *b == a + 1 && self.concepts[*a].segment == self.concepts[*b].segment {
                    adjacent[*a] = adjacent[*a].max(strength_a.value * strength_b.value);
                }
            }
        }
    }

    /// Whether the places begin with these stems, all in one segment.
    fn stands_at(&self, places: &[(usize, &str, u32)], stems: &[String]) -> bool {
        places.len() >= stems.len()
            && stems
                .iter()
                .zip(places)
                .all(|(stem, (id, _, segment))| self.words[*id].stem == *stem && *segment == places[0].2)
    }

    fn id(&mut self, text: &'d str) -> usize {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let word = self.look_up(text);
        self.words.push(word);
        self.ids.insert(text, self.words.len() - 1);
        self.words.len() - 1
    }

    fn look_up(&self, text: &str) -> Word {
        let stemmer = self.concepts.first().map(|c| c.forms.stemmer());
        let stem = stemmer.map_or_else(|| text.to_owned(), |s| s.stem(text));
        let mut matches: Vec<(usize, Strength)> = Vec::new();
        let mut starts = Vec::new();
        for (at, concept) in self.concepts.iter().enumerate() {
            if let Some(strength) = concept.forms.of_word(text, &stem).or_else(|| of_code_part(concept, text))
            {
                matches.push((at, strength));
            }
            let phrases = concept.forms.phrases().iter().enumerate();
            starts.extend(phrases.filter(|(_, (stems, _))| stems[0] == stem).map(|(phrase, _)| (at, phrase)));
        }
        Word { stop: is_stop_word(text), stem, matches, starts }
    }
}

/// `250-ec` holds `ec` as well.
fn of_code_part(concept: &Concept, text: &str) -> Option<Strength> {
    if !text.contains(['-', '/']) {
        return None;
    }
    let parts = text.split(['-', '/']).filter(|p| p.chars().count() >= 2);
    parts
        .filter_map(|p| concept.forms.of_word(p, p))
        .filter(|s| s.degree != Degree::Substring)
        .max_by(|a, b| a.value.total_cmp(&b.value))
}

fn note<'d>(
    evidence: &mut Vec<Evidence<'d>>,
    field: Field,
    strength: Strength,
    text: impl FnOnce() -> Cow<'d, str>,
) {
    match evidence.last_mut().filter(|e| e.field == field) {
        Some(known) => {
            known.amount += strength.value;
            if strength.value > known.best.value {
                known.best = strength;
                known.text = text();
            }
        }
        None => evidence.push(Evidence { field, amount: strength.value, text: text(), best: strength }),
    }
}

/// Runs of anything but blanks.
fn words_between_blanks(text: &str) -> usize {
    let mut before = b' ';
    text.bytes().filter(|byte| std::mem::replace(&mut before, *byte) == b' ' && *byte != b' ').count()
}
