//! Former embedding model after a change of configuration: it serves until the new one is filled, at its own address
//! and with the key that belongs there.

use crate::config::Config;
use crate::embedding::selection::beside::find_brought_model;
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
        return reopen_neural(config, model, address);
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

/// A neural model from the folder where it was, or from the program's own: that one moves with the program.
fn reopen_neural(config: &Config, model: &StoredModel, address: &str) -> Result<Embedder, Unable> {
    let mut fault = address.to_owned();
    for folder in [Some(PathBuf::from(address)), find_brought_model(config)].into_iter().flatten() {
        match NeuralEmbedder::open(&folder) {
            Ok(found) if found.model_key() == model.model_key => return Ok(Embedder::Neural(found)),
            // Another model in the program's folder is no fault of this one.
            Ok(_) => {}
            Err(error) => fault = error.to_string(),
        }
    }
    Err(Unable::Unusable(fault))
}

#[cfg(test)]
mod tests {
    use crate::embedding::selection::configured::storable_address;

    #[test]
    fn an_address_that_may_hold_a_key_is_not_stored() {
        for plain in ["https://openrouter.ai/api/v1", "https://x.example/v1?api-version=2024-02-01"] {
            assert_eq!(storable_address(plain), Some(plain));
        }
        for doubtful in
            ["https://x.example/v1?key=abc", "https://x.example/v1?api-version=1&sig=x", "nowhere"]
        {
            assert_eq!(storable_address(doubtful), None, "{doubtful}");
        }
    }
}
