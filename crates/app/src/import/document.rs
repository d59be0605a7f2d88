//! Text of a document: extracted by the sandboxed child, cleaned here.

use super::error::{ImportError, ParserDeath};
use super::protocol::{Limits, Message, ParserTask, PictureFacts, ScaledFacts};
use super::report::DocumentFormat;
use super::sandbox::{ParserProcess, Sandbox};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_domain::catalog::{PAGE_END, clean_text};
use std::fs::File;

/// Most characters of a document that are kept: some two hundred pages.
pub const MAX_CHARS: usize = 400_000;
/// Most bytes of text that are taken from the child.
const MOST_BYTES: usize = MAX_CHARS * 8;
/// Longest edge of a picture that was written anew, in pixels: what models that see take without scaling it down.
pub(super) const MAX_EDGE: u32 = 1_568;
/// Most bytes of a picture that was written anew.
const MAX_PICTURE_BYTES: usize = 5 << 20;
/// Longest edge of a small picture of an item, in pixels.
pub(super) const THUMB_EDGE: u32 = 160;
/// Most bytes of a small picture of an item: a page of the sheet has a hundred.
pub(super) const MAX_THUMB_BYTES: usize = 20_000;
/// Longest edge of a larger picture of an item, in pixels.
pub(super) const MEDIUM_EDGE: u32 = 1_024;
/// Most bytes of a larger picture of an item that the child aims at.
pub(super) const MAX_MEDIUM_BYTES: usize = 400_000;
/// What stands between two pages.
const PAGE_BREAK: &str = "\n\u{c}";
/// Longest tag that is taken for markup, in bytes; a longer one is a sign in a text.
const MAX_TAG: usize = 2_000;

/// A document that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is, by its content.
    pub format: DocumentFormat,
    /// Pages, where it has any.
    pub pages: Option<u32>,
    /// Its text, cleaned; none of an image, or of a document without.
    pub text: Option<String>,
    /// Whether the document goes on behind the text, or parts of it could not be read.
    pub is_cut: bool,
}

/// Reads the text of `file`, which is called `file_name` in messages.
///
/// # Errors
/// [`ImportError::Refused`] for what is no document, protected, damaged or a bomb;
/// [`ImportError::ParserDied`] where reading it takes too much.
pub async fn read_document(file: File, file_name: &str, sandbox: Sandbox) -> Result<Document, ImportError> {
    match read_file(file, file_name, sandbox, ParserTask::Document).await? {
        AttachedFile::Document(document) => Ok(document),
        AttachedFile::Picture(_) => Err(incoherent(file_name)),
    }
}

/// What came with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachedFile {
    /// A picture, written anew.
    Picture(RewrittenPicture),
    /// A document with its text.
    Document(Document),
}

/// A picture that was decoded and written anew as JPEG, upright, without anything but its pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewrittenPicture {
    /// Width in pixels, at most 1,568 of one that came with a message.
    pub width: u32,
    /// Height in pixels, at most 1,568 of one that came with a message.
    pub height: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A picture of an item in the sizes in which it is shown, each written anew as JPEG without anything but its pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaledPicture {
    /// Width of the whole picture in pixels, upright.
    pub width: u32,
    /// Height of the whole picture in pixels, upright.
    pub height: u32,
    /// The small one: at most 160 pixels and 20,000 bytes.
    pub thumb: RewrittenPicture,
    /// The larger one: at most 1,024 pixels.
    pub medium: RewrittenPicture,
}

/// Lets the child write a picture (JPEG, PNG, WebP, the first image of a GIF) anew in the sizes in which pictures of
/// items are shown.
///
/// # Errors
/// [`ImportError::Refused`] for what is no picture, damaged, or of too many pixels; [`ImportError::ParserDied`] where
/// decoding it takes too much.
pub async fn scale_picture(
    file: File,
    file_name: &str,
    sandbox: Sandbox,
) -> Result<ScaledPicture, ImportError> {
    let limits = Limits { memory: sandbox.memory_bytes, cpu: sandbox.cpu_seconds };
    let mut parser = ParserProcess::start(sandbox, &ParserTask::Scale(limits), file, file_name)?;
    let incoherent = || incoherent(file_name);
    let mut scaled = None;
    loop {
        match parser.next().await? {
            Message::Scaled(found) => scaled = Some(check_scaled(&found).ok_or_else(incoherent)?),
            Message::Note(note) => tracing::debug!(note, "file reader"),
            Message::Refused(reason) => {
                return Err(ImportError::Refused { file: file_name.to_owned(), reason });
            }
            Message::Done => break,
            _ => return Err(incoherent()),
        }
    }
    parser.finish().await;
    scaled.ok_or_else(incoherent)
}

/// Reads what comes with a message: a picture (JPEG, PNG, WebP), or the text of a PDF, DOCX, XLSX, CSV or text
/// file, which is called `file_name` in messages.
///
/// # Errors
/// Those of [`read_document`]; [`ImportError::Refused`] also for pages, drawings and pictures of other formats or
/// of too many pixels.
pub async fn read_attached(
    file: File,
    file_name: &str,
    sandbox: Sandbox,
) -> Result<AttachedFile, ImportError> {
    read_file(file, file_name, sandbox, ParserTask::Attached).await
}

fn incoherent(file_name: &str) -> ImportError {
    ImportError::ParserDied { file: file_name.to_owned(), reason: ParserDeath::Incoherent }
}

