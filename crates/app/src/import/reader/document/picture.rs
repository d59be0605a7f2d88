//! A picture, inside the child: decoded, turned upright, scaled down and written anew as JPEG.
//!
//! Nothing but the pixels is taken over: where a photo was made and by whom, its preview and whatever else stands
//! in the file stay behind.

use crate::import::document::MAX_EDGE;
use crate::import::error::Refusal;
use crate::import::protocol::PictureFacts;
use crate::import::reader::Stop;
use crate::import::report::ImageFormat;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, Limits, RgbImage};
use std::fs::File;
use std::io::{BufReader, Seek as _};

/// Most millions of pixels: a small file can unfold to gigabytes.
const MAX_MEGAPIXELS: u32 = 64;
/// Most bytes that decoding may take: 64 million pixels of four channels of two bytes, and some.
const MAX_DECODING_BYTES: u64 = 600 << 20;
/// Quality of the JPEG, of 100: small print on a label stays legible.
const QUALITY: u8 = 88;

/// Writes a picture anew.
pub(super) fn rewrite_picture(mut file: File, format: ImageFormat) -> Result<PictureFacts, Stop> {
    file.rewind()?;
    let format = match format {
        ImageFormat::Png => image::ImageFormat::Png,
        ImageFormat::Webp => image::ImageFormat::WebP,
        _ => image::ImageFormat::Jpeg,
    };
    let mut reader = ImageReader::with_format(BufReader::new(file), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODING_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refuse(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > u64::from(MAX_MEGAPIXELS) * 1_000_000 {
        return Err(Refusal::TooManyPixels(MAX_MEGAPIXELS).into());
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let decoded = DynamicImage::from_decoder(decoder).map_err(|error| refuse(&error))?;
    let mut picture = match width.max(height) > MAX_EDGE {
        true => decoded.resize(MAX_EDGE, MAX_EDGE, FilterType::CatmullRom),
        false => decoded,
    };
    picture.apply_orientation(orientation);
    let pixels = lay_on_white(picture);
    let mut bytes = Vec::new();
    let written = JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&pixels);
    written.map_err(|error| refuse(&error))?;
    Ok(PictureFacts { width: pixels.width(), height: pixels.height(), data: STANDARD.encode(&bytes) })
}

/// The pixels; what is transparent is laid on white paper.
fn lay_on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let clear = picture.into_rgba8();
    RgbImage::from_fn(clear.width(), clear.height(), |x, y| {
        let [red, green, blue, alpha] = clear.get_pixel(x, y).0;
        let laid = |part: u8| {
            let (part, alpha) = (u16::from(part), u16::from(alpha));
            ((part * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        image::Rgb([red, green, blue].map(laid))
    })
}

fn refuse(error: &ImageError) -> Stop {
    match error {
        ImageError::Limits(_) => Refusal::TooManyPixels(MAX_MEGAPIXELS).into(),
        other => Refusal::Damaged(other.to_string()).into(),
    }
}
