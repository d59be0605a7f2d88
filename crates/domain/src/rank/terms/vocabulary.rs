//! What ranking knows of the corpus: how common words are, how long fields are.

use crate::rank::Field;
use std::collections::{HashMap, HashSet};

/// A word of the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VocabularyWord {
    /// The word, folded; may hold punctuation inside.
    pub word: String,
    /// Records that hold it.
    pub rows: u32,
}

/// The part of the corpus' vocabulary that one query needs (see [`crate::rank::Lookups`]).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vocabulary {
    /// Searchable records when statistics were last taken.
    pub rows: u32,
    /// Mean number of words in each field.
    pub mean_lengths: HashMap<Field, f64>,
    /// By root: the words that contain it.
    pub containing: HashMap<String, Vec<VocabularyWord>>,
    /// By word: the records that hold it.
    pub rows_of: HashMap<String, u32>,
    /// By mistyped word: words that look like it.
    pub near: HashMap<String, Vec<VocabularyWord>>,
}

impl Vocabulary {
    /// Words of the query that the index holds. The index need not be asked for any other: each word of a question
    /// makes its answer slower, found or not.
    pub fn words(&self) -> HashSet<&str> {
        let found = self.containing.values().chain(self.near.values()).flatten();
        found.map(|v| v.word.as_str()).chain(self.rows_of.keys().map(String::as_str)).collect()
    }

    /// Inverse document frequency of a word that `holding` records hold: that of BM25 (Robertson and Zaragoza 2009),
    /// `ln(1 + (N - n + 0.5) / (n + 0.5))`, always positive.
    pub fn idf(&self, holding: u32) -> f64 {
        let n = f64::from(holding);
        let all = f64::from(self.rows.max(holding).max(1));
        (1.0 + (all - n + 0.5) / (n + 0.5)).ln()
    }
}
