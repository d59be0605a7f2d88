//! Classification of documents: label, leaflet, safety data sheet or another.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::catalog::attachments::api::{Attachment, find_attachment};
use crate::catalog::attachments::pictures::{MOST_ITEMS, find_owners};
use crate::error::AppError;
use celeiro_domain::catalog::DocumentKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// What kind of document a file is, as a person says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetAttachmentKind {
    /// The attachment.
    pub id: Uuid,
    /// Its kind.
    pub kind: DocumentKind,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Whose documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListItemDocuments {
    /// Ids of items, at most 100.
    pub items: Vec<Uuid>,
}

/// A label, leaflet or safety data sheet whose text search and models see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemDocument {
    /// The attachment.
    pub id: Uuid,
    /// The item that was asked about.
    pub item_id: Uuid,
    /// What people call the file.
    pub name: String,
    /// Its kind.
    pub kind: DocumentKind,
}

/// Stores what kind of document a file is.
///
/// # Errors
/// `not_found` where there is no such file, or it was taken off.
pub async fn set_attachment_kind(
    app: &App,
    caller: &Caller,
    request: SetAttachmentKind,
) -> Result<Attachment, AppError> {
    let write = new_write(caller, request.operation_id);
    app.store().set_document_kind(request.id, request.kind, &write).await?;
    let item = app.store().file(request.id).await?.item_id;
    find_attachment(app, item, request.id).await
}

/// Labels, leaflets and safety data sheets of items, the oldest of each item first.
///
/// # Errors
/// `invalid_request` for more than 100 items.
pub async fn list_item_documents(
    app: &App,
    _: &Caller,
    request: ListItemDocuments,
) -> Result<Vec<ItemDocument>, AppError> {
    if request.items.len() > MOST_ITEMS {
        return Err(AppError::invalid_request(format!("items: at most {MOST_ITEMS}")).detail("path", "items"));
    }
    let owners = find_owners(app, &request.items).await?;
    let mut files: HashMap<Uuid, Vec<ItemDocument>> = HashMap::new();
    for file in app.store().documents_of(&owners).await? {
        let kind = file.document_kind();
        if kind != DocumentKind::Other {
            let document = ItemDocument { id: file.id, item_id: file.item_id, name: file.name, kind };
            files.entry(file.item_id).or_default().push(document);
        }
    }
    let mut list = Vec::new();
    for (item, owner) in request.items.iter().zip(&owners) {
        let documents = files.get(owner).into_iter().flatten();
        list.extend(documents.map(|one| ItemDocument { item_id: *item, ..one.clone() }));
    }
    Ok(list)
}
