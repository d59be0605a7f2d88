//! What has to be known about a chat server.

use std::time::Duration;

use reqwest::Url;

use super::Vendor;
use crate::{
    http::{self, Attribution, Reach},
    redact::Redactor,
    secret::OriginKey,
};

/// Everything that has to be known about a server. The model is named by each prompt.
#[derive(Clone, Debug)]
pub struct ChatModelConfig {
    /// Which kind of server it is.
    pub vendor: Vendor,
    /// Base address, as [`http::parse_base`] gives it; [`Vendor::default_base`] where none is set.
    /// For Gemini and Anthropic with or without the version (`/v1beta`, `/v1`).
    pub base: Url,
    /// Key, if the server wants one. It is sent to the origin it was entered for only.
    pub key: Option<OriginKey>,
    /// By what OpenRouter attributes requests; other vendors are not told.
    pub attribution: Attribution,
    /// Which addresses may be connected to.
    pub reach: Reach,
    /// Knows the keys that are blotted out of what the server says; the one above is added.
    pub redactor: Redactor,
    /// How long to wait for what.
    pub patience: Patience,
}

impl ChatModelConfig {
    /// A configuration without key and names, and with the usual patience.
    pub fn new(vendor: Vendor, base: Url) -> Self {
        Self {
            vendor,
            base,
            key: None,
            attribution: Attribution::default(),
            reach: Reach::default(),
            redactor: Redactor::default(),
            patience: Patience::default(),
        }
    }
}

/// The four limits of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until the connection stands, TLS included.
    pub connect: Duration,
    /// From sending a request until the first token of a stream. Comments and pings that only
    /// keep the connection open are no tokens.
    pub first_token: Duration,
    /// Between two tokens of a stream.
    pub silence: Duration,
    /// For the whole call, waits and further requests included.
    pub total: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: http::CONNECT_TIMEOUT,
            first_token: Duration::from_secs(60),
            silence: Duration::from_secs(30),
            total: Duration::from_secs(180),
        }
    }
}
