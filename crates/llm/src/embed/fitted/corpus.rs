//! The texts of a fit, counted: which features make the vocabulary, and the matrix over it.

use std::collections::HashMap;

use super::config::FitConfig;
use super::features::{FeatureRules, weighted_words, word_features};
use super::sparse::Csr;
use super::vocabulary::{Tally, Vocabulary};

/// The texts that are learnt from, each as its words, every distinct word analysed once.
pub(super) struct Corpus {
    rules: FeatureRules,
    /// For each text: numbers of its words, with weights.
    texts: Vec<Vec<(u32, f32)>>,
    /// For each word: its features by number, the stem first.
    words: Vec<Vec<u32>>,
    /// Hash of each feature, and whether it is a word (else an n-gram).
    features: Vec<(u64, bool)>,
}

impl Corpus {
    /// Counts the words and features of the texts that the model is fitted on; texts without a word are left out.
    pub fn read<'a>(texts: impl Iterator<Item = &'a str>, rules: FeatureRules) -> Self {
        let mut corpus = Self { rules, texts: Vec::new(), words: Vec::new(), features: Vec::new() };
        let mut word_numbers: HashMap<String, u32> = HashMap::new();
        let mut feature_numbers: HashMap<u64, u32> = HashMap::new();
        for text in texts {
            let mut row = Vec::new();
            for (word, weight) in weighted_words(text, &rules) {
                let number = match word_numbers.get(&word) {
                    Some(&number) => number,
                    None => {
                        let number = corpus.add_word(&word, &mut feature_numbers);
                        word_numbers.insert(word, number);
                        number
                    }
                };
                row.push((number, weight));
            }
            if !row.is_empty() {
                corpus.texts.push(row);
            }
        }
        corpus
    }

    fn add_word(&mut self, word: &str, numbers: &mut HashMap<u64, u32>) -> u32 {
        let found = word_features(word, &self.rules);
        let hashes =
            std::iter::once((found.stem, true)).chain(found.grams.into_iter().map(|gram| (gram, false)));
        let features = hashes.map(|feature| {
            *numbers.entry(feature.0).or_insert_with(|| {
                self.features.push(feature);
                (self.features.len() - 1) as u32
            })
        });
        self.words.push(features.collect());
        (self.words.len() - 1) as u32
    }

    /// Number of the corpus's texts with at least one word.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// In how many texts each feature occurs.
    fn document_frequencies(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.features.len()];
        let mut last_text = vec![u32::MAX; self.features.len()];
        for (i, text) in self.texts.iter().enumerate() {
            for &feature in text.iter().flat_map(|&(word, _)| &self.words[word as usize]) {
                let feature = feature as usize;
                if last_text[feature] != i as u32 {
                    last_text[feature] = i as u32;
                    counts[feature] += 1;
                }
            }
        }
        counts
    }

    /// Chooses the vocabulary: enough but not too many texts, the most frequent first, words and
    /// n-grams each up to their number.
    pub fn vocabulary(&self, config: &FitConfig) -> Vocabulary {
        let counts = self.document_frequencies();
        let total = self.len() as f32;
        // In a handful of texts, two with the same word are 'most' of them, yet a link.
        let most = (config.max_share * total).max(config.min_documents as f32);
        let mut chosen: Vec<(u64, u32)> = Vec::new();
        for (of_words, limit) in [(true, config.max_words), (false, config.max_grams)] {
            let mut kind: Vec<(u64, u32)> = (0..counts.len())
                .filter(|&i| self.features[i].1 == of_words)
                .filter(|&i| counts[i] as usize >= config.min_documents && counts[i] as f32 <= most)
                .map(|i| (self.features[i].0, counts[i]))
                .collect();
            kind.sort_unstable_by_key(|&(hash, count)| (std::cmp::Reverse(count), hash));
            kind.truncate(limit);
            chosen.append(&mut kind);
        }
        chosen.sort_unstable_by_key(|&(hash, _)| hash);
        let idf = |count: u32| (((1.0 + total) / (1.0 + count as f32)).ln() + 1.0).powf(config.idf_power);
        Vocabulary {
            rules: self.rules,
            hashes: chosen.iter().map(|&(hash, _)| hash).collect(),
            idf: chosen.iter().map(|&(_, count)| idf(count)).collect(),
        }
    }

    /// Builds the matrix of the corpus that a model is fitted on: texts as rows of unit norm over `vocabulary`. Where all
    /// of them would be more than `most` numbers, it takes every second, every fourth and so on, so that the room is
    /// bounded however long the texts are.
    pub fn matrix(&self, vocabulary: &Vocabulary, most: usize) -> Csr {
        let known: Vec<Option<u32>> =
            self.features.iter().map(|&(hash, _)| vocabulary.number(hash)).collect();
        let mut matrix = Csr::new(vocabulary.hashes.len());
        let mut tally = Tally::default();
        let mut step = 1;
        for (at, text) in self.texts.iter().enumerate() {
            if !at.is_multiple_of(step) {
                continue;
            }
            for &(word, weight) in text {
                let mut features = self.words[word as usize].iter().map(|&feature| known[feature as usize]);
                tally.stems.extend(features.next().flatten().map(|stem| (stem, weight)));
                features.flatten().for_each(|gram| tally.grams.push((gram, weight)));
            }
            matrix.push_row(&vocabulary.weigh(&mut tally));
            while matrix.entries() > most && matrix.rows() > 2 {
                matrix.thin();
                step *= 2;
            }
        }
        matrix
    }
}

