//! Recall of the memory items in force, from the cache or from the database.

use super::known::KnownItems;
use crate::app::App;
use crate::error::AppError;
use celeiro_domain::personal::memory::KnowledgeState;
use celeiro_llm::Embedder;
use celeiro_store::KnowledgeQuery;
use std::collections::HashMap;
use std::sync::Arc;

/// The items in force now: from memory while nothing of them was written.
pub(crate) async fn read_known_items(app: &App) -> Result<Arc<KnownItems>, AppError> {
    let embedder = app.inner.embedders.find_local(app).await?;
    let model_key = embedder.as_ref().map(Embedder::model_key);
    // Before the items: what is written in between is seen by the next one.
    let fingerprint = app.store().knowledge_fingerprint().await?;
    if let Some(known) = app.inner.known_items.find(fingerprint, model_key.as_deref()) {
        return Ok(known);
    }
    let query = KnowledgeQuery { state: Some(KnowledgeState::Active), ..KnowledgeQuery::default() };
    let items = app.store().knowledge(&query).await?;
    let stored = match &model_key {
        Some(key) => app.store().knowledge_vectors(key).await?.into_iter().collect(),
        None => HashMap::new(),
    };
    let known = Arc::new(KnownItems::new(items, &stored, fingerprint, embedder));
    app.inner.known_items.keep(known.clone());
    Ok(known)
}
