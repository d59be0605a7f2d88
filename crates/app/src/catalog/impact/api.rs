//! Operation that previews the impact of an edit on searches.

use crate::app::{App, Caller};
use crate::catalog::impact::{ItemEffect, load_watched_queries, of_item};
use crate::error::AppError;
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// An edit that is not saved yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemImpact {
    /// The item; none where it would be a new one.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// Its content as it would be.
    pub draft: ItemDraft,
    /// Queries it is tried on, 300 at most; where there are none, those of the query sets and those
    /// asked most often.
    #[serde(default)]
    pub queries: Vec<String>,
}

/// What saving an edit would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImpactReport {
    /// Queries tried.
    pub queries: u32,
    /// Those whose first ten hits it would enter, leave, or stand elsewhere in; losses first.
    pub effects: Vec<ItemEffect>,
}

/// In which watched queries the item would come in, fall out or move; an estimate, for rarities of
/// words are those of the catalog as it is.
///
/// # Errors
/// `invalid_fields`, `not_found`; as [`crate::search::api::search`].
pub async fn item_impact(app: &App, _: &Caller, request: ItemImpact) -> Result<ImpactReport, AppError> {
    let draft = request.draft.check().map_err(AppError::fields)?;
    if let Some(id) = request.id {
        app.store().item(id).await?;
    }
    let watched = load_watched_queries(app, Kind::Items, &request.queries).await?;
    let effects = of_item(app, request.id, &draft, &watched).await?;
    Ok(ImpactReport { queries: watched.len() as u32, effects })
}
