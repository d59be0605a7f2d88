//! Pictures of items: attachments of pixels that are small enough to be drawn on a card.
//!
//! A page takes the bytes as they were attached, so only what it can draw at no great cost is handed out: an
//! image of a known kind, of few bytes and few pixels. A drawing (SVG) is a document and is never drawn.

use crate::api::ById;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::files::shared::open_content;
use crate::runtime::blocking::run_blocking;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use imagesize::{ImageType, blob_size, image_type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use std::io::Read as _;
use uuid::Uuid;

/// Most bytes of a picture: a photo of a telephone.
pub const PICTURE_BYTES: u32 = 5 << 20;
/// Most pixels of a picture: a small file can unfold to gigabytes.
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

/// The attachment that is the picture of each item: the first that can be one.
///
/// # Errors
/// What the database says.
pub(crate) async fn find_pictures(app: &App, items: &[Uuid]) -> Result<HashMap<Uuid, Uuid>, AppError> {
    Ok(app.store().item_pictures(items, PICTURE_BYTES.into()).await?)
}

/// A picture of an item.
///
/// # Errors
/// `not_found` for an attachment that is no picture or too large to be drawn, `file_elsewhere` where its
/// bytes are on no server.
pub async fn get_picture(app: &App, _: &Caller, request: ById) -> Result<Picture, AppError> {
    let file = app.store().file(request.id).await?;
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
