//! Pictures of messages and of items through the real child: written anew, and what hostile ones come to.

use celeiro_app::import::sandbox::{Sandbox, use_parser_program};
use celeiro_app::import::{
    AttachedFile, ImportError, Refusal, RewrittenPicture, ScaledPicture, read_attached, scale_picture,
};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use std::fs::File;
use std::io::{Cursor, Seek as _, Write as _};

fn open(bytes: &[u8]) -> File {
    use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

async fn read(bytes: &[u8]) -> Result<AttachedFile, ImportError> {
    read_attached(open(bytes), "lista.pdf", Sandbox::default()).await
}

async fn scale(bytes: &[u8]) -> Result<ScaledPicture, ImportError> {
    scale_picture(open(bytes), "rotulo.pdf", Sandbox::default()).await
}

async fn picture(bytes: &[u8]) -> RewrittenPicture {
    match read(bytes).await.unwrap() {
        AttachedFile::Picture(picture) => picture,
        AttachedFile::Document(document) => panic!("a document: {document:?}"),
    }
}

async fn refusal(bytes: &[u8]) -> Refusal {
    match read(bytes).await {
        Err(ImportError::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

/// A picture whose left half is red and whose right half is green.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(
        width,
        height,
        |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 200, 20]) },
    )
}

fn encode(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A photo of a telephone that was held upright: turned by its metadata, which say where it was made.
fn photo() -> Vec<u8> {
    let plain = encode(halves(120, 60), ImageFormat::Jpeg);
    let place = b"GPS -23.5505 -46.6333\0";
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x02\0".to_vec();
    // The orientation: to be turned to the right.
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    // The description, behind both entries and the end of their list.
    exif.extend(b"\x0e\x01\x02\0");
    exif.extend((place.len() as u32).to_le_bytes());
    exif.extend(38_u32.to_le_bytes());
    exif.extend(b"\0\0\0\0");
    exif.extend(place);
    let length = (exif.len() as u16 + 2).to_be_bytes();
    [&plain[..2], b"\xff\xe1", &length, &exif, &plain[2..]].concat()
}

fn holds(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

/// A PNG that says to have this size, with hardly anything in it.
fn hollow_png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    for (name, data) in [(b"IHDR", &head[..]), (b"IDAT", b"\x78\x9c\x03\0\0\0\0\x01"), (b"IEND", b"")] {
        let body = [&name[..], data].concat();
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend(&body);
        bytes.extend(checksum(&body).to_be_bytes());
    }
    bytes
}

/// The checksum of a part of a PNG.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

#[tokio::test]
async fn a_photo_is_upright_and_nothing_says_any_more_where_it_was_made() {
    let photo = photo();
    assert!(holds(&photo, b"-23.5505") && holds(&photo, b"Exif"), "the control");
    let written = picture(&photo).await;
    assert_eq!((written.width, written.height), (60, 120), "it was turned");
    for trace in [&b"-23.5505"[..], b"Exif", b"GPS"] {
        assert!(!holds(&written.bytes, trace));
    }
    let shown = image::load_from_memory(&written.bytes).unwrap().into_rgb8();
    let (above, below) = (shown.get_pixel(30, 10).0, shown.get_pixel(30, 110).0);
    assert!(above[0] > 150 && below[1] > 150, "the red half is above: {above:?} {below:?}");
}

#[tokio::test]
async fn pictures_of_each_kind_come_as_jpeg_by_their_content_and_large_ones_smaller() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let written = picture(&encode(halves(200, 100), format)).await;
        assert_eq!((written.width, written.height), (200, 100), "{format:?}");
        assert!(written.bytes.starts_with(b"\xff\xd8\xff"), "{format:?}");
    }
    let written = picture(&encode(halves(3_136, 784), ImageFormat::Jpeg)).await;
    assert_eq!((written.width, written.height), (1_568, 392));
    let thin = picture(&encode(halves(4_000, 1), ImageFormat::Png)).await;
    assert_eq!((thin.width, thin.height), (1_568, 1));
}

#[tokio::test]
async fn what_is_transparent_is_laid_on_white() {
    let clear = RgbaImage::from_pixel(40, 40, Rgba([0, 0, 0, 0]));
    let written = picture(&encode(clear, ImageFormat::Png)).await;
    let shown = image::load_from_memory(&written.bytes).unwrap().into_rgb8();
    assert!(shown.get_pixel(20, 20).0.iter().all(|part| *part > 250));
}

#[tokio::test]
async fn a_bomb_is_refused_by_its_size_before_it_unfolds() {
    for (width, height) in [(10_001, 10_000), (65_000, 65_000), (1, 1 << 30)] {
        assert_eq!(
            refusal(&hollow_png(width, height)).await,
            Refusal::TooManyPixels(64),
            "{width} x {height}"
        );
    }
    let small = refusal(&hollow_png(100, 100)).await;
    assert!(matches!(small, Refusal::Damaged(_)), "the control is refused for what it lacks: {small:?}");
}

