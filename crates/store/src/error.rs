//! Errors of the database, one variant for each that a caller handles differently.

use std::io;
use std::time::Duration;

/// A failed database operation.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The record does not exist.
    #[error("no such record")]
    NotFound,
    /// Another person saved the record first; carries the current record.
    #[error("the record was changed by somebody else")]
    Conflict(Box<serde_json::Value>),
    /// A stored row does not have the expected form.
    #[error("a stored row cannot be read")]
    Unreadable,
    /// Another person decided the suggestion first.
    #[error("the suggestion is decided")]
    Decided,
    /// Another record has the external id.
    #[error("the external id '{0}' is taken")]
    DuplicateExternalId(String),
    /// A constraint refused a value; carries the name of the constraint.
    #[error("constraint {0} refused the value")]
    Constraint(String),
    /// The database's disk is full.
    #[error("the database's disk is full")]
    DiskFull,
    /// The database cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The database answers, but every connection to it is in use.
    #[error("every connection to the database is in use")]
    Busy,
    /// The database did not answer within the client's own deadline; carries the time that the client
    /// waited.
    #[error("the database did not answer within {:.1} s", .0.as_secs_f64())]
    Stuck(Duration),
    /// The server cancelled the statement, on its `statement_timeout` or on a person's request. The
    /// transaction was rolled back.
    #[error("the database ended the statement")]
    Ended,
    /// PostgreSQL aborted this transaction as a deadlock victim or for a serialization failure.
    #[error("two writers waited for each other")]
    Deadlock,
    /// The server is older than the oldest supported version.
    #[error("PostgreSQL {found} is too old, {needed} or newer is needed")]
    TooOld {
        /// Version that the server reports.
        found: String,
        /// Oldest supported version.
        needed: &'static str,
    },
    /// An extension is missing or too old, and the database user may not create it.
    #[error("the extension {name} {needed} is not there (found: {found})")]
    ExtensionMissing {
        /// Name of the extension.
        name: &'static str,
        /// Oldest supported version.
        needed: &'static str,
        /// Installed version.
        found: String,
    },
    /// The database user lacks a right; carries the refused act.
    #[error("the database user may not {0}")]
    RightMissing(&'static str),
    /// A newer Celeiro migrated the database, or a migration has another checksum than this version's.
    #[error("the database's schema does not fit this version: {0}")]
    Schema(String),
    /// `DATABASE_URL` is not the address of a PostgreSQL database.
    #[error("DATABASE_URL is not the address of a PostgreSQL database")]
    BadUrl,
    /// The server reported a damaged index or table; the text names it, for the log.
    #[error("damaged: {0}")]
    Damaged(String),
    /// Any other error; the text is for the log, not for people.
    #[error("database: {0}")]
    Other(String),
}

impl StoreError {
    /// Whether a retry of the same call may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Busy | Self::Stuck(_) | Self::Ended | Self::Deadlock)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(db) => from_database(db.as_ref()),
            sqlx::Error::PoolTimedOut => Self::Busy,
            // The server's listen queue is full: the server exists, but may be stopped.
            sqlx::Error::Io(error) if error.kind() == io::ErrorKind::WouldBlock => Self::Busy,
            sqlx::Error::Io(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Tls(_) => Self::Unreachable(error.to_string()),
            other => Self::Other(other.to_string()),
        }
    }
}

/// Translates SQLSTATE codes (PostgreSQL, appendix A).
fn from_database(error: &dyn sqlx::error::DatabaseError) -> StoreError {
    let code = error.code().unwrap_or_default();
    match (code.as_ref(), error.constraint()) {
        ("23505", Some(name)) if name.ends_with("_external_id_unique") => {
            StoreError::DuplicateExternalId(String::new())
        }
        (class, Some(name)) if class.starts_with("23") => StoreError::Constraint(name.to_owned()),
        ("53100", _) => StoreError::DiskFull,
        ("40P01" | "40001", _) => StoreError::Deadlock,
        ("42501", _) => StoreError::RightMissing("do what was asked of it"),
        // 53300: too many connections. 55P03: `lock_timeout` expired.
        ("53300" | "55P03", _) => StoreError::Busy,
        // 25006: the server became a standby and refuses writes; the watcher then looks for the primary.
        ("57P01" | "57P02" | "57P03" | "08006" | "08001" | "28P01" | "28000" | "3D000" | "25006", _) => {
            StoreError::Unreachable(error.message().to_owned())
        }
        ("57014", _) => StoreError::Ended,
        ("XX001" | "XX002", _) => StoreError::Damaged(error.message().to_owned()),
        _ => StoreError::Other(format!("{code} {}", error.message())),
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            sqlx::migrate::MigrateError::Execute(inner) => inner.into(),
            sqlx::migrate::MigrateError::ExecuteMigration(inner, _) => inner.into(),
            other => Self::Schema(other.to_string()),
        }
    }
}
