//! A query as concepts: each a word or a phrase with everything that counts as it.

use super::vocabulary::Vocabulary;
use crate::rank::terms::degree::Degree;
use crate::rank::{Forms, RelevanceTuning};
use crate::synonyms::{ANY_CULTURE, Group, GroupKind, SynonymIndex};
use crate::text::{
    MAX_TERMS, QueryText, Stemmer, is_chatter, is_stop_word, segmented_words, typo_allowance, typo_distance,
};
use std::collections::HashSet;

/// One thing that a query asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Concept {
    /// The words of the query.
    pub text: String,
    /// Segment of the query it stands in.
    pub segment: u32,
    /// What counts as it.
    pub forms: Forms,
    /// How much it tells: its inverse document frequency.
    pub idf: f64,
    /// Words that a mistyped one was taken for.
    pub corrections: Vec<String>,
    /// Whether the corpus holds it otherwise than inside longer words or mistyped.
    pub known: bool,
    /// Whether it names a crop.
    pub is_culture: bool,
    /// Whether it names a purpose.
    pub is_treatment: bool,
}

/// The content words of a query before they are matched with the vocabulary.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Phrase<'a> {
    pub words: Vec<String>,
    pub segment: u32,
    pub groups: Vec<&'a Group>,
}

/// Splits a query into single words and known phrases, without stop words and, in a catalog,
/// without chatter, unless nothing else is left.
pub(crate) fn phrases<'a>(
    text: &QueryText,
    synonyms: &'a SynonymIndex,
    stemmer: Stemmer,
    chatter: bool,
) -> Vec<Phrase<'a>> {
    let all = segmented_words(&text.normalized);
    let content =
        |word: &str| !is_stop_word(word) && (word.chars().count() >= 2 || word.chars().any(char::is_numeric));
    let mut words: Vec<(&str, u32)> =
        all.iter().copied().filter(|(w, _)| content(w)).take(MAX_TERMS).collect();
    if words.is_empty() {
        words = all.into_iter().take(MAX_TERMS).collect();
    }
    let mut phrases = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let rest: Vec<&str> = words[at..].iter().map(|(w, _)| *w).collect();
        let (length, groups) = synonyms.longest_phrase(&rest);
        let length = length.max(1);
        let words_here = rest[..length].iter().map(|w| (*w).to_owned()).collect();
        phrases.push(Phrase { words: words_here, segment: words[at].1, groups });
        at += length;
    }
    if chatter {
        let says = |p: &Phrase<'_>| !(p.words.len() == 1 && is_chatter(&p.words[0]));
        if phrases.iter().any(says) {
            phrases.retain(says);
        }
    }
    let mut seen = HashSet::new();
    phrases.retain(|p| seen.insert(p.words.iter().map(|w| stemmer.stem(w)).collect::<Vec<_>>()));
    phrases
}

/// Matches a phrase with the vocabulary.
pub(crate) fn concept(
    phrase: &Phrase<'_>,
    vocabulary: &Vocabulary,
    stemmer: Stemmer,
    tuning: &RelevanceTuning,
) -> Concept {
    let mut forms = Forms::new(stemmer);
    let mut holding = 0;
    match phrase.words.as_slice() {
        [word] => {
            forms.add_word(word, 1.0, tuning.inflected, Degree::Exact);
            holding = holding.max(rows_of_word(word, vocabulary, stemmer));
            if word.chars().count() >= 3 && !word.chars().all(char::is_numeric) {
                forms.set_substring(word, tuning.substring);
            }
        }
        words => {
            forms.add_phrase(words, 1.0, Degree::Exact);
            holding = holding.max(rows_of_phrase(words, vocabulary));
        }
    }
    for group in &phrase.groups {
        holding = holding.max(add_group(&mut forms, group, &phrase.words, vocabulary, tuning));
    }
    let corrections = if holding == 0 { corrections(&phrase.words, vocabulary) } else { Vec::new() };
    for (word, distance) in &corrections {
        let length = phrase.words[0].chars().count() as f64;
        forms.add_word(word, tuning.typo * (1.0 - *distance as f64 / length), 1.0, Degree::Typo);
    }
    let of_kind = |kind| phrase.groups.iter().any(|g| g.kind == kind);
    Concept {
        known: holding > 0,
        is_culture: of_kind(GroupKind::Culture),
        is_treatment: of_kind(GroupKind::Treatment),
        text: phrase.words.join(" "),
        segment: phrase.segment,
        idf: vocabulary.idf(holding),
        corrections: corrections.into_iter().map(|(word, _)| word).collect(),
        forms,
    }
}

