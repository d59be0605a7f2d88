//! Status of daily backups, from the backup folder and the data folder.

use super::daily::state::{FailedAttempt, read_failure};
use super::folder::{BackupFile, BackupFolder, count_daily, find_backup_folder};
use crate::config::Config;
use celeiro_domain::search::Lang;
use celeiro_domain::wire::Number;
use chrono::{DateTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How old the last daily backup may be before it is a warning.
const OLD: TimeDelta = TimeDelta::days(3);
/// What was made later than this after now is of a clock that was wrong.
const AHEAD: TimeDelta = TimeDelta::days(1);

/// A backup in the folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastBackup {
    /// The file.
    pub file: String,
    /// When it was finished.
    pub made_at: DateTime<Utc>,
    /// Its length in bytes.
    #[specta(type = Number)]
    pub bytes: u64,
}

/// Why the last attempt failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct BackupFailure {
    /// When.
    pub at: DateTime<Utc>,
    /// The code of the error.
    pub code: String,
    /// The error for people.
    pub message: String,
}

/// Daily backups as they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupState {
    /// Whether they are made.
    pub enabled: bool,
    /// Where they are.
    pub folder: String,
    /// How many are there.
    pub count: u32,
    /// The latest.
    pub last: Option<LastBackup>,
    /// Why the last attempt failed, where it did.
    pub failure: Option<BackupFailure>,
}

/// Daily backups as they stand, before their failure is told in a language.
#[derive(Debug, Clone)]
pub(crate) struct BackupFacts {
    /// Whether they are made.
    pub enabled: bool,
    /// Where they are.
    folder: String,
    /// How many are there.
    count: u32,
    /// The latest.
    pub last: Option<LastBackup>,
    /// Why the last attempt failed, where it did.
    pub failure: Option<FailedAttempt>,
    /// Whether one should have been made long ago. Before the first one the age of the installation counts.
    pub is_overdue: bool,
}

impl BackupFacts {
    /// Reads the state of daily backups from the backup folder and the data folder. Blocks.
    pub fn read(config: &Config, now: DateTime<Utc>) -> Self {
        let files = BackupFolder::find(config).map(|folder| folder.list_daily()).unwrap_or_default();
        let last = find_last(&files, now);
        let secret = || std::fs::metadata(config.data_dir().join("cluster.secret"));
        let find_installation_time = || Some(secret().ok()?.modified().ok()?.into());
        let enabled = count_daily(config) > 0;
        Self {
            enabled,
            folder: find_backup_folder(config).display().to_string(),
            count: u32::try_from(files.len()).unwrap_or(u32::MAX),
            is_overdue: enabled && is_old(last.map(|last| last.made_at).or_else(find_installation_time), now),
            last: last.map(|file| LastBackup {
                file: file.path.display().to_string(),
                made_at: file.made_at,
                bytes: file.bytes,
            }),
            failure: read_failure(config.data_dir()),
        }
    }

    /// Renders the state of daily backups in `lang`.
    pub fn to_state(&self, lang: Lang) -> BackupState {
        BackupState {
            enabled: self.enabled,
            folder: self.folder.clone(),
            count: self.count,
            last: self.last.clone(),
            failure: self.failure.as_ref().map(|failure| BackupFailure {
                at: failure.at,
                code: failure.code.clone(),
                message: failure.message(lang).to_owned(),
            }),
        }
    }
}

/// The latest of the backups that were made by now.
fn find_last(files: &[BackupFile], now: DateTime<Utc>) -> Option<&BackupFile> {
    files.iter().filter(|file| file.made_at - now <= AHEAD).max_by_key(|file| file.made_at)
}

fn is_old(since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    since.is_some_and(|since| now - since > OLD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_of_a_time_to_come_hides_no_old_one() {
        let now = DateTime::UNIX_EPOCH;
        let file = |days: i64| BackupFile {
            path: days.to_string().into(),
            day: now.date_naive(),
            made_at: now + TimeDelta::days(days),
            bytes: 1,
        };
        let files = [file(1800), file(-4), file(-9)];
        let last = find_last(&files, now).unwrap();
        assert_eq!(last, &files[1]);
        assert!(is_old(Some(last.made_at), now) && !is_old(Some(now), now) && !is_old(None, now));
    }
}
