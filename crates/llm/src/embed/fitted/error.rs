//! Why no model can be fitted.

/// Why no model could be fitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Too few texts, or texts with too little in common, to learn from. Two texts that share
    /// two features are the least.
    #[error("{documents} texts with {features} features in common are too little to fit a model on")]
    TooLittle {
        /// Texts with at least one word.
        documents: usize,
        /// Features in the vocabulary.
        features: usize,
    },
    /// A setting is out of the range given at its field.
    #[error("setting {0} is out of range")]
    BadConfig(&'static str),
}
