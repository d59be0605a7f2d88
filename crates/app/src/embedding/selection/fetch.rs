//! Download of a static model, at a person's request.
//!
//! Nothing is downloaded automatically: the caller gives the address and the check sums, and the folder appears in one
//! step or not at all.

use crate::error::{AppError, Code};
use crate::runtime::phase::Progress;
use celeiro_llm::StaticEmbedder;
use celeiro_llm::embed::static_model::download::{DownloadError, FileSpec, download_static_model};
use celeiro_llm::embed::static_model::{TOKENIZER_FILE, VECTORS_FILE};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Most bytes of either file: what [`StaticEmbedder`] loads.
const MAX_TOKENIZER_BYTES: u64 = 128 << 20;
const MAX_VECTORS_BYTES: u64 = 2 << 30;

/// What the files of a model must be: SHA-256 in hexadecimal, as its publisher names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSums {
    /// Of `tokenizer.json`.
    pub tokenizer: String,
    /// Of `model.safetensors`.
    pub vectors: String,
}

/// A model that was fetched and can be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FetchedModel {
    /// Its folder, for `EMBEDDING_MODEL_DIR`.
    pub folder: String,
    /// Length of its vectors.
    pub dimensions: u32,
}

/// Fetches the two files of a static model from below `base` into the new folder `into`.
///
/// # Errors
/// [`Code::ModelNotFetched`] with the reason; `into` is then as it was.
pub async fn fetch_static_model(
    base: &str,
    sums: &ModelSums,
    into: &Path,
    mut progress: impl FnMut(&str, Progress),
) -> Result<FetchedModel, AppError> {
    let files = [
        model_file_spec(TOKENIZER_FILE, &sums.tokenizer, MAX_TOKENIZER_BYTES)?,
        model_file_spec(VECTORS_FILE, &sums.vectors, MAX_VECTORS_BYTES)?,
    ];
    let tell = |p: celeiro_llm::embed::static_model::download::Progress<'_>| {
        progress(p.file, Progress { done: p.done, total: p.total.unwrap_or(p.done) });
    };
    download_static_model(base, &files, into, tell).await.map_err(|error| refusal(&error, base, into))?;
    match StaticEmbedder::load(into) {
        Ok(model) => Ok(FetchedModel {
            folder: into.display().to_string(),
            dimensions: u32::try_from(model.dimensions()).unwrap_or(u32::MAX),
        }),
        Err(error) => {
            tracing::warn!(%error, "a fetched model cannot be loaded");
            // It was made a moment ago, by us.
            std::fs::remove_dir_all(into).ok();
            Err(not_fetched("download.unloadable", into.display()))
        }
    }
}

fn model_file_spec(name: &str, sum: &str, max_bytes: u64) -> Result<FileSpec, AppError> {
    if sum.len() != 64 || !sum.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(not_fetched("download.badSum", name));
    }
    Ok(FileSpec { name: name.to_owned(), sha256: sum.to_owned(), max_bytes })
}

fn refusal(error: &DownloadError, base: &str, into: &Path) -> AppError {
    match error {
        DownloadError::Address(_) => not_fetched("download.address", base),
        DownloadError::DestinationExists => not_fetched("download.exists", into.display()),
        DownloadError::BadName(name) => not_fetched("download.address", name),
        DownloadError::Status { file, status } => {
            not_fetched("download.status", format!("{file}: HTTP {status}")).detail("status", status)
        }
        DownloadError::Interrupted { file } => not_fetched("download.interrupted", file),
        DownloadError::TooLarge { file, limit } => {
            not_fetched("download.tooLarge", file).detail("limit", limit)
        }
        DownloadError::WrongContent { file } => not_fetched("download.wrongContent", file),
        DownloadError::Client(reason) => not_fetched("download.interrupted", reason),
        DownloadError::Disk(error) => AppError::unwritable(into.display(), error),
    }
}

/// `what` is the file, folder or address that it is about.
fn not_fetched(reason: &'static str, what: impl std::fmt::Display) -> AppError {
    AppError::new(Code::ModelNotFetched).with_text("reason", reason).with("what", what)
}
