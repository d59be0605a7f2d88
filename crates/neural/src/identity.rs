//! What tells a model from any other, known before it is loaded.

use crate::error::ModelError;
use crate::folder::{self, Description};
use crate::text;
use crate::weights::Weights;
use sha2::{Digest, Sha256};
use std::path::Path;

/// Sums of all files of a folder, as `cargo xtask model` writes them.
const MANIFEST_FILE: &str = "MANIFEST.sha256";
const MAX_MANIFEST: u64 = 1 << 20;

/// What tells a model from any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Name of its folder.
    pub name: String,
    /// Length of its vectors.
    pub dimensions: usize,
    /// SHA-256 in hexadecimal of all in the folder that vectors depend on.
    pub digest: String,
}

impl Identity {
    /// Looks at the model in `folder` without loading it: its description, the list of its tensors, and
    /// the sum of its files, which a manifest spares reading them for.
    ///
    /// # Errors
    /// As [`Model::load`](crate::Model::load), as far as that shows without the numbers.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        Self::of(folder, &Description::read(folder)?)
    }

    pub(crate) fn of(folder: &Path, description: &Description) -> Result<Self, ModelError> {
        let mut weights = Weights::open(folder)?;
        let mut hasher = Sha256::new();
        match folder::read_model_file(folder, MANIFEST_FILE, MAX_MANIFEST)? {
            Some(manifest) => hasher.update(manifest),
            None => {
                hasher.update(weights.digest()?);
                hasher.update(text::read_tokenizer_file(folder)?);
            }
        }
        let digest = hasher
            .chain_update(&description.bytes)
            .chain_update(&description.query_prefix)
            .chain_update(&description.passage_prefix)
            .finalize();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let digest = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { name, dimensions: description.architecture.hidden, digest })
    }
}
