//! Everything that can go wrong between a prompt and its answer, in classes one can act on.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{http::PrivateAddress, provider_error};

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// The configuration cannot work: bad address, key of another origin, unsendable header.
    Setup,
    /// The address leads to this machine or a private network, which may not be reached.
    PrivateAddress,
    /// The server could not be reached.
    Connect,
    /// The answer ended, or the connection broke, before the end mark.
    Interrupted,
    /// The answer is longer than any honest one.
    TooLong,
    /// The server wants to send us elsewhere; keys do not follow.
    Redirect,
    /// What came cannot be read (a page, broken JSON).
    Parse,
    /// Too slow: our limits, or 408, 504, 524.
    Timeout,
    /// The request is wrong (400, 422).
    BadRequest,
    /// The key is missing or wrong (401).
    Auth,
    /// No credit (402).
    Payment,
    /// Not allowed (403).
    Permission,
    /// No such model or endpoint (404).
    NotFound,
    /// The request is too large (413).
    TooLarge,
    /// Too many requests, or a quota is used up (429).
    RateLimited,
    /// The input was flagged.
    Moderation,
    /// The provider called it off (499).
    Cancelled,
    /// A failure inside the server (500).
    Server,
    /// A failure behind the server (502, 52x, an answer without content).
    BadGateway,
    /// Not available for now (503).
    Unavailable,
    /// Too busy (529).
    Overloaded,
    /// The provider reported an error that fits no class.
    ProviderError,
}

impl ErrorClass {
    /// Name of the chat error's class in traces, logs and recordings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::PrivateAddress => "private_address",
            Self::Connect => "connect",
            Self::Interrupted => "interrupted",
            Self::TooLong => "too_long",
            Self::Redirect => "redirect",
            Self::Parse => "parse",
            Self::Timeout => "timeout",
            Self::BadRequest => "bad_request",
            Self::Auth => "auth",
            Self::Payment => "payment",
            Self::Permission => "permission",
            Self::NotFound => "not_found",
            Self::TooLarge => "too_large",
            Self::RateLimited => "rate_limited",
            Self::Moderation => "moderation",
            Self::Cancelled => "cancelled",
            Self::Server => "server",
            Self::BadGateway => "bad_gateway",
            Self::Unavailable => "unavailable",
            Self::Overloaded => "overloaded",
            Self::ProviderError => "provider_error",
        }
    }

    /// Whether the same chat request may succeed in a moment. A server that cannot be reached is not asked again:
    /// offline, the answer without a model comes at once.
    pub const fn passes(self) -> bool {
        matches!(
            self,
            Self::Interrupted
                | Self::Timeout
                | Self::RateLimited
                | Self::Server
                | Self::BadGateway
                | Self::Unavailable
                | Self::Overloaded
        )
    }
}

impl std::fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A closer look, where it changes what is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subclass {
    /// The conversation is too long for the model.
    ContextLength,
    /// A quota is used up; waiting does not help.
    Quota,
    /// The requests or tokens of the day are used up; waiting a moment does not help.
    DailyLimit,
    /// OpenRouter: earlier requests still hold the credit; waiting helps.
    InFlightBudget,
    /// OpenRouter's availability code, such as `constraint_filtered` or `capacity_exhausted`.
    Availability(String),
}

impl Subclass {
    /// Name of the chat error's subclass in traces and recordings.
    pub fn as_str(&self) -> &str {
        match self {
            Self::ContextLength => "context_length",
            Self::Quota => "quota",
            Self::DailyLimit => "daily_limit",
            Self::InFlightBudget => "in_flight_budget",
            Self::Availability(code) => code,
        }
    }
}

/// The server's own code: a number or a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ErrorCode {
    /// OpenRouter, Gemini, llama.cpp.
    Number(i64),
    /// OpenAI and most others.
    Word(String),
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A failed call. Its texts hold no key and no address.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatError {
    /// What kind of failure it was.
    pub class: ErrorClass,
    /// A closer look.
    pub subclass: Option<Subclass>,
    /// Whether the same request may succeed in a moment.
    pub retryable: bool,
    /// HTTP status, if there was an answer (200 for errors inside one).
    pub http_status: Option<u16>,
    /// The server's code.
    pub code: Option<ErrorCode>,
    /// The server's word for the kind of error (`type`, `status`, …).
    pub kind: Option<String>,
    /// The server's text, or ours where there was no server; empty where it sent none. At
    /// most 2000 characters, line breaks kept.
    pub message: String,
    /// Wait that the server asks for.
    pub retry_after: Option<Duration>,
    /// Details of a relay: `raw`, `provider_name`, `reasons`, `limit_source`, ….
    pub metadata: Map<String, Value>,
    /// Whether the text is a body that has no provider's form. It is for records; people are not
    /// shown it, or the choice of an address would allow to read what some other service answers.
    pub foreign: bool,
}

