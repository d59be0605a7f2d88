//! A stronger local embedder: token vectors from a folder, in the layout of Model2Vec.
//!
//! A text is cut into tokens (`tokenizer.json`), their vectors (`model.safetensors`) are added
//! up, and the sum is brought to norm 1. No network of layers runs, so a query takes well under
//! a millisecond. Such models are distilled from large ones and know languages beyond the
//! catalog's own words; the price is a file of some 100 MB, which is why this is for those who
//! ask for it.
//!
//! `config.json` is not read: all it could say here is whether to normalise, and vectors are
//! always normalised. Downloading is in [`download`].

pub mod download;
mod tensors;

use std::{fs, path::Path, sync::Arc};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokenizers::Tokenizer;

use self::tensors::TokenVectors;
use super::unit_vector;

/// Name of the file with the rules for cutting text.
pub const TOKENIZER_FILE: &str = "tokenizer.json";
/// Name of the file with the vectors.
pub const VECTORS_FILE: &str = "model.safetensors";

const MAX_TOKENIZER_BYTES: u64 = 128 << 20;
const MAX_VECTORS_BYTES: u64 = 2 << 30;
/// Of longer texts only the start counts (bytes): several times the longest passage stored, and
/// little enough for any tokenizer.
const MAX_TEXT_BYTES: usize = 32 << 10;

/// Why a folder holds no usable model.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct LoadError {
    /// Name of the file at fault.
    pub file: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

/// A loaded model. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct StaticEmbedder {
    inner: Arc<Inner>,
}

struct Inner {
    tokenizer: Tokenizer,
    /// The token that stands for what the tokenizer does not know; it says nothing.
    unknown: Option<u32>,
    vectors: TokenVectors,
    key: String,
}

impl StaticEmbedder {
    /// Loads the model in `folder`. Blocks on the disk; keeps the vectors in memory in the
    /// precision of the file.
    ///
    /// # Errors
    /// [`LoadError`] for a missing, oversized, damaged or unfitting file.
    pub fn load(folder: &Path) -> Result<Self, LoadError> {
        let tokenizer_bytes = read(folder, TOKENIZER_FILE, MAX_TOKENIZER_BYTES)?;
        let vectors_bytes = read(folder, VECTORS_FILE, MAX_VECTORS_BYTES)?;
        let digest = Sha256::new().chain_update(&tokenizer_bytes).chain_update(&vectors_bytes).finalize();
        let tokenizer = tokenizer(&tokenizer_bytes)?;
        let unknown = unknown_token(&tokenizer, &tokenizer_bytes);
        let vectors =
            TokenVectors::parse(vectors_bytes).map_err(|reason| LoadError { file: VECTORS_FILE, reason })?;
        let tokens = tokenizer.get_vocab_size(true);
        if vectors.tokens() < tokens {
            let reason =
                format!("it has vectors for {} tokens, the tokenizer knows {tokens}", vectors.tokens());
            return Err(LoadError { file: VECTORS_FILE, reason });
        }
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let short: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let key = format!("static:{name}:{short}");
        Ok(Self { inner: Arc::new(Inner { tokenizer, unknown, vectors, key }) })
    }

    /// Embeds `text` as a unit vector, or `None` where the static model knows no token of it.
    pub fn embed_one(&self, text: &str) -> Option<Vec<f32>> {
        let inner = &*self.inner;
        let text = &text[..text.floor_char_boundary(MAX_TEXT_BYTES)];
        let encoding = inner.tokenizer.encode_fast(text, false).ok()?;
        let known = encoding.get_ids().iter().copied().filter(|id| Some(*id) != inner.unknown);
        unit_vector(inner.vectors.sum(known), self.dimensions()).ok()
    }

    /// Length of the vectors that the static model computes.
    pub fn dimensions(&self) -> usize {
        self.inner.vectors.dimensions()
    }

    /// `static:<folder name>:<first 8 hex digits of the SHA-256 of its files>`.
    pub fn model_key(&self) -> String {
        self.inner.key.clone()
    }
}

impl std::fmt::Debug for StaticEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("StaticEmbedder").field(&self.inner.key).finish()
    }
}

fn read(folder: &Path, file: &'static str, limit: u64) -> Result<Vec<u8>, LoadError> {
    let fault = |reason: String| LoadError { file, reason };
    let path = folder.join(file);
    let size = fs::metadata(&path).map_err(|e| fault(e.to_string()))?.len();
    if size > limit {
        return Err(fault(format!("{size} bytes are more than the {limit} that are read")));
    }
    fs::read(&path).map_err(|e| fault(e.to_string()))
}

fn tokenizer(bytes: &[u8]) -> Result<Tokenizer, LoadError> {
    let fault = |reason: String| LoadError { file: TOKENIZER_FILE, reason };
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|e| fault(e.to_string()))?;
    // Files carry the limits of the model they were distilled from; adding up has none.
    tokenizer.with_truncation(None).map_err(|e| fault(e.to_string()))?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}

/// The number of the unknown token: by name (word and piece models) or by number (unigram).
fn unknown_token(tokenizer: &Tokenizer, bytes: &[u8]) -> Option<u32> {
    #[derive(Deserialize)]
    struct File {
        model: Model,
    }
    #[derive(Deserialize)]
    struct Model {
        unk_token: Option<String>,
        unk_id: Option<u32>,
    }
    let model = serde_json::from_slice::<File>(bytes).ok()?.model;
    model.unk_id.or_else(|| tokenizer.token_to_id(&model.unk_token?))
}
