//! Statements that turn round what a record says: a denial of what it affirms, more where it says less, an effect
//! on what it spares, a place outside of the one that it names.
//!
//! Each needs a word of the record in the sentence; what is turned round in other words is not seen.

use super::record::CitedRecord;
use super::sentence::Sentence;
use super::words::{is_content, is_one_of, stems_of_word};
use crate::text::plain_words;
use std::ops::Range;

/// Words from a denial to what it is of, at most.
const NEAR: usize = 4;
/// Words from a verb of effect to what it is on, at most.
const NEAR_EFFECT: usize = 8;
/// Words from `mais` or `menos` to what there is more or less of, at most.
const NEAR_DEGREE: usize = 3;

/// What denies the words behind it.
const DENYING: [&str; 6] = ["nao", "nunca", "jamais", "not", "never", "doesn"];
/// Verbs whose denial is one of a property or a permission. Behind others a sentence often gives the advice of its
/// record in words of its own (`não solte o gado no rebrote`).
const DENIED_VERBS: [&str; 10] =
    ["pode", "podem", "presta", "prestam", "tem", "serve", "servem", "usa", "usam", "alterne"];
/// Words behind a denial that take it back, or make it a part of what is affirmed.
const TAKING_BACK: [&str; 20] = [
    "so",
    "somente",
    "apenas",
    "deix*",
    "esque*",
    "dispens*",
    "falt*",
    "substitu*",
    "mal",
    "problem*",
    "only",
    "just",
    "afet*",
    "prejudic*",
    "atrapalh*",
    "precis*",
    "exig*",
    "basta*",
    "confund*",
    "mais",
];
/// Verbs of effect, and what says that something may be treated.
const EFFECTS: [&str; 17] = [
    "seca",
    "mata",
    "matam",
    "derruba*",
    "elimina*",
    "controla*",
    "combate*",
    "cura",
    "curam",
    "pega",
    "pegam",
    "acaba",
    "resolve*",
    "kills",
    "controls",
    "indicad*",
    "recomendad*",
];

/// The words of the clause behind `at`, at most `most`.
fn clause_behind<'s>(
    sentence: &'s Sentence<'_>,
    at: &Range<usize>,
    most: usize,
) -> impl Iterator<Item = &'s (String, Range<usize>)> {
    words_until(sentence, at, &[',', ';', '.', ':', '('], most)
}

/// The words behind `at` up to the first of `signs`, at most `most`.
fn words_until<'s>(
    sentence: &'s Sentence<'_>,
    at: &Range<usize>,
    signs: &[char],
    most: usize,
) -> impl Iterator<Item = &'s (String, Range<usize>)> {
    let start = at.end;
    let end = sentence.text[start..].find(signs).map_or(sentence.text.len(), |end| start + end);
    sentence.words.iter().filter(move |(_, range)| range.start >= start && range.end <= end).take(most)
}

/// The items that the sentence is held to.
fn items<'s>(sentence: &'s Sentence<'_>) -> impl Iterator<Item = &'s &'s CitedRecord> + Clone {
    sentence.held_to.iter().filter(|record| record.is_item)
}

/// Whether a claim may hang on the word at `range`, which is neither name nor amount.
fn may_claim(sentence: &Sentence<'_>, word: &str, range: &Range<usize>) -> bool {
    is_content(word) && !sentence.is_in_name(range) && !sentence.is_in_amount(range)
}

/// Finds a denial that no record makes. `Não pode alternar com propargito` is one, where each record speaks of it and
/// none denies it.
pub(super) fn find_wrong_denial(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let affirms = |word: &str| {
        items(sentence).next().is_some()
            && items(sentence).all(|record| record.states_word(word) && !record.denies_word(word))
    };
    sentence.words.iter().filter(|(word, _)| DENYING.contains(&word.as_str())).find_map(|(_, at)| {
        let behind: Vec<_> = clause_behind(sentence, at, NEAR).collect();
        let verb = behind.iter().find(|(word, _)| word != "se")?;
        let is_property = DENIED_VERBS.contains(&verb.0.as_str());
        if !is_property || behind.iter().any(|(word, _)| is_one_of(word, &TAKING_BACK)) {
            return None;
        }
        let wrong =
            behind.into_iter().find(|(word, range)| may_claim(sentence, word, range) && affirms(word))?;
        Some(at.start..wrong.1.end)
    })
}

/// `Menos umidade`, where the records say `mais umidade`, and the reverse.
pub(super) fn find_wrong_degree(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let degrees = [("mais", "menos"), ("menos", "mais"), ("more", "less"), ("less", "more")];
    sentence.words.iter().find_map(|(word, at)| {
        let (own, other) = degrees.into_iter().find(|(own, _)| own == word)?;
        let (of, range) = clause_behind(sentence, at, NEAR_DEGREE)
            .find(|(word, range)| may_claim(sentence, word, range))?;
        let says = |degree: &str| items(sentence).any(|record| says_degree(record, degree, of));
        (says(other) && !says(own)).then_some(at.start..range.end)
    })
}

/// Whether the record has the word right behind `degree`.
fn says_degree(record: &CitedRecord, degree: &str, word: &str) -> bool {
    let words: Vec<&str> = plain_words(&record.text).collect();
    let is_same = |own: &&str| stems_of_word(own).any(|stem| stems_of_word(word).any(|other| other == stem));
    let behind = |at: usize| words[at + 1..].iter().take(NEAR_DEGREE).any(is_same);
    (0..words.len()).any(|at| words[at] == degree && behind(at))
}

/// `Derruba os adultos`, where the records name what it does nothing to.
pub(super) fn find_denied_effect(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let is_spared = |verb: &str, word: &str| {
        let holders: Vec<_> = items(sentence).filter(|record| record.has_word(word)).collect();
        // `Mata peixes` is a warning, and a sentence may repeat it.
        let warns = |record: &&&CitedRecord| {
            verb.starts_with("mata") && record.has_phrase("mata") && !record.text.contains("nao mata")
        };
        !holders.is_empty() && holders.iter().all(|record| record.denies_word(word) && !warns(record))
    };
    let mut verbs = sentence.words.iter().filter(|(word, range)| {
        is_one_of(word, &EFFECTS) && !sentence.is_denied(range) && !sentence.is_in_name(range)
    });
    verbs.find_map(|(verb, at)| {
        // `Acaba com ovos, formas jovens e adultos` goes on behind its commas.
        let mut behind = words_until(sentence, at, &[';', '.', ':', '('], NEAR_EFFECT);
        let wrong = behind.find(|(word, range)| {
            may_claim(sentence, word, range) && is_spared(verb, word) && !sentence.is_avoided(range)
        })?;
        Some(at.start..wrong.1.end)
    })
}

/// `Fora da geladeira`, where the records name the place and say `fora` of nothing.
pub(super) fn find_wrong_place(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let (_, at) = sentence
        .words
        .iter()
        .find(|(word, range)| matches!(word.as_str(), "fora" | "outside") && !sentence.is_denied(range))?;
    let mut behind = clause_behind(sentence, at, 2);
    behind.next().filter(|(word, _)| matches!(word.as_str(), "da" | "do" | "de" | "das" | "dos" | "of"))?;
    let (word, range) = behind.next().filter(|(word, range)| may_claim(sentence, word, range))?;
    let names = |record: &&&CitedRecord| {
        record.states_word(word) && !record.denies_word(word) && !record.has_phrase("fora d")
    };
    (items(sentence).next().is_some() && items(sentence).all(|record| names(&record)))
        .then_some(at.start..range.end)
}
