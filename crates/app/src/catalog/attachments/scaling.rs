//! Scaled sizes of images: made by the sandboxed child process, stored next to the original.
//!
//! The sizes are made when a file is attached, for older attachments at the first request or by the upkeep, and again
//! where they are missing, such as after a restore. An image that cannot be decoded is marked, so that no later request
//! tries it again; its file stays as it was attached.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::files::contents::{Contents, DerivedSize};
use crate::files::shared::open_content;
use crate::import::sandbox::Sandbox;
use crate::import::{Hints, ImportError, ParserDeath, Refusal, ScaledPicture, scale_picture, to_app_error};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::search::Lang;
use celeiro_store::{ImageProblem, ImageSize, StoredFile};
use std::fs::File;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Pictures that are decoded at one time, in all of the process: each takes a core and up to 1 GiB.
static DECODING: Semaphore = Semaphore::const_new(2);
/// Images that the upkeep reads from the database at once.
const LOT: i64 = 50;

/// What came of decoding an image.
pub(super) enum ScaledImage {
    /// Its sizes.
    Scaled(ScaledPicture),
    /// Why it is no picture.
    Problem(ImageProblem),
    /// The reader failed for reasons of its own: the image is tried again another time.
    NotNow(ImportError),
    /// It is no image of pixels.
    NoImage,
}

impl ScaledImage {
    /// Size or problem of a scaled image, as the database stores it.
    pub fn to_stored(&self) -> Option<Result<ImageSize, ImageProblem>> {
        match self {
            Self::Scaled(picture) => {
                let [width, height] = [picture.width, picture.height].map(u32::cast_signed);
                Some(Ok(ImageSize { width, height }))
            }
            Self::Problem(problem) => Some(Err(*problem)),
            Self::NotNow(_) | Self::NoImage => None,
        }
    }

    /// Stores the scaled sizes of an image beside its original.
    ///
    /// # Errors
    /// [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn keep(&self, contents: &Contents, sha256: &[u8]) -> Result<(), AppError> {
        let Self::Scaled(picture) = self else { return Ok(()) };
        contents.keep_derived(sha256, DerivedSize::Medium, &picture.medium.bytes)?;
        contents.keep_derived(sha256, DerivedSize::Thumb, &picture.thumb.bytes)
    }
}

/// Decodes an image. A failure is no error: the file is kept whatever comes of it.
pub(super) async fn scale_image(file: File, name: &str) -> ScaledImage {
    let turn = DECODING.acquire().await;
    let scaled = decode_image(file, name).await;
    drop(turn);
    scaled
}

async fn decode_image(file: File, name: &str) -> ScaledImage {
    match scale_picture(file, name, Sandbox::for_waiting_person()).await {
        Ok(picture) => ScaledImage::Scaled(picture),
        Err(ImportError::Refused { reason: Refusal::TooManyPixels(_), .. }) => {
            ScaledImage::Problem(ImageProblem::TooManyPixels)
        }
        Err(ImportError::Refused { .. }) => ScaledImage::Problem(ImageProblem::Damaged),
        Err(ImportError::ParserDied { reason, .. }) if is_of_the_file(&reason) => {
            ScaledImage::Problem(ImageProblem::Unreadable)
        }
        Err(error) => {
            tracing::warn!(%error, "a picture is not decoded now");
            ScaledImage::NotNow(error)
        }
    }
}

/// Whether the file, and not a busy machine or the end of the program, is why the child ended. A service that is
/// stopped signals its children too, and a machine without memory kills them: such a picture is tried again.
fn is_of_the_file(reason: &ParserDeath) -> bool {
    const FROM_OUTSIDE: [i32; 4] = [libc::SIGHUP, libc::SIGINT, libc::SIGKILL, libc::SIGTERM];
    match reason {
        ParserDeath::Silent(_) | ParserDeath::Incoherent => false,
        ParserDeath::Crashed(signal) => !FROM_OUTSIDE.contains(signal),
        ParserDeath::OutOfMemory(_) | ParserDeath::OutOfTime(_) | ParserDeath::Panicked => true,
    }
}