impl ChatError {
    /// An error of our own making, retryable by its class.
    pub fn new(class: ErrorClass, message: impl Into<String>) -> Self {
        Self {
            class,
            subclass: None,
            retryable: class.passes(),
            http_status: None,
            code: None,
            kind: None,
            message: message.into(),
            retry_after: None,
            metadata: Map::new(),
            foreign: false,
        }
    }
}

/// Why a request was followed by a shorter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortening {
    /// It was more than the model takes at once.
    TooLong,
    /// The model was too slow with it.
    TooSlow,
}

impl ChatError {
    /// Whether the request was more than the model takes at once.
    pub fn is_too_long(&self) -> bool {
        self.class == ErrorClass::TooLarge || self.subclass == Some(Subclass::ContextLength)
    }

    /// Whether the provider may have refused a request because of its pictures: the model does not see, or
    /// nothing that serves it does. Some say so as an error of their own server.
    pub fn refuses_images(&self) -> bool {
        let speaks_of_them = || {
            let said = self.message.to_lowercase();
            ["image", "vision", "multimodal", "mmproj"].iter().any(|word| said.contains(word))
        };
        match self.class {
            ErrorClass::BadRequest | ErrorClass::NotFound | ErrorClass::TooLarge => true,
            ErrorClass::Server | ErrorClass::ProviderError | ErrorClass::BadGateway => speaks_of_them(),
            _ => false,
        }
    }

    /// Why a shorter request may succeed where this one failed, if it may.
    pub fn wants_shorter(&self) -> Option<Shortening> {
        if self.is_too_long() {
            return Some(Shortening::TooLong);
        }
        (self.class == ErrorClass::Timeout).then_some(Shortening::TooSlow)
    }
}

impl From<PrivateAddress> for ChatError {
    fn from(refused: PrivateAddress) -> Self {
        Self::new(ErrorClass::PrivateAddress, refused.to_string())
    }
}

/// One short line for people: the class and the server's text, a relay's source included.
impl std::fmt::Display for ChatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.class.as_str())?;
        if let Some(status) = self.http_status {
            write!(f, " ({status})")?;
        }
        let raw = self.metadata.get("raw").map(|raw| raw.as_str().map_or(raw.to_string(), str::to_owned));
        for text in [Some(self.message.clone()), raw].into_iter().flatten().filter(|text| !text.is_empty()) {
            write!(f, ": {}", provider_error::for_people(&text))?;
        }
        Ok(())
    }
}

impl std::error::Error for ChatError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_request_follows_where_length_or_time_was_the_trouble() {
        let of = |class| ChatError::new(class, "");
        assert_eq!(of(ErrorClass::TooLarge).wants_shorter(), Some(Shortening::TooLong));
        assert_eq!(of(ErrorClass::Timeout).wants_shorter(), Some(Shortening::TooSlow));
        assert_eq!(of(ErrorClass::RateLimited).wants_shorter(), None);
        let too_long = ChatError { subclass: Some(Subclass::ContextLength), ..of(ErrorClass::BadRequest) };
        assert_eq!(too_long.wants_shorter(), Some(Shortening::TooLong));
        let quota = ChatError { subclass: Some(Subclass::Quota), ..of(ErrorClass::BadRequest) };
        assert_eq!(quota.wants_shorter(), None);
    }

    #[test]
    fn a_failure_of_a_server_is_about_pictures_only_where_it_says_so() {
        for (class, message, refuses) in [
            (ErrorClass::BadRequest, "no", true),
            (ErrorClass::NotFound, "", true),
            (ErrorClass::Server, "model needs an MMPROJ file", true),
            (ErrorClass::BadGateway, "Vision is off", true),
            (ErrorClass::Server, "boom", false),
            (ErrorClass::Auth, "image", false),
            (ErrorClass::Timeout, "image", false),
        ] {
            assert_eq!(ChatError::new(class, message).refuses_images(), refuses, "{class} {message}");
        }
    }

    #[test]
    fn what_may_pass_is_tried_again_and_a_wrong_key_is_not() {
        assert!(ChatError::new(ErrorClass::Overloaded, "").retryable);
        assert!(!ChatError::new(ErrorClass::Auth, "").retryable);
        assert!(!ChatError::new(ErrorClass::Connect, "").retryable, "offline, the desk answers at once");
    }

    #[test]
    fn a_person_reads_the_class_the_status_and_what_the_server_says() {
        let mut error = ChatError::new(ErrorClass::Auth, "");
        error.http_status = Some(401);
        assert_eq!(error.to_string(), "auth (401)");
        error.message = "no  such\nkey".into();
        assert_eq!(error.to_string(), "auth (401): no such key");
    }
}
