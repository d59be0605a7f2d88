//! Mapping of provider errors to error codes and messages.

use crate::error::{AppError, Code};
use celeiro_llm::chat::{ChatError, ErrorClass, Subclass};

/// Our code for what a provider said.
pub(crate) fn code_of(error: &ChatError) -> Code {
    match error.class {
        _ if error.is_too_long() => Code::ModelContextTooLong,
        ErrorClass::RateLimited if error.subclass == Some(Subclass::DailyLimit) => Code::ModelDailyLimit,
        ErrorClass::RateLimited if error.subclass == Some(Subclass::Quota) => Code::ModelUnpaid,
        ErrorClass::Setup | ErrorClass::PrivateAddress => Code::ModelSetup,
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

/// What happened where no provider could say it: texts of the program, in the person's language.
fn own_reason(error: &ChatError) -> Option<&'static str> {
    match error.class {
        ErrorClass::Setup => Some("error.reason.setup"),
        ErrorClass::PrivateAddress => Some("error.reason.privateAddress"),
        ErrorClass::Connect => Some("error.reason.connect"),
        ErrorClass::Timeout if error.http_status.is_none() => Some("error.reason.timeout"),
        ErrorClass::Interrupted => Some("error.reason.interrupted"),
        ErrorClass::TooLong => Some("error.reason.tooLong"),
        ErrorClass::Redirect => Some("error.reason.redirect"),
        ErrorClass::Parse => Some("error.reason.parse"),
        _ if error.message.trim().is_empty() && error.http_status.is_none_or(|status| status == 200) => {
            Some("error.reason.unsaid")
        }
        _ => None,
    }
}

/// The error that a provider's is to people: in its own words, where it has any. What has no
/// provider's form is not quoted: it may be the answer of another service at the address.
pub(crate) fn to_app_error(error: &ChatError) -> AppError {
    let told = AppError::new(code_of(error));
    let said = if error.foreign { "" } else { error.message.trim() };
    match (own_reason(error), said, error.http_status) {
        (Some(key), _, _) => told.with_text("reason", key),
        (None, "", status) => told.with("reason", format_args!("HTTP {}", status.unwrap_or_default())),
        (None, said, _) => told.with("reason", said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;

    #[test]
    fn what_the_program_says_is_in_the_persons_language() {
        let late = to_app_error(&ChatError::new(ErrorClass::Timeout, "the answer was not complete in time"));
        assert_eq!(late.message(Lang::PtBr), "O modelo demorou demais: sem resposta completa no prazo");
        assert_eq!(late.message(Lang::En), "The model took too long: no complete answer in time");
        let refused = ChatError { http_status: Some(401), ..ChatError::new(ErrorClass::Auth, "Bad key") };
        assert!(to_app_error(&refused).message(Lang::PtBr).ends_with(": Bad key"), "the provider is quoted");
        let foreign = ChatError { foreign: true, ..ChatError::new(ErrorClass::Server, "root:x:0:0") };
        let foreign = to_app_error(&ChatError { http_status: Some(500), ..foreign });
        assert!(foreign.message(Lang::PtBr).ends_with(": HTTP 500"), "another service is not quoted");
        let bare = ChatError { http_status: Some(500), ..ChatError::new(ErrorClass::Server, "") };
        assert!(to_app_error(&bare).message(Lang::PtBr).ends_with(": HTTP 500"));
    }

    #[test]
    fn no_reason_is_told_by_its_key() {
        for class in [
            ErrorClass::Setup,
            ErrorClass::PrivateAddress,
            ErrorClass::Connect,
            ErrorClass::Timeout,
            ErrorClass::Interrupted,
            ErrorClass::TooLong,
            ErrorClass::Redirect,
            ErrorClass::Parse,
            ErrorClass::Server,
        ] {
            let error = to_app_error(&ChatError::new(class, ""));
            for lang in [Lang::PtBr, Lang::En] {
                let body = error.to_body(lang);
                let details = body.details.unwrap();
                let reason = details["reason"].as_str().unwrap();
                assert!(!reason.starts_with("error."), "{class:?}: {reason}");
                assert!(!body.message.contains("error.reason"), "{class:?}: {}", body.message);
            }
        }
    }
}
