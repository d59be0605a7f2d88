//! Provider keys: storage, and the address that may receive them.
//!
//! A person's key is stored in the operating system's key store or, where there is none, in a file that only the user
//! can read. It is stored with the origin of the address it was entered for, and returned for that origin alone. Keys
//! of the environment and the command line are not stored; they belong to the addresses in force when the program
//! started.
//!
//! - `owners`: the address that a key belongs to.
//! - `format`: formats of provider keys.
//! - `file`: `keys.json`, the index of all stored keys, with those keys that no key store holds.
//! - `system`: the key store, which may be absent, locked or silent.

pub(crate) mod account;
mod file;
pub(crate) mod format;
mod owners;
mod system;

use crate::config::{Config, ConfigOrigin, Home, SETTINGS, Setting};
use crate::error::AppError;
use celeiro_llm::secret::ExposeSecret as _;
use celeiro_llm::{OriginKey, Redactor, Secret, http::parse_base};
use file::{KeyEntry, KeyFile, Records};
use owners::{home_origin, list_key_origins};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use system::{Absent, SystemStore};
use uuid::Uuid;

/// Where a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum KeyPlace {
    /// On the command line of this run.
    CommandLine,
    /// In an environment variable.
    Environment,
    /// In the operating system's key store.
    KeyStore,
    /// In a file that only the user can read.
    File,
    /// There is none.
    None,
}

/// What may be told of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyState {
    pub place: KeyPlace,
    pub needs_reentry: bool,
    /// Whether it was entered or removed since the program started.
    pub changed: bool,
}

/// A key of the environment or the command line, and the origins it may be sent to.
struct GivenKey {
    secret: Secret,
    place: KeyPlace,
    home: Option<String>,
    origins: Vec<String>,
}

/// A kept key. `secret` is missing where the key store does not give it out.
#[derive(Clone)]
struct StoredKey {
    secret: Option<Secret>,
    origin: String,
    stamp: Uuid,
    place: KeyPlace,
}

#[derive(Default)]
struct StoredKeys {
    keys: BTreeMap<String, StoredKey>,
    changed: Vec<&'static str>,
    fault: Option<AppError>,
}

/// All keys.
pub struct Keys {
    file: KeyFile,
    system: Option<SystemStore>,
    given: BTreeMap<&'static str, GivenKey>,
    kept: RwLock<StoredKeys>,
    redactor: Redactor,
    /// Locked while the stored keys are read or changed: that may wait for the key store, and those who
    /// only want a key must not.
    at_work: Mutex<()>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(…)")
    }
}

impl Keys {
    /// Reads all keys. Takes up to two seconds where the key store does not answer; asks it for
    /// nothing where nothing was given to it.
    pub fn open(config: &Config) -> Self {
        let system =
            (config.text("CELEIRO_KEY_STORE") != Some("file")).then(|| SystemStore::new(config.data_dir()));
        let keys = Self {
            file: KeyFile::new(config.data_dir()),
            system,
            given: keys_of_config(config),
            kept: RwLock::default(),
            redactor: Redactor::default(),
            at_work: Mutex::default(),
        };
        keys.given.values().for_each(|given| keys.redactor.add(&given.secret));
        for name in ["CELEIRO_TOKEN", "OIDC_CLIENT_SECRET"] {
            if let Some(secret) = config.text(name) {
                keys.redactor.add(&secret.into());
            }
        }
        keys.read_again();
        keys
    }

    /// Reads the kept keys again: another program may have changed them, or a person may have
    /// unlocked the key store.
    pub fn read_again(&self) {
        let _alone = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        self.take_over();
    }

