//! Which features a model knows, and how much each says.

use super::features::{FeatureRules, weighted_words, word_features};

/// The features of a model, ascending by hash, with their inverse document frequencies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Vocabulary {
    pub rules: FeatureRules,
    pub hashes: Vec<u64>,
    pub idf: Vec<f32>,
}

/// Features of one text as they are met, before they are summed.
#[derive(Default)]
pub(super) struct Tally {
    pub stems: Vec<(u32, f32)>,
    pub grams: Vec<(u32, f32)>,
}

impl Vocabulary {
    /// Weighs the features of a text, as a row of unit norm; empty where it has no known feature.
    pub fn row(&self, text: &str) -> Vec<(u32, f32)> {
        let mut tally = Tally::default();
        for (word, weight) in weighted_words(text, &self.rules) {
            let found = word_features(&word, &self.rules);
            tally.stems.extend(self.number(found.stem).map(|stem| (stem, weight)));
            tally
                .grams
                .extend(found.grams.iter().filter_map(|&gram| self.number(gram)).map(|gram| (gram, weight)));
        }
        self.weigh(&mut tally)
    }

    /// Number of a feature in the fitted vocabulary, where it is known.
    pub fn number(&self, hash: u64) -> Option<u32> {
        self.hashes.binary_search(&hash).ok().map(|number| number as u32)
    }

    /// Sublinear term frequency × inverse document frequency (Salton and Buckley 1988), words
    /// and n-grams each brought to their own length before they are put together: there are ten
    /// n-grams to a word, and unweighted they would drown it.
    pub fn weigh(&self, tally: &mut Tally) -> Vec<(u32, f32)> {
        let mut row = Vec::new();
        for (part, length) in [(&mut tally.stems, 1.0), (&mut tally.grams, self.rules.gram_weight)] {
            let mut weights = sum_features(part);
            for (feature, weight) in &mut weights {
                *weight = (1.0 + weight.ln()) * self.idf[*feature as usize];
            }
            scale_to(&mut weights, length);
            row.append(&mut weights);
        }
        scale_to(&mut row, 1.0);
        row
    }
}

/// Sums the weights of equal features, ascending, and empties `features`.
fn sum_features(features: &mut Vec<(u32, f32)>) -> Vec<(u32, f32)> {
    features.sort_by_key(|&(feature, _)| feature);
    let sums = features
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, same.iter().map(|&(_, weight)| weight).sum()))
        .collect();
    features.clear();
    sums
}

/// Scales to the given Euclidean length; nothing stays nothing.
fn scale_to(row: &mut [(u32, f32)], length: f32) {
    let norm = row.iter().map(|(_, x)| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if norm > 0.0 {
        let factor = (f64::from(length) / norm) as f32;
        row.iter_mut().for_each(|(_, x)| *x *= factor);
    }
}
