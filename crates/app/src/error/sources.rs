//! Conversion of lower-level errors to the error type of this crate.

use super::{AppError, Code};
use crate::error::Reason;
use celeiro_domain::chat::TurnFailure;
use celeiro_domain::sheet::GridError;
use celeiro_store::StoreError;
use celeiro_store::cluster::ClusterError;
use serde_json::Value;

/// The error that a turn ended with, from its form on the wire.
impl From<&TurnFailure> for AppError {
    fn from(failed: &TurnFailure) -> Self {
        let code = Code::ALL.iter().copied().find(|code| code.as_str() == failed.code);
        let mut error = Self::new(code.unwrap_or(Code::Internal));
        if let Some(Value::Object(details)) = &failed.details {
            error.details.clone_from(details);
        }
        // What fills the places of the message did not travel; the message itself did.
        error.rendered = Some(failed.message.clone());
        error
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::new(Code::NotFound),
            StoreError::Conflict(current) => Self::new(Code::Conflict).detail("current", *current),
            StoreError::Decided => Self::new(Code::AlreadyDecided),
            StoreError::Unreadable => Self::new(Code::ActionUnreadable),
            StoreError::DuplicateExternalId(id) => {
                Self::new(Code::DuplicateExternalId).with("externalId", id)
            }
            StoreError::Constraint(name) => Self::new(Code::ConstraintViolated).with("constraint", name),
            StoreError::DiskFull => Self::new(Code::DiskFull),
            StoreError::Unreachable(reason) => {
                tracing::warn!(reason, "the database cannot be reached");
                Self::new(Code::DatabaseUnreachable)
            }
            // Two writers that waited for each other: the next try finds the other one done.
            StoreError::Busy | StoreError::Deadlock => Self::new(Code::DatabaseBusy),
            StoreError::Stuck(after) => {
                Self::new(Code::DatabaseStuck).with("seconds", after.as_secs().max(1))
            }
            StoreError::Ended => {
                Self::new(Code::DatabaseStuck).with("seconds", celeiro_store::STATEMENT_LIMIT.as_secs())
            }
            StoreError::TooOld { found, needed } => {
                Self::new(Code::DatabaseTooOld).with("found", found).with("needed", needed)
            }
            StoreError::ExtensionMissing { name, needed, found } => Self::new(Code::ExtensionMissing)
                .with("extension", name)
                .with("needed", needed)
                .with("found", found),
            StoreError::RightMissing(right) => Self::new(Code::RightMissing).with("right", right),
            StoreError::Schema(reason) => Self::new(Code::SchemaMismatch).with("reason", reason),
            StoreError::BadUrl => Self::new(Code::DatabaseUrlInvalid),
            StoreError::Damaged(text) | StoreError::Other(text) => Self::internal(text),
        }
    }
}

impl From<GridError> for AppError {
    fn from(error: GridError) -> Self {
        let (code, name, value, allowed) = match error {
            GridError::UnknownColumn { column, allowed } => {
                return Self::new(Code::UnknownFilter).with("name", column).with("allowed", allowed);
            }
            GridError::UnknownTest { column, test, allowed } => (Code::InvalidFilter, column, test, allowed),
            GridError::Invalid { column, value, allowed } => (Code::InvalidFilter, column, value, allowed),
        };
        Self::new(code).with("name", name).with("value", value).with("allowed", allowed)
    }
}

impl From<ClusterError> for AppError {
    fn from(error: ClusterError) -> Self {
        if let ClusterError::DataDirNotWritable { path, source } = error {
            return Self::new(Code::DataFolderUnusable).because(Reason::from(&source).about(path.display()));
        }
        let reason = error.detail();
        let code = match error {
            ClusterError::BinariesMissing { .. } => Code::PostgresMissing,
            ClusterError::DiskFull { .. } => Code::DiskFull,
            ClusterError::NetworkFileSystem { .. }
            | ClusterError::SyncedFolder { .. }
            | ClusterError::OtherOwner { .. }
            | ClusterError::ForeignVersion { .. } => Code::DataFolderUnusable,
            _ => Code::ClusterFailed,
        };
        Self::new(code).with("reason", reason)
    }
}