    fn take_over(&self) {
        let before = self.lock_stored().keys.clone();
        let read = self.file.read().map(|records| self.with_secrets(records, before));
        let mut held = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(keys) => {
                keys.values().filter_map(|kept| kept.secret.as_ref()).for_each(|key| self.redactor.add(key));
                held.keys = keys;
                held.fault = None;
            }
            Err(error) => {
                if held.fault.as_ref() != Some(&error) {
                    tracing::warn!(%error, "the kept keys cannot be read");
                }
                held.fault = Some(error);
            }
        }
    }

    fn lock_stored(&self) -> RwLockReadGuard<'_, StoredKeys> {
        self.kept.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key store is asked only for what is new or was not given out before.
    fn with_secrets(
        &self,
        records: Records,
        mut before: BTreeMap<String, StoredKey>,
    ) -> BTreeMap<String, StoredKey> {
        let mut of = |(name, KeyEntry { origin, stamp, key }): (String, KeyEntry)| {
            let kept = match (key, before.remove(&name)) {
                (Some(key), _) => {
                    StoredKey { secret: Some(key.into()), origin, stamp, place: KeyPlace::File }
                }
                (None, Some(held)) if held.secret.is_some() && held.stamp == stamp => held,
                (None, _) => self.in_system(&name, origin, stamp),
            };
            (name, kept)
        };
        records.into_iter().map(&mut of).collect()
    }

    /// The origin beside the key in the key store counts; that of the list only stands in for it.
    fn in_system(&self, name: &str, origin: String, stamp: Uuid) -> StoredKey {
        let found = self.system.as_ref().map_or(Err(Absent::NotThere), |system| system.read(name));
        let place = KeyPlace::KeyStore;
        match found {
            Ok(Some((origin, secret))) => StoredKey { secret: Some(secret), origin, stamp, place },
            Ok(None) => StoredKey { secret: None, origin, stamp, place },
            Err(reason) => {
                tracing::warn!(name, %reason, "the key store does not give the key out");
                StoredKey { secret: None, origin, stamp, place }
            }
        }
    }

    /// Blots out every key that the program has or had since its start.
    pub fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    /// Whether there is a provider's key `name`, for whatever address.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
            || self.lock_stored().keys.get(name).is_some_and(|kept| kept.secret.is_some())
    }

    /// The key `name`, if it may be sent to `base`. A given key stands above a kept one.
    pub fn key_for(&self, name: &str, base: &str) -> Option<OriginKey> {
        let address = parse_base(base).ok()?;
        if let Some(given) = self.given.get(name) {
            let key = OriginKey::bind(given.secret.clone(), &address);
            return given.origins.iter().any(|origin| origin == key.origin()).then_some(key);
        }
        let held = self.lock_stored();
        let kept = held.keys.get(name)?;
        let key = OriginKey::bind(kept.secret.clone()?, &parse_base(&kept.origin).ok()?);
        key.for_address(&address).is_some().then_some(key)
    }

    /// Keeps `value` for the address in force, or forgets the key where it is `None`.
    ///
    /// # Errors
    /// [`crate::Code::InvalidSetting`] for what is no key, [`crate::Code::FileUnreadable`] where the
    /// list of keys cannot be read or written.
    pub(crate) fn set(
        &self,
        setting: &'static Setting,
        value: Option<&str>,
        config: &Config,
    ) -> Result<(), AppError> {
        let _alone = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        match value {
            Some(value) => self.store_key(setting, value, config)?,
            None => self.forget(setting)?,
        }
        self.take_over();
        self.kept.write().unwrap_or_else(PoisonError::into_inner).changed.push(setting.name);
        Ok(())
    }

    fn store_key(&self, setting: &Setting, value: &str, config: &Config) -> Result<(), AppError> {
        setting.check(value)?;
        let name = setting.name;
        let origin = home_origin(config, name).ok_or_else(|| setting.invalid_setting("", "environment"))?;
        // A list that cannot be read must stop this before the key store has the key.
        self.file.read()?;
        let secret = Secret::from(value.to_owned());
        let written = self.system.as_ref().map(|system| system.write(name, &origin, &secret));
        let key = match written {
            Some(Ok(())) => None,
            refused => {
                if let Some(Err(reason)) = refused {
                    tracing::info!(name, %reason, "no key store; the key goes to a file of the user's own");
                }
                Some(secret.expose_secret().to_owned())
            }
        };
        self.file.change(|records| {
            records.insert(name.to_owned(), KeyEntry { origin, stamp: Uuid::new_v4(), key });
        })
    }

    fn forget(&self, setting: &Setting) -> Result<(), AppError> {
        let mut gone = None;
        self.file.change(|records| gone = records.remove(setting.name))?;
        if gone.is_some_and(|record| record.key.is_none())
            && let Some(system) = &self.system
            && let Err(reason) = system.remove(setting.name)
        {
            tracing::warn!(name = setting.name, %reason, "the key stays in the key store, unused");
        }
        Ok(())
    }

    pub(crate) fn state(&self, name: &str, config: &Config) -> KeyState {
        let held = self.lock_stored();
        let changed = held.changed.contains(&name);
        let home = home_origin(config, name);
        if let Some(given) = self.given.get(name) {
            return KeyState { place: given.place, needs_reentry: given.home != home, changed: false };
        }
        held.keys.get(name).map_or(
            KeyState { place: KeyPlace::None, needs_reentry: false, changed },
            |kept| KeyState {
                place: kept.place,
                needs_reentry: kept.secret.is_none() || Some(&kept.origin) != home.as_ref(),
                changed,
            },
        )
    }

    /// Why the kept keys cannot be read, where they cannot.
    pub fn fault(&self) -> Option<AppError> {
        self.lock_stored().fault.clone()
    }
}

