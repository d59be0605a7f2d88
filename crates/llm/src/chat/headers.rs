//! The headers of every request: the key in its vendor's place, and who asks.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::{ChatError, ChatModelConfig, ErrorClass, Vendor};
use crate::secret::{ExposeSecret, Secret};

/// Version of Anthropic's interface that the decoders were written for.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// The key that belongs to the configured address, without the blanks of a careless paste.
pub(super) fn key_of(config: &ChatModelConfig) -> Result<Option<Secret>, ChatError> {
    let Some(key) = &config.key else { return Ok(None) };
    match key.for_address(&config.base) {
        Some(secret) => Ok(Some(secret.expose_secret().trim().into())),
        None => Err(setup_error(format!(
            "the key was entered for {} and is not sent to another address; enter it again",
            key.origin()
        ))),
    }
}

/// The headers of every request of a vendor: the key where the vendor wants it, and the attribution.
pub(super) fn build_headers(config: &ChatModelConfig, key: Option<&Secret>) -> Result<HeaderMap, ChatError> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        let (name, value) = match config.vendor {
            Vendor::OpenRouter | Vendor::OpenAi => {
                ("authorization", format!("Bearer {}", key.expose_secret()))
            }
            Vendor::Gemini => ("x-goog-api-key", key.expose_secret().to_owned()),
            Vendor::Anthropic => ("x-api-key", key.expose_secret().to_owned()),
        };
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| setup_error("the key holds characters that cannot be sent".to_owned()))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static(name), value);
    }
    if config.vendor == Vendor::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static(ANTHROPIC_VERSION));
    }
    if config.vendor == Vendor::OpenRouter {
        let attribution = config.attribution.headers();
        headers.extend(
            attribution
                .map_err(|name| setup_error(format!("{name} holds characters that cannot be sent")))?,
        );
    }
    Ok(headers)
}

/// An error of the settings: no repetition helps.
pub(super) fn setup_error(text: String) -> ChatError {
    ChatError::new(ErrorClass::Setup, text)
}
