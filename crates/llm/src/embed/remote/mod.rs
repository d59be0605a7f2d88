//! Embeddings from an OpenAI-compatible server: `POST {base}/embeddings`.
//!
//! One call is one batch. The key goes to the origin it was entered for and nowhere else;
//! redirects are not followed. A query is sent once (a person waits), documents up to three times
//! by [`crate::retry`] where the connection failed or the status says that it may pass, all
//! within the caller's deadline.

pub(crate) mod decode;
mod prefixes;
mod setup;

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tokio::time::{Instant, sleep, timeout_at};

pub use setup::{
    DEFAULT_BASE_URL, DEFAULT_DIMENSIONS, DEFAULT_MODEL, MAX_DIMENSIONS, RemoteConfig, SetupError,
};

use self::setup::Endpoint;
use super::EmbedError;
use crate::embed::purpose::Purpose;
use crate::{address, http, provider_error, retry};

/// Sixteen vectors of 4,000 numbers in wordy JSON stay far below this.
const MAX_BODY_BYTES: usize = 16 << 20;
/// More of a refusal is not read.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// Longer deadlines mean this one: there are durations that no clock can add.
const LONGEST_DEADLINE: Duration = Duration::from_secs(3600);

/// A server that embeds. Clones share connections.
#[derive(Clone, Debug)]
pub struct RemoteEmbedder {
    endpoint: Arc<Endpoint>,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

impl RemoteEmbedder {
    /// Checks `config` and prepares a client. Nothing is sent.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn new(config: RemoteConfig) -> Result<Self, SetupError> {
        Ok(Self { endpoint: Arc::new(Endpoint::new(config)?) })
    }

    /// Length of the vectors that the remote model computes.
    pub fn dimensions(&self) -> usize {
        self.endpoint.dimensions
    }

    /// `openai:<model>:<dimensions>`, with `:prefixed` behind it for models that want something in front
    /// of texts. The server is not part of it: the same model behind a
    /// relay gives the same vectors. A server that serves something else under a name must be
    /// asked for it by another name.
    pub fn model_key(&self) -> String {
        let Endpoint { model, dimensions, .. } = &*self.endpoint;
        let prefixed = if prefixes::has_prefixes(model) { ":prefixed" } else { "" };
        format!("openai:{model}:{dimensions}{prefixed}")
    }

    /// Embeds one batch; see [`Embedder::embed`](super::Embedder::embed).
    pub async fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        deadline: Duration,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let deadline = deadline.min(LONGEST_DEADLINE);
        let end = Instant::now() + deadline;
        let prefix = prefixes::prefix(&self.endpoint.model, purpose);
        let prefixed: Vec<String>;
        let texts = if prefix.is_empty() {
            texts
        } else {
            prefixed = texts.iter().map(|text| format!("{prefix}{text}")).collect();
            &prefixed
        };
        let mut sent = 0;
        loop {
            sent += 1;
            let result = timeout_at(end, self.request(texts)).await;
            let error = match result {
                Ok(Ok(vectors)) => return Ok(vectors),
                Ok(Err(error)) => error,
                Err(_) => return Err(EmbedError::Timeout { after: deadline }),
            };
            let again = purpose == Purpose::Document && error.is_retryable();
            let remaining = end.saturating_duration_since(Instant::now());
            match retry::wait_before_next(sent, error.retry_after(), remaining).filter(|_| again) {
                Some(wait) => {
                    tracing::debug!(sent, wait_ms = wait.as_millis() as u64, %error, "embedding request failed, trying again");
                    sleep(wait).await;
                }
                None => return Err(error),
            }
        }
    }

    /// One request and its answer, without deadline or second try.
    async fn request(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let endpoint = &*self.endpoint;
        let request = Request {
            model: &endpoint.wire_model,
            input: texts,
            encoding_format: "float",
            dimensions: endpoint.send_dimensions.then_some(endpoint.dimensions),
        };
        let response = endpoint
            .client
            .post(endpoint.url.clone())
            .map_err(|_| EmbedError::PrivateAddress)?
            .headers(endpoint.headers.clone())
            .json(&request)
            .send()
            .await
            .map_err(|e| self.send_error(e))?;
        let status = response.status();
        let retry_after = retry::retry_after(response.headers());
        if !status.is_success() {
            let body = http::read_limited(response, MAX_ERROR_BYTES).await.unwrap_or_default();
            let said = provider_error::read(&body, &endpoint.redactor);
            return Err(EmbedError::Status {
                status: status.as_u16(),
                retry_after: retry_after.or(said.retry_after),
                message: said.message,
            });
        }
        let body = http::read_limited(response, MAX_BODY_BYTES).await?;
        decode::vectors(&body, texts.len(), endpoint.dimensions, &endpoint.redactor)
    }

    fn send_error(&self, error: reqwest::Error) -> EmbedError {
        if address::is_private(&error) {
            EmbedError::PrivateAddress
        } else if error.is_connect() {
            EmbedError::Connect {
                detail: provider_error::tidy(&http::root_cause(&error), &self.endpoint.redactor),
            }
        } else {
            EmbedError::Interrupted
        }
    }
}
