//! The indexed text of an item, which search and models use: explains why the search finds the item or misses it.

use crate::api::ById;
use crate::app::{App, Caller};
use crate::embedding::filling::report::EmbeddedPassage;
use crate::embedding::item_passages;
use crate::error::AppError;
use celeiro_domain::catalog::Item;
use celeiro_domain::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The texts of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemText {
    /// What the search by words compares with: each field folded; blank ones are left out.
    pub fields: Vec<FoldedField>,
    /// What is embedded, in the form that the model is given.
    pub passages: Vec<EmbeddedPassage>,
}

/// A field as the search by words sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoldedField {
    /// The field.
    pub field: String,
    /// Its text without case and accents.
    pub text: String,
}

/// What search and models see of an item; of one that is not active, what they would see.
///
/// # Errors
/// `not_found`.
pub async fn item_text(app: &App, _: &Caller, request: ById) -> Result<ItemText, AppError> {
    let item = app.store().item(request.id).await?;
    let passages = item_passages(app, &item).await?;
    Ok(ItemText { fields: folded_fields(&item), passages })
}

/// The texts of an item as the search by words compares them, without blank ones.
fn folded_fields(item: &Item) -> Vec<FoldedField> {
    let tags = item.tags.join(" ");
    let fields = [
        ("name", item.name.as_str()),
        ("description", item.description.as_deref().unwrap_or("")),
        ("category", item.category.as_deref().unwrap_or("")),
        ("manufacturer", item.manufacturer.as_deref().unwrap_or("")),
        ("tags", tags.as_str()),
        ("notes", item.notes.as_deref().unwrap_or("")),
    ];
    fields
        .into_iter()
        .map(|(field, text)| FoldedField { field: field.to_owned(), text: normalize_text(text) })
        .filter(|folded| !folded.text.is_empty())
        .collect()
}
