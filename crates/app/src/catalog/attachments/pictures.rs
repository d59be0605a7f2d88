//! Bytes of item images, scaled or original.
//!
//! Originals are served only if a page can render them cheaply: images of a known kind, of few bytes and few pixels. A
//! drawing (SVG) is a document and is never rendered.

use crate::app::{App, Caller};
use crate::catalog::attachments::scaling::{read_scaled, try_read_scaled};
use crate::error::{AppError, Code};
use crate::files::contents::DerivedSize;
use crate::files::shared::open_content;
use crate::runtime::blocking::run_blocking;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_store::StoredFile;
use imagesize::{ImageType, blob_size, image_type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Most items of one request: a page of the sheet.
pub(crate) const MOST_ITEMS: usize = 100;
/// Most pictures that a client names as known.
const MOST_KNOWN: usize = 200;
/// How long one request begins to make small pictures.
const MAKING: Duration = Duration::from_millis(1_500);
/// The media type of every size.
const SCALED_TYPE: &str = "image/jpeg";
/// Most bytes of a picture that is handed out as it was attached: a photo of a telephone.
pub const PICTURE_BYTES: u32 = 5 << 20;
/// Most pixels of a picture that is handed out as it was attached: a small file can unfold to gigabytes.
const PICTURE_PIXELS: usize = 40_000_000;

/// A picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`, by its content.
    pub mime_type: String,
    /// Its bytes in base64.
    pub data: String,
}

/// A size in which a picture is shown. Each is written anew as JPEG, upright, without anything but its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureSize {
    /// Longest edge 160 pixels, at most 20 kB.
    Thumb,
    /// Longest edge 1,024 pixels.
    Medium,
}

/// Which picture, and how large.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetPicture {
    /// The attachment.
    pub id: Uuid,
    /// The size; as it was attached where absent, which is refused above 5 MB and 40 million pixels.
    #[serde(default)]
    pub size: Option<PictureSize>,
}

/// Small pictures of items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListThumbnails {
    /// Ids of items, at most 100.
    pub items: Vec<Uuid>,
    /// Pictures that the client has already, at most 200: the bytes of a picture never change.
    #[serde(default)]
    pub known_images: Vec<Uuid>,
}

/// How far a small picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThumbnailState {
    /// It is here.
    Ready,
    /// The client has it.
    Known,
    /// It is still to be made: ask again.
    Pending,
    /// Its bytes are on another machine, or it could not be made now.
    Absent,
}

/// The main picture of an item, small.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Thumbnail {
    /// The item that was asked about.
    pub item_id: Uuid,
    /// The attachment that is its main picture.
    pub image_id: Uuid,
    /// How far it is.
    pub state: ThumbnailState,
    /// Its bytes in base64, a JPEG of at most 20 kB; only where it is ready.
    pub data: Option<String>,
}

/// The attachment that is the picture of each item: the first in their order.
pub(crate) async fn find_pictures(app: &App, items: &[Uuid]) -> Result<HashMap<Uuid, Uuid>, AppError> {
    let images = app.store().main_images(items).await?;
    Ok(images.into_iter().map(|(item, image)| (item, image.id)).collect())
}

/// A picture of an item, in one of the sizes in which it is shown or as it was attached.
///
/// # Errors
/// `not_found` for an attachment that is no picture, or too large to be drawn as it was attached; `file_elsewhere`
/// where its bytes are on no server; `file_parser_failed` where a size could not be made now.
pub async fn get_picture(app: &App, caller: &Caller, request: GetPicture) -> Result<Picture, AppError> {
    let file = app.store().file(request.id).await?;
    let bytes = match request.size {
        None => return read_original(app, file).await,
        Some(PictureSize::Thumb) => read_scaled(app, caller.lang, &file, DerivedSize::Thumb).await?,
        Some(PictureSize::Medium) => read_scaled(app, caller.lang, &file, DerivedSize::Medium).await?,
    };
    Ok(Picture { mime_type: SCALED_TYPE.to_owned(), data: STANDARD.encode(&bytes) })
}

