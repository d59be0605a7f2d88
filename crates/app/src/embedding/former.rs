//! A model that the configuration has left: it goes on serving until the new one is filled, so it is
//! asked where it was asked, with the key that belongs there.

use super::embedders::attribution;
use crate::app::App;
use crate::keys::Keys;
use crate::messages::render;
use celeiro_domain::search::Lang;
use celeiro_llm::http::parse_base;
use celeiro_llm::{Embedder, RemoteConfig, RemoteEmbedder, StaticEmbedder};
use celeiro_store::StoredModel;
use std::path::Path;

/// Why a stored model cannot be asked by this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unable {
    /// It is not known where it was asked.
    NoAddress,
    /// The key of this setting is gone, or belongs to another address by now.
    NoKey(String),
    /// Its address cannot be used, or its folder cannot be read any more.
    Unusable(String),
    /// It was fitted by another version.
    Outdated,
}

impl Unable {
    /// The same in words.
    pub fn message(&self, lang: Lang) -> String {
        let (key, what) = match self {
            Unable::NoAddress => ("noAddress", String::new()),
            Unable::NoKey(name) => ("noKey", name.clone()),
            Unable::Unusable(reason) => ("unusable", reason.clone()),
            Unable::Outdated => ("outdated", String::new()),
        };
        render(lang, &format!("embedding.unable.{key}"), &[("what", what)])
    }
}

/// What of `address` may stand in the database: one with more in its query than a version may hold a
/// key.
pub(super) fn storable(address: &str) -> Option<&str> {
    let url = parse_base(address).ok()?;
    url.query_pairs().all(|(name, _)| name == "api-version").then_some(address)
}

/// The embedder of a model that is not the configured one and was not fitted here. Waits for files.
pub(super) fn former(app: &App, keys: &Keys, model: &StoredModel) -> Result<Embedder, Unable> {
    let address = model.address.as_deref().ok_or(Unable::NoAddress)?;
    if model.provider == "static" {
        let loaded = StaticEmbedder::load(Path::new(address));
        return loaded.map(Embedder::Static).map_err(|error| Unable::Unusable(error.to_string()));
    }
    let key = match &model.key_name {
        Some(name) => Some(keys.key_for(name, address).ok_or_else(|| Unable::NoKey(name.clone()))?),
        None => None,
    };
    let config = app.config();
    let dimensions = usize::try_from(model.dimensions).unwrap_or_default();
    let remote = RemoteEmbedder::new(RemoteConfig {
        base_url: address.to_owned(),
        model: model.name.clone(),
        dimensions,
        send_dimensions: super::choice::takes_dimensions(&model.name),
        key,
        attribution: attribution(&config, address, false),
        reach: config.reach(),
        redactor: keys.redactor().clone(),
    });
    remote.map(Embedder::Remote).map_err(|error| Unable::Unusable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_may_hold_a_key_is_not_stored() {
        for plain in ["https://openrouter.ai/api/v1", "https://x.example/v1?api-version=2024-02-01"] {
            assert_eq!(storable(plain), Some(plain));
        }
        for doubtful in
            ["https://x.example/v1?key=abc", "https://x.example/v1?api-version=1&sig=x", "nowhere"]
        {
            assert_eq!(storable(doubtful), None, "{doubtful}");
        }
    }
}
