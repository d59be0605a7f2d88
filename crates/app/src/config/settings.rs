//! Table of all settings: name, type, default, description, storage, and when a change takes effect.

use super::SettingKind::{self, *};
use crate::error::{AppError, Code};
use crate::keys::format::is_provider_key;
use celeiro_domain::text::calendar::WEEKDAYS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a setting is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SettingGroup {
    /// Where things are, and the language.
    Places,
    /// Vectors.
    Embedding,
    /// Retrieval and ranking.
    Search,
    /// Models that write, and their keys.
    Model,
    /// The conversation.
    Chat,
    /// What is kept, and for how long.
    Privacy,
}

/// Where a value that a person saves is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// In `settings.json`.
    File,
    /// With the keys.
    Keys,
    /// Nowhere: the environment or the command line gives it, or it is not set.
    Nowhere,
}

/// When a change counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// For the next operation.
    AtOnce,
    /// When the program starts again.
    Restart,
}

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The name, as in the environment.
    pub name: &'static str,
    /// What it may be.
    pub kind: SettingKind,
    /// Its default.
    pub default: Option<&'static str>,
    /// What it is for.
    pub group: SettingGroup,
    /// Where it is kept.
    pub home: Home,
    /// When a change counts.
    pub effect: Effect,
}

/// A setting that acts at once; a secret lives in the key store, all else in the settings file.
const fn define_setting(
    group: SettingGroup,
    name: &'static str,
    kind: SettingKind,
    default: Option<&'static str>,
) -> Setting {
    let home = if matches!(kind, Secret) { Home::Keys } else { Home::File };
    Setting { name, kind, default, group, home, effect: Effect::AtOnce }
}

impl Setting {
    const fn at_start(self) -> Self {
        Self { effect: Effect::Restart, ..self }
    }

    /// Places and accesses of the program itself: the right to change settings must not include the right to
    /// point it at other programs or data.
    const fn given_only(self) -> Self {
        Self { home: Home::Nowhere, effect: Effect::Restart, ..self }
    }
}

use SettingGroup::{Chat, Embedding, Model, Places, Privacy, Search};

