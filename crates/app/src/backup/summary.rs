//! Summary of a backup for people.

use super::archive::reader::Archive;
use crate::error::{AppError, Code};
use celeiro_domain::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::Path;

/// A backup that is there and whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupSummary {
    /// The file.
    pub file: String,
    /// Its length in bytes.
    #[specta(type = Number)]
    pub bytes: u64,
    /// The SHA-256 that its seal holds, in hexadecimal.
    pub sha256: String,
    /// The moment that it shows.
    pub created_at: DateTime<Utc>,
    /// The version of the program that wrote it.
    pub program: String,
    /// The version of its schema.
    pub schema: String,
    /// Items in it, deleted ones among them.
    pub items: u32,
    /// FAQs in it, deleted ones among them.
    pub faqs: u32,
    /// Rows of all its tables.
    #[specta(type = Number)]
    pub rows: u64,
    /// Attached contents in it.
    pub files: u32,
    /// Contents that records name and that were not on the machine.
    pub missing_files: u32,
    /// Contents that records name and that were damaged on the machine, so that they are not in it.
    pub damaged_files: u32,
}

impl BackupSummary {
    /// Whether attached files are not in it that records name.
    pub fn lacks_files(&self) -> bool {
        self.count_lacking() > 0
    }

    /// The error of a backup that lacks attached files which should be on this machine; none of one that is whole.
    pub(super) fn find_incomplete(&self) -> Option<AppError> {
        let error = AppError::new(Code::BackupIncomplete)
            .with("file", &self.file)
            .with("missing", self.missing_files)
            .with("damaged", self.damaged_files);
        self.lacks_files().then_some(error)
    }

    /// Number of attached files that records name and the backup lacks.
    pub(super) fn count_lacking(&self) -> u64 {
        u64::from(self.missing_files) + u64::from(self.damaged_files)
    }
}

/// Sums up what an archive says of itself.
pub(super) fn summarize_archive(archive: &Archive, file: &Path) -> BackupSummary {
    let manifest = &archive.manifest;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    BackupSummary {
        file: file.display().to_string(),
        bytes: archive.bytes,
        sha256: archive.sha256.clone(),
        created_at: manifest.created_at,
        program: manifest.program.clone(),
        schema: manifest.schema.to_string(),
        items: manifest.rows_of("catalog_items"),
        faqs: manifest.rows_of("faqs"),
        rows: manifest.tables.values().sum(),
        files: count(archive.list_files().count()),
        missing_files: count(manifest.missing_files.len()),
        damaged_files: count(manifest.damaged_files.len()),
    }
}
