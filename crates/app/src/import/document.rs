//! The text of a document: read by the locked-in child, cleaned here.

use super::error::{ImportError, ParserDeath};
use super::protocol::{Limits, Message, ParserTask, PictureFacts};
use super::report::DocumentFormat;
use super::sandbox::{ParserProcess, Sandbox};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_domain::catalog::clean_text;
use std::fs::File;

/// Most characters of a document that are kept: some two hundred pages.
pub const MAX_CHARS: usize = 400_000;
/// Most bytes of text that are taken from the child.
const MOST_BYTES: usize = MAX_CHARS * 8;
/// Longest edge of a picture that was written anew, in pixels: what models that see take without scaling it down.
pub(super) const MAX_EDGE: u32 = 1_568;
/// Most bytes of a picture that was written anew.
const MAX_PICTURE_BYTES: usize = 5 << 20;
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
    /// Width in pixels, at most 1,568.
    pub width: u32,
    /// Height in pixels, at most 1,568.
    pub height: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
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
            Message::Picture(found) => picture = Some(check_picture(&found).ok_or_else(incoherent)?),
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

/// The picture of a child, where it is a JPEG of the size that it says, within the limits.
fn check_picture(found: &PictureFacts) -> Option<RewrittenPicture> {
    let bytes = STANDARD.decode(&found.data).ok().filter(|bytes| bytes.len() <= MAX_PICTURE_BYTES)?;
    let is_jpeg = matches!(imagesize::image_type(&bytes), Ok(imagesize::ImageType::Jpeg));
    let size = imagesize::blob_size(&bytes).ok()?;
    let is_as_said = (size.width, size.height) == (found.width as usize, found.height as usize);
    let fits = |edge: u32| (1..=MAX_EDGE).contains(&edge);
    (is_jpeg && is_as_said && fits(found.width) && fits(found.height)).then_some(RewrittenPicture {
        width: found.width,
        height: found.height,
        bytes,
    })
}

/// The text without tags, control and unseen characters, at most one blank line at a time; and whether
/// something was cut off its end.
fn clean_document(text: &str) -> (String, bool) {
    // A description is the field that keeps its lines.
    let bare = clean_text(&without_tags(text), "description", usize::MAX, &mut Vec::new());
    let mut lines: Vec<&str> = Vec::new();
    for line in bare.lines().map(str::trim_end) {
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    let whole = lines.join("\n");
    match whole.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => (whole[..end].trim().to_owned(), true),
        None => (whole.trim().to_owned(), false),
    }
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