/// All settings, grouped by what they are for.
pub const SETTINGS: &[Setting] = &[
    define_setting(Places, "CELEIRO_DATA_DIR", Path, None).given_only(),
    define_setting(Places, "CELEIRO_POSTGRES_DIR", Path, None).given_only(),
    define_setting(Places, "DATABASE_URL", DatabaseAddress, None).given_only(),
    define_setting(Places, "DATABASE_REPLICA_URLS", DatabaseAddresses, None).given_only(),
    define_setting(Places, "CELEIRO_TOKEN", Token, None).given_only(),
    define_setting(Places, "CELEIRO_KEY_STORE", Choice(&["system", "file"]), Some("system")).given_only(),
    define_setting(Places, "CELEIRO_MODEL_DIR", Path, None).given_only(),
    define_setting(Places, "CELEIRO_SAFETY_MODEL_DIR", Path, None).given_only(),
    define_setting(Places, "CELEIRO_ALLOW_PRIVATE_ADDRESSES", Switch, None).given_only(),
    define_setting(Places, "CELEIRO_PUBLIC_URL", Address, None).given_only(),
    define_setting(Places, "OIDC_ISSUER", Address, None).given_only(),
    define_setting(Places, "OIDC_CLIENT_ID", Text, None).given_only(),
    define_setting(Places, "OIDC_CLIENT_SECRET", Secret, None).given_only(),
    define_setting(Places, "METRICS_LISTEN", ListenAddress, None).given_only(),
    define_setting(Places, "BACKUP_DIR", Path, None).given_only(),
    define_setting(Places, "IMPORT_FOLDER", Path, None).given_only(),
    define_setting(Places, "BACKUP_BEFORE_MIGRATION", Switch, Some("true")).given_only(),
    define_setting(Places, "CELEIRO_LANG", Choice(&["pt-BR", "en"]), None).at_start(),
    // The model in force is registered in the database and fills vectors in the background: a half
    // changed set of these would embed the whole catalog with an unintended model.
    define_setting(
        Embedding,
        "EMBEDDING_PROVIDER",
        Choice(&["local", "neural", "openai", "openrouter", "static", "none"]),
        Some("neural"),
    )
    .at_start(),
    define_setting(Embedding, "EMBEDDING_BASE_URL", Address, None).at_start(),
    define_setting(Embedding, "EMBEDDING_API_KEY", Secret, None).at_start(),
    define_setting(Embedding, "EMBEDDING_MODEL", Text, Some("text-embedding-3-small")).at_start(),
    define_setting(Embedding, "EMBEDDING_MODEL_DIR", Path, None).at_start(),
    define_setting(Embedding, "EMBEDDING_DIMENSIONS", Whole(1, 4000), Some("1536")).at_start(),
    define_setting(Embedding, "EMBEDDING_BATCH_SIZE", Whole(1, 2048), Some("16")),
    define_setting(Embedding, "EMBEDDING_PAUSED", Switch, Some("false")),
    define_setting(Search, "HYBRID_SEARCH_ENHANCED", Switch, None),
    define_setting(Search, "FAQ_HYBRID_ENABLED", Switch, Some("true")),
    define_setting(Search, "FAQ_VECTOR_THRESHOLD", Threshold, None),
    define_setting(Search, "FAQ_VECTOR_WEIGHT", Number(0.0, 1000.0), Some("6")),
    define_setting(Search, "FAQ_LEXICAL_WEIGHT", Number(0.0, 1000.0), Some("4")),
    define_setting(Search, "CATALOG_VECTOR_THRESHOLD", Threshold, None),
    define_setting(Search, "CATALOG_VECTOR_WEIGHT", Number(0.0, 1000.0), Some("6")),
    define_setting(Search, "CATALOG_LEXICAL_WEIGHT", Number(0.0, 1000.0), Some("4")),
    define_setting(Search, "CATALOG_PAIR_PRIORITY_BONUS", Number(0.0, 1000.0), Some("4")),
    define_setting(Search, "CATALOG_VECTOR_CANDIDATE_MULTIPLIER", Whole(1, 100), Some("6")),
    define_setting(Search, "CATALOG_VECTOR_CANDIDATE_MAX", Whole(1, 1000), Some("200")),
    define_setting(Search, "CATALOG_VECTOR_CHUNKS_PER_ITEM", Whole(1, 10), Some("1")),
    define_setting(Search, "CATALOG_VECTOR_SNIPPET_MAX_CHARS", Whole(40, 8000), Some("800")),
    define_setting(Search, "CATALOG_LEXICAL_CANDIDATE_MULTIPLIER", Whole(1, 100), Some("6")),
    define_setting(Search, "CATALOG_LEXICAL_CANDIDATE_MAX", Whole(1, 1000), Some("200")),
    define_setting(Search, "CATALOG_QUERY_KEYWORDS_ENABLED", Switch, Some("false")),
    define_setting(
        Model,
        "LLM_PROVIDER",
        Choice(&["openrouter", "openai", "gemini", "claude", "none"]),
        None,
    ),
    define_setting(Model, "LLM_MODEL_CLASSIFY", Text, None),
    define_setting(Model, "LLM_MODEL_CLASSIFY_FALLBACK", Text, None),
    define_setting(Model, "LLM_MODEL_ANSWER", Text, None),
    define_setting(Model, "LLM_MODEL_ANSWER_FALLBACK", Text, None),
    define_setting(Model, "LLM_MODEL_SUMMARY", Text, None),
    define_setting(Model, "OPENROUTER_API_KEY", Secret, None),
    define_setting(Model, "OPENROUTER_BASE_URL", Address, Some("https://openrouter.ai/api/v1")),
    define_setting(Model, "OPENROUTER_SITE_URL", Address, None),
    define_setting(Model, "OPENROUTER_SITE_NAME", Text, None),
    define_setting(Model, "OPENROUTER_MODEL_CLASSIFY", Text, None),
    define_setting(Model, "OPENROUTER_MODEL_CLASSIFY_FALLBACK", Text, None),
    define_setting(Model, "OPENROUTER_MODEL_ANSWER", Text, None),
    define_setting(Model, "OPENAI_API_KEY", Secret, None),
    define_setting(Model, "OPENAI_BASE_URL", Address, Some("https://api.openai.com/v1")),
    define_setting(Model, "GEMINI_API_KEY", Secret, None),
    define_setting(Model, "GEMINI_BASE_URL", Address, Some("https://generativelanguage.googleapis.com")),
    define_setting(Model, "OPENAI_MODEL", Text, None),
    define_setting(Model, "GEMINI_MODEL", Text, None),
    define_setting(Model, "ANTHROPIC_API_KEY", Secret, None),
    define_setting(Model, "ANTHROPIC_BASE_URL", Address, Some("https://api.anthropic.com")),
    define_setting(Model, "CLAUDE_MODEL", Text, None),
    define_setting(Model, "CATALOG_AI_MODEL", Text, None),
    define_setting(Model, "CATALOG_AI_MAX_PRICE", Number(0.0, 999_999_999_999.0), None),
    define_setting(Model, "TRANSCRIPTION_API_KEY", Secret, None),
    define_setting(Model, "TRANSCRIPTION_BASE_URL", Address, Some("https://api.openai.com/v1")),
    define_setting(Model, "TRANSCRIPTION_MODEL", Text, Some("whisper-1")),
    define_setting(Chat, "CHAT_MODE", Choice(&["desk", "assistant"]), Some("desk")),
    define_setting(Chat, "MCP_PROPOSALS", Switch, Some("true")),
    define_setting(Chat, "ASSISTANT_PERSONAL", Switch, Some("false")),
    define_setting(Chat, "ASSISTANT_TIMEZONE", TimeZone, None),
    define_setting(Chat, "ASSISTANT_PERSONA", Choice(&["base", "counselor", "christian"]), Some("base")),
    define_setting(Chat, "ASSISTANT_CHRISTIAN", Switch, Some("false")),
    define_setting(Chat, "ASSISTANT_CONSOLIDATION_HOUR", Whole(0, 23), Some("3")),
    define_setting(Chat, "ASSISTANT_MORNING_SUMMARY_HOUR", Whole(0, 23), None),
    define_setting(Chat, "ASSISTANT_WEEKLY_REPORT_HOUR", Whole(0, 23), None),
    define_setting(Chat, "ASSISTANT_WEEKLY_REPORT_DAY", Choice(&WEEKDAYS), Some("monday")),
    define_setting(Chat, "ASSISTANT_CHECKIN_HOUR", Whole(0, 23), None),
    define_setting(Chat, "ASSISTANT_REPORTS_BY_MODEL", Switch, Some("false")),
    define_setting(Chat, "CHAT_PROMPT", Choice(&["auto", "short"]), Some("auto")),
    define_setting(Chat, "CHAT_CACHE_PADDING", Switch, Some("false")),
    define_setting(Chat, "CHAT_HISTORY_CONTEXT_LIMIT", Whole(0, 100), Some("10")),
    define_setting(Chat, "CHAT_SUMMARY_ENABLED", Switch, Some("true")),
    define_setting(Chat, "CHAT_CATALOG_LIMIT", Whole(1, 50), Some("6")),
    define_setting(Chat, "CHAT_FAQ_LIMIT", Whole(1, 50), Some("4")),
    define_setting(Chat, "CHAT_MAX_OUTPUT_TOKENS", Whole(1, 100_000), Some("2000")),
    define_setting(Chat, "CHAT_ANSWER_TIMEOUT_SECONDS", Whole(1, 600), Some("30")),
    define_setting(Chat, "CHAT_SPENDING_CAP_USD", Number(0.0, 1_000_000.0), None),
    define_setting(Privacy, "TRACE_RETENTION_DAYS", Whole(0, 36_500), Some("365")),
    define_setting(Privacy, "ATTACHMENT_RETENTION_DAYS", Whole(0, 36_500), Some("30")),
    define_setting(Privacy, "QUERY_LOG_ENABLED", Switch, Some("true")),
    define_setting(Privacy, "QUERY_LOG_RETENTION_DAYS", Whole(0, 36_500), Some("90")),
    define_setting(Privacy, "BACKUP_KEEP_DAILY", Whole(0, 1000), Some("7")),
    define_setting(Privacy, "BACKUP_KEEP_WEEKLY", Whole(0, 1000), Some("4")),
];

