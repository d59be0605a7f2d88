//! What can go wrong with the database, one variant per thing a person can act on.

use std::io;
use std::time::Duration;

/// A failed database operation.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No such record.
    #[error("no such record")]
    NotFound,
    /// Another person saved first; carries the record as it is now.
    #[error("the record was changed by somebody else")]
    Conflict(Box<serde_json::Value>),
    /// A stored row has not the form that the program gives it.
    #[error("a stored row cannot be read")]
    Unreadable,
    /// Another person decided the suggestion first.
    #[error("the suggestion is decided")]
    Decided,
    /// Another record has this external id.
    #[error("the external id '{0}' is taken")]
    DuplicateExternalId(String),
    /// A constraint refused the value; carries the constraint's name.
    #[error("constraint {0} refused the value")]
    Constraint(String),
    /// No room left on the database's disk.
    #[error("the database's disk is full")]
    DiskFull,
    /// The database cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The database answers, but every connection to it is in use.
    #[error("every connection to the database is in use")]
    Busy,
    /// The database did not answer within our own deadline.
    #[error("the database did not answer within {:.1} s", .0.as_secs_f64())]
    Stuck(Duration),
    /// The server ended the statement: its time was up (`statement_timeout`), or a person asked for
    /// it; nothing of it was kept.
    #[error("the database ended the statement")]
    Ended,
    /// Two writers waited for each other, and the database ended this one; nothing of it was kept.
    #[error("two writers waited for each other")]
    Deadlock,
    /// The server is older than what Celeiro needs.
    #[error("PostgreSQL {found} is too old, {needed} or newer is needed")]
    TooOld {
        /// The version that the server reports.
        found: String,
        /// What is needed.
        needed: &'static str,
    },
    /// An extension is missing or too old and may not be created by this user.
    #[error("the extension {name} {needed} is not there (found: {found})")]
    ExtensionMissing {
        /// The extension.
        name: &'static str,
        /// The least version.
        needed: &'static str,
        /// What is there.
        found: String,
    },
    /// The user lacks a right.
    #[error("the database user may not {0}")]
    RightMissing(&'static str),
    /// The database was written by a newer Celeiro, or its migrations were tampered with.
    #[error("the database's schema does not fit this version: {0}")]
    Schema(String),
    /// `DATABASE_URL` is no Postgres address.
    #[error("DATABASE_URL is not the address of a PostgreSQL database")]
    BadUrl,
    /// The server found an index or a table damaged; the text names it, for the log.
    #[error("damaged: {0}")]
    Damaged(String),
    /// Anything else; the text is for the log, not for people.
    #[error("database: {0}")]
    Other(String),
}

impl StoreError {
    /// Whether the same call may work a moment later.
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
            // The queue in which a server's clients wait to be let in is full: it is there, and may be stopped.
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
        // Too many connections; a lock that did not come free in time.
        ("53300" | "55P03", _) => StoreError::Busy,
        // The last: a server that became a standby takes no writes; who takes them now is looked for.
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
