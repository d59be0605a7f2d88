//! Why a folder holds no usable model, and why texts were not embedded.

/// Error of loading a model or of a run.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The path is no readable folder.
    #[error("{folder} is not a folder that can be read: {reason}")]
    NoFolder {
        /// The path as the configuration names it.
        folder: String,
        /// The error of the operating system.
        reason: String,
    },
    /// A file is missing, damaged, too large, or inconsistent with the other files.
    #[error("{file}: {reason}")]
    File {
        /// Name of the file within the folder.
        file: &'static str,
        /// The fault.
        reason: String,
    },
    /// The folder has a model of an unsupported architecture.
    #[error("{file}: {what} is not supported; models of BERT and XLM-RoBERTa with absolute positions are")]
    Unsupported {
        /// The file that names the architecture.
        file: &'static str,
        /// The unsupported feature.
        what: String,
    },
    /// The model does not fit into memory.
    #[error("there is not enough memory for the model ({bytes} bytes more are needed)")]
    NoMemory {
        /// The failed allocation.
        bytes: usize,
    },
    /// The caller cancelled the run.
    #[error("the embedding was called off")]
    Stopped,
    /// The model computed a number that is not finite, or a vector of zeros.
    #[error("the model gives vectors that are not finite or have no direction")]
    NotFinite,
    /// The tokenizer failed on a text.
    #[error("a text could not be cut into tokens: {0}")]
    Text(String),
}

impl ModelError {
    /// Creates the error of a faulty `file`.
    pub(crate) fn of(file: &'static str, reason: impl std::fmt::Display) -> Self {
        Self::File { file, reason: reason.to_string() }
    }
}