/// The main pictures of items, small: those of a page of the sheet are asked for once. Items without a picture are left
/// out. Those that are still to be made are made one after the other for a moment, so that no list waits for them.
///
/// # Errors
/// `invalid_request` for more than 100 items or 200 known pictures.
pub async fn list_thumbnails(
    app: &App,
    caller: &Caller,
    request: ListThumbnails,
) -> Result<Vec<Thumbnail>, AppError> {
    for (name, list, most) in
        [("items", &request.items, MOST_ITEMS), ("knownImages", &request.known_images, MOST_KNOWN)]
    {
        if list.len() > most {
            return Err(AppError::invalid_request(format!("{name}: at most {most}")).detail("path", name));
        }
    }
    let owners = find_owners(app, &request.items).await?;
    let images = app.store().main_images(&owners).await?;
    let known: HashSet<Uuid> = request.known_images.iter().copied().collect();
    let wanted = images.values().filter(|image| !known.contains(&image.id));
    let wanted: Vec<(Uuid, Vec<u8>)> = wanted.map(|image| (image.id, image.sha256.clone())).collect();
    let mut ready = read_thumbnails(app, wanted).await?;
    let deadline = Instant::now() + MAKING;
    let mut list = Vec::new();
    for (item, owner) in request.items.iter().zip(&owners) {
        let Some(image) = images.get(owner) else { continue };
        let (state, data) = match ready.remove(&image.id) {
            _ if known.contains(&image.id) => (ThumbnailState::Known, None),
            Some(bytes) => (ThumbnailState::Ready, Some(bytes)),
            None if Instant::now() >= deadline => (ThumbnailState::Pending, None),
            None => match try_read_scaled(app, caller.lang, image, DerivedSize::Thumb).await {
                Ok(Some(bytes)) => (ThumbnailState::Ready, Some(bytes)),
                Ok(None) => (ThumbnailState::Pending, None),
                // It turned out to be no picture: the next request finds another one, or none.
                Err(error) if error.code() == Code::NotFound => continue,
                Err(error) => {
                    tracing::debug!(%error, "a small picture is not here");
                    (ThumbnailState::Absent, None)
                }
            },
        };
        let data = data.map(|bytes| STANDARD.encode(bytes));
        list.push(Thumbnail { item_id: *item, image_id: image.id, state, data });
    }
    Ok(list)
}

/// The product that has the files of each item: that of one that was joined into another is the other.
pub(crate) async fn find_owners(app: &App, items: &[Uuid]) -> Result<Vec<Uuid>, AppError> {
    let joined = app.store().resolve_joined(items).await?;
    Ok(items.iter().map(|item| *joined.get(item).unwrap_or(item)).collect())
}

/// The small pictures that were made before, of pictures with their contents.
async fn read_thumbnails(
    app: &App,
    wanted: Vec<(Uuid, Vec<u8>)>,
) -> Result<HashMap<Uuid, Vec<u8>>, AppError> {
    let contents = app.contents();
    run_blocking(move || {
        let mut ready = HashMap::new();
        for (id, sha256) in wanted {
            match contents.read_derived(&sha256, DerivedSize::Thumb) {
                Ok(bytes) => ready.extend(bytes.map(|bytes| (id, bytes))),
                // The others of the page are shown.
                Err(error) => tracing::warn!(%error, "a small picture cannot be read"),
            }
        }
        Ok(ready)
    })
    .await
}

/// The bytes of a picture as it was attached.
async fn read_original(app: &App, file: StoredFile) -> Result<Picture, AppError> {
    if file.format != "image" || file.size_bytes > PICTURE_BYTES.into() {
        return Err(AppError::new(Code::NotFound));
    }
    let opened = open_content(app, &file.sha256, &file.name).await?;
    run_blocking(move || {
        let mut bytes = Vec::new();
        let read = opened.take(u64::from(PICTURE_BYTES) + 1).read_to_end(&mut bytes);
        read.map_err(|error| AppError::unreadable(&file.name, error))?;
        let mime_type = drawable_type(&bytes).ok_or_else(|| AppError::new(Code::NotFound))?;
        Ok(Picture { mime_type: mime_type.to_owned(), data: STANDARD.encode(&bytes) })
    })
    .await
}

/// The media type of an image that may be drawn.
fn drawable_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.len() > PICTURE_BYTES as usize {
        return None;
    }
    let mime_type = match image_type(bytes).ok()? {
        ImageType::Png => "image/png",
        ImageType::Jpeg => "image/jpeg",
        ImageType::Gif => "image/gif",
        ImageType::Webp => "image/webp",
        _ => return None,
    };
    let size = blob_size(bytes).ok()?;
    let pixels = size.width.checked_mul(size.height)?;
    (1..=PICTURE_PIXELS).contains(&pixels).then_some(mime_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of a PNG of this size.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
        bytes
    }

    #[test]
    fn only_images_of_few_pixels_are_drawn() {
        assert_eq!(drawable_type(&png(800, 600)), Some("image/png"));
        assert_eq!(drawable_type(b"GIF89a\x10\0\x10\0\0\0\0"), Some("image/gif"));
        assert_eq!(drawable_type(&png(60_000, 60_000)), None, "it unfolds to gigabytes");
        assert_eq!(drawable_type(&png(0, 600)), None);
        for other in
            [&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], b"%PDF-1.7", b"\x89PNG", b"", b"<html>"]
        {
            assert_eq!(drawable_type(other), None);
        }
        let mut large = png(800, 600);
        large.resize(PICTURE_BYTES as usize + 1, 0);
        assert_eq!(drawable_type(&large), None);
    }
}
