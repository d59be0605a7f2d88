//! Similar spellings of values across the catalog.

use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::import::SimilarValue;
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Of which records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListSimilarValues {
    /// Items where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
}

/// Values of categories, manufacturers and tags that resemble a commoner value of the same field. A
/// bulk edit with the action `merge` makes them one.
pub async fn list_similar_values(
    app: &App,
    _: &Caller,
    request: ListSimilarValues,
) -> Result<Vec<SimilarValue>, AppError> {
    Ok(app.store().similar_values(request.kind.unwrap_or(Kind::Items)).await?)
}
