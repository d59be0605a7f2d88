//! Live settings of a running program: read by every operation, changed by people.

use super::entry::{ConfigEntry, InForce, describe_setting};
use crate::config::{Config, Home, SETTINGS, SavedSettings, Setting, SettingGroup, SettingKind};
use crate::embedding::Embedders;
use crate::error::AppError;
use crate::keys::Keys;
use celeiro_domain::search::Lang;
use celeiro_llm::OriginKey;
use celeiro_llm::http::{Reach, parse_base};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Configuration and keys, as they are now and as they were at the start.
#[derive(Debug)]
pub struct Settings {
    started: Arc<Config>,
    now: RwLock<Arc<Config>>,
    keys: Keys,
    /// Held from a look at the file until its content is in force: of two changes at once, the older
    /// state must not come last.
    at_work: Mutex<()>,
}

impl Settings {
    /// Opens the live settings and the stored keys, which takes up to two seconds where the key store does not
    /// answer.
    pub fn open(config: Config) -> Self {
        let keys = Keys::open(&config);
        let started = Arc::new(config);
        Self { now: RwLock::new(started.clone()), started, keys, at_work: Mutex::default() }
    }

    /// The settings in force, as one configuration. An operation reads it once, so that it sees one state.
    pub fn config(&self) -> Arc<Config> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The configuration of the start, which holds for what needs a restart.
    pub fn config_at_start(&self) -> &Config {
        &self.started
    }

    /// The stored keys of providers.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key `name` (such as `OPENAI_API_KEY`), if there is one that may be sent to `base`.
    pub fn key_for(&self, name: &str, base: &str) -> Option<OriginKey> {
        self.keys.key_for(name, base)
    }

    /// Saves a value, or forgets it where it is `None` or blank. It counts for the next operation,
    /// except where [`Setting::effect`] says otherwise. Waits for files and the key store.
    ///
    /// # Errors
    /// [`crate::Code::UnknownSetting`]; [`crate::Code::InvalidSetting`] for what is not allowed or
    /// cannot be saved; [`crate::Code::FileUnreadable`] where it cannot be written.
    pub fn set(&self, name: &str, value: Option<&str>) -> Result<(), AppError> {
        let setting = Setting::find(name)?;
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        match setting.home {
            Home::Keys => self.keys.set(setting, value, &self.config()),
            Home::Nowhere => Err(setting.invalid_setting(value.unwrap_or_default(), "environment")),
            Home::File => self.save(setting, value),
        }
    }

    fn save(&self, setting: &'static Setting, value: Option<&str>) -> Result<(), AppError> {
        let _alone = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let config = self.config();
        if let Some(value) = value.filter(|_| setting.kind == SettingKind::Address) {
            check_address(setting, value, config.reach())?;
        }
        let next = SavedSettings::change(config.data_dir(), setting, value, |saved| {
            let next = config.with_saved(saved)?;
            // What the next start would refuse must not be saved: a window could not be opened again
            // to take it back.
            if setting.group == SettingGroup::Embedding && value.is_some() {
                Embedders::new(&next, &self.keys)?;
            }
            Ok(next)
        })?;
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
        Ok(())
    }

    /// Reads again what is saved: another program may have changed it, or a person may have unlocked
    /// the key store. What cannot be read stays as it was.
    pub fn read_again(&self) {
        self.keys.read_again();
        let _alone = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let config = self.config();
        match SavedSettings::read(config.data_dir()).and_then(|saved| config.with_saved(&saved)) {
            Ok(next) => *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next),
            Err(error) => tracing::warn!(%error, "the saved settings cannot be read again"),
        }
    }

    /// All settings with their origins, by group; where a setting is left to the ranking profile or the
    /// embedding model, what `in_force` says, or else what the program ships with.
    pub fn entries(&self, lang: Lang, in_force: Option<&InForce>) -> Vec<ConfigEntry> {
        SETTINGS.iter().map(|setting| self.entry_of(setting, lang, in_force)).collect()
    }

    fn entry_of(&self, setting: &Setting, lang: Lang, in_force: Option<&InForce>) -> ConfigEntry {
        let now = self.config();
        let mut entry = describe_setting(setting, &now, &self.started, &self.keys, lang);
        match in_force {
            Some(in_force) => in_force.fill(&mut entry),
            None => {
                if let Some(shipped) = InForce::from_shipped(&self.started) {
                    shipped.fill(&mut entry);
                }
            }
        }
        entry
    }

    /// Describes one setting: its value, origin and what is in force.
    ///
    /// # Errors
    /// [`crate::Code::UnknownSetting`].
    pub fn entry(&self, name: &str, lang: Lang, in_force: Option<&InForce>) -> Result<ConfigEntry, AppError> {
        Ok(self.entry_of(Setting::find(name)?, lang, in_force))
    }
}

