//! Configuration: the command line overrides the environment, saved settings and defaults, in this order.
//! Each value has its origin. Saved keys are in [`crate::keys`] instead.

mod kind;
pub(crate) mod origin;
pub(crate) mod overrides;
mod saved;
pub(crate) mod settings;

pub use crate::config::origin::ConfigOrigin;
pub use crate::settings::entry::{ConfigEntry, InForce, SettingForm};
pub use crate::settings::live::Settings;
pub use kind::SettingKind;
pub use saved::SavedSettings;
pub use settings::{Effect, Home, SETTINGS, Setting, SettingGroup};

use crate::error::{AppError, Code};
use celeiro_llm::http::Reach;
use celeiro_store::ServerUrl;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Values by the name of the setting, each with its origin.
type Values = BTreeMap<&'static str, (String, ConfigOrigin)>;

/// All settings in force.
#[derive(Clone)]
pub struct Config {
    /// Values from the command line and the environment; they do not change while the program runs.
    given: Values,
    values: Values,
    data_dir: PathBuf,
    /// Whether other people can reach the program over a network.
    reachable: bool,
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
    /// Loads the configuration: collects the values of all settings and validates each.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] for the first invalid value, with the allowed values;
    /// [`Code::DataFolderUnusable`] if there is no place for a data folder.
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
            if let Some(chosen) =
                found.into_iter().find_map(|(value, origin)| Some((trim_setting_value(value?)?, origin)))
            {
                setting.check(&chosen.0)?;
                given.insert(setting.name, chosen);
            }
        }
        check_replicas(&given)?;
        let saved = SavedSettings::read(&data_dir)?;
        Self { given, values: Values::new(), data_dir, reachable: false }.with_saved(&saved)
    }

    /// Copies the configuration with other saved settings.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] for the first invalid saved value.
    pub fn with_saved(&self, saved: &SavedSettings) -> Result<Self, AppError> {
        let mut values = self.given.clone();
        for setting in SETTINGS {
            if values.contains_key(setting.name) {
                continue;
            }
            let kept =
                saved.get(setting.name).filter(|_| setting.home != Home::Keys).and_then(trim_setting_value);
            if let Some(value) = kept {
                setting.check(&value)?;
                values.insert(setting.name, (value, ConfigOrigin::Saved));
            } else if let Some(value) = setting.default {
                values.insert(setting.name, (value.to_owned(), ConfigOrigin::Default));
            }
        }
        let origin = self.given.get("CELEIRO_DATA_DIR").map_or(ConfigOrigin::Default, |(_, o)| *o);
        values.insert("CELEIRO_DATA_DIR", (self.data_dir.display().to_string(), origin));
        Ok(Self { given: self.given.clone(), values, ..self.clone() })
    }

    /// Finds the data folder without reading any other setting, so that a person can still remove an
    /// invalid saved value.
    ///
    /// # Errors
    /// [`Code::DataFolderUnusable`] if there is no place for one.
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

    /// Marks the configuration as that of a program that other people reach over a network. People who can change its
    /// settings must not be able to scan its private network.
    #[must_use]
    pub fn reachable(self) -> Self {
        Self { reachable: true, ..self }
    }

    /// Addresses at which the program may reach models: any address if it serves only this machine,
    /// public addresses if it serves others. `CELEIRO_ALLOW_PRIVATE_ADDRESSES` overrides this.
    pub fn reach(&self) -> Reach {
        match self.switch("CELEIRO_ALLOW_PRIVATE_ADDRESSES") {
            Some(true) => Reach::Anywhere,
            Some(false) => Reach::Public,
            None if self.reachable => Reach::Public,
            None => Reach::Anywhere,
        }
    }

    /// Copies the configuration for a data folder that is restored from a backup. It needs no backup before a
    /// migration of its schema, because the restored backup still exists.
    #[must_use]
    pub(crate) fn for_restored_folder(&self, data_dir: &Path) -> Self {
        let mut config = self.clone();
        config.values.insert("BACKUP_BEFORE_MIGRATION", ("false".to_owned(), ConfigOrigin::Default));
        let origin = self.origin("CELEIRO_DATA_DIR").unwrap_or(ConfigOrigin::Default);
        config.values.insert("CELEIRO_DATA_DIR", (data_dir.display().to_string(), origin));
        config.data_dir = data_dir.to_path_buf();
        config
    }

    /// Path of the data folder.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// The configured value of the setting `name`, if it has one. For keys, only values from the environment or the
    /// command line; see [`Settings::key_for`].
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|(value, _)| value.as_str())
    }

    /// The value of the setting `name` without its default.
    pub fn value_of(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|_| self.origin(name) != Some(ConfigOrigin::Default))
    }

    /// The origin of the value of `name`, if it has one.
    pub fn origin(&self, name: &str) -> Option<ConfigOrigin> {
        self.values.get(name).map(|(_, origin)| *origin)
    }

    /// The value of a numeric setting; [`Config::load`] has validated it.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.text(name).and_then(|v| v.parse().ok())
    }

    /// The configured value of a boolean setting.
    pub fn switch(&self, name: &str) -> Option<bool> {
        self.text(name).and_then(kind::parse_switch)
    }

    /// The replicas of `DATABASE_URL` that may answer searches; [`Config::load`] has validated them.
    pub(crate) fn replica_urls(&self) -> Vec<ServerUrl> {
        self.text("DATABASE_REPLICA_URLS").map(kind::split_database_addresses).unwrap_or_default()
    }

    /// The listen address in the setting `name`; [`Config::load`] has validated it.
    pub fn listen_address(&self, name: &str) -> Option<SocketAddr> {
        self.text(name).and_then(kind::parse_listen_address)
    }

    /// The value of a numeric setting without its default.
    pub fn given_number(&self, name: &str) -> Option<f64> {
        self.value_of(name).and_then(|v| v.parse().ok())
    }
}