/// Adds a group's terms and returns how many records hold the commonest of them.
fn add_group(
    forms: &mut Forms,
    group: &Group,
    words: &[String],
    vocabulary: &Vocabulary,
    tuning: &RelevanceTuning,
) -> u32 {
    let mut holding = 0;
    for term in &group.terms {
        let content = content_words(term);
        if content == words {
            continue;
        }
        match content.as_slice() {
            [] => {}
            [word] => {
                forms.add_word(word, tuning.synonym, tuning.inflected, Degree::Synonym);
                holding = holding.max(vocabulary.rows_of.get(word).copied().unwrap_or(0));
            }
            phrase => {
                forms.add_phrase(phrase, tuning.synonym, Degree::Synonym);
                holding = holding.max(rows_of_phrase(phrase, vocabulary));
            }
        }
    }
    if group.kind == GroupKind::Culture {
        for phrase in ANY_CULTURE {
            forms.add_phrase(&content_words(phrase), tuning.any_culture, Degree::Synonym);
        }
    }
    holding
}

/// The words of a folded term without stop words; all of them where nothing else is left.
pub(crate) fn content_words(term: &str) -> Vec<String> {
    let all: Vec<&str> = segmented_words(term).into_iter().map(|(w, _)| w).collect();
    let content: Vec<&str> = all.iter().copied().filter(|w| !is_stop_word(w)).collect();
    (if content.is_empty() { all } else { content }).into_iter().map(str::to_owned).collect()
}

/// Records that hold the commonest form of `word`.
fn rows_of_word(word: &str, vocabulary: &Vocabulary, stemmer: Stemmer) -> u32 {
    let stem = stemmer.stem(word);
    let known = vocabulary.containing.get(&root(word, stemmer)).into_iter().flatten();
    known
        .filter(|v| segmented_words(&v.word).iter().any(|(w, _)| *w == word || stemmer.stem(w) == stem))
        .map(|v| v.rows.max(1))
        .max()
        .unwrap_or(0)
}

/// A phrase is at most as common as its rarest word.
fn rows_of_phrase(words: &[String], vocabulary: &Vocabulary) -> u32 {
    words.iter().map(|w| vocabulary.rows_of.get(w).copied().unwrap_or(0)).min().unwrap_or(0)
}

/// The part that a word of a concept shares with its stem: every form of the word contains it.
pub(crate) fn root(word: &str, stemmer: Stemmer) -> String {
    let stem = stemmer.stem(word);
    let shared: String = word.chars().zip(stem.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    if shared.chars().count() >= 3 { shared } else { word.to_owned() }
}

/// The words nearest to a mistyped one, all at the same, least distance.
pub(crate) fn corrections(words: &[String], vocabulary: &Vocabulary) -> Vec<(String, usize)> {
    let [word] = words else { return Vec::new() };
    let allowance = typo_allowance(word);
    let known = vocabulary.near.get(word).into_iter().flatten();
    let mut found: Vec<(String, usize, u32)> = known
        .flat_map(|v| {
            segmented_words(&v.word).into_iter().map(|(w, _)| (w.to_owned(), v.rows)).collect::<Vec<_>>()
        })
        .map(|(w, rows)| (typo_distance(word, &w), w, rows))
        .filter(|(distance, w, _)| *distance <= allowance && typo_allowance(w) > 0 && !is_stop_word(w))
        .map(|(distance, w, rows)| (w, distance, rows))
        .collect();
    let Some(least) = found.iter().map(|f| f.1).min() else { return Vec::new() };
    found.retain(|f| f.1 == least);
    found.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    found.dedup_by(|a, b| a.0 == b.0);
    found.into_iter().take(8).map(|(word, distance, _)| (word, distance)).collect()
}
