//! Configuration: command line over environment over saved settings over defaults, each value with
//! its origin. Keys that people save are not here but in [`crate::keys`].

mod entry;
mod kind;
mod live;
mod overrides;
mod saved;
mod settings;

pub use entry::{ConfigEntry, ConfigOrigin, InForce, SettingForm};
pub use kind::SettingKind;
pub use live::Settings;
pub use saved::SavedSettings;
pub use settings::{Effect, Home, SETTINGS, Setting, SettingGroup};

use crate::error::{AppError, Code};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Values by name, each with its origin.
type Values = BTreeMap<&'static str, (String, ConfigOrigin)>;

/// All settings in force.
#[derive(Clone)]
pub struct Config {
    /// What the command line and the environment say; it stays as long as the program runs.
    given: Values,
    values: Values,
    data_dir: PathBuf,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = SETTINGS.iter().filter_map(|setting| {
            let (value, origin) = self.values.get(setting.name)?;
            Some((setting.name, if setting.kind.is_hidden() { "•••" } else { value }, origin))
        });
        f.debug_list().entries(shown).finish()
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
        let mut given = Values::new();
        for setting in SETTINGS {
            let found = [
                (command_line.get(setting.name).cloned(), ConfigOrigin::CommandLine),
                (environment(setting.name), ConfigOrigin::Environment),
            ];
            if let Some(chosen) = found.into_iter().find_map(|(value, origin)| Some((tidy(value?)?, origin)))
            {
                setting.check(&chosen.0)?;
                given.insert(setting.name, chosen);
            }
        }
        let saved = SavedSettings::read(&data_dir)?;
        Self { given, values: Values::new(), data_dir }.with_saved(&saved)
    }

    /// The same configuration with other saved settings.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] for the first saved value that is not allowed.
    pub fn with_saved(&self, saved: &SavedSettings) -> Result<Self, AppError> {
        let mut values = self.given.clone();
        for setting in SETTINGS {
            if values.contains_key(setting.name) {
                continue;
            }
            let kept = saved.get(setting.name).filter(|_| setting.home != Home::Keys).and_then(tidy);
            if let Some(value) = kept {
                setting.check(&value)?;
                values.insert(setting.name, (value, ConfigOrigin::Saved));
            } else if let Some(value) = setting.default {
                values.insert(setting.name, (value.to_owned(), ConfigOrigin::Default));
            }
        }
        let origin = self.given.get("CELEIRO_DATA_DIR").map_or(ConfigOrigin::Default, |(_, o)| *o);
        values.insert("CELEIRO_DATA_DIR", (self.data_dir.display().to_string(), origin));
        Ok(Self { given: self.given.clone(), values, data_dir: self.data_dir.clone() })
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

    /// The value of `name`, where it has one. Of keys only those that were given by the environment
    /// or the command line; see [`Settings::key_for`].
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|(value, _)| value.as_str())
    }

    /// The value of `name` where somebody gave it; defaults do not count.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|_| self.origin(name) != Some(ConfigOrigin::Default))
    }

    /// Where the value of `name` comes from, where it has one.
    pub fn origin(&self, name: &str) -> Option<ConfigOrigin> {
        self.values.get(name).map(|(_, origin)| *origin)
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
        self.given(name).and_then(|v| v.parse().ok())
    }
}

/// A value without the spaces around it; nothing where nothing is left.
fn tidy(value: String) -> Option<String> {
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
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
            ("OPENROUTER_BASE_URL", "https://nome:senha@api.example/v1"),
            ("OPENROUTER_SITE_NAME", "Loja\r\nX-Other: 1"),
            ("TRACE_RETENTION_DAYS", "-1"),
        ] {
            let body = load(&[(name, value)], &[]).unwrap_err().to_body(celeiro_domain::search::Lang::En);
            assert_eq!(body.code, "invalid_setting");
            assert!(body.message.contains(name) && body.message.contains(value), "{}", body.message);
        }
    }

    #[test]
    fn an_address_that_is_none_has_one_code_wherever_it_is_found_out() {
        for value in ["foo", "mysql://x", "http://x"] {
            let error = load(&[("DATABASE_URL", value)], &[]).unwrap_err();
            assert_eq!(error.code(), Code::DatabaseUrlInvalid, "{value}");
        }
    }

    #[test]
    fn a_token_that_can_be_guessed_is_none() {
        for value in ["ab", "fifteen-letters", "com espaço no meio dele"] {
            let body =
                load(&[("CELEIRO_TOKEN", value)], &[]).unwrap_err().to_body(celeiro_domain::search::Lang::En);
            assert_eq!(body.code, "invalid_setting");
            assert!(body.message.contains("16..") && !body.message.contains(value), "{}", body.message);
        }
        assert!(load(&[("CELEIRO_TOKEN", "sixteen--letters")], &[]).is_ok());
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = load(&[("EMBEDDING_API_KEY", "sk-geheim")], &[]).unwrap();
        assert!(!format!("{config:?}").contains("geheim"));
        assert!(format!("{config:?}").contains("EMBEDDING_API_KEY"), "the control: it is there");
        assert_eq!(config.text("EMBEDDING_API_KEY"), Some("sk-geheim"));
    }

    #[test]
    fn every_default_is_allowed() {
        for setting in SETTINGS {
            assert!(setting.default.is_none_or(|value| setting.kind.allows(value)), "{}", setting.name);
        }
    }

    /// SPEC §10: the names of the specification and of the environment lists behind it.
    #[test]
    fn every_name_of_the_specification_is_known() {
        for name in [
            "DATABASE_URL",
            "LLM_PROVIDER",
            "GEMINI_API_KEY",
            "GEMINI_MODEL",
            "ANTHROPIC_API_KEY",
            "CLAUDE_MODEL",
            "OPENAI_API_KEY",
            "OPENROUTER_BASE_URL",
            "GEMINI_BASE_URL",
            "ANTHROPIC_BASE_URL",
            "OPENAI_BASE_URL",
            "OPENROUTER_MODEL_CLASSIFY_FALLBACK",
            "CHAT_HISTORY_CONTEXT_LIMIT",
            "CATALOG_AI_MAX_PRICE",
            "CATALOG_QUERY_KEYWORDS_ENABLED",
            "EMBEDDING_BATCH_SIZE",
        ] {
            assert!(Setting::named(name).is_ok(), "{name}");
        }
    }
}