/// Keys that the command line or the environment gave, each with the origins that it may be sent to.
fn keys_of_config(config: &Config) -> BTreeMap<&'static str, GivenKey> {
    let of = |setting: &'static Setting| {
        let place = match config.origin(setting.name)? {
            ConfigOrigin::CommandLine => KeyPlace::CommandLine,
            _ => KeyPlace::Environment,
        };
        let secret = Secret::from(config.text(setting.name)?.to_owned());
        let home = home_origin(config, setting.name);
        Some((
            setting.name,
            GivenKey { secret, place, home, origins: list_key_origins(config, setting.name) },
        ))
    };
    SETTINGS.iter().filter(|setting| setting.home == Home::Keys).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const CANARY: &str = "sk-canario-0123456789";
    const HOME: &str = "https://api.openai.com/v1";

    fn config(folder: &Path, environment: &[(&str, &str)]) -> Config {
        let options = BTreeMap::from([
            ("CELEIRO_DATA_DIR".to_owned(), folder.display().to_string()),
            ("CELEIRO_KEY_STORE".to_owned(), "file".to_owned()),
        ]);
        Config::load(&options, |name| {
            environment.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
        })
        .unwrap()
    }

    fn set(keys: &Keys, config: &Config, value: Option<&str>) -> Result<(), AppError> {
        keys.set(Setting::find("OPENAI_API_KEY").unwrap(), value, config)
    }

    #[test]
    fn a_kept_key_is_given_out_for_its_own_origin_alone() {
        let folder = tempfile::tempdir().unwrap();
        let config = config(folder.path(), &[]);
        let keys = Keys::open(&config);
        set(&keys, &config, Some(CANARY)).unwrap();
        for keys in [&keys, &Keys::open(&config)] {
            let key = keys.key_for("OPENAI_API_KEY", "https://api.openai.com/v2").unwrap();
            let address = parse_base(HOME).unwrap();
            assert_eq!(key.for_address(&address).unwrap().expose_secret(), CANARY);
            for other in
                ["http://api.openai.com/v1", "https://api.openai.com:8443/v1", "https://evil.example"]
            {
                assert!(keys.key_for("OPENAI_API_KEY", other).is_none(), "{other}");
            }
        }
        set(&keys, &config, None).unwrap();
        assert!(keys.key_for("OPENAI_API_KEY", HOME).is_none());
        assert!(Keys::open(&config).key_for("OPENAI_API_KEY", HOME).is_none());
    }

    #[test]
    fn another_base_address_asks_for_the_key_again() {
        let folder = tempfile::tempdir().unwrap();
        let before = config(folder.path(), &[]);
        let keys = Keys::open(&before);
        set(&keys, &before, Some(CANARY)).unwrap();
        assert!(!keys.state("OPENAI_API_KEY", &before).needs_reentry);
        let after = config(folder.path(), &[("OPENAI_BASE_URL", "https://groq.example/v1")]);
        let keys = Keys::open(&after);
        assert!(keys.state("OPENAI_API_KEY", &after).needs_reentry);
        assert!(keys.key_for("OPENAI_API_KEY", "https://groq.example/v1").is_none());
        set(&keys, &after, Some(CANARY)).unwrap();
        assert!(!keys.state("OPENAI_API_KEY", &after).needs_reentry);
        assert!(keys.key_for("OPENAI_API_KEY", "https://groq.example/v1").is_some());
    }

    #[test]
    fn a_given_key_belongs_to_the_addresses_of_the_start_and_stands_above_a_kept_one() {
        let folder = tempfile::tempdir().unwrap();
        let given = config(
            folder.path(),
            &[("OPENAI_API_KEY", "sk-dado"), ("OPENAI_BASE_URL", "http://localhost:1/v1")],
        );
        let keys = Keys::open(&given);
        set(&keys, &given, Some(CANARY)).unwrap();
        let key = keys.key_for("OPENAI_API_KEY", "http://localhost:1/v1").unwrap();
        assert_eq!(
            key.for_address(&parse_base("http://localhost:1").unwrap()).unwrap().expose_secret(),
            "sk-dado"
        );
        assert!(keys.key_for("OPENAI_API_KEY", HOME).is_none());
        assert_eq!(keys.state("OPENAI_API_KEY", &given).place, KeyPlace::Environment);
        let moved = config(folder.path(), &[("OPENAI_BASE_URL", HOME)]);
        assert!(keys.state("OPENAI_API_KEY", &moved).needs_reentry);
    }

    #[test]
    fn nothing_shows_a_key() {
        let folder = tempfile::tempdir().unwrap();
        let given = config(folder.path(), &[("GEMINI_API_KEY", "sk-canario-dado")]);
        let keys = Keys::open(&given);
        set(&keys, &given, Some(CANARY)).unwrap();
        let key = keys.key_for("OPENAI_API_KEY", HOME);
        assert!(!format!("{keys:?} {key:?} {given:?}").contains("canario"));
        let error = set(&keys, &given, Some("sk-canario\nX-Other: 1")).unwrap_err();
        assert!(!format!("{error:?} {error}").contains("canario"));
    }

    #[test]
    fn a_broken_list_is_named_never_overwritten_and_costs_only_the_kept_keys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.json");
        let broken = format!("{{\"OPENAI_API_KEY\": \"{CANARY}\"}}");
        std::fs::write(&path, &broken).unwrap();
        let given = config(folder.path(), &[("GEMINI_API_KEY", "g")]);
        let keys = Keys::open(&given);
        assert!(keys.key_for("GEMINI_API_KEY", "https://generativelanguage.googleapis.com").is_some());
        for error in [keys.fault().unwrap(), set(&keys, &given, Some("sk-x")).unwrap_err()] {
            assert!(error.to_string().contains("keys.json"), "{error}");
            assert!(!format!("{error:?}").contains("canario"), "{error:?}");
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), broken);
    }
}
