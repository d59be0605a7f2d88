//! A status reading shared by concurrent callers.

use crate::backup::facts::BackupFacts;
use crate::embedding::vectors::VectorState;
use celeiro_domain::search::Kind;
use celeiro_store::{DamagedContents, DatabaseStatus, RecordCounts};

/// What the database and the folder of backups tell of the running program, the same for all who ask.
pub(crate) struct StatusReading {
    pub(crate) id: String,
    pub(crate) database: DatabaseStatus,
    pub(crate) counts: RecordCounts,
    pub(crate) vectors: [(Kind, VectorState); 2],
    /// Attached files whose bytes in a team's database are damaged.
    pub(crate) damaged: DamagedContents,
    /// None where the folder of backups does not answer.
    pub(crate) backups: Option<BackupFacts>,
}
