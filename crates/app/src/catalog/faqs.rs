//! Operations on FAQs, single and in lists.

use crate::api::{ById, DeletedRecord, ListRequest, WriteById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::faq::{Faq, FaqDraft};
use celeiro_store::StoreError;
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A part of the FAQs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqPage {
    /// The FAQs.
    pub rows: Vec<Faq>,
    /// How many there are in all.
    pub total: u32,
}

/// A new FAQ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateFaq {
    /// Its content.
    #[serde(flatten)]
    pub draft: FaqDraft,
    /// Chosen by the client: asking again under the same id creates nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A changed FAQ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateFaq {
    /// The FAQ.
    pub id: Uuid,
    /// The version that the change started from.
    pub version: i32,
    /// Its whole new content.
    #[serde(flatten)]
    pub draft: FaqDraft,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists a page of the catalog's FAQs.
pub async fn list_faqs(app: &App, _: &Caller, request: ListRequest) -> Result<FaqPage, AppError> {
    let page = app.store().list_faqs(&request.to_query()).await?;
    Ok(FaqPage { rows: page.rows, total: page.total as u32 })
}

/// Reads one FAQ of the catalog.
///
/// # Errors
/// `not_found`.
pub async fn get_faq(app: &App, _: &Caller, request: ById) -> Result<Faq, AppError> {
    app.store().faq(request.id).await.map_err(Missing::Faq.explain(request.id))
}

/// Creates a FAQ in the catalog.
///
/// # Errors
/// `invalid_fields`, `duplicate_external_id`.
pub async fn create_faq(app: &App, caller: &Caller, request: CreateFaq) -> Result<Faq, AppError> {
    let draft = request.draft.check(Utc::now()).map_err(AppError::fields)?;
    Ok(app.store().create_faq(&draft, &new_write(caller, request.operation_id)).await?)
}

/// Replaces a FAQ of the catalog.
///
/// # Errors
/// `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`, `duplicate_external_id`.
pub async fn update_faq(app: &App, caller: &Caller, request: UpdateFaq) -> Result<Faq, AppError> {
    let draft = request.draft.check(Utc::now()).map_err(AppError::fields)?;
    let saved = app
        .store()
        .update_faq(request.id, request.version, &draft, &new_write(caller, request.operation_id))
        .await;
    saved.map_err(|error| match error {
        conflict @ StoreError::Conflict(_) => AppError::from(conflict).detail("yours", &draft),
        other => Missing::Faq.explain(request.id)(other),
    })
}

/// Deletes a FAQ of the catalog; it can be restored.
///
/// # Errors
/// `not_found`.
pub async fn delete_faq(app: &App, caller: &Caller, request: WriteById) -> Result<DeletedRecord, AppError> {
    let deleted = app.store().delete_faq(request.id, &new_write(caller, request.operation_id)).await;
    deleted.map_err(Missing::Faq.explain(request.id))?;
    Ok(DeletedRecord { id: request.id })
}

/// Restores a deleted FAQ of the catalog.
///
/// # Errors
/// `not_found`.
pub async fn restore_faq(app: &App, caller: &Caller, request: WriteById) -> Result<Faq, AppError> {
    let restored = app.store().restore_faq(request.id, &new_write(caller, request.operation_id)).await;
    restored.map_err(Missing::Faq.explain(request.id))
}
