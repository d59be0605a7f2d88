//! Report of an item's passages for people: exactly the ones that are embedded.

use super::passages;
use crate::app::App;
use crate::error::AppError;
use celeiro_domain::catalog::Item;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Lists the passages of `item` that are embedded, or would be if it were active.
pub(crate) async fn item_passages(app: &App, item: &Item) -> Result<Vec<EmbeddedPassage>, AppError> {
    let files = app.store().file_texts(&[item.id]).await?.remove(&item.id).unwrap_or_default();
    let passages = passages::of_item(&item.clone().into(), &files);
    Ok(passages
        .into_iter()
        .map(|p| EmbeddedPassage { source: p.source.to_owned(), chunk: p.chunk.unsigned_abs(), text: p.text })
        .collect())
}

/// A passage as an embedding model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbeddedPassage {
    /// `item` for its own text, `file` for that of an attachment, `note` for its notes.
    pub source: String,
    /// Place in its source, from 0.
    pub chunk: u32,
    /// What the model is given.
    pub text: String,
}
