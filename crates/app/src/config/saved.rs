//! Saved settings: `settings.json` in the data folder. The file never contains keys.

use super::{Home, Setting};
use crate::error::{AppError, Code, Reason};
use crate::files::atomic_write;
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = "settings.json";

/// The saved settings.
#[derive(Debug, Clone, Default)]
pub struct SavedSettings {
    values: BTreeMap<String, String>,
}

impl SavedSettings {
    /// Reads the saved settings of the data folder; none where there is no file.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`] where the file cannot be read or is no settings file;
    /// [`Code::DataFolderUnusable`] where `data_dir` is a file.
    pub fn read(data_dir: &Path) -> Result<Self, AppError> {
        let path = data_dir.join(FILE);
        let unreadable = |reason: Reason| AppError::unreadable(path.display(), reason);
        let values = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| unreadable(e.into()))?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(e) if e.kind() == std::io::ErrorKind::NotADirectory => {
                let file = data_dir.ancestors().find(|place| place.exists()).unwrap_or(data_dir);
                let reason = format!("{} is a file", file.display());
                return Err(AppError::new(Code::DataFolderUnusable).with("reason", reason));
            }
            Err(e) => return Err(unreadable(e.into())),
        };
        Ok(Self { values })
    }

    /// The value of the setting `name` in the saved settings.
    pub fn get(&self, name: &str) -> Option<String> {
        self.values.get(name).cloned()
    }

    /// Saves `value`, or forgets the setting where it is `None`. The file is replaced as a whole, and
    /// what another program saved a moment ago stays in it.
    ///
    /// # Errors
    /// [`Code::UnknownSetting`], [`Code::InvalidSetting`] (keys and places cannot be saved here), or
    /// [`Code::FileUnreadable`] where the file cannot be written.
    pub fn set(data_dir: &Path, name: &str, value: Option<&str>) -> Result<(), AppError> {
        Self::change(data_dir, Setting::find(name)?, value, |_| Ok(()))
    }

    /// The same, with a check of everything that would be saved.
    pub(crate) fn change<T>(
        data_dir: &Path,
        setting: &Setting,
        value: Option<&str>,
        check: impl FnOnce(&Self) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        if let Some(value) = value {
            setting.check(value)?;
            if setting.home != Home::File {
                return Err(setting.invalid_setting("•••", "environment"));
            }
        }
        atomic_write::with_lock(data_dir, FILE, || {
            let mut saved = Self::read(data_dir)?;
            match value {
                Some(value) => saved.values.insert(setting.name.to_owned(), value.to_owned()),
                None => saved.values.remove(setting.name),
            };
            let checked = check(&saved);
            // What is taken back goes, even where something else in the file is wrong.
            if checked.is_ok() || value.is_none() {
                let text = serde_json::to_string_pretty(&saved.values)?;
                atomic_write::replace_file(data_dir, FILE, text.as_bytes())?;
            }
            checked
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let set = |name: &str, value: Option<&str>| SavedSettings::set(dir.path(), name, value);
        let get = |name: &str| SavedSettings::read(dir.path()).unwrap().get(name);
        set("EMBEDDING_BATCH_SIZE", Some("32")).unwrap();
        assert_eq!(get("EMBEDDING_BATCH_SIZE").as_deref(), Some("32"));
        set("EMBEDDING_BATCH_SIZE", None).unwrap();
        assert_eq!(get("EMBEDDING_BATCH_SIZE"), None);
        assert_eq!(set("NOPE", Some("1")).unwrap_err().code(), Code::UnknownSetting);
        for (name, value) in [
            ("EMBEDDING_API_KEY", "sk-x"),
            ("CELEIRO_TOKEN", "x"),
            ("CELEIRO_DATA_DIR", "/tmp"),
            ("CELEIRO_POSTGRES_DIR", "/tmp"),
            ("DATABASE_URL", "postgres://x"),
            ("OPENAI_MODEL", "sk-proj-canary7f3c9a1b2d"),
            ("EMBEDDING_MODEL", "AIzaSyCanary7f3c9a1b2d4e5f"),
        ] {
            let error = set(name, Some(value)).unwrap_err();
            assert_eq!(error.code(), Code::InvalidSetting, "{name}");
            assert!(!format!("{error:?}").to_lowercase().contains("canary"), "{error:?}");
        }
        set("OPENAI_MODEL", Some("sk-small")).unwrap();
    }

    #[test]
    fn a_broken_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("settings.json"), "{").unwrap();
        assert_eq!(SavedSettings::read(dir.path()).unwrap_err().code(), Code::FileUnreadable);
    }

    #[test]
    fn writers_at_the_same_time_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let names = ["CHAT_CATALOG_LIMIT", "CHAT_FAQ_LIMIT", "EMBEDDING_BATCH_SIZE", "FAQ_VECTOR_WEIGHT"];
        std::thread::scope(|scope| {
            for name in names {
                scope.spawn(|| {
                    for value in 1..=20 {
                        SavedSettings::set(dir.path(), name, Some(&value.to_string())).unwrap();
                    }
                });
            }
        });
        let saved = SavedSettings::read(dir.path()).unwrap();
        for name in names {
            assert_eq!(saved.get(name).as_deref(), Some("20"), "{name}");
        }
    }
}