#[cfg(test)]
mod tests {
    use celeiro_domain::text::Stemmer;

    use super::*;

    const RULES: FeatureRules = FeatureRules {
        stemmer: Stemmer::Inflection,
        gram_min: 3,
        gram_max: 5,
        gram_weight: 1.0,
        title_weight: 1.0,
    };
    const TEXTS: [&str; 4] = ["fungicida para soja", "fungicida para milho", "herbicida soja e milho", "?!"];

    fn fit_example() -> (Corpus, Vocabulary) {
        let corpus = Corpus::read(TEXTS.into_iter(), RULES);
        let config = FitConfig { max_share: 1.0, ..FitConfig::default() };
        let vocabulary = corpus.vocabulary(&config);
        (corpus, vocabulary)
    }

    #[test]
    fn features_of_one_text_are_left_out() {
        let (corpus, vocabulary) = fit_example();
        assert_eq!(corpus.len(), 3);
        assert!(vocabulary.number(word_features("soja", &RULES).stem).is_some());
        assert!(vocabulary.number(word_features("herbicida", &RULES).stem).is_none());
        assert!(vocabulary.hashes.is_sorted());
    }

    #[test]
    fn reading_for_a_fit_and_reading_for_a_query_agree() {
        let (corpus, vocabulary) = fit_example();
        let mut expected = Csr::new(vocabulary.hashes.len());
        TEXTS[..3].iter().for_each(|text| expected.push_row(&vocabulary.row(text)));
        assert_eq!(corpus.matrix(&vocabulary, usize::MAX), expected);
    }

    #[test]
    fn rows_have_norm_one_and_unknown_texts_are_empty() {
        let (_, vocabulary) = fit_example();
        let norm: f32 = vocabulary.row("soja soja milho").iter().map(|(_, x)| x * x).sum();
        assert!((norm - 1.0).abs() < 1e-5);
        assert!(vocabulary.row("xyz 123").is_empty());
        assert!(vocabulary.row("").is_empty());
    }

    #[test]
    fn the_room_of_the_texts_is_limited() {
        let (texts, config) = (["soja milho"; 100], FitConfig::default());
        let corpus = Corpus::read(texts.into_iter(), RULES);
        let vocabulary = corpus.vocabulary(&config);
        let all = corpus.matrix(&vocabulary, usize::MAX);
        let some = corpus.matrix(&vocabulary, all.entries() / 3);
        assert_eq!((all.rows(), some.rows()), (100, 25));
        assert!(some.entries() <= all.entries() / 3);
        assert_eq!(corpus.matrix(&vocabulary, 1).rows(), 2, "two texts are the least");
    }

    #[test]
    fn the_number_of_features_is_limited() {
        let corpus = Corpus::read(TEXTS.into_iter(), RULES);
        let config = FitConfig { max_share: 1.0, max_words: 1, max_grams: 2, ..FitConfig::default() };
        assert_eq!(corpus.vocabulary(&config).hashes.len(), 3);
    }
}
