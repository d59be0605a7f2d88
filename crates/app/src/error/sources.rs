//! Errors of what is below us, as errors of ours.

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
            StoreError::Other(text) => Self::internal(text),
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
        let reason = error.detail();
        let code = match error {
            ClusterError::BinariesMissing { .. } => Code::PostgresMissing,
            ClusterError::DiskFull { .. } => Code::DiskFull,
            ClusterError::DataDirNotWritable { .. }
            | ClusterError::NetworkFileSystem { .. }
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
