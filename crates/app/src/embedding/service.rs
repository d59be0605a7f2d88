//! Types of the embedding service of a corpus: the serving model and query vectors.

use crate::messages::translate_with;
use celeiro_domain::search::Lang;
use celeiro_llm::Embedder;
use celeiro_store::StoredModel;
use std::sync::Arc;

/// A model that serves.
#[derive(Debug, Clone)]
pub(crate) struct ServingModel {
    pub stored: StoredModel,
    pub embedder: Embedder,
}

/// What serves a corpus.
#[derive(Debug, Clone)]
pub(crate) enum Service {
    /// Nothing, because nothing is wanted or none is filled yet.
    None,
    /// This model.
    Ready(Arc<ServingModel>),
    /// A model whose vectors are there, but which cannot be asked.
    Unable(Unable),
}

/// A query's vector and what it belongs to.
pub(crate) struct QueryVector {
    pub serving: Arc<ServingModel>,
    pub vector: Vec<f32>,
}

/// Vectors that stand for a corpus, one behind the other, and the chunks they are of.
#[derive(Debug)]
pub(super) struct CorpusSample {
    pub chunks: Vec<i64>,
    pub vectors: Vec<f32>,
}

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
    /// Renders in `lang` why the embedding service is unable to serve.
    pub fn message(&self, lang: Lang) -> String {
        let (key, what) = match self {
            Unable::NoAddress => ("noAddress", String::new()),
            Unable::NoKey(name) => ("noKey", name.clone()),
            Unable::Unusable(reason) => ("unusable", reason.clone()),
            Unable::Outdated => ("outdated", String::new()),
        };
        translate_with(lang, &format!("embedding.unable.{key}"), &[("what", what)])
    }
}
