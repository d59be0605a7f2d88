//! Manifest of a backup archive: versions, rows by table, length and checksum of each entry.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an archive says of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The format of the archive.
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The version of the schema: that of its last migration.
    pub schema: i64,
    /// The moment that it shows.
    pub created_at: DateTime<Utc>,
    /// Rows by table.
    pub tables: BTreeMap<String, u64>,
    /// Contents that records name and that were not on the machine, by SHA-256.
    pub missing_files: Vec<String>,
    /// Contents that records name and whose bytes on the machine were others, by SHA-256.
    #[serde(default)]
    pub damaged_files: Vec<String>,
    /// The entries before this one, in their order.
    pub parts: Vec<ArchivePart>,
}

/// One entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivePart {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Rows of one table; 0 where the archive has none of this name.
    pub fn rows_of(&self, table: &str) -> u32 {
        self.tables.get(table).map_or(0, |rows| u32::try_from(*rows).unwrap_or(u32::MAX))
    }
}
