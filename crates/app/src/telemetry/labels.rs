//! Labels of metric series, and all their values.

use crate::error::{AppError, Code};
use celeiro_domain::search::FallbackReason;
use celeiro_store::{CallEnd, CallKind};
use prometheus_client::encoding::EncodeLabelSet;

/// Method and route of requests without series of their own.
pub(crate) const OTHER: &str = "other";

/// Operations with series of their own: what people wait for. All of the list times status classes times buckets would
/// be ten thousand series.
pub(crate) const ROUTES: [(&str, &str); 12] = [
    ("GET", "/api/catalog/items/{id}"),
    ("GET", "/api/health"),
    ("POST", "/api/catalog/bulk"),
    ("POST", "/api/catalog/cells"),
    ("POST", "/api/catalog/grid"),
    ("POST", "/api/chat"),
    ("POST", "/api/imports"),
    ("POST", "/api/rag/facets"),
    ("POST", "/api/rag/inspect"),
    ("POST", "/api/rag/search"),
    ("POST", "/api/session"),
    ("PUT", "/api/catalog/items/{id}"),
];

/// Labels of requests.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    method: &'static str,
    route: &'static str,
    status: &'static str,
}

impl RequestLabels {
    /// The labels of a request; an answer below 200 is no last answer and counts with those of 500. No operation leads
    /// elsewhere: an answer that does has no series of its own.
    pub fn new(method: &str, route: Option<&str>, status: u16) -> Self {
        let own = ROUTES
            .into_iter()
            .find(|(of, template)| *of == method && Some(*template) == route)
            .filter(|_| !matches!(status, 300..=399));
        let (method, route) = own.unwrap_or((OTHER, OTHER));
        let status = match status {
            200..=299 => "2xx",
            300..=399 => "3xx",
            400..=499 => "4xx",
            _ => "5xx",
        };
        Self { method, route, status }
    }
}

/// Label of gauges of a server of the database: its place in the settings, 0 to 8.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct ReplicaLabels {
    pub server: u32,
}

/// Stages of a search.
pub(crate) const STAGES: [&str; 5] = ["embed", "lexical", "vector", "fuse", "total"];

/// Label of durations of searches.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct StageLabels {
    /// One of [`STAGES`].
    pub stage: &'static str,
}

/// All reasons of a search without vectors.
pub(crate) const FALLBACKS: [FallbackReason; 3] = [
    FallbackReason::EmbeddingDisabled,
    FallbackReason::EmbeddingGenerationFailed,
    FallbackReason::VectorQueryError,
];

/// Label of searches without vectors.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct FallbackLabels {
    reason: &'static str,
}

impl From<FallbackReason> for FallbackLabels {
    fn from(reason: FallbackReason) -> Self {
        let reason = match reason {
            FallbackReason::EmbeddingDisabled => "embedding-disabled",
            FallbackReason::EmbeddingGenerationFailed => "embedding-generation-failed",
            FallbackReason::VectorQueryError => "vector-query-error",
        };
        Self { reason }
    }
}

/// How an attempt to sign in ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoginResult {
    /// A session began.
    Accepted,
    /// Login or password were wrong, or the company's sign-in led to no account.
    Refused,
    /// Nothing was compared: after wrong passwords, or beside too many others, an attempt has to wait.
    Delayed,
    /// The attempt failed for another reason, such as a database that does not answer.
    Failed,
}

impl LoginResult {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Accepted, Self::Refused, Self::Delayed, Self::Failed];

    /// Label of a sign-in attempt by its result.
    pub fn of<T>(attempt: &Result<T, AppError>) -> Self {
        match attempt.as_ref().map_err(AppError::code) {
            Ok(_) => Self::Accepted,
            Err(
                Code::SignInRefused
                | Code::CompanySignInRefused
                | Code::CompanyAccountUnknown
                | Code::CompanyIdentityTaken
                | Code::CompanyAlreadyLinked
                | Code::UserDisabled,
            ) => Self::Refused,
            Err(Code::SignInSlowed | Code::RateLimited) => Self::Delayed,
            Err(_) => Self::Failed,
        }
    }
}

/// Label of attempts to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct LoginLabels {
    result: &'static str,
}

impl From<LoginResult> for LoginLabels {
    fn from(result: LoginResult) -> Self {
        let result = match result {
            LoginResult::Accepted => "accepted",
            LoginResult::Refused => "refused",
            LoginResult::Delayed => "delayed",
            LoginResult::Failed => "failed",
        };
        Self { result }
    }
}

/// Labels of calls to the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct CallLabels {
    operation: &'static str,
    result: &'static str,
}

impl CallLabels {
    /// The labels of a call.
    pub fn new(kind: CallKind, end: CallEnd) -> Self {
        let operation = match kind {
            CallKind::Usual => "usual",
            CallKind::Bulk => "bulk",
        };
        let result = match end {
            CallEnd::Answered => "answered",
            CallEnd::Failed => "failed",
        };
        Self { operation, result }
    }

    /// Lists all label values of database calls.
    pub fn all() -> impl Iterator<Item = Self> {
        let ends = |kind| [CallEnd::Answered, CallEnd::Failed].map(|end| Self::new(kind, end));
        [CallKind::Usual, CallKind::Bulk].into_iter().flat_map(ends)
    }
}

/// Labels of connections to the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct ConnectionLabels {
    /// The pool.
    pub pool: &'static str,
    /// `idle` or `used`.
    pub state: &'static str,
}

/// Label of the sizes of pools.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct PoolLabels {
    /// The pool.
    pub pool: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::name_of;

    #[test]
    fn what_a_client_chooses_is_in_no_label() {
        let other = |status| RequestLabels { method: OTHER, route: OTHER, status };
        assert_eq!(RequestLabels::new("GRÃO", Some("/api/rag/search"), 405), other("4xx"));
        assert_eq!(RequestLabels::new("GET", Some("/api/operations/{id}"), 200), other("2xx"));
        assert_eq!(RequestLabels::new("GET", None, 304), other("3xx"));
        let search = RequestLabels { method: "POST", route: "/api/rag/search", status: "5xx" };
        assert_eq!(RequestLabels::new("POST", Some("/api/rag/search"), 503), search);
        assert_eq!(RequestLabels::new("POST", Some("/api/rag/search"), 302), other("3xx"));
    }

    #[test]
    fn reasons_are_called_as_in_answers() {
        for reason in FALLBACKS {
            assert_eq!(FallbackLabels::from(reason).reason, name_of(&reason));
        }
    }

    #[test]
    fn attempts_to_sign_in_are_told_apart_by_their_code() {
        let of = |code| LoginResult::of::<()>(&Err(AppError::new(code)));
        assert_eq!(LoginResult::of(&Ok(())), LoginResult::Accepted);
        assert_eq!(of(Code::SignInRefused), LoginResult::Refused);
        assert_eq!(
            (of(Code::SignInSlowed), of(Code::RateLimited)),
            (LoginResult::Delayed, LoginResult::Delayed)
        );
        assert_eq!(of(Code::DatabaseStuck), LoginResult::Failed);
    }
}
