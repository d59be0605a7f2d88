//! Images of an item in order. The first is the main image and represents the item.

use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_store::{ImageOrder, StoredFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Most pictures that one request puts in order.
const MOST_IMAGES: usize = 200;

/// A picture of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemImage {
    /// The attachment.
    pub id: Uuid,
    /// What people call the file.
    pub name: String,
    /// Width in pixels, upright; absent where it was not looked at yet.
    pub width: Option<u32>,
    /// Height in pixels, upright; absent where it was not looked at yet.
    pub height: Option<u32>,
}

/// The pictures of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemImages {
    /// Counts up with every change of the order. A change must name the version that it started from.
    pub version: i32,
    /// The pictures, the main one first.
    pub images: Vec<ItemImage>,
}

/// An order of the pictures of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderItemImages {
    /// The item.
    pub id: Uuid,
    /// The version of the order that the change started from.
    pub version: i32,
    /// The pictures that come first, in this order; the others follow as they are. One alone becomes the main one.
    pub images: Vec<Uuid>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists the images of an item, the main image first.
pub async fn list_item_images(app: &App, _: &Caller, request: ById) -> Result<ItemImages, AppError> {
    Ok(to_images(app.store().item_images(request.id).await?))
}

/// Changes the order of the images of an item.
///
/// # Errors
/// `conflict` with the order as it is where it was changed meanwhile, `not_found` where one of them is no picture of the
/// item, `invalid_request` for none, one twice, or more than 200.
pub async fn order_item_images(
    app: &App,
    caller: &Caller,
    request: OrderItemImages,
) -> Result<ItemImages, AppError> {
    let images = &request.images;
    let is_repeated = |at: usize| images[..at].contains(&images[at]);
    if images.is_empty() || images.len() > MOST_IMAGES || (0..images.len()).any(is_repeated) {
        let allowed = format!("images: 1 to {MOST_IMAGES}, each once");
        return Err(AppError::invalid_request(allowed).detail("path", "images"));
    }
    let write = new_write(caller, request.operation_id);
    let order = app.store().order_images((request.id, request.version), images, &write).await?;
    Ok(to_images(order))
}

/// The pictures of an item, the main one first.
pub(crate) async fn read_images(app: &App, item: Uuid) -> Result<Vec<ItemImage>, AppError> {
    Ok(to_images(app.store().item_images(item).await?).images)
}

fn to_images(order: ImageOrder) -> ItemImages {
    ItemImages { version: order.version, images: order.images.into_iter().map(to_image).collect() }
}

fn to_image(file: StoredFile) -> ItemImage {
    let edge = |edge: Option<i32>| edge.map(i32::unsigned_abs);
    ItemImage { id: file.id, width: edge(file.width), height: edge(file.height), name: file.name }
}
