//! Operations on items, single and in lists.

use super::attachments::images::{ItemImage, read_images};
use super::categories::facets::add_tree;
use super::draft_request::reads_draft;
use super::fields::definitions::arrange_facets;
use super::relations::confirmed_relations;
use crate::api::{ById, DeletedRecord, Empty, ListRequest, WriteById, new_write};
use crate::app::{App, Caller};
use crate::assist::api::AssistSources;
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::relations::ItemRelation;
use celeiro_domain::catalog::{Facets, Item, ItemDraft};
use celeiro_store::{DecisionRule, FieldSources, Origin, StoreError, Write};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

/// Categories of the catalog that are counted with those below them.
const MAX_CATEGORIES: i64 = 10_000;

/// A part of the catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemPage {
    /// The items.
    pub rows: Vec<Item>,
    /// How many there are in all.
    pub total: u32,
}

/// An item with its pictures and relations.
#[derive(Debug, Clone, PartialEq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemDetails {
    /// The item.
    #[serde(flatten)]
    pub item: Item,
    /// Its pictures, the main one first.
    pub images: Vec<ItemImage>,
    /// What replaces it or it replaces, what goes with it, and what has its active ingredient, as people have confirmed.
    pub relations: Vec<ItemRelation>,
}

/// A new item.
#[derive(Debug, Clone, PartialEq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateItem {
    /// Its content.
    #[serde(flatten)]
    pub draft: ItemDraft,
    /// Which of the values are suggestions that were taken.
    #[serde(default)]
    pub sources: Option<AssistSources>,
    /// Chosen by the client: asking again under the same id creates nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

reads_draft!(CreateItem {
    #[serde(default)]
    sources: Option<AssistSources>,
    #[serde(default)]
    operation_id: Option<Uuid>,
} passes { _id = "id", _version = "version", });

/// A changed item.
#[derive(Debug, Clone, PartialEq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItem {
    /// The item.
    pub id: Uuid,
    /// The version that the change started from.
    pub version: i32,
    /// Its whole new content.
    #[serde(flatten)]
    pub draft: ItemDraft,
    /// Names of the attributes that were changed, added or taken away: all others stay as they are
    /// stored, whatever `attributes` says. Where absent, `attributes` is all there is. For clients that
    /// cannot hold every number: what JavaScript reads of an integer above 2^53 is another one.
    #[serde(default)]
    pub changed_attributes: Option<Vec<String>>,
    /// Which of the values are suggestions that were taken.
    #[serde(default)]
    pub sources: Option<AssistSources>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

reads_draft!(UpdateItem {
    id: Uuid,
    version: i32,
    #[serde(default)]
    changed_attributes: Option<Vec<String>>,
    #[serde(default)]
    sources: Option<AssistSources>,
    #[serde(default)]
    operation_id: Option<Uuid>,
} passes {});

/// Lists a page of the catalog's items.
pub async fn list_items(app: &App, _: &Caller, request: ListRequest) -> Result<ItemPage, AppError> {
    let page = app.store().list_items(&request.to_query()).await?;
    Ok(ItemPage { rows: page.rows, total: page.total as u32 })
}

/// One item with its pictures and relations; of a product that was joined into another, that one.
///
/// # Errors
/// `not_found`.
pub async fn get_item(app: &App, _: &Caller, request: ById) -> Result<ItemDetails, AppError> {
    let item = match app.store().item(request.id).await {
        Err(StoreError::NotFound) => {
            let into = app.store().resolve_joined(&[request.id]).await?.remove(&request.id);
            app.store().item(into.ok_or_else(|| Missing::Item.refuse(request.id))?).await?
        }
        found => found?,
    };
    let images = read_images(app, item.id).await?;
    let relations = confirmed_relations(app, item.id).await?;
    Ok(ItemDetails { item, images, relations })
}

/// Creates an item in the catalog.
///
/// # Errors
/// `invalid_fields`, `duplicate_external_id`.
pub async fn create_item(app: &App, caller: &Caller, request: CreateItem) -> Result<Item, AppError> {
    let mut draft = request.draft.check().map_err(AppError::fields)?;
    app.store().field_definitions().await?.check_item(&mut draft, None).map_err(AppError::fields)?;
    let (sources, write) = write_with_sources(caller, request.sources, request.operation_id);
    Ok(app.store().create_item_from(&draft, &sources, &write).await?)
}

/// Replaces an item of the catalog.
///
/// # Errors
/// `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`, `duplicate_external_id`.
pub async fn update_item(app: &App, caller: &Caller, request: UpdateItem) -> Result<Item, AppError> {
    save_item(app, caller, request, DecisionRule::Anew).await
}

