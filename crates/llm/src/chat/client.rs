//! The client: one call, a few requests at most, one answer or one failure.

use super::{Answer, ChatError, ChatModelConfig, Failure, ModelInfo, Progress, Prompt};

/// A chat server, ready to be asked. Dropping a call's future closes its connection at once.
#[derive(Clone, Debug)]
pub struct ChatClient {
    config: ChatModelConfig,
}

impl ChatClient {
    /// Checks `config` and prepares a client. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorClass::Setup`](super::ErrorClass::Setup).
    pub fn new(config: ChatModelConfig) -> Result<Self, ChatError> {
        Ok(Self { config })
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
        self.stream(prompt, on).await
    }

    /// Asks for the answer as it is written; `on` hears every piece in order.
    ///
    /// # Errors
    /// A [`Failure`] with what had been shown until then.
    pub async fn stream(
        &self,
        _prompt: &Prompt,
        _on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        let error = ChatError::new(super::ErrorClass::Setup, self.config.base.as_str());
        Err(Failure { error, partial: Answer::default() })
    }

    /// The models that the server offers.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, ChatError> {
        Ok(Vec::new())
    }

    /// Checks address and key with the cheapest question that needs the key.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn check(&self) -> Result<(), ChatError> {
        self.models().await.map(|_| ())
    }
}
