//! Everything in a text that counts as one concept, and how much.

use crate::rank::terms::degree::Degree;
use crate::text::Stemmer;
use rustc_hash::FxHashMap;

/// How a word stands for a concept and how much it counts, in 0..1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// How much it counts.
    pub value: f64,
    /// How it stands for the concept.
    pub degree: Degree,
}

/// Words, stems, phrases and the one substring that count as a concept.
#[derive(Debug, Clone, PartialEq)]
pub struct Forms {
    stemmer: Stemmer,
    words: FxHashMap<String, Strength>,
    stems: FxHashMap<String, Strength>,
    substring: Option<(String, f64)>,
    /// Stems of the phrase's content words.
    phrases: Vec<(Vec<String>, Strength)>,
    /// The same phrases as words.
    phrase_words: Vec<Vec<String>>,
}

impl Forms {
    pub(crate) fn new(stemmer: Stemmer) -> Self {
        Self {
            stemmer,
            words: FxHashMap::default(),
            stems: FxHashMap::default(),
            substring: None,
            phrases: Vec::new(),
            phrase_words: Vec::new(),
        }
    }

    /// `word` counts `value`, its other forms `inflected` times that.
    pub(crate) fn add_word(&mut self, word: &str, value: f64, inflected: f64, degree: Degree) {
        keep_greater(&mut self.words, word.to_owned(), Strength { value, degree });
        let degree = if degree == Degree::Exact { Degree::Inflected } else { degree };
        if degree != Degree::Typo {
            let stem = self.stemmer.stem(word);
            keep_greater(&mut self.stems, stem, Strength { value: value * inflected, degree });
        }
    }

    /// The words of `phrase`, next to each other, count `value`.
    pub(crate) fn add_phrase(&mut self, phrase: &[String], value: f64, degree: Degree) {
        let stems: Vec<String> = phrase.iter().map(|w| self.stemmer.stem(w)).collect();
        if !self.phrases.iter().any(|(known, _)| *known == stems) {
            self.phrases.push((stems, Strength { value, degree }));
            self.phrase_words.push(phrase.to_vec());
        }
    }

    /// A longer word that contains `token` counts `value`.
    pub(crate) fn set_substring(&mut self, token: &str, value: f64) {
        self.substring = Some((token.to_owned(), value));
    }

    /// Strength with which a word of a document counts for the concept, `stem` being its stem.
    pub fn of_word(&self, word: &str, stem: &str) -> Option<Strength> {
        let exact = self.words.get(word).copied();
        let inflected = self.stems.get(stem).copied();
        let best = match (exact, inflected) {
            (Some(a), Some(b)) => Some(if b.value > a.value { b } else { a }),
            (a, b) => a.or(b),
        };
        best.or_else(|| {
            let (token, value) = self.substring.as_ref()?;
            word.contains(token).then_some(Strength { value: *value, degree: Degree::Substring })
        })
    }

    /// The stemmer that the concept's stems come from.
    pub fn stemmer(&self) -> Stemmer {
        self.stemmer
    }

    /// Phrases that count as the concept, as stems of their content words.
    pub fn phrases(&self) -> &[(Vec<String>, Strength)] {
        &self.phrases
    }

    /// Phrases, as their content words.
    pub fn terms_of_phrases(&self) -> &[Vec<String>] {
        &self.phrase_words
    }

    /// Words that count as the concept, without their other forms.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }
}

fn keep_greater(map: &mut FxHashMap<String, Strength>, key: String, strength: Strength) {
    let entry = map.entry(key).or_insert(strength);
    if entry.value < strength.value {
        *entry = strength;
    }
}