/// [`update_item`]; `deciding` is about the suggestions that it takes.
///
/// # Errors
/// As [`update_item`], and `already_decided`.
pub(crate) async fn save_item(
    app: &App,
    caller: &Caller,
    request: UpdateItem,
    deciding: DecisionRule,
) -> Result<Item, AppError> {
    let mut draft = request.draft;
    let stored = match app.store().item(request.id).await {
        Ok(stored) => Some(stored),
        Err(StoreError::NotFound) if request.changed_attributes.is_none() => None,
        Err(error) => return Err(error.into()),
    };
    // Of another version nothing is stored: the write refuses it.
    let stored = stored.filter(|stored| stored.version == request.version);
    if let (Some(stored), Some(changed)) = (&stored, &request.changed_attributes) {
        draft.attributes = merge_attributes(stored.attributes.clone(), draft.attributes, changed);
    }
    let mut draft = draft.check().map_err(AppError::fields)?;
    if let Some(stored) = &stored {
        let fields = app.store().field_definitions().await?;
        let before = ItemDraft::from(stored.clone());
        fields.check_item(&mut draft, Some(&before)).map_err(AppError::fields)?;
    }
    let (sources, write) = write_with_sources(caller, request.sources, request.operation_id);
    let sources = (&sources, deciding);
    let saved = app.store().update_item_from(request.id, request.version, &draft, sources, &write).await;
    saved.map_err(|error| match error {
        conflict @ StoreError::Conflict(_) => AppError::from(conflict).detail("yours", &draft),
        other => Missing::Item.explain(request.id)(other),
    })
}

/// `stored_fields`, with what `sent` says of the attributes named in `changed`.
fn merge_attributes(
    mut stored: Map<String, Value>,
    mut sent: Map<String, Value>,
    changed: &[String],
) -> Map<String, Value> {
    for key in changed {
        match sent.remove(key) {
            Some(value) => stored.insert(key.clone(), value),
            None => stored.shift_remove(key),
        };
    }
    stored
}

/// Where values come from, and the write that brings them: a revision with a value that was suggested
/// says so; which of its fields it was stands beside it.
fn write_with_sources(
    caller: &Caller,
    sources: Option<AssistSources>,
    operation_id: Option<Uuid>,
) -> (FieldSources, Write) {
    let sources = sources.unwrap_or_default().by_field();
    let write = new_write(caller, operation_id);
    let origin = if sources.is_empty() { write.origin } else { Origin::AiSuggestion };
    (sources, Write { origin, ..write })
}

/// Deletes an item of the catalog; it can be restored.
///
/// # Errors
/// `not_found`.
pub async fn delete_item(app: &App, caller: &Caller, request: WriteById) -> Result<DeletedRecord, AppError> {
    let deleted = app.store().delete_item(request.id, &new_write(caller, request.operation_id)).await;
    deleted.map_err(Missing::Item.explain(request.id))?;
    Ok(DeletedRecord { id: request.id })
}

/// Restores a deleted item of the catalog.
///
/// # Errors
/// `not_found`.
pub async fn restore_item(app: &App, caller: &Caller, request: WriteById) -> Result<Item, AppError> {
    let restored = app.store().restore_item(request.id, &new_write(caller, request.operation_id)).await;
    restored.map_err(Missing::Item.explain(request.id))
}

/// Lists the catalog's values that filters can choose from; up to half a minute old.
pub async fn facets(app: &App, _: &Caller, _: Empty) -> Result<Facets, AppError> {
    let store = app.store();
    let load = async || {
        let mut facets = store.facets().await?;
        arrange_facets(&mut facets, &store.field_definitions().await?);
        if !store.category_places().await?.is_empty() {
            let (categories, _) = store.categories(MAX_CATEGORIES).await?;
            add_tree(&mut facets.categories, &categories);
        }
        Ok(facets)
    };
    Ok((*app.inner.facets.get(load).await?).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn of_attributes_only_those_that_were_changed_are_taken_from_what_was_sent() {
        let stored = object(json!({ "ean": 1, "teor": 2, "cor": "azul" }));
        let sent = object(json!({ "ean": 9, "teor": 3, "novo": true, "outro": false }));
        let changed = ["teor", "cor", "novo", "nada"].map(str::to_owned);
        let merged = merge_attributes(stored.clone(), sent, &changed);
        assert_eq!(merged, object(json!({ "ean": 1, "teor": 3, "novo": true })));
        assert_eq!(merge_attributes(stored.clone(), Map::new(), &[]), stored);
    }

    #[test]
    fn a_save_with_suggestions_in_it_says_so() {
        let caller = Caller::local(celeiro_domain::search::Lang::En);
        let (sources, by_hand) = write_with_sources(&caller, None, None);
        assert_eq!((sources.len(), by_hand.origin), (0, Origin::Person));
        let taken: AssistSources = serde_json::from_value(json!({ "category": Uuid::nil() })).unwrap();
        let (sources, suggested) = write_with_sources(&caller, Some(taken), Some(Uuid::nil()));
        assert_eq!((sources.len(), suggested.origin), (1, Origin::AiSuggestion));
        assert_eq!(suggested.operation_id, Uuid::nil());
    }
}
