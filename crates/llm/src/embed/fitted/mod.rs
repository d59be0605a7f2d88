//! A local embedder fitted on the catalog's own texts: no key, no download, nothing leaves the
//! machine.
//!
//! Latent semantic analysis (Deerwester and others, 1990): texts become weighted words and
//! character n-grams (`features`, `vocabulary`, `corpus`), the strongest directions of the whole
//! corpus are found (`svd`), and any text is placed by its features along them
//! (`projection`). Words that occur in like company end up close together, so the model knows
//! the trade's language as far as the catalog speaks it, and nothing beyond.
//!
//! A model is a value: fitted once, stored as bytes, the same for all who read them. When to fit
//! again is the caller's decision.

mod config;
mod corpus;
mod dense;
pub(crate) mod error;
mod features;
mod format;
mod parallel;
mod projection;
mod sparse;
mod svd;
mod vocabulary;

use crate::embed::fitted::error::FitError;
use std::sync::Arc;

use rand::{SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;

pub use config::FitConfig;

use self::{
    corpus::Corpus,
    projection::Projection,
    svd::{SvdRules, strongest_directions},
    vocabulary::Vocabulary,
};
use super::unit_vector;

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a usable fitted model: {0}")]
pub struct FormatError(&'static str);

/// A fitted model. Cheap to clone; clones share the matrices.
#[derive(Clone, Debug)]
pub struct FittedEmbedder {
    model: Arc<Model>,
    key: Arc<str>,
}

#[derive(Debug, PartialEq)]
struct Model {
    dimensions: usize,
    vocabulary: Vocabulary,
    projection: Projection,
}

impl FittedEmbedder {
    /// Fits a model on `texts`, of each of which the first of several lines is its title.
    ///
    /// Blocks for up to half a minute and takes 200 to 350 MB for 20,000 texts of catalog length, and
    /// not more than 450 MB for longer ones (`max_entries`), of which fewer are learnt from. Texts that
    /// are handed over, not lent, make room meanwhile. Run it away from the threads that serve input and
    /// output. Same texts, settings and kind
    /// of machine give the same model.
    ///
    /// # Errors
    /// [`FitError::TooLittle`] for corpora without structure: none, one, or unrelated texts.
    pub fn fit<T: AsRef<str>>(texts: impl AsRef<[T]>, config: &FitConfig) -> Result<Self, FitError> {
        config.check()?;
        let corpus = {
            let list = texts.as_ref();
            Corpus::read(sample(list.len(), config).map(|i| list[i].as_ref()), config.feature_rules())
        };
        drop(texts); // Texts that were handed over go: the decomposition needs the room.
        let vocabulary = corpus.vocabulary(config);
        let (documents, features) = (corpus.len(), vocabulary.hashes.len());
        if documents < 2 || features < 2 {
            return Err(FitError::TooLittle { documents, features });
        }
        let matrix = corpus.matrix(&vocabulary, config.max_entries);
        drop(corpus); // So do these.
        let learnt = matrix.rows();
        let directions = strongest_directions(
            &matrix,
            &SvdRules {
                rank: config.dimensions.min(learnt - 1).min(features - 1),
                oversampling: config.oversampling,
                power_iterations: config.power_iterations,
                seed: config.seed,
            },
        );
        // Without words in common and with n-grams switched off, the matrix is empty.
        let too_little = FitError::TooLittle { documents, features };
        let &strongest = directions.singular_values.first().ok_or(too_little)?;
        let power = f64::from(config.sigma_power);
        let weights = directions.singular_values.iter().map(|s| (s / strongest).powf(power) as f32).collect();
        let projection = Projection::quantise(&directions.vectors, weights);
        Ok(Self::of(Model { dimensions: config.dimensions, vocabulary, projection }))
    }

    /// The model as bytes, for storing: about 400 bytes a feature, 16 MB at most by default.
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write(&self.model)
    }

    /// Reads a fitted model from the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`FormatError`] for anything else, and for a model whose text rules have changed since;
    /// never a panic, never an allocation beyond the size of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Ok(Self::of(format::read(bytes)?))
    }

    /// The unit vector of `text`, or `None` where the model knows no word and no part of a word
    /// in it. Takes microseconds for a query.
    pub fn embed_one(&self, text: &str) -> Option<Vec<f32>> {
        let features = self.model.vocabulary.row(text);
        let mut vector = self.model.projection.project(&features);
        vector.resize(self.model.dimensions, 0.0);
        unit_vector(vector, self.model.dimensions).ok()
    }

    /// Length of the vectors that the fitted model computes.
    pub fn dimensions(&self) -> usize {
        self.model.dimensions
    }

    /// Number of directions of the fitted vectors that carry information; vectors are zero beyond.
    pub fn rank(&self) -> usize {
        self.model.projection.rank
    }

    /// `fitted:v1:<first 8 hex digits of the SHA-256 of the model>`.
    pub fn model_key(&self) -> String {
        self.key.to_string()
    }

    fn of(model: Model) -> Self {
        let key = format!("fitted:v1:{}", format::short_digest(&model)).into();
        Self { model: Arc::new(model), key }
    }
}

/// Places of the texts to learn from, ascending: all, or a sample fixed by the seed.
fn sample(total: usize, config: &FitConfig) -> impl Iterator<Item = usize> {
    let mut chosen = if total <= config.max_documents {
        (0..total).collect()
    } else {
        let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
        index::sample(&mut rng, total, config.max_documents).into_vec()
    };
    chosen.sort_unstable();
    chosen.into_iter()
}

#[cfg(test)]
mod tests {
    // What a caller sees of the model is tested in `tests/fitted.rs`.
    use super::*;

    #[test]
    fn a_sample_is_fixed_ascending_and_without_repeats() {
        let config = FitConfig { max_documents: 50, ..FitConfig::default() };
        let first: Vec<usize> = sample(1000, &config).collect();
        assert_eq!(first.len(), 50);
        assert!(first.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(first, sample(1000, &config).collect::<Vec<_>>());
        assert_eq!(sample(7, &config).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    }
}
