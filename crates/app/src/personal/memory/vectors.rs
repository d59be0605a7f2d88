//! Background computation of memory vectors, by a model inside this program.

use crate::app::App;
use crate::embedding::embed_texts;
use crate::error::AppError;
use crate::personal::switch::is_on;
use celeiro_llm::Purpose;
use celeiro_store::KnowledgeFingerprint;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often is looked whether a statement has no vector.
const ROUND: Duration = Duration::from_secs(3);
/// The same after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(60);
/// Statements that are embedded at once.
const BATCH: i64 = 32;

/// Embeds what has no vector, again and again, until `stop`.
pub(crate) async fn run_knowledge_vectors(app: &App, stop: &CancellationToken) {
    let (mut pause, mut filled) = (ROUND, None);
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        tokio::select! {
            done = fill_changed(app, &mut filled) => match done {
                Ok(()) => pause = ROUND,
                Err(error) => {
                    tracing::warn!(%error, "what is known has no vectors for now");
                    pause = AFTER_FAILURE;
                }
            },
            () = stop.cancelled() => return,
        }
    }
}

/// Which items had vectors, and of which model, when all had some.
type FilledMark = Option<(KnowledgeFingerprint, String)>;

/// Embeds what has no vector, where anything was written since all of it had.
async fn fill_changed(app: &App, filled: &mut FilledMark) -> Result<(), AppError> {
    if !is_on(app) {
        return Ok(());
    }
    let Some(embedder) = app.inner.embedders.find_local(app).await? else { return Ok(()) };
    let now = (app.store().knowledge_fingerprint().await?, embedder.model_key());
    if filled.as_ref() != Some(&now) {
        embed_knowledge(app).await?;
        *filled = Some(now);
    }
    Ok(())
}

/// Embeds all items in force that have no vector of what they say, and says how many; none where no model runs in this
/// program, or the personal assistant is off.
///
/// # Errors
/// `embedder_failed`; what the database says.
pub async fn embed_knowledge(app: &App) -> Result<u64, AppError> {
    if !is_on(app) {
        return Ok(0);
    }
    let Some(embedder) = app.inner.embedders.find_local(app).await? else { return Ok(0) };
    let model_key = embedder.model_key();
    let mut embedded = 0;
    loop {
        let items = app.store().unembedded_knowledge(&model_key, BATCH).await?;
        if items.is_empty() {
            break;
        }
        embedded += items.len() as u64;
        let texts: Vec<String> = items.iter().map(|item| item.content.clone()).collect();
        let vectors = embed_texts(&embedder, &texts, Purpose::Document).await?;
        let written: Vec<_> = items.into_iter().zip(vectors).collect();
        app.store().write_knowledge_vectors(&model_key, &written).await?;
        app.inner.known_items.forget();
    }
    Ok(embedded)
}
