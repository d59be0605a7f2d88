//! Vectors of an unsaved draft of an item, for previews. Nothing is stored.

use super::passages;
use crate::app::App;
use crate::error::AppError;
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Kind;
use celeiro_llm::Purpose;
use celeiro_llm::embed::QUERY_DEADLINE;
use uuid::Uuid;

/// One vector a passage, of the model that serves; none where no model does or it fails: a preview
/// then rests on words, as a search would.
pub(crate) async fn embed_draft(
    app: &App,
    stored: Option<Uuid>,
    draft: &ItemDraft,
) -> Result<Vec<Vec<f32>>, AppError> {
    let Some(serving) = app.inner.embedders.find_serving(app, Kind::Items).await? else {
        return Ok(Vec::new());
    };
    let files = match stored {
        Some(id) => app.store().file_texts(&[id]).await?.remove(&id).unwrap_or_default(),
        None => Vec::new(),
    };
    let passages = passages::of_item(draft, &files);
    let texts: Vec<String> = passages.into_iter().map(|passage| passage.text).collect();
    match serving.embedder.embed(&texts, Purpose::Document, QUERY_DEADLINE).await {
        Ok(vectors) => Ok(vectors),
        Err(error) => {
            tracing::warn!(%error, "the draft could not be embedded; its preview rests on words");
            Ok(Vec::new())
        }
    }
}
