//! The address that a key belongs to.

use crate::config::Config;
use celeiro_llm::http::parse_base;

/// Each provider's key and the setting with its base address.
const OWNERS: [(&str, &str); 5] = [
    ("OPENROUTER_API_KEY", "OPENROUTER_BASE_URL"),
    ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
    ("GEMINI_API_KEY", "GEMINI_BASE_URL"),
    ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    ("TRANSCRIPTION_API_KEY", "TRANSCRIPTION_BASE_URL"),
];

/// Where the key of embeddings' own belongs: to their address, or that of the provider.
fn embedding_base(config: &Config) -> String {
    let provider = match config.value_of("EMBEDDING_PROVIDER") {
        Some("openai") => "OPENAI_BASE_URL",
        _ => "OPENROUTER_BASE_URL",
    };
    config.text("EMBEDDING_BASE_URL").or_else(|| config.text(provider)).unwrap_or_default().to_owned()
}

/// The origin that the key `name` is entered for, with the addresses now in force.
pub(super) fn home_origin(config: &Config, name: &str) -> Option<String> {
    let base = match OWNERS.iter().find(|(key, _)| *key == name) {
        Some((_, base)) => config.text(base)?.to_owned(),
        None if name == "EMBEDDING_API_KEY" => embedding_base(config),
        None => return None,
    };
    origin_of(&base)
}

/// The origins that a given key may be sent to: the one who sets the environment of a program decides
/// where its embeddings come from too. Where no provider is named, a key that is not of embeddings'
/// own stays at home: it may be there for the chat alone.
pub(super) fn list_key_origins(config: &Config, name: &str) -> Vec<String> {
    let embeds = match config.value_of("EMBEDDING_PROVIDER") {
        None => name == "EMBEDDING_API_KEY",
        Some("openai") => ["EMBEDDING_API_KEY", "OPENAI_API_KEY"].contains(&name),
        Some("openrouter") => ["EMBEDDING_API_KEY", "OPENROUTER_API_KEY"].contains(&name),
        _ => false,
    };
    let embedding = embeds.then(|| origin_of(&embedding_base(config))).flatten();
    home_origin(config, name).into_iter().chain(embedding).collect()
}

/// Scheme, host and port of an address.
fn origin_of(base: &str) -> Option<String> {
    parse_base(base).ok().map(|url| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Home, SETTINGS};
    use std::collections::BTreeMap;

    fn config(provider: &str) -> Config {
        let folder = tempfile::tempdir().unwrap();
        let options = BTreeMap::from([
            ("CELEIRO_DATA_DIR".to_owned(), folder.path().display().to_string()),
            ("EMBEDDING_PROVIDER".to_owned(), provider.to_owned()),
        ]);
        Config::load(&options, |_| None).unwrap()
    }

    #[test]
    fn embeddings_without_an_address_of_their_own_go_where_their_key_belongs() {
        for (provider, key) in [("openai", "OPENAI_API_KEY"), ("openrouter", "OPENROUTER_API_KEY")] {
            let config = config(provider);
            assert_eq!(origin_of(&embedding_base(&config)), home_origin(&config, key), "{provider}");
        }
    }

    #[test]
    fn every_key_that_can_be_kept_has_an_owner() {
        let config = config("local");
        for setting in SETTINGS.iter().filter(|s| s.home == Home::Keys) {
            assert!(home_origin(&config, setting.name).is_some(), "{}", setting.name);
        }
    }
}