impl Setting {
    /// Finds a setting by name.
    ///
    /// # Errors
    /// [`Code::UnknownSetting`].
    pub fn find(name: &str) -> Result<&'static Setting, AppError> {
        SETTINGS
            .iter()
            .find(|s| s.name == name)
            .ok_or_else(|| AppError::new(Code::UnknownSetting).with("name", name))
    }

    /// Checks a value for the setting.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] with name, value and what is allowed; a hidden value stays hidden.
    pub fn check(&self, value: &str) -> Result<(), AppError> {
        match self.kind {
            // Saved as the name of a model it would be shown, logged and sent to another provider.
            Text if is_provider_key(value) => Err(invalid_setting(self.name, "•••", "abc… ≠ sk-…, AIza…")),
            kind if kind.allows(value) => Ok(()),
            // The same code as where the address turns out to be none when it is used.
            DatabaseAddress => Err(AppError::new(Code::DatabaseUrlInvalid)),
            kind => Err(self.invalid_setting(value, kind.allowed_values())),
        }
    }

    /// Says that `value` is not allowed, and what is.
    pub(crate) fn invalid_setting(&self, value: &str, allowed: impl std::fmt::Display) -> AppError {
        let shown: String =
            if self.kind.is_hidden() { "•••".into() } else { value.chars().take(120).collect() };
        invalid_setting(self.name, &shown, allowed)
    }
}

/// The error of a setting's value; `shown` must not give a secret away.
fn invalid_setting(name: &str, shown: &str, allowed: impl std::fmt::Display) -> AppError {
    AppError::new(Code::InvalidSetting).with("name", name).with("value", shown).with("allowed", allowed)
}
