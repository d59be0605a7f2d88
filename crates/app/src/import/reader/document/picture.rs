//! Image scaling, inside the child: decodes, rotates upright, scales down and encodes as JPEG.
//!
//! Only the pixels are copied: place and author of a photo, its preview and all other metadata are dropped.

use crate::import::document::{MAX_EDGE, MAX_MEDIUM_BYTES, MAX_THUMB_BYTES, MEDIUM_EDGE, THUMB_EDGE};
use crate::import::error::Refusal;
use crate::import::protocol::{PictureFacts, ScaledFacts};
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
/// Quality of the JPEG of a message, of 100: small print on a label stays legible.
const QUALITY: u8 = 88;
/// Qualities that are tried for the sizes of an item's picture until the bytes fit; noise takes most.
const QUALITIES: [u8; 4] = [84, 70, 50, 25];

/// Writes a picture anew.
pub(super) fn rewrite_picture(file: File, format: ImageFormat) -> Result<PictureFacts, Stop> {
    let upright = decode_picture(file, format, MAX_EDGE)?;
    encode_picture(&upright.pixels, QUALITY).map(|bytes| describe_picture(&upright.pixels, &bytes))
}

/// Writes a picture anew in the sizes in which pictures of items are shown.
pub(super) fn scale_picture(file: File, format: ImageFormat) -> Result<ScaledFacts, Stop> {
    let UprightPicture { pixels, width, height } = decode_picture(file, format, MEDIUM_EDGE)?;
    let small = match pixels.width().max(pixels.height()) > THUMB_EDGE {
        true => DynamicImage::from(pixels.clone())
            .resize(THUMB_EDGE, THUMB_EDGE, FilterType::CatmullRom)
            .into_rgb8(),
        false => pixels.clone(),
    };
    Ok(ScaledFacts {
        width,
        height,
        thumb: encode_within(&small, MAX_THUMB_BYTES)?,
        medium: encode_within(&pixels, MAX_MEDIUM_BYTES)?,
    })
}

/// A picture that was turned upright.
struct UprightPicture {
    /// Its pixels, scaled down.
    pixels: RgbImage,
    /// Width before that, in pixels, upright.
    width: u32,
    /// Height before that, in pixels, upright.
    height: u32,
}

/// Decodes a picture, scales it down to `max_edge` and turns it upright. Of an animation it is the first image.
fn decode_picture(mut file: File, format: ImageFormat, max_edge: u32) -> Result<UprightPicture, Stop> {
    file.rewind()?;
    let format = match format {
        ImageFormat::Png => image::ImageFormat::Png,
        ImageFormat::Webp => image::ImageFormat::WebP,
        ImageFormat::Gif => image::ImageFormat::Gif,
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
    let mut picture = match width.max(height) > max_edge {
        true => decoded.resize(max_edge, max_edge, FilterType::CatmullRom),
        false => decoded,
    };
    picture.apply_orientation(orientation);
    let (width, height) = match orientation {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => (height, width),
        _ => (width, height),
    };
    Ok(UprightPicture { pixels: lay_on_white(picture), width, height })
}

/// The best of [`QUALITIES`] whose bytes fit, or the last one.
fn encode_within(pixels: &RgbImage, max_bytes: usize) -> Result<PictureFacts, Stop> {
    let mut bytes = Vec::new();
    for quality in QUALITIES {
        bytes = encode_picture(pixels, quality)?;
        if bytes.len() <= max_bytes {
            break;
        }
    }
    Ok(describe_picture(pixels, &bytes))
}

fn encode_picture(pixels: &RgbImage, quality: u8) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let written = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(pixels);
    written.map_err(|error| refuse(&error))?;
    Ok(bytes)
}

fn describe_picture(pixels: &RgbImage, bytes: &[u8]) -> PictureFacts {
    PictureFacts { width: pixels.width(), height: pixels.height(), data: STANDARD.encode(bytes) }
}

/// The pixels; what is transparent is laid on white paper.
fn lay_on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let clear = picture.into_rgba8();
    RgbImage::from_fn(clear.width(), clear.height(), |x, y| {
        let [red, green, blue, alpha] = clear.get_pixel(x, y).0;
        let blend_part = |part: u8| {
            let (part, alpha) = (u16::from(part), u16::from(alpha));
            ((part * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        image::Rgb([red, green, blue].map(blend_part))
    })
}

fn refuse(error: &ImageError) -> Stop {
    match error {
        ImageError::Limits(_) => Refusal::TooManyPixels(MAX_MEGAPIXELS).into(),
        other => Refusal::Damaged(other.to_string()).into(),
    }
}