/// A picture in one size; made where it is missing, after a turn among all that are made.
///
/// # Errors
/// [`Code::NotFound`] for what is no picture, [`Code::FileElsewhere`] where its bytes are on no server,
/// [`Code::FileParserFailed`] where it could not be made now.
pub(crate) async fn read_scaled(
    app: &App,
    lang: Lang,
    file: &StoredFile,
    size: DerivedSize,
) -> Result<Vec<u8>, AppError> {
    if let Some(bytes) = read_existing(app, file, size).await? {
        return Ok(bytes);
    }
    let turn = DECODING.acquire().await;
    let made = make_missing(app, lang, file, size).await;
    drop(turn);
    made
}

/// Reads a scaled image as [`read_scaled`] does where a turn is free at once; `None` where it is not.
///
/// # Errors
/// Those of [`read_scaled`].
pub(crate) async fn try_read_scaled(
    app: &App,
    lang: Lang,
    file: &StoredFile,
    size: DerivedSize,
) -> Result<Option<Vec<u8>>, AppError> {
    let Ok(_turn) = DECODING.try_acquire() else { return Ok(None) };
    make_missing(app, lang, file, size).await.map(Some)
}

/// A size that was made before; `None` where it was not.
async fn read_existing(app: &App, file: &StoredFile, size: DerivedSize) -> Result<Option<Vec<u8>>, AppError> {
    if !file.is_picture() {
        return Err(AppError::new(Code::NotFound));
    }
    let (contents, sha256) = (app.contents(), file.sha256.clone());
    run_blocking(move || contents.read_derived(&sha256, size)).await
}

/// Makes all sizes, unless another request has made them while this one waited.
async fn make_missing(
    app: &App,
    lang: Lang,
    file: &StoredFile,
    size: DerivedSize,
) -> Result<Vec<u8>, AppError> {
    if let Some(bytes) = read_existing(app, file, size).await? {
        return Ok(bytes);
    }
    let opened = open_content(app, &file.sha256, &file.name).await?;
    let scaled = match decode_image(opened, &file.name).await {
        ScaledImage::NotNow(error) => return Err(to_app_error(lang, error, Hints::None)),
        scaled => scaled,
    };
    if let Some(image) = scaled.to_stored() {
        app.store().note_image(&file.sha256, image).await?;
    }
    let bytes = match (&scaled, size) {
        (ScaledImage::Scaled(picture), DerivedSize::Thumb) => picture.thumb.bytes.clone(),
        (ScaledImage::Scaled(picture), DerivedSize::Medium) => picture.medium.bytes.clone(),
        _ => return Err(AppError::new(Code::NotFound)),
    };
    let (contents, sha256) = (app.contents(), file.sha256.clone());
    // Where the disk is full, the picture is seen all the same.
    if let Err(error) = run_blocking(move || scaled.keep(&contents, &sha256)).await {
        tracing::warn!(%error, "the sizes of a picture are not kept");
    }
    Ok(bytes)
}

/// Makes the sizes of images that were attached before there were any, one after the other, until `stop`. What no
/// server has shared is left to the one that has it.
pub(crate) async fn scale_older_images(app: &App, stop: &CancellationToken) -> Result<u32, AppError> {
    let (mut after, mut made) = (Uuid::nil(), 0);
    loop {
        let lot = app.store().unmeasured_images(after, LOT).await?;
        let Some(last) = lot.last() else { return Ok(made) };
        after = last.id;
        for file in &lot {
            if stop.is_cancelled() {
                return Ok(made);
            }
            match read_scaled(app, Lang::default(), file, DerivedSize::Thumb).await {
                Ok(_) => made += 1,
                Err(error) if matches!(error.code(), Code::NotFound | Code::FileElsewhere) => {}
                Err(error) => tracing::warn!(%error, "an older picture has no sizes yet"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_was_killed_from_outside_says_nothing_of_its_picture() {
        for signal in [libc::SIGTERM, libc::SIGKILL] {
            assert!(!is_of_the_file(&ParserDeath::Crashed(signal)), "{signal}");
        }
        assert!(!is_of_the_file(&ParserDeath::Silent(12)));
        assert!(is_of_the_file(&ParserDeath::Crashed(libc::SIGSEGV)));
        assert!(is_of_the_file(&ParserDeath::OutOfTime(10)));
    }
}