impl From<serde_json::Error> for AppError {
    fn from(error: serde_json::Error) -> Self {
        Self::invalid_request(Reason::from(&error)).detail("line", error.line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;
    use serde_json::json;
    use std::io;
    use std::time::Duration;

    /// Asserts the code of an error, that its message is a sentence of either language without a place that
    /// was not filled, and answers its details.
    fn details(error: AppError, code: Code) -> Value {
        assert_eq!(error.code(), code);
        let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| error.message(lang));
        assert_ne!(pt, en);
        assert!(!format!("{pt}{en}").contains(['{', '}']), "{pt} {en}");
        error.to_body(Lang::En).details.unwrap_or_default()
    }

    #[test]
    fn every_error_of_the_store_has_its_code_and_what_a_person_needs_of_it() {
        let record = json!({ "name": "A" });
        let seconds = json!({ "seconds": "3" });
        let limit = json!({ "seconds": celeiro_store::STATEMENT_LIMIT.as_secs().to_string() });
        let none = Value::Null;
        for (error, code, told) in [
            (StoreError::NotFound, Code::NotFound, none.clone()),
            (StoreError::Conflict(Box::new(record.clone())), Code::Conflict, json!({ "current": record })),
            (StoreError::Decided, Code::AlreadyDecided, none.clone()),
            (StoreError::Unreadable, Code::ActionUnreadable, none.clone()),
            (
                StoreError::DuplicateExternalId("X".into()),
                Code::DuplicateExternalId,
                json!({ "externalId": "X" }),
            ),
            (
                StoreError::Constraint("a_rule".into()),
                Code::ConstraintViolated,
                json!({ "constraint": "a_rule" }),
            ),
            (StoreError::DiskFull, Code::DiskFull, none.clone()),
            (StoreError::Unreachable("refused".into()), Code::DatabaseUnreachable, none.clone()),
            (StoreError::Busy, Code::DatabaseBusy, none.clone()),
            (StoreError::Deadlock, Code::DatabaseBusy, none.clone()),
            (StoreError::Stuck(Duration::from_millis(3_900)), Code::DatabaseStuck, seconds),
            (StoreError::Stuck(Duration::from_millis(10)), Code::DatabaseStuck, json!({ "seconds": "1" })),
            (StoreError::Ended, Code::DatabaseStuck, limit),
            (
                StoreError::TooOld { found: "14".into(), needed: "16" },
                Code::DatabaseTooOld,
                json!({ "found": "14", "needed": "16" }),
            ),
            (
                StoreError::ExtensionMissing { name: "vector", needed: "0.8", found: "0.5".into() },
                Code::ExtensionMissing,
                json!({ "extension": "vector", "needed": "0.8", "found": "0.5" }),
            ),
            (
                StoreError::RightMissing("create a table"),
                Code::RightMissing,
                json!({ "right": "create a table" }),
            ),
            (StoreError::Schema("newer".into()), Code::SchemaMismatch, json!({ "reason": "newer" })),
            (StoreError::BadUrl, Code::DatabaseUrlInvalid, none.clone()),
            (StoreError::Damaged("index \"x\"".into()), Code::Internal, none.clone()),
            (StoreError::Other("SELECT secret".into()), Code::Internal, none),
        ] {
            let name = format!("{error:?}");
            assert_eq!(details(error.into(), code), told, "{name}");
        }
    }

    #[test]
    fn a_grid_that_cannot_be_asked_says_of_which_column_and_what_can() {
        let texts = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        let (column, test, allowed) = texts("price", "contains", "is, below");
        let unknown = GridError::UnknownColumn { column: column.clone(), allowed: allowed.clone() };
        assert_eq!(
            details(unknown.into(), Code::UnknownFilter),
            json!({ "name": "price", "allowed": "is, below" })
        );
        let told = json!({ "name": "price", "value": "contains", "allowed": "is, below" });
        let wrong =
            GridError::UnknownTest { column: column.clone(), test: test.clone(), allowed: allowed.clone() };
        assert_eq!(details(wrong.into(), Code::InvalidFilter), told);
        let value = GridError::Invalid { column, value: test, allowed };
        assert_eq!(details(value.into(), Code::InvalidFilter), told);
    }

    #[test]
    fn what_is_wrong_with_the_data_folder_is_told_from_a_database_that_does_not_start() {
        let deny_access = || io::Error::from(io::ErrorKind::PermissionDenied);
        for (error, code) in [
            (ClusterError::BinariesMissing { looked_in: vec!["/usr".into()] }, Code::PostgresMissing),
            (ClusterError::DiskFull { free_bytes: 1, needed_bytes: 2 }, Code::DiskFull),
            (
                ClusterError::DataDirNotWritable { path: "/x".into(), source: deny_access() },
                Code::DataFolderUnusable,
            ),
            (ClusterError::NetworkFileSystem { kind: "nfs".into() }, Code::DataFolderUnusable),
            (ClusterError::SyncedFolder { service: "Dropbox" }, Code::DataFolderUnusable),
            (ClusterError::OtherOwner { path: "/x".into(), uid: 7 }, Code::DataFolderUnusable),
            (ClusterError::ForeignVersion { found: "16".into() }, Code::DataFolderUnusable),
            (ClusterError::StartTimedOut { log_tail: "log".into() }, Code::ClusterFailed),
            (ClusterError::Corrupt { reason: "torn".into() }, Code::ClusterFailed),
            (ClusterError::StopTimedOut { pid: 7 }, Code::ClusterFailed),
        ] {
            let detail = error.detail();
            assert_eq!(details(error.into(), code)["reason"], json!(detail));
        }
    }

    #[test]
    fn the_error_of_a_turn_comes_back_from_the_wire_as_it_was_said() {
        let failed = TurnFailure {
            code: "model_failed".into(),
            message: "O modelo falhou".into(),
            details: Some(json!({ "reason": "x" })),
        };
        let error = AppError::from(&failed);
        assert_eq!((error.code(), error.reason()), (Code::ModelFailed, Some("x")));
        assert_eq!(error.message(Lang::En), "O modelo falhou", "in the words that were shown");
        let unknown = TurnFailure { code: "of a later version".into(), ..failed };
        assert_eq!(AppError::from(&unknown).code(), Code::Internal);
    }

    #[test]
    fn json_that_is_none_says_on_which_line() {
        let error = serde_json::from_str::<Value>("{\n  \"a\": \n}").unwrap_err();
        assert_eq!(details(error.into(), Code::InvalidRequest)["line"], 3);
    }
}