/// Lets the child read `file` and checks what it says: it is not trusted.
async fn read_file(
    file: File,
    file_name: &str,
    sandbox: Sandbox,
    task: impl FnOnce(Limits) -> ParserTask,
) -> Result<AttachedFile, ImportError> {
    let limits = Limits { memory: sandbox.memory_bytes, cpu: sandbox.cpu_seconds };
    let mut parser = ParserProcess::start(sandbox, &task(limits), file, file_name)?;
    let incoherent = || incoherent(file_name);
    let (mut facts, mut text, mut picture) = (None, String::new(), None);
    loop {
        match parser.next().await? {
            Message::Document(found) => facts = Some(found),
            Message::Picture(found) => {
                picture = Some(check_picture(&found, MAX_EDGE, MAX_PICTURE_BYTES).ok_or_else(incoherent)?)
            }
            // What the child says is not trusted: it is to stop by itself well before this.
            Message::Text(piece) if text.len() + piece.len() > MOST_BYTES => return Err(incoherent()),
            Message::Text(piece) => text.push_str(&piece),
            Message::Note(note) => tracing::debug!(note, "file reader"),
            Message::Refused(reason) => {
                return Err(ImportError::Refused { file: file_name.to_owned(), reason });
            }
            Message::Done => break,
            _ => return Err(incoherent()),
        }
    }
    parser.finish().await;
    if let Some(picture) = picture {
        return Ok(AttachedFile::Picture(picture));
    }
    let facts = facts.ok_or_else(incoherent)?;
    let (text, is_cut) = clean_document(&text);
    Ok(AttachedFile::Document(Document {
        format: facts.format,
        pages: facts.pages.filter(|pages| *pages > 0),
        text: (!text.is_empty()).then_some(text),
        is_cut: facts.is_cut || is_cut,
    }))
}

/// The sizes of a child's picture, where each is one within its limits and the whole has a size of at least one pixel.
fn check_scaled(found: &ScaledFacts) -> Option<ScaledPicture> {
    let is_size = |edge: u32| i32::try_from(edge).is_ok_and(|edge| edge > 0);
    let thumb = check_picture(&found.thumb, THUMB_EDGE, MAX_THUMB_BYTES)?;
    let medium = check_picture(&found.medium, MEDIUM_EDGE, MAX_PICTURE_BYTES)?;
    (is_size(found.width) && is_size(found.height)).then_some(ScaledPicture {
        width: found.width,
        height: found.height,
        thumb,
        medium,
    })
}

/// The picture of a child, where it is a JPEG of the size that it says, within the limits.
fn check_picture(found: &PictureFacts, max_edge: u32, max_bytes: usize) -> Option<RewrittenPicture> {
    let bytes = STANDARD.decode(&found.data).ok().filter(|bytes| bytes.len() <= max_bytes)?;
    let is_jpeg = matches!(imagesize::image_type(&bytes), Ok(imagesize::ImageType::Jpeg));
    let size = imagesize::blob_size(&bytes).ok()?;
    let is_as_said = (size.width, size.height) == (found.width as usize, found.height as usize);
    let fits = |edge: u32| (1..=max_edge).contains(&edge);
    (is_jpeg && is_as_said && fits(found.width) && fits(found.height)).then_some(RewrittenPicture {
        width: found.width,
        height: found.height,
        bytes,
    })
}

/// The text of all pages, parted by [`PAGE_END`] on a line of its own beginning, and whether something was cut off its
/// end.
fn clean_document(text: &str) -> (String, bool) {
    let pages: Vec<String> = text.split(PAGE_END).map(clean_page).collect();
    let end = pages.iter().rposition(|page| !page.is_empty()).map_or(0, |last| last + 1);
    let whole = pages[..end].join(PAGE_BREAK);
    match whole.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => (whole[..end].trim_end().to_owned(), true),
        None => (whole, false),
    }
}

/// The text without tags, control and unseen characters, at most one blank line at a time.
fn clean_page(text: &str) -> String {
    // A description is the field that keeps its lines.
    let bare = clean_text(&without_tags(text), "description", usize::MAX, &mut Vec::new());
    let mut lines: Vec<&str> = Vec::new();
    for line in bare.lines().map(str::trim_end) {
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

/// Takes out what reads like a tag, a comment or a declaration. `a < b` stays.
fn without_tags(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        bare.push_str(&rest[..at]);
        let tag = &rest[at..];
        let begins = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
        match tag[1..].find(['<', '>']).map(|end| end + 1).filter(|end| *end <= MAX_TAG) {
            Some(end) if begins && tag[end..].starts_with('>') => {
                bare.push(' ');
                rest = &tag[end + 1..];
            }
            _ => {
                bare.push('<');
                rest = &tag[1..];
            }
        }
    }
    bare.push_str(rest);
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_stay_apart_and_blank_ones_are_counted() {
        assert_eq!(clean_document("\u{c}a <b>\u{c} \u{c}c\n\u{c}\u{c}").0, "\n\u{c}a\n\u{c}\n\u{c}c");
        assert_eq!(clean_document("\u{c}\n\u{c}").0, "", "a scan has no text");
    }

    #[test]
    fn markup_and_unseen_characters_go_and_the_text_stays() {
        let (text, cut) = clean_document(
            "pH < 7 e > 5 <script>x</script>\u{202e}fim\u{0}\n\n\n<!-- nada -->2 <3 dias\t\u{200b}",
        );
        assert_eq!(text, "pH < 7 e > 5 x fim\n\n2 <3 dias");
        assert!(!cut);
    }

    #[test]
    fn a_text_ends_at_its_limit() {
        let (text, cut) = clean_document(&"ã".repeat(MAX_CHARS + 5));
        assert_eq!((text.chars().count(), cut), (MAX_CHARS, true));
    }
}
