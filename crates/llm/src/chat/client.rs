//! The client: one call, a few requests at most, one answer or one failure.

use std::sync::Arc;

use reqwest::RequestBuilder;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::{
    Answer, ChatError, ChatModelConfig, ErrorClass, Failure, ModelInfo, Progress, Prompt, Vendor,
    classify::{self, Origin},
    headers, models,
    request::{self, Delivery},
    wire::{Wire, after},
};
use crate::{http, provider_error, retry};

/// A list of models is not waited for longer.
const LIST_TIME: std::time::Duration = std::time::Duration::from_secs(20);

/// A chat server, ready to be asked. Clones share connections. Dropping a call's future closes its
/// connection at once.
#[derive(Clone, Debug)]
pub struct ChatClient {
    config: Arc<ChatModelConfig>,
    wire: Wire,
}

impl ChatClient {
    /// Checks `config` and prepares a client. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorClass::Setup`]: the key belongs to another origin, or something cannot be sent.
    pub fn new(config: ChatModelConfig) -> Result<Self, ChatError> {
        let key = headers::key_of(&config)?;
        let client = http::keyed_client(&config.base, config.patience.connect)
            .map_err(|error| headers::setup(format!("no HTTP client: {}", error.without_url())))?;
        let headers = headers::headers(&config, key.as_ref())?;
        let wire = Wire { client, headers, key, vendor: config.vendor, patience: config.patience };
        Ok(Self { config: Arc::new(config), wire })
    }

    /// The kind of server that is asked.
    pub fn vendor(&self) -> Vendor {
        self.config.vendor
    }

    /// Asks for the whole answer at once. `on` hears of further requests only.
    ///
    /// # Errors
    /// A [`Failure`] with what had come until then.
    pub async fn complete(
        &self,
        prompt: &Prompt,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        self.call(prompt, Delivery::Whole, on).await
    }

    /// Asks for the answer as it is written; `on` hears every piece in order.
    ///
    /// # Errors
    /// A [`Failure`] with what had been shown until then. Once something was shown, nothing is
    /// sent again.
    pub async fn stream(
        &self,
        prompt: &Prompt,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        self.call(prompt, Delivery::Stream, on).await
    }

    /// The models that the server offers.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, ChatError> {
        let value = self.get(request::models_address(self.config.vendor, &self.config.base)).await?;
        models::of_list(&value)
            .ok_or_else(|| ChatError::new(ErrorClass::Parse, "there is no list of models in the answer"))
    }

    /// Checks address and key with the cheapest question that needs the key.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn check(&self) -> Result<(), ChatError> {
        if self.config.vendor == Vendor::OpenRouter && self.wire.key.is_some() {
            // Its list of models is public and would not try the key.
            return self.get(http::endpoint(&self.config.base, "key")).await.map(|_| ());
        }
        self.models().await.map(|_| ())
    }

    async fn get(&self, url: reqwest::Url) -> Result<Value, ChatError> {
        let end = after(Instant::now(), LIST_TIME.min(self.config.patience.total));
        let body = self.wire.document(self.wire.client.get(url), end).await?;
        let key = self.wire.key.as_ref();
        let value: Value = serde_json::from_slice(&body).map_err(|_| {
            let text = provider_error::faithful(&String::from_utf8_lossy(&body), key);
            ChatError::new(ErrorClass::Parse, text)
        })?;
        match classify::in_band(&value, Origin { status: 200, key }) {
            Some(error) => Err(error),
            None => Ok(value),
        }
    }

    async fn call(
        &self,
        prompt: &Prompt,
        delivery: Delivery,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        let start = Instant::now();
        let end = after(start, self.config.patience.total);
        let request = self.request(prompt, delivery);
        for sent in 1.. {
            let mut shown = false;
            let request = request.try_clone().ok_or_else(|| headers::setup("no request".to_owned()))?;
            let mut result = match delivery {
                Delivery::Whole => self.wire.whole(request, end).await,
                Delivery::Stream => {
                    let mut tell = |progress| {
                        shown = true;
                        on(progress);
                    };
                    self.wire.stream(request, end, &mut tell).await
                }
            };
            let answer = result.as_mut().unwrap_or_else(|failure| &mut failure.partial);
            (answer.attempts, answer.elapsed) = (sent, start.elapsed());
            let Err(failure) = &result else { return result };
            let remaining = end.saturating_duration_since(Instant::now());
            let again = failure.error.retryable && !shown;
            let wait = retry::wait_before_next(sent, failure.error.retry_after, remaining);
            let Some(wait) = wait.filter(|_| again) else { return result };
            let reason = failure.error.class;
            tracing::debug!(sent, wait_ms = wait.as_millis() as u64, %reason, "chat request failed, trying again");
            on(Progress::Trying { attempt: sent + 1, of: retry::MAX_REQUESTS, wait, reason });
            sleep(wait).await;
        }
        Err(headers::setup("no request".to_owned()).into())
    }

    fn request(&self, prompt: &Prompt, delivery: Delivery) -> RequestBuilder {
        let ChatModelConfig { vendor, base, .. } = &*self.config;
        let url = request::address(*vendor, base, &prompt.model, delivery);
        self.wire.client.post(url).json(&request::body(*vendor, base, prompt, delivery))
    }
}
