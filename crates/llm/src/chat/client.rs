//! The client: one call, a few requests at most, one answer or one failure.

use std::sync::Arc;
use std::time::Duration;

use reqwest::RequestBuilder;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::{
    Answer, ChatError, ChatModelConfig, ErrorClass, Failure, ModelInfo, Progress, Prompt, ShorterPrompt,
    Vendor,
    classify::{self, Origin},
    headers, models,
    request::{self, Delivery},
    wire::{Wire, instant_after},
};
use crate::{
    http::{self, KeyedClient, PrivateAddress},
    provider_error, retry,
};

/// A list of models is not waited for longer.
const LIST_TIME: Duration = Duration::from_secs(20);

/// A chat server, ready to be asked. Clones share connections. Dropping a call's future closes its
/// connection at once.
#[derive(Clone, Debug)]
pub struct ChatClient {
    pub(super) config: Arc<ChatModelConfig>,
    pub(super) wire: Wire,
}

impl ChatClient {
    /// Checks `config` and prepares a client. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorClass::Setup`]: the key belongs to another origin, or something cannot be sent.
    pub fn new(config: ChatModelConfig) -> Result<Self, ChatError> {
        let key = headers::key_of(&config)?;
        let client = KeyedClient::new(&config.base, config.patience.connect, config.reach)
            .map_err(|error| headers::setup_error(format!("no HTTP client: {}", error.without_url())))?;
        let headers = headers::build_headers(&config, key.as_ref())?;
        key.iter().for_each(|key| config.redactor.add(key));
        let redactor = config.redactor.clone();
        let wire = Wire { client, headers, redactor, vendor: config.vendor, patience: config.patience };
        Ok(Self { config: Arc::new(config), wire })
    }

    /// Vendor of the chat model's server.
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

    /// Lists the chat models that the server offers.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, ChatError> {
        let mut value = self.get(request::models_address(self.config.vendor, &self.config.base)).await?;
        self.wire.redactor.redact_value(&mut value);
        models::of_list(&value)
            .ok_or_else(|| ChatError::new(ErrorClass::Parse, "there is no list of models in the answer"))
    }

    /// Checks address and key of the chat model's server with the cheapest question that needs the key.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn check(&self) -> Result<(), ChatError> {
        if self.config.vendor == Vendor::OpenRouter && self.config.key.is_some() {
            // Its list of models is public and would not try the key.
            return self.get(http::endpoint(&self.config.base, "key")).await.map(|_| ());
        }
        self.models().await.map(|_| ())
    }

    async fn get(&self, url: reqwest::Url) -> Result<Value, ChatError> {
        let end = instant_after(Instant::now(), LIST_TIME.min(self.config.patience.total));
        let body = self.wire.document(self.wire.client.get(url)?, end).await?;
        let redactor = &self.wire.redactor;
        let value: Value = serde_json::from_slice(&body).map_err(|_| {
            let text = provider_error::redact_error_text(&String::from_utf8_lossy(&body), redactor);
            ChatError::new(ErrorClass::Parse, text)
        })?;
        match classify::in_band(&value, Origin { status: 200, redactor }) {
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
        let end = instant_after(start, self.config.patience.total);
        let mut request = self.request(prompt, delivery).map_err(ChatError::from)?;
        let mut shorter = self.shorter(prompt, delivery).transpose().map_err(ChatError::from)?;
        let mut shortened = None;
        for sent in 1.. {
            let mut shown = false;
            let request_now =
                request.try_clone().ok_or_else(|| headers::setup_error("no request".to_owned()))?;
            let mut result = match delivery {
                Delivery::Whole => self.wire.whole(request_now, end).await,
                Delivery::Stream => {
                    let mut tell = |progress| {
                        shown = true;
                        on(progress);
                    };
                    self.wire.stream(request_now, end, &mut tell).await
                }
            };
            let answer = result.as_mut().unwrap_or_else(|failure| &mut failure.partial);
            (answer.attempts, answer.shortened, answer.elapsed) = (sent, shortened, start.elapsed());
            let Err(failure) = &result else { return result };
            let wanted = failure.error.wants_shorter().filter(|_| !shown);
            let other = shorter.take_if(|_| wanted.is_some());
            let Some(wait) = wait_after(&failure.error, sent, end, other.is_some()).filter(|_| !shown) else {
                return result;
            };
            if let Some(other) = other {
                (request, shortened) = (other, wanted);
            }
            let reason = failure.error.class;
            tracing::debug!(sent, wait_ms = wait.as_millis() as u64, %reason, "chat request failed, trying again");
            on(Progress::Trying { attempt: sent + 1, of: retry::MAX_REQUESTS, wait, reason });
            sleep(wait).await;
        }
        Err(headers::setup_error("no request".to_owned()).into())
    }

    /// The request for [`Prompt::shorter`], where there is one.
    fn shorter(&self, prompt: &Prompt, delivery: Delivery) -> Option<Result<RequestBuilder, PrivateAddress>> {
        let ShorterPrompt { system, messages } = prompt.shorter.clone()?;
        Some(self.request(&Prompt { system, messages, shorter: None, ..prompt.clone() }, delivery))
    }

    fn request(&self, prompt: &Prompt, delivery: Delivery) -> Result<RequestBuilder, PrivateAddress> {
        let ChatModelConfig { vendor, base, .. } = &*self.config;
        let url = request::request_url(*vendor, base, &prompt.model, delivery);
        Ok(self.wire.client.post(url)?.json(&request::request_body(*vendor, base, prompt, delivery)))
    }
}

