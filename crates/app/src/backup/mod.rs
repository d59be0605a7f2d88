//! Backups: one file with the database, the attached files and the settings without secrets; made by hand, daily, and
//! before a migration; verified; restored into a new data folder.
//!
//! Out of scope: keys and the passwords of the cluster, which no backup holds.

pub mod api;
pub mod archive;
pub mod before_migration;
pub mod daily;
pub mod facts;
pub mod folder;
pub(crate) mod folder_look;
pub mod making;
pub mod restore;
pub mod summary;

use crate::error::{AppError, Code};
use celeiro_store::ToolError;

/// The error of one of PostgreSQL's programs; `archive_error` makes that of reading or writing the archive.
fn to_app_error(error: ToolError, archive_error: impl FnOnce(&std::io::Error) -> AppError) -> AppError {
    match error {
        ToolError::Failed { program, reason } => {
            AppError::new(Code::BackupToolFailed).with("program", program).with("reason", reason)
        }
        ToolError::Archive(error) => archive_error(&error),
    }
}
