//! Settings that a person saved: `settings.json` in the data folder. Keys are never in it.

use super::{Setting, SettingKind};
use crate::error::{AppError, Code};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The saved settings.
#[derive(Debug, Clone, Default)]
pub struct SavedSettings {
    path: PathBuf,
    values: BTreeMap<String, String>,
}

impl SavedSettings {
    /// Reads the settings saved in `data_dir`; none where there is no file.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`] where the file cannot be read or is no settings file.
    pub fn read(data_dir: &Path) -> Result<Self, AppError> {
        let path = data_dir.join("settings.json");
        let values = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| unreadable(&path, e))?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(e) => return Err(unreadable(&path, e)),
        };
        Ok(Self { path, values })
    }

    /// The saved value of `name`.
    pub fn get(&self, name: &str) -> Option<String> {
        self.values.get(name).cloned()
    }

    /// Saves `value`, or forgets the setting where it is `None`. The file is replaced as a whole.
    ///
    /// # Errors
    /// [`Code::UnknownSetting`], [`Code::InvalidSetting`] (keys and places cannot be saved here), or
    /// [`Code::FileUnreadable`] where the file cannot be written.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), AppError> {
        let setting = Setting::named(name)?;
        match value {
            None => {
                self.values.remove(name);
            }
            Some(value) => {
                setting.check(value)?;
                if setting.kind == SettingKind::Secret || matches!(name, "CELEIRO_DATA_DIR" | "DATABASE_URL")
                {
                    let error = AppError::new(Code::InvalidSetting).with("name", name).with("value", "•••");
                    return Err(error.with("allowed", "environment"));
                }
                self.values.insert(name.to_owned(), value.to_owned());
            }
        }
        self.write()
    }

    fn write(&self) -> Result<(), AppError> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let written = (|| {
            std::fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(serde_json::to_string_pretty(&self.values)?.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok::<(), std::io::Error>(())
        })();
        written.map_err(|e| unreadable(&self.path, e))
    }
}

fn unreadable(path: &Path, reason: impl std::fmt::Display) -> AppError {
    AppError::new(Code::FileUnreadable).with("file", path.display()).with("reason", reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let mut saved = SavedSettings::read(dir.path()).unwrap();
        saved.set("EMBEDDING_BATCH_SIZE", Some("32")).unwrap();
        assert_eq!(
            SavedSettings::read(dir.path()).unwrap().get("EMBEDDING_BATCH_SIZE").as_deref(),
            Some("32")
        );
        saved.set("EMBEDDING_BATCH_SIZE", None).unwrap();
        assert_eq!(SavedSettings::read(dir.path()).unwrap().get("EMBEDDING_BATCH_SIZE"), None);
        assert_eq!(saved.set("NOPE", Some("1")).unwrap_err().code(), Code::UnknownSetting);
        assert_eq!(saved.set("EMBEDDING_API_KEY", Some("sk-x")).unwrap_err().code(), Code::InvalidSetting);
    }

    #[test]
    fn a_broken_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("settings.json"), "{").unwrap();
        assert_eq!(SavedSettings::read(dir.path()).unwrap_err().code(), Code::FileUnreadable);
    }
}
