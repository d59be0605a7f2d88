//! A setting as shown to people and programs. It never contains a key.

use crate::config::origin::ConfigOrigin;
use crate::config::overrides::{Below, acting_fusions, find_profile_value, format_threshold};
use crate::config::settings::{Effect, Home};
use crate::config::{Config, Setting, SettingGroup, SettingKind};
use crate::embedding::{choose, default_threshold};
use crate::keys::{KeyPlace, Keys};
use crate::messages::translate;
use celeiro_domain::rank::{Profile, shipped_profiles};
use celeiro_domain::search::{Fusion, Lang};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How a value is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SettingForm {
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// `true` or `false`.
    Switch,
    /// One of `choices`.
    Choice,
    /// One line of text.
    Text,
    /// An http or https address.
    Address,
    /// Something that is never shown.
    Secret,
    /// A folder or file.
    Path,
}

/// A setting as shown to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigEntry {
    /// The name, as in the environment.
    pub name: String,
    /// What it does, in the caller's language.
    pub about: String,
    /// What it is for.
    pub group: SettingGroup,
    /// How a value is entered.
    pub form: SettingForm,
    /// The value; secrets show only that they are set.
    pub value: Option<String>,
    /// What holds where it is not set.
    pub default: Option<String>,
    /// Where the value comes from.
    pub origin: ConfigOrigin,
    /// Whether it is a secret.
    pub secret: bool,
    /// What is allowed.
    pub allowed: String,
    /// The values to choose from; empty where it is not a choice.
    pub choices: Vec<String>,
    /// Whether it can be saved; otherwise only the environment and the command line set it.
    pub savable: bool,
    /// Whether a change counts only after a restart.
    pub restart: bool,
    /// Whether a change was saved that waits for a restart.
    pub waiting: bool,
    /// The fusions that it acts in; empty where it acts in all, or has nothing to do with them.
    pub fusions: Vec<Fusion>,
    /// The fusion in force, where it does not act in that.
    pub idle_in: Option<Fusion>,
    /// For keys: where the key is.
    pub stored_in: Option<KeyPlace>,
    /// For keys: whether there is one that is not used, because it was entered for another address
    /// or cannot be read any more.
    pub needs_reentry: bool,
}

/// What the ranking profile and the models in force say where a setting is left to them.
#[derive(Debug, Clone)]
pub struct InForce {
    /// The profile, as it is stored.
    pub profile: Profile,
    /// The fusion of searches that name none.
    pub fusion: Fusion,
    /// The own threshold of the model that serves items; none where none does.
    pub item_threshold: Option<f64>,
    /// The same for FAQs.
    pub faq_threshold: Option<f64>,
}

impl InForce {
    /// Describes what is in force in a program as it ships, with the model that `config` asks for, without a
    /// database.
    pub fn from_shipped(config: &Config) -> Option<Self> {
        let threshold = default_threshold(config);
        let profile = shipped_profiles().into_iter().next()?;
        let fusion = config.fusion(&profile);
        Some(Self { profile, fusion, item_threshold: threshold, faq_threshold: threshold })
    }

    /// Fills the value in force into the entry of a setting that leaves it open, and notes that its fusion does not
    /// read it.
    pub fn fill(&self, entry: &mut ConfigEntry) {
        let acts = entry.fusions.is_empty() || entry.fusions.contains(&self.fusion);
        entry.idle_in = (!acts).then_some(self.fusion);
        if !matches!(entry.origin, ConfigOrigin::Default) {
            return;
        }
        let threshold = if entry.name.starts_with("FAQ_") { self.faq_threshold } else { self.item_threshold };
        match find_profile_value(&entry.name, &self.profile) {
            Some(Below::Value(value)) => {
                (entry.value, entry.origin) = (Some(value), ConfigOrigin::Profile);
            }
            Some(Below::Model) => {
                (entry.value, entry.origin) = (threshold.map(format_threshold), ConfigOrigin::Model);
            }
            None => {}
        }
    }
}

/// The entry of `setting`, as configured now and as it was when the program started.
pub(crate) fn describe_setting(
    setting: &Setting,
    now: &Config,
    started: &Config,
    keys: &Keys,
    lang: Lang,
) -> ConfigEntry {
    let hidden = setting.kind.is_hidden();
    let key = (setting.home == Home::Keys).then(|| keys.state(setting.name, now));
    let saved_key = key.is_some_and(|key| matches!(key.place, KeyPlace::KeyStore | KeyPlace::File));
    let value = match now.text(setting.name) {
        Some(_) if hidden => Some("•••".to_owned()),
        None if saved_key => Some("•••".to_owned()),
        // Unnamed, it is what the other settings ask for.
        Some(_) if setting.name == "EMBEDDING_PROVIDER" => {
            Some(choose(now, |name| keys.has(name)).provider.as_str().to_owned())
        }
        value => value.map(str::to_owned),
    };
    let origin = match saved_key {
        true => ConfigOrigin::Saved,
        false => now.origin(setting.name).unwrap_or(ConfigOrigin::Default),
    };
    let restart = setting.effect == Effect::Restart;
    let changed = now.text(setting.name) != started.text(setting.name);
    ConfigEntry {
        name: setting.name.to_owned(),
        about: translate(lang, &format!("config.about.{}", setting.name)),
        group: setting.group,
        form: choose_setting_form(setting.kind),
        value,
        default: setting.default.map(str::to_owned),
        origin,
        secret: hidden,
        allowed: setting.kind.allowed_values(),
        choices: list_setting_choices(setting.kind),
        savable: setting.home != Home::Nowhere,
        restart,
        fusions: acting_fusions(setting.name).to_vec(),
        idle_in: None,
        waiting: restart && (changed || key.is_some_and(|key| key.changed)),
        stored_in: matches!(setting.kind, SettingKind::Secret | SettingKind::Token)
            .then(|| key.map_or_else(|| place_of_given(origin), |key| key.place)),
        needs_reentry: key.is_some_and(|key| key.needs_reentry),
    }
}

/// The place of a secret that no key store holds, by where its value came from.
fn place_of_given(origin: ConfigOrigin) -> KeyPlace {
    match origin {
        ConfigOrigin::CommandLine => KeyPlace::CommandLine,
        ConfigOrigin::Environment => KeyPlace::Environment,
        ConfigOrigin::Saved => KeyPlace::File,
        ConfigOrigin::Profile | ConfigOrigin::Model | ConfigOrigin::Default => KeyPlace::None,
    }
}

/// The field by which the interface asks for a value; a token and the database's address are secrets.
fn choose_setting_form(kind: SettingKind) -> SettingForm {
    match kind {
        SettingKind::Whole(..) => SettingForm::Whole,
        SettingKind::Number(..) | SettingKind::Threshold => SettingForm::Number,
        SettingKind::Switch => SettingForm::Switch,
        SettingKind::Choice(_) => SettingForm::Choice,
        SettingKind::Text | SettingKind::TimeZone | SettingKind::ListenAddress => SettingForm::Text,
        SettingKind::Address => SettingForm::Address,
        SettingKind::Secret
        | SettingKind::Token
        | SettingKind::DatabaseAddress
        | SettingKind::DatabaseAddresses => SettingForm::Secret,
        SettingKind::Path => SettingForm::Path,
    }
}

/// The values among which a setting chooses; none where it takes others.
fn list_setting_choices(kind: SettingKind) -> Vec<String> {
    match kind {
        SettingKind::Choice(values) => values.iter().map(|v| (*v).to_owned()).collect(),
        _ => Vec::new(),
    }
}