#[tokio::test]
async fn what_is_empty_cut_or_no_picture_is_refused_with_its_reason() {
    assert_eq!(refusal(b"").await, Refusal::Empty);
    let whole = encode(halves(300, 300), ImageFormat::Png);
    for length in [9, 40, whole.len() / 2] {
        let cut = refusal(&whole[..length]).await;
        assert!(matches!(cut, Refusal::Damaged(_)), "{length}: {cut:?}");
    }
    for head in [
        &b"\xff\xd8\xff"[..],
        b"\xff\xd8\xff\xe0\0\x10JFIF",
        b"RIFF\0\0\0\0WEBP",
        b"RIFF\xff\xff\xff\xffWEBPVP8L",
    ] {
        let cut = refusal(head).await;
        assert!(matches!(cut, Refusal::Damaged(_)), "{head:?}: {cut:?}");
    }
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for (other, what) in [
        (&svg[..], "an image (SVG)"),
        (b"GIF89a\x10\0\x10\0\0\0\0;", "an image (GIF)"),
        (b"<html><script>alert(1)</script></html>", "a web page or XML"),
        (b"\x7fELF\x02\x01\x01", "a program"),
    ] {
        assert_eq!(refusal(other).await, Refusal::Unsupported(what.into()));
    }
}

#[tokio::test]
async fn a_photo_that_is_cut_short_ends_in_order() {
    let whole = encode(halves(900, 900), ImageFormat::Jpeg);
    match read(&whole[..whole.len() / 2]).await {
        Ok(AttachedFile::Picture(picture)) => assert_eq!((picture.width, picture.height), (900, 900)),
        Err(ImportError::Refused { reason: Refusal::Damaged(_), .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_text_is_read_whatever_its_name_says() {
    match read("glifosato;99,90\n".as_bytes()).await.unwrap() {
        AttachedFile::Document(document) => assert_eq!(document.text.as_deref(), Some("glifosato;99,90")),
        AttachedFile::Picture(_) => panic!("a picture"),
    }
}

#[tokio::test]
async fn the_sizes_of_an_item_s_picture_are_upright_and_have_nothing_but_pixels() {
    let scaled = scale(&photo()).await.unwrap();
    assert_eq!((scaled.width, scaled.height), (60, 120), "those of the picture that people see");
    for size in [&scaled.thumb, &scaled.medium] {
        assert_eq!((size.width, size.height), (60, 120), "what is small is not made larger");
        for trace in [&b"-23.5505"[..], b"Exif", b"GPS"] {
            assert!(!holds(&size.bytes, trace));
        }
        let shown = image::load_from_memory(&size.bytes).unwrap().into_rgb8();
        let (above, below) = (shown.get_pixel(30, 10).0, shown.get_pixel(30, 110).0);
        assert!(above[0] > 150 && below[1] > 150, "the red half is above: {above:?} {below:?}");
    }
    for (format, width, height) in [
        (ImageFormat::Jpeg, 2_048, 512),
        (ImageFormat::Png, 512, 2_048),
        (ImageFormat::WebP, 2_048, 512),
        (ImageFormat::Gif, 2_048, 512),
    ] {
        let scaled = scale(&encode(halves(width, height), format)).await.unwrap();
        assert_eq!((scaled.width, scaled.height), (width, height), "{format:?}");
        assert_eq!(scaled.medium.width.max(scaled.medium.height), 1_024, "{format:?}");
        assert_eq!(scaled.thumb.width.max(scaled.thumb.height), 160, "{format:?}");
        assert!(scaled.thumb.bytes.starts_with(b"\xff\xd8\xff"), "{format:?}");
    }
}

#[tokio::test]
async fn a_small_picture_of_noise_still_fits_into_its_bytes() {
    let mut seed = 7_u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let picture = RgbImage::from_fn(160, 160, |_, _| Rgb([noise(), noise(), noise()]));
    let scaled = scale(&encode(picture, ImageFormat::Png)).await.unwrap();
    assert!(scaled.thumb.bytes.len() <= 20_000, "{}", scaled.thumb.bytes.len());
    assert!(scaled.medium.bytes.len() > scaled.thumb.bytes.len(), "the control: its quality was lowered");
}

#[tokio::test]
async fn what_is_no_picture_of_an_item_has_no_sizes() {
    let reason = async |bytes: &[u8]| match scale(bytes).await {
        Err(ImportError::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    };
    assert_eq!(reason(&hollow_png(10_001, 10_000)).await, Refusal::TooManyPixels(64));
    let whole = encode(halves(300, 300), ImageFormat::Png);
    assert!(matches!(reason(&whole[..whole.len() / 2]).await, Refusal::Damaged(_)));
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    assert!(matches!(reason(svg).await, Refusal::Unsupported(_)));
    assert_eq!(reason(b"").await, Refusal::Empty);
}
