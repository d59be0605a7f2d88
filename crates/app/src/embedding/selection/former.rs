//! A model that the configuration has left: it goes on serving until the new one is filled, so it is
//! asked where it was asked, with the key that belongs there.

use crate::config::Config;
use crate::embedding::selection::beside::brought_model;
use crate::embedding::selection::configured::attribution;
use crate::embedding::service::Unable;
use crate::keys::Keys;
use celeiro_llm::{Embedder, NeuralEmbedder, RemoteConfig, RemoteEmbedder, StaticEmbedder};
use celeiro_store::StoredModel;
use std::path::{Path, PathBuf};

/// The embedder of a model that is not the configured one and was not fitted here. Waits for files.
pub(crate) fn former(config: &Config, keys: &Keys, model: &StoredModel) -> Result<Embedder, Unable> {
    let address = model.address.as_deref().ok_or(Unable::NoAddress)?;
    if model.provider == "static" {
        let loaded = StaticEmbedder::load(Path::new(address));
        return loaded.map(Embedder::Static).map_err(|error| Unable::Unusable(error.to_string()));
    }
    if model.provider == "neural" {
        // The one that Celeiro brings moves with the program.
        let folders = [Some(PathBuf::from(address)), brought_model()];
        let mut opened = folders.into_iter().flatten().map(|folder| NeuralEmbedder::open(&folder));
        let same = opened.find_map(|opened| opened.ok().filter(|found| found.model_key() == model.model_key));
        return same.map(Embedder::Neural).ok_or_else(|| Unable::Unusable(address.to_owned()));
    }
    let key = match &model.key_name {
        Some(name) => Some(keys.key_for(name, address).ok_or_else(|| Unable::NoKey(name.clone()))?),
        None => None,
    };
    let dimensions = usize::try_from(model.dimensions).unwrap_or_default();
    let remote = RemoteEmbedder::new(RemoteConfig {
        base_url: address.to_owned(),
        model: model.name.clone(),
        dimensions,
        send_dimensions: super::choice::takes_dimensions(&model.name),
        key,
        attribution: attribution(config, address, false),
        reach: config.reach(),
        redactor: keys.redactor().clone(),
    });
    remote.map(Embedder::Remote).map_err(|error| Unable::Unusable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::embedding::selection::configured::storable;

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
