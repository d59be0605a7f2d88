//! What a provider's errors are to people and programs.

use crate::error::{AppError, Code};
use celeiro_llm::chat::{ChatError, ErrorClass};

/// Our code for what a provider said.
pub(crate) fn code_of(error: &ChatError) -> Code {
    match error.class {
        ErrorClass::Setup => Code::ModelSetup,
        ErrorClass::Connect => Code::ModelUnreachable,
        ErrorClass::Timeout => Code::ModelTimedOut,
        ErrorClass::RateLimited => Code::ModelRateLimited,
        ErrorClass::Auth | ErrorClass::Permission => Code::ModelRefusedKey,
        ErrorClass::Payment => Code::ModelUnpaid,
        ErrorClass::NotFound => Code::ModelUnknown,
        ErrorClass::BadRequest | ErrorClass::TooLarge => Code::ModelRefusedRequest,
        ErrorClass::Moderation => Code::ModelRefusedContent,
        ErrorClass::Interrupted | ErrorClass::Cancelled => Code::ModelInterrupted,
        ErrorClass::TooLong | ErrorClass::Redirect | ErrorClass::Parse => Code::ModelAnswerUnusable,
        ErrorClass::Server
        | ErrorClass::BadGateway
        | ErrorClass::Unavailable
        | ErrorClass::Overloaded
        | ErrorClass::ProviderError => Code::ModelFailed,
    }
}

/// What the provider said; where it said nothing, what kind of answer that was.
fn reason_of(error: &ChatError) -> String {
    match (error.message.trim(), error.http_status) {
        ("", Some(status)) => format!("{} (HTTP {status})", error.class),
        ("", None) => error.class.to_string(),
        (said, _) => said.to_owned(),
    }
}

/// The error that a provider's is to people.
pub(crate) fn failed(error: &ChatError) -> AppError {
    AppError::new(code_of(error)).with("reason", reason_of(error))
}