/// How long to wait after the failure of request number `sent`, or `None` where it was the last. A shorter
/// request follows at once: waiting changes nothing.
fn wait_after(error: &ChatError, sent: u32, end: Instant, is_shortened: bool) -> Option<Duration> {
    let remaining = end.saturating_duration_since(Instant::now());
    if error.is_too_long() || is_shortened {
        let has_time = is_shortened && sent < retry::MAX_REQUESTS && !remaining.is_zero();
        return has_time.then_some(Duration::ZERO);
    }
    retry::wait_before_next(sent, error.retry_after, remaining).filter(|_| error.retryable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::Subclass;

    fn wait(error: &ChatError, sent: u32, left: Duration, is_shortened: bool) -> Option<Duration> {
        wait_after(error, sent, Instant::now() + left, is_shortened)
    }

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn what_cannot_pass_is_not_sent_again_and_what_can_is_at_most_three_times() {
        for class in [ErrorClass::Auth, ErrorClass::BadRequest, ErrorClass::Connect, ErrorClass::Payment] {
            assert_eq!(wait(&ChatError::new(class, ""), 1, MINUTE, false), None, "{class}");
        }
        let busy = ChatError::new(ErrorClass::Overloaded, "");
        for sent in 1..retry::MAX_REQUESTS {
            assert!(wait(&busy, sent, MINUTE, false).is_some(), "{sent}");
        }
        assert_eq!(wait(&busy, retry::MAX_REQUESTS, MINUTE, false), None);
    }

    #[test]
    fn the_wish_of_a_server_is_met_where_time_is_left_for_it() {
        let asked = Duration::from_secs(20);
        let busy = ChatError { retry_after: Some(asked), ..ChatError::new(ErrorClass::RateLimited, "") };
        assert_eq!(wait(&busy, 1, MINUTE, false), Some(asked));
        assert_eq!(wait(&busy, 1, Duration::from_secs(10), false), None);
        assert_eq!(wait(&busy, 1, Duration::ZERO, false), None);
    }

    #[test]
    fn a_shorter_request_goes_at_once_and_one_of_the_same_length_not_at_all() {
        let of_context = ChatError {
            subclass: Some(Subclass::ContextLength),
            ..ChatError::new(ErrorClass::BadRequest, "")
        };
        for error in [of_context, ChatError::new(ErrorClass::TooLarge, "")] {
            assert_eq!(wait(&error, 1, MINUTE, false), None, "the same text is too long again");
            assert_eq!(wait(&error, 1, MINUTE, true), Some(Duration::ZERO));
            assert_eq!(wait(&error, retry::MAX_REQUESTS, MINUTE, true), None);
            assert_eq!(wait(&error, 1, Duration::ZERO, true), None);
        }
        let slow = ChatError::new(ErrorClass::Timeout, "");
        assert_eq!(wait(&slow, 2, MINUTE, true), Some(Duration::ZERO));
    }
}
