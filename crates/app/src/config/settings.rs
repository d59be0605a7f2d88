//! Every setting: name, what it may be, default (SPEC §10 and the environment lists behind it).

use super::SettingKind::{self, *};
use crate::error::{AppError, Code};

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The name, as in the environment.
    pub name: &'static str,
    /// What it may be.
    pub kind: SettingKind,
    /// Its default.
    pub default: Option<&'static str>,
}

const fn setting(name: &'static str, kind: SettingKind, default: Option<&'static str>) -> Setting {
    Setting { name, kind, default }
}

/// All settings, grouped by what they are for.
pub const SETTINGS: &[Setting] = &[
    // Places.
    setting("CELEIRO_DATA_DIR", Path, None),
    setting("CELEIRO_POSTGRES_DIR", Path, None),
    setting("DATABASE_URL", DatabaseAddress, None),
    setting("CELEIRO_LANG", Choice(&["pt-BR", "en"]), None),
    setting("CELEIRO_TOKEN", Secret, None),
    // Embeddings.
    setting(
        "EMBEDDING_PROVIDER",
        Choice(&["local", "openai", "openrouter", "static", "none"]),
        Some("local"),
    ),
    setting("EMBEDDING_BASE_URL", Address, None),
    setting("EMBEDDING_API_KEY", Secret, None),
    setting("EMBEDDING_MODEL", Text, Some("text-embedding-3-small")),
    setting("EMBEDDING_MODEL_DIR", Path, None),
    setting("EMBEDDING_DIMENSIONS", Whole(1, 4000), Some("1536")),
    setting("EMBEDDING_BATCH_SIZE", Whole(1, 2048), Some("16")),
    // Search.
    setting("HYBRID_SEARCH_ENHANCED", Switch, None),
    setting("FAQ_HYBRID_ENABLED", Switch, Some("true")),
    setting("FAQ_VECTOR_THRESHOLD", Number(-1.0, 1.0), Some("-0.5")),
    setting("FAQ_VECTOR_WEIGHT", Number(0.0, 1000.0), Some("6")),
    setting("FAQ_LEXICAL_WEIGHT", Number(0.0, 1000.0), Some("4")),
    setting("CATALOG_VECTOR_THRESHOLD", Number(-1.0, 1.0), Some("-0.5")),
    setting("CATALOG_VECTOR_WEIGHT", Number(0.0, 1000.0), Some("6")),
    setting("CATALOG_LEXICAL_WEIGHT", Number(0.0, 1000.0), Some("4")),
    setting("CATALOG_PAIR_PRIORITY_BONUS", Number(0.0, 1000.0), Some("4")),
    setting("CATALOG_VECTOR_CANDIDATE_MULTIPLIER", Whole(1, 100), Some("6")),
    setting("CATALOG_VECTOR_CANDIDATE_MAX", Whole(1, 1000), Some("200")),
    setting("CATALOG_VECTOR_CHUNKS_PER_ITEM", Whole(1, 10), Some("1")),
    setting("CATALOG_VECTOR_SNIPPET_MAX_CHARS", Whole(40, 8000), Some("800")),
    setting("CATALOG_LEXICAL_CANDIDATE_MULTIPLIER", Whole(1, 100), Some("6")),
    setting("CATALOG_LEXICAL_CANDIDATE_MAX", Whole(1, 1000), Some("200")),
    setting("CATALOG_QUERY_KEYWORDS_ENABLED", Switch, Some("false")),
    // Models that write.
    setting("LLM_PROVIDER", Choice(&["openrouter", "openai", "gemini", "claude", "none"]), None),
    setting("OPENROUTER_API_KEY", Secret, None),
    setting("OPENROUTER_BASE_URL", Address, None),
    setting("OPENROUTER_SITE_URL", Address, None),
    setting("OPENROUTER_SITE_NAME", Text, None),
    setting("OPENROUTER_MODEL_CLASSIFY", Text, None),
    setting("OPENROUTER_MODEL_CLASSIFY_FALLBACK", Text, None),
    setting("OPENROUTER_MODEL_ANSWER", Text, None),
    setting("OPENAI_API_KEY", Secret, None),
    setting("OPENAI_BASE_URL", Address, None),
    setting("GEMINI_API_KEY", Secret, None),
    setting("GEMINI_BASE_URL", Address, None),
    setting("ANTHROPIC_API_KEY", Secret, None),
    setting("ANTHROPIC_BASE_URL", Address, None),
    setting("CHAT_HISTORY_CONTEXT_LIMIT", Whole(0, 100), Some("10")),
    setting("CATALOG_AI_MODEL", Text, None),
    setting("CATALOG_AI_MAX_PRICE", Number(0.0, 999_999_999_999.0), None),
];

impl Setting {
    /// The setting called `name`.
    ///
    /// # Errors
    /// [`Code::UnknownSetting`].
    pub fn named(name: &str) -> Result<&'static Setting, AppError> {
        SETTINGS
            .iter()
            .find(|s| s.name == name)
            .ok_or_else(|| AppError::new(Code::UnknownSetting).with("name", name))
    }

    /// Checks a value.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] with name, value and what is allowed; a hidden value stays hidden.
    pub fn check(&self, value: &str) -> Result<(), AppError> {
        if self.kind.allows(value) {
            return Ok(());
        }
        let shown: String =
            if self.kind.is_hidden() { "•••".into() } else { value.chars().take(120).collect() };
        Err(AppError::new(Code::InvalidSetting)
            .with("name", self.name)
            .with("value", shown)
            .with("allowed", self.kind.allowed()))
    }
}