/// Refuses replicas without a primary, and repeated addresses: a server must not be its own replica.
fn check_replicas(given: &Values) -> Result<(), AppError> {
    let setting = Setting::find("DATABASE_REPLICA_URLS")?;
    let Some((replicas, _)) = given.get(setting.name) else { return Ok(()) };
    let Some((primary, _)) = given.get("DATABASE_URL") else {
        return Err(setting.invalid_setting(replicas, "DATABASE_URL=… DATABASE_REPLICA_URLS=…"));
    };
    let urls = kind::split_database_addresses(replicas);
    let mut known = BTreeSet::from([primary.as_str()]);
    match urls.iter().all(|url| known.insert(url.0.as_str())) {
        true => Ok(()),
        false => Err(setting.invalid_setting(replicas, "≠ DATABASE_URL, ≠ …")),
    }
}

/// Trims a value; `None` if it is blank.
fn trim_setting_value(value: String) -> Option<String> {
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// The operating system's folder for local data of the user.
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
            ("METRICS_LISTEN", "loja.example:9464"),
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
    fn replicas_belong_to_a_database_and_their_addresses_are_never_shown() {
        let (primary, replica) = ("postgres://u:geheim@a/d", "postgres://u:geheim@b/d");
        let with =
            |replicas: &str| load(&[("DATABASE_URL", primary), ("DATABASE_REPLICA_URLS", replicas)], &[]);
        let config = with(replica).unwrap();
        assert_eq!(config.replica_urls().len(), 1);
        assert!(!format!("{config:?}").contains("geheim"));
        let twice = format!("{replica},{replica}");
        let alone = load(&[("DATABASE_REPLICA_URLS", replica)], &[]);
        for refused in [with("b"), with(&twice), with(primary), alone] {
            let body = refused.unwrap_err().to_body(celeiro_domain::search::Lang::En);
            assert_eq!(body.code, "invalid_setting");
            assert!(body.message.contains("DATABASE_REPLICA_URLS") && !body.message.contains("geheim"));
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

    /// Settings from the environment, each with a valid value other than its default and an invalid value.
    const NAMES: [(&str, &str, &str); 34] = [
        ("ANTHROPIC_API_KEY", "sk-ant-1234567", "with blank"),
        ("CATALOG_AI_MAX_PRICE", "5000", "dear"),
        ("CATALOG_AI_MODEL", "openai/gpt-4o", "a\nb"),
        ("CATALOG_LEXICAL_CANDIDATE_MAX", "150", "0"),
        ("CATALOG_LEXICAL_CANDIDATE_MULTIPLIER", "5", "0"),
        ("CATALOG_LEXICAL_WEIGHT", "3.5", "-1"),
        ("CATALOG_PAIR_PRIORITY_BONUS", "2.5", "-1"),
        ("CATALOG_QUERY_KEYWORDS_ENABLED", "true", "perhaps"),
        ("CATALOG_VECTOR_CANDIDATE_MAX", "150", "0"),
        ("CATALOG_VECTOR_CANDIDATE_MULTIPLIER", "5", "0"),
        ("CATALOG_VECTOR_CHUNKS_PER_ITEM", "2", "0"),
        ("CATALOG_VECTOR_SNIPPET_MAX_CHARS", "400", "1"),
        ("CATALOG_VECTOR_THRESHOLD", "-0.4", "near"),
        ("CATALOG_VECTOR_WEIGHT", "5.5", "-1"),
        ("CHAT_HISTORY_CONTEXT_LIMIT", "4", "-1"),
        ("CLAUDE_MODEL", "claude-sonnet", "a\nb"),
        ("DATABASE_URL", "postgres://u:p@h/d", "mysql://h"),
        ("EMBEDDING_BATCH_SIZE", "8", "0"),
        ("EMBEDDING_DIMENSIONS", "512", "0"),
        ("EMBEDDING_MODEL", "text-embedding-3-large", "a\nb"),
        ("FAQ_HYBRID_ENABLED", "false", "perhaps"),
        ("FAQ_LEXICAL_WEIGHT", "3.5", "-1"),
        ("FAQ_VECTOR_THRESHOLD", "-0.4", "near"),
        ("FAQ_VECTOR_WEIGHT", "5.5", "-1"),
        ("GEMINI_API_KEY", "AIza-1234567", "with blank"),
        ("GEMINI_MODEL", "gemini-flash", "a\nb"),
        ("HYBRID_SEARCH_ENHANCED", "true", "perhaps"),
        ("LLM_PROVIDER", "gemini", "magic"),
        ("OPENROUTER_API_KEY", "sk-or-1234567", "with blank"),
        ("OPENROUTER_MODEL_ANSWER", "openai/gpt-4o", "a\nb"),
        ("OPENROUTER_MODEL_CLASSIFY", "openai/gpt-4o", "a\nb"),
        ("OPENROUTER_MODEL_CLASSIFY_FALLBACK", "openai/gpt-4o", "a\nb"),
        ("OPENROUTER_SITE_NAME", "Loja", "a\nb"),
        ("OPENROUTER_SITE_URL", "https://loja.example", "loja"),
    ];

    #[test]
    fn every_name_of_the_specification_is_taken_from_the_environment() {
        for (name, good, bad) in NAMES {
            let config = load(&[(name, good)], &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(config.value_of(name), Some(good), "{name}");
            assert_eq!(config.origin(name), Some(ConfigOrigin::Environment), "{name}");
            assert_ne!(load(&[], &[]).unwrap().text(name), Some(good), "{name}: the control");
            assert!(load(&[(name, bad)], &[]).is_err(), "{name} = {bad:?}");
        }
    }

    /// Each ranking setting must change the profile: a setting without a reader would be accepted without
    /// effect. Other tests cover the other settings, with real requests and searches.
    #[test]
    fn ranking_follows_every_name_of_it() {
        let load_profile = || celeiro_domain::rank::shipped_profiles().remove(0);
        let mut plain = load_profile();
        load(&[], &[]).unwrap().override_profile(&mut plain);
        let of_ranking = |name: &str| {
            name.ends_with("_WEIGHT")
                || name.ends_with("_BONUS")
                || name.ends_with("_THRESHOLD")
                || name.contains("_CANDIDATE_")
                || name.contains("_CHUNKS_")
                || name.contains("_SNIPPET_")
        };
        let mut tried = 0;
        for (name, value, _) in NAMES.into_iter().filter(|(name, ..)| of_ranking(name)) {
            let mut changed = load_profile();
            load(&[(name, value)], &[]).unwrap().override_profile(&mut changed);
            assert_ne!(changed, plain, "{name} changes nothing");
            tried += 1;
        }
        assert_eq!(tried, 13);
    }
}
