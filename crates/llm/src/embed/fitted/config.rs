//! The choices behind a fitted model, in one place so that they can be measured.

use celeiro_domain::text::Stemmer;

use super::features::FeatureRules;
use crate::embed::fitted::error::FitError;

/// Settings of a fit. The default is for catalog records, [`FitConfig::for_questions`] for questions
/// and prose: what measured best on judged queries over two catalogs and two sets of questions. The
/// example `fit_eval` measures others.
#[derive(Clone, Debug, PartialEq)]
pub struct FitConfig {
    /// Length of every vector, 1 to 4,000. A small corpus carries fewer directions than that;
    /// the rest are zeros, so that the stored type stays the same.
    pub dimensions: usize,
    /// Most texts that are learnt from, 2 or more; of more, a fixed pseudo-random sample is
    /// taken. Memory and time of a fit grow with it.
    pub max_documents: usize,
    /// Most features of all texts together, 1 or more, eight bytes each: of longer texts fewer are
    /// learnt from.
    pub max_entries: usize,
    /// A feature must occur in this many texts (1 or more): what occurs in one links nothing.
    pub min_documents: usize,
    /// A feature may occur in this share of the texts, above 0 to 1. (What occurs everywhere
    /// separates little, but its inverse document frequency says so already.)
    pub max_share: f32,
    /// How far words are cut to their stems.
    pub stemmer: Stemmer,
    /// Most word features in the vocabulary; the most frequent are kept.
    pub max_words: usize,
    /// Most character n-grams in the vocabulary; the most frequent are kept.
    pub max_grams: usize,
    /// Length of the shortest n-gram in characters, 1 to `gram_max`.
    pub gram_min: usize,
    /// Length of the longest n-gram in characters, up to 8.
    pub gram_max: usize,
    /// Weight of the n-grams of a text against its words (1: the same), 0 to 100.
    pub gram_weight: f32,
    /// How often the first line of a text of several lines counts (a name, a question), 1 to 100.
    pub title_weight: f32,
    /// Exponent on the inverse document frequency, 0 to 4.
    pub idf_power: f32,
    /// Exponent on the singular values by which directions are scaled, -1 to 1: 0 keeps their
    /// natural lengths, -1 makes all directions equally strong.
    pub sigma_power: f32,
    /// Directions that are followed beyond those kept; more is more exact and slower.
    pub oversampling: usize,
    /// Power iterations of the randomised decomposition, 0 to 8; likewise.
    pub power_iterations: usize,
    /// Seed of the sample and of the decomposition: same texts, settings and machine, same model.
    pub seed: u64,
}

impl Default for FitConfig {
    fn default() -> Self {
        Self {
            dimensions: 384,
            max_documents: 20_000,
            max_entries: 32_000_000,
            min_documents: 2,
            max_share: 1.0,
            stemmer: Stemmer::Inflection,
            max_words: 20_000,
            max_grams: 20_000,
            gram_min: 2,
            gram_max: 4,
            gram_weight: 1.0,
            title_weight: 4.0,
            idf_power: 1.0,
            sigma_power: 0.0,
            oversampling: 16,
            power_iterations: 2,
            seed: 0x0CE1_E120,
        }
    }
}

impl FitConfig {
    /// For questions and prose, where `aplicar` should meet `aplicação` and wording varies more
    /// than names do.
    pub fn for_questions() -> Self {
        Self { stemmer: Stemmer::Derivation, gram_weight: 1.4, ..Self::default() }
    }

    /// What a stored model has to remember of these settings.
    pub(super) fn feature_rules(&self) -> FeatureRules {
        FeatureRules {
            stemmer: self.stemmer,
            gram_min: self.gram_min,
            gram_max: self.gram_max,
            gram_weight: self.gram_weight,
            title_weight: self.title_weight,
        }
    }

    /// Refuses values outside the ranges given at the fields, naming the field.
    pub fn check(&self) -> Result<(), FitError> {
        let rules = [
            ("dimensions", (1..=4000).contains(&self.dimensions)),
            ("max_documents", (2..=1_000_000).contains(&self.max_documents)),
            ("max_entries", self.max_entries >= 1),
            ("min_documents", self.min_documents >= 1),
            ("max_share", self.max_share > 0.0 && self.max_share <= 1.0),
            ("max_words", self.max_words <= 1_000_000),
            ("max_grams", self.max_grams <= 1_000_000),
            ("gram_min", (1..=self.gram_max).contains(&self.gram_min)),
            ("gram_max", self.gram_max <= 8),
            ("gram_weight", (0.0..=100.0).contains(&self.gram_weight)),
            ("title_weight", (1.0..=100.0).contains(&self.title_weight)),
            ("idf_power", (0.0..=4.0).contains(&self.idf_power)),
            ("sigma_power", (-1.0..=1.0).contains(&self.sigma_power)),
            ("oversampling", self.oversampling <= 1000),
            ("power_iterations", self.power_iterations <= 8),
        ];
        match rules.iter().find(|(_, holds)| !holds) {
            Some((field, _)) => Err(FitError::BadConfig(field)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_in_range_and_nan_is_not() {
        assert_eq!(FitConfig::default().check(), Ok(()));
        let bad = FitConfig { gram_weight: f32::NAN, ..FitConfig::default() };
        assert_eq!(bad.check(), Err(FitError::BadConfig("gram_weight")));
    }
}