/// An address in numbers says by itself where it leads; a name is looked at when it is resolved. What is
/// allowed is said alike, whatever is wrong: who mends one thing is not to be refused for the next.
fn check_address(setting: &Setting, value: &str, reach: Reach) -> Result<(), AppError> {
    let leads_there = |url| reach.check(&url).is_ok();
    if setting.kind.allows(value) && parse_base(value).is_ok_and(leads_there) {
        return Ok(());
    }
    let mut allowed = setting.kind.allowed_values();
    if reach == Reach::Public {
        allowed += " (CELEIRO_ALLOW_PRIVATE_ADDRESSES=true: 127.0.0.1, 10.…, 192.168.…)";
    }
    Err(setting.invalid_setting(value, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::keys::KeyPlace;
    use std::collections::BTreeMap;
    use std::path::Path;

    fn open(folder: &Path, environment: &[(&str, &str)]) -> Settings {
        let options = BTreeMap::from([
            ("CELEIRO_DATA_DIR".to_owned(), folder.display().to_string()),
            ("CELEIRO_KEY_STORE".to_owned(), "file".to_owned()),
        ]);
        let read_variable =
            |name: &str| environment.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Settings::open(Config::load(&options, read_variable).unwrap())
    }

    #[test]
    fn a_saved_value_counts_at_once_and_after_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        let before = settings.config();
        settings.set("CHAT_CATALOG_LIMIT", Some(" 9 ")).unwrap();
        assert_eq!(settings.config().number("CHAT_CATALOG_LIMIT"), Some(9.0));
        assert_eq!(before.number("CHAT_CATALOG_LIMIT"), Some(6.0), "who works with one state keeps it");
        assert_eq!(open(folder.path(), &[]).config().number("CHAT_CATALOG_LIMIT"), Some(9.0));
        settings.set("CHAT_CATALOG_LIMIT", None).unwrap();
        assert_eq!(settings.config().number("CHAT_CATALOG_LIMIT"), Some(6.0));
    }

    #[test]
    fn changes_at_the_same_time_are_all_in_force() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        let names =
            ["CHAT_CATALOG_LIMIT", "CHAT_FAQ_LIMIT", "CHAT_HISTORY_CONTEXT_LIMIT", "EMBEDDING_BATCH_SIZE"];
        std::thread::scope(|scope| {
            for name in names {
                let settings = &settings;
                scope.spawn(move || (1..=20).for_each(|n| settings.set(name, Some(&n.to_string())).unwrap()));
            }
        });
        let config = settings.config();
        assert!(names.iter().all(|name| config.number(name) == Some(20.0)), "{config:?}");
    }

    #[test]
    fn who_reaches_a_server_cannot_point_it_into_its_own_network() {
        let folder = tempfile::tempdir().unwrap();
        let load_config = |allow: Option<&str>| {
            let options = BTreeMap::from([
                ("CELEIRO_DATA_DIR".to_owned(), folder.path().display().to_string()),
                ("CELEIRO_KEY_STORE".to_owned(), "file".to_owned()),
            ]);
            let allow = allow.map(str::to_owned);
            Config::load(&options, |name| allow.clone().filter(|_| name == "CELEIRO_ALLOW_PRIVATE_ADDRESSES"))
                .unwrap()
        };
        let inside = Some("http://169.254.169.254/latest");
        let save = |config: Config| Settings::open(config).set("OPENAI_BASE_URL", inside);
        assert_eq!(save(load_config(None).reachable()).unwrap_err().code(), Code::InvalidSetting);
        assert_eq!(save(load_config(Some("false"))).unwrap_err().code(), Code::InvalidSetting);
        // What is allowed is said alike of an address that is none and of one that leads inside.
        for wrong in ["ftp://models.example", "http://me:word@models.example", "http://127.0.0.1:11434/v1"] {
            let refusal = |config: Config| Settings::open(config).set("OPENAI_BASE_URL", Some(wrong));
            let message = refusal(load_config(None).reachable()).unwrap_err().message(Lang::En);
            assert!(message.contains("CELEIRO_ALLOW_PRIVATE_ADDRESSES=true: 127.0.0.1"), "{message}");
        }
        let outside = Some("http://models.example/v1");
        assert!(Settings::open(load_config(None).reachable()).set("OPENAI_BASE_URL", outside).is_ok());
        assert!(save(load_config(None)).is_ok(), "who sits at the machine may");
        assert!(save(load_config(Some("true")).reachable()).is_ok(), "the machine says so");
        let itself = Settings::open(load_config(None)).set("CELEIRO_ALLOW_PRIVATE_ADDRESSES", Some("true"));
        assert_eq!(itself.unwrap_err().code(), Code::InvalidSetting, "the page cannot");
    }

    #[test]
    fn the_environment_stays_above_what_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[("CHAT_FAQ_LIMIT", "2")]);
        settings.set("CHAT_FAQ_LIMIT", Some("9")).unwrap();
        let entry = settings.entry("CHAT_FAQ_LIMIT", Lang::En, None).unwrap();
        assert_eq!(
            (entry.value.as_deref(), entry.origin),
            (Some("2"), crate::config::ConfigOrigin::Environment)
        );
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        for (name, value, code) in [
            ("CHAT_FAQ_LIMIT", "many", Code::InvalidSetting),
            ("DATABASE_URL", "postgres://x", Code::InvalidSetting),
            ("CELEIRO_DATA_DIR", "/tmp", Code::InvalidSetting),
            ("CELEIRO_POSTGRES_DIR", "/tmp", Code::InvalidSetting),
            ("CELEIRO_TOKEN", "x", Code::InvalidSetting),
            ("CELEIRO_KEY_STORE", "file", Code::InvalidSetting),
            ("NOPE", "1", Code::UnknownSetting),
            // It would keep the program from starting: there is no folder for it yet.
            ("EMBEDDING_PROVIDER", "static", Code::InvalidSetting),
        ] {
            assert_eq!(settings.set(name, Some(value)).unwrap_err().code(), code, "{name}");
        }
        assert!(!folder.path().join("settings.json").exists());
        assert!(!folder.path().join("keys.json").exists());
    }

    #[test]
    fn a_change_that_needs_a_restart_says_so_until_it_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        let waiting = |name| settings.entry(name, Lang::En, None).unwrap().waiting;
        settings.set("EMBEDDING_MODEL", Some("another")).unwrap();
        settings.set("CHAT_FAQ_LIMIT", Some("2")).unwrap();
        assert!(waiting("EMBEDDING_MODEL") && !waiting("CHAT_FAQ_LIMIT"));
        settings.set("EMBEDDING_MODEL", None).unwrap();
        assert!(!waiting("EMBEDDING_MODEL"));
        settings.set("EMBEDDING_API_KEY", Some("sk-x")).unwrap();
        assert!(waiting("EMBEDDING_API_KEY"));
    }

    #[test]
    fn a_key_is_used_at_once_and_is_in_no_other_file_and_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        settings.set("OPENROUTER_API_KEY", Some("sk-canario-0123456789")).unwrap();
        settings.set("CHAT_FAQ_LIMIT", Some("2")).unwrap();
        assert!(settings.key_for("OPENROUTER_API_KEY", "https://openrouter.ai/api/v1").is_some());
        let with_key: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| {
                String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).contains("canario")
            })
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        assert_eq!(with_key, ["keys.json"]);
        let entries = settings.entries(Lang::En, None);
        assert!(!format!("{entries:?} {settings:?}").contains("canario"));
        let entry = entries.iter().find(|e| e.name == "OPENROUTER_API_KEY").unwrap();
        assert_eq!((entry.stored_in, entry.needs_reentry), (Some(KeyPlace::File), false));
        settings.set("OPENROUTER_BASE_URL", Some("https://other.example/v1")).unwrap();
        assert!(settings.entry("OPENROUTER_API_KEY", Lang::En, None).unwrap().needs_reentry);
        assert!(settings.key_for("OPENROUTER_API_KEY", "https://other.example/v1").is_none());
    }

    #[test]
    fn a_given_key_is_not_sent_to_an_address_that_was_saved_later() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[("OPENAI_API_KEY", "sk-dado")]);
        settings.set("OPENAI_BASE_URL", Some("https://evil.example/v1")).unwrap();
        assert!(settings.key_for("OPENAI_API_KEY", "https://evil.example/v1").is_none());
        assert!(settings.entry("OPENAI_API_KEY", Lang::En, None).unwrap().needs_reentry);
    }

    #[test]
    fn what_another_program_saved_is_seen_when_it_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (open(folder.path(), &[]), open(folder.path(), &[]));
        other.set("CHAT_FAQ_LIMIT", Some("2")).unwrap();
        other.set("OPENAI_API_KEY", Some("sk-x")).unwrap();
        one.read_again();
        assert_eq!(one.config().number("CHAT_FAQ_LIMIT"), Some(2.0));
        assert!(one.key_for("OPENAI_API_KEY", "https://api.openai.com").is_some());
    }

    #[test]
    fn every_setting_is_explained_in_both_languages() {
        let folder = tempfile::tempdir().unwrap();
        let settings = open(folder.path(), &[]);
        for lang in [Lang::PtBr, Lang::En] {
            for entry in settings.entries(lang, None) {
                assert!(!entry.about.starts_with("config."), "{lang:?}: {}", entry.name);
            }
        }
    }
}
