//! Everything that can go wrong between a text and its vector.

use std::time::Duration;

use crate::{http::BodyError, retry};

/// Why texts were not embedded. Messages name no key and no address.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EmbedError {
    /// No answer within the caller's deadline.
    #[error("no embedding within {} ms", after.as_millis())]
    Timeout {
        /// The deadline that passed.
        after: Duration,
    },
    /// The address leads to this machine or a private network, which may not be reached.
    #[error(
        "the embedding server's address leads to this machine or a private network; \
             CELEIRO_ALLOW_PRIVATE_ADDRESSES=true on this machine allows it"
    )]
    PrivateAddress,
    /// The server could not be reached.
    #[error("the embedding server could not be reached: {detail}")]
    Connect {
        /// What failed, for people.
        detail: String,
    },
    /// The connection broke off before the answer was complete.
    #[error("the embedding server broke off in the middle of its answer")]
    Interrupted,
    /// The server refused, by its status or by an error object inside a 200.
    #[error("the embedding server answered {status}: {message}")]
    Status {
        /// HTTP status; for an error inside a 200 the one its body names, else 200.
        status: u16,
        /// Wait that the server asks for.
        retry_after: Option<Duration>,
        /// The server's text: at most 300 characters, without control characters or key.
        message: String,
    },
    /// The answer is not what the interface promises (a web page, half a document, …).
    #[error("the embedding server's answer cannot be read: {detail}")]
    Malformed {
        /// What was wrong with it.
        detail: String,
    },
    /// The answer is longer than any honest one.
    #[error("the embedding server's answer is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// Another number of vectors than of texts.
    #[error("{got} embeddings came for {expected} texts")]
    WrongCount {
        /// Texts sent.
        expected: usize,
        /// Vectors received.
        got: usize,
    },
    /// A vector of another length than configured.
    #[error("the embedding has {got} dimensions, {expected} are configured")]
    WrongDimension {
        /// Configured length.
        expected: usize,
        /// Length received.
        got: usize,
    },
    /// A vector holds NaN, an infinity or no number at all.
    #[error("the embedding holds something that is not a finite number")]
    NotFinite,
    /// A vector of zeros has no direction.
    #[error("the embedding is a vector of zeros")]
    ZeroVector,
    /// Texts that are blank, or in which the local model knows nothing; `indices` are their
    /// places in the batch, ascending. The caller leaves them out, or falls back to words.
    #[error("nothing to embed in {} of the texts", indices.len())]
    EmptyText {
        /// Places of all such texts in the batch.
        indices: Vec<usize>,
    },
    /// A model in a folder cannot be loaded or run.
    #[error("the model cannot be run: {detail}")]
    Model {
        /// The file at fault and what is wrong with it.
        detail: String,
    },
    /// The work was called off (the program is stopping).
    #[error("the embedding was called off")]
    Cancelled,
}

impl EmbedError {
    /// Whether the same embedding request may succeed later. For the job queue; inside one call the retry layer has
    /// already done what could be done.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Timeout { .. } | Self::Connect { .. } | Self::Interrupted | Self::Cancelled => true,
            Self::Status { status, .. } => retry::is_retryable_status(*status),
            _ => false,
        }
    }

    /// Wait that the server of embeddings asks for before a retry, if it does.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

impl From<BodyError> for EmbedError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge(limit) => Self::TooLarge { limit },
            BodyError::Interrupted => Self::Interrupted,
        }
    }
}
