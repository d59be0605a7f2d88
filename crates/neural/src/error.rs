//! Why a folder holds no usable model, and why texts were not embedded.

/// A model that cannot be loaded, or a run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The place named is no folder that can be read.
    #[error("{folder} is not a folder that can be read: {reason}")]
    NoFolder {
        /// As it was named.
        folder: String,
        /// What the system says.
        reason: String,
    },
    /// A file is missing, damaged, too large, or does not fit the others.
    #[error("{file}: {reason}")]
    File {
        /// Its name within the folder.
        file: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A model of a kind that is not run here.
    #[error("{file}: {what} is not supported; models of BERT and XLM-RoBERTa with absolute positions are")]
    Unsupported {
        /// The file that says so.
        file: &'static str,
        /// What it asks for.
        what: String,
    },
    /// The system has not enough memory for the model.
    #[error("there is not enough memory for the model ({bytes} bytes more are needed)")]
    NoMemory {
        /// What could not be had.
        bytes: usize,
    },
    /// The run was called off.
    #[error("the embedding was called off")]
    Stopped,
    /// The model gives something that is not a finite number, or nothing but zeros.
    #[error("the model gives vectors that are not finite or have no direction")]
    NotFinite,
    /// A text could not be cut into tokens.
    #[error("a text could not be cut into tokens: {0}")]
    Text(String),
}

impl ModelError {
    /// A fault of `file`.
    pub(crate) fn of(file: &'static str, reason: impl std::fmt::Display) -> Self {
        Self::File { file, reason: reason.to_string() }
    }
}
