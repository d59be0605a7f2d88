//! Persistent state of daily backups: whether and why the last attempt failed.

use crate::error::AppError;
use crate::files::atomic_write;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::path::Path;

const FILE: &str = "backup.json";

/// Why the last attempt failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedAttempt {
    /// When.
    pub at: DateTime<Utc>,
    /// The code of the error.
    pub code: String,
    /// The error in Portuguese.
    pub pt_br: String,
    /// The error in English.
    pub en: String,
}

impl FailedAttempt {
    /// Renders the error of the failed daily backup in `lang`.
    pub fn message(&self, lang: Lang) -> &str {
        match lang {
            Lang::PtBr => &self.pt_br,
            Lang::En => &self.en,
        }
    }
}

/// Reads why the last daily backup failed; none where it did not fail.
pub fn read_failure(data_dir: &Path) -> Option<FailedAttempt> {
    serde_json::from_slice(&std::fs::read(data_dir.join(FILE)).ok()?).ok()
}

/// Stores how an attempt at a daily backup ended.
pub fn note_attempt(data_dir: &Path, ended: Result<(), &AppError>, now: DateTime<Utc>) {
    let noted = match ended {
        Ok(()) => match std::fs::remove_file(data_dir.join(FILE)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
            _ => Ok(()),
        },
        Err(error) => {
            let failure = FailedAttempt {
                at: now,
                code: error.code().as_str().to_owned(),
                pt_br: error.message(Lang::PtBr),
                en: error.message(Lang::En),
            };
            let text = serde_json::to_vec_pretty(&failure).unwrap_or_default();
            atomic_write::replace_file(data_dir, FILE, &text).map_err(|error| error.to_string())
        }
    };
    if let Err(error) = noted {
        tracing::warn!(error, "how the backup ended is not remembered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn a_failure_is_remembered_until_a_backup_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_failure(folder.path()), None);
        note_attempt(folder.path(), Err(&AppError::new(Code::DiskFull)), DateTime::UNIX_EPOCH);
        let failure = read_failure(folder.path()).unwrap();
        assert_eq!((failure.code.as_str(), failure.at), ("disk_full", DateTime::UNIX_EPOCH));
        assert_ne!(failure.message(Lang::En), failure.message(Lang::PtBr));
        note_attempt(folder.path(), Ok(()), DateTime::UNIX_EPOCH);
        assert_eq!(read_failure(folder.path()), None);
    }
}
