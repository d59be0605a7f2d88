//! Configuration: command line over environment over saved settings over defaults, each value with
//! its origin.

mod kind;
mod overrides;
mod saved;
mod settings;

pub use kind::SettingKind;
pub use saved::SavedSettings;
pub use settings::{SETTINGS, Setting};

use crate::error::{AppError, Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where a value comes from, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ConfigOrigin {
    /// An option of the command line.
    CommandLine,
    /// An environment variable.
    Environment,
    /// Saved by a person.
    Saved,
    /// Built in.
    Default,
}

/// A setting as shown to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigEntry {
    /// The name, as in the environment.
    pub name: String,
    /// The value; secrets show only that they are set.
    pub value: Option<String>,
    /// Where it comes from.
    pub origin: ConfigOrigin,
    /// Whether it is a secret.
    pub secret: bool,
    /// What is allowed.
    pub allowed: String,
}

/// All settings in force.
#[derive(Clone)]
pub struct Config {
    values: BTreeMap<&'static str, (String, ConfigOrigin)>,
    data_dir: PathBuf,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.entries().iter().map(|e| (&e.name, &e.value, e.origin))).finish()
    }
}

impl Config {
    /// Gathers all values and checks each.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] for the first value that is not allowed, with its name and what is;
    /// [`Code::DataFolderUnusable`] where there is no place for a data folder.
    pub fn load(
        command_line: &BTreeMap<String, String>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, AppError> {
        let data_dir = Self::find_data_dir(command_line, &environment)?;
        let saved = SavedSettings::read(&data_dir)?;
        let mut values = BTreeMap::new();
        for setting in SETTINGS {
            let found = [
                (command_line.get(setting.name).cloned(), ConfigOrigin::CommandLine),
                (environment(setting.name), ConfigOrigin::Environment),
                (saved.get(setting.name), ConfigOrigin::Saved),
                (setting.default.map(str::to_owned), ConfigOrigin::Default),
            ];
            let chosen = found.into_iter().find_map(|(value, origin)| {
                value.map(|v| v.trim().to_owned()).filter(|v| !v.is_empty()).map(|v| (v, origin))
            });
            if let Some((value, origin)) = chosen {
                setting.check(&value)?;
                values.insert(setting.name, (value, origin));
            }
        }
        values.insert("CELEIRO_DATA_DIR", {
            let origin = if command_line.contains_key("CELEIRO_DATA_DIR") {
                ConfigOrigin::CommandLine
            } else if environment("CELEIRO_DATA_DIR").is_some() {
                ConfigOrigin::Environment
            } else {
                ConfigOrigin::Default
            };
            (data_dir.display().to_string(), origin)
        });
        Ok(Self { values, data_dir })
    }

    /// Where the data folder is, without looking at any other setting: a saved value that is not
    /// allowed can then still be taken back.
    ///
    /// # Errors
    /// [`Code::DataFolderUnusable`] where there is no place for one.
    pub fn find_data_dir(
        command_line: &BTreeMap<String, String>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<PathBuf, AppError> {
        command_line
            .get("CELEIRO_DATA_DIR")
            .cloned()
            .or_else(|| environment("CELEIRO_DATA_DIR").filter(|v| !v.trim().is_empty()))
            .map(PathBuf::from)
            .map_or_else(default_data_dir, Ok)
    }

    /// The folder for everything that belongs to the user.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// The value of `name`, where it has one.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|(value, _)| value.as_str())
    }

    /// The value of a number. Values were checked when they were loaded.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.text(name).and_then(|v| v.parse().ok())
    }

    /// The value of a switch.
    pub fn switch(&self, name: &str) -> Option<bool> {
        self.text(name).and_then(kind::parse_switch)
    }

    /// The value of a number that somebody set; defaults do not count.
    pub fn given_number(&self, name: &str) -> Option<f64> {
        self.values
            .get(name)
            .filter(|(_, origin)| *origin != ConfigOrigin::Default)
            .and_then(|(v, _)| v.parse().ok())
    }

    /// All settings with their origins, by name.
    pub fn entries(&self) -> Vec<ConfigEntry> {
        SETTINGS
            .iter()
            .map(|setting| {
                let known = self.values.get(setting.name);
                let secret = setting.kind.is_hidden();
                ConfigEntry {
                    name: setting.name.to_owned(),
                    value: known.map(|(v, _)| if secret { "•••".to_owned() } else { v.clone() }),
                    origin: known.map_or(ConfigOrigin::Default, |(_, o)| *o),
                    secret,
                    allowed: setting.kind.allowed(),
                }
            })
            .collect()
    }
}

fn default_data_dir() -> Result<PathBuf, AppError> {
    directories::ProjectDirs::from("br", "Celeiro", "celeiro")
        .map(|dirs| dirs.data_local_dir().to_path_buf())
        .ok_or_else(|| {
            AppError::new(Code::DataFolderUnusable).with("reason", "no home folder; use --data-dir")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(environment: &[(&str, &str)], command_line: &[(&str, &str)]) -> Result<Config, AppError> {
        let dir = tempfile::tempdir().unwrap();
        let mut options: BTreeMap<String, String> =
            command_line.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        options.insert("CELEIRO_DATA_DIR".into(), dir.path().display().to_string());
        let environment: BTreeMap<String, String> =
            environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Config::load(&options, |name| environment.get(name).cloned())
    }

    #[test]
    fn the_command_line_wins() {
        let config = load(&[("EMBEDDING_BATCH_SIZE", "8")], &[("EMBEDDING_BATCH_SIZE", "4")]).unwrap();
        assert_eq!(config.number("EMBEDDING_BATCH_SIZE"), Some(4.0));
        assert_eq!(config.given_number("CATALOG_VECTOR_WEIGHT"), None);
        assert_eq!(config.number("CATALOG_VECTOR_WEIGHT"), Some(6.0));
    }

    #[test]
    fn a_bad_value_stops_with_name_value_and_what_is_allowed() {
        for (name, value) in [
            ("EMBEDDING_DIMENSIONS", "0"),
            ("EMBEDDING_DIMENSIONS", "9000"),
            ("EMBEDDING_PROVIDER", "magic"),
            ("HYBRID_SEARCH_ENHANCED", "maybe"),
            ("CATALOG_VECTOR_WEIGHT", "NaN"),
            ("CATALOG_VECTOR_WEIGHT", "-1"),
            ("EMBEDDING_BASE_URL", "ftp://x"),
            ("CATALOG_VECTOR_CANDIDATE_MAX", "1e3"),
        ] {
            let body = load(&[(name, value)], &[]).unwrap_err().to_body(celeiro_domain::search::Lang::En);
            assert_eq!(body.code, "invalid_setting");
            assert!(body.message.contains(name) && body.message.contains(value), "{}", body.message);
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = load(&[("EMBEDDING_API_KEY", "sk-geheim")], &[]).unwrap();
        assert!(!format!("{config:?}").contains("geheim"));
        assert!(config.entries().iter().all(|e| !format!("{e:?}").contains("geheim")));
        assert_eq!(config.text("EMBEDDING_API_KEY"), Some("sk-geheim"));
    }
}
