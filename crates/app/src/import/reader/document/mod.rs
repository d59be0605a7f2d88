//! Text extraction from documents, inside the child: PDF, DOCX, XLSX, HTML and plain text; for images only the type,
//! for drawings their words. The type is detected by content.
//!
//! Every reader stops at the text limit, so that a small file that expands into a large one costs no more than the
//! limit. The parent, which does not trust the child, removes text that reads like markup and invisible characters.

mod characters;
mod docx;
mod drawn;
mod html;
mod kind;
mod pdf;
mod picture;
mod printed;
mod sheets;
mod svg;

pub(super) use drawn::DrawnRow;
pub(super) use printed::{PrintedLine, PrintedPages, PrintedText, read_printed_pages};

use super::encoding::TextFile;
use super::{Output, Stop};
use crate::import::document::MAX_CHARS;
use crate::import::error::Refusal;
use crate::import::protocol::{DocumentFacts, Message};
use crate::import::report::{DocumentFormat, ImageFormat};
use std::fs::File;
use std::io::Read as _;

/// Most bytes of text that are taken from a file before it is cleaned.
const MAX_BYTES: usize = MAX_CHARS * 4;

/// Text that is being collected, up to its limit.
#[derive(Debug, Default)]
struct CollectedText {
    text: String,
    is_cut: bool,
}

impl CollectedText {
    /// Adds a piece; whether there is room for more.
    fn push(&mut self, piece: &str) -> bool {
        let room = MAX_BYTES.saturating_sub(self.text.len());
        if piece.len() <= room {
            self.text.push_str(piece);
            return true;
        }
        let end = (0..=room).rev().find(|at| piece.is_char_boundary(*at)).unwrap_or(0);
        self.text.push_str(&piece[..end]);
        self.is_cut = true;
        false
    }
}

/// What a reader found.
struct DocumentText {
    collected: CollectedText,
    pages: Option<u32>,
}

impl From<CollectedText> for DocumentText {
    fn from(collected: CollectedText) -> Self {
        Self { collected, pages: None }
    }
}

/// Reads what comes with a message: writes a picture anew, tells the text of a document.
pub(in crate::import) fn read_attached_file(mut file: File, out: &mut Output) -> Result<(), Stop> {
    let format = kind::detect_document_format(&mut file)?;
    let refusal = |what: &str| Err(Refusal::Unsupported(what.into()).into());
    match format {
        DocumentFormat::Image(ImageFormat::Svg) => refusal("an image (SVG)"),
        DocumentFormat::Image(ImageFormat::Gif) => refusal("an image (GIF)"),
        DocumentFormat::Html => refusal("a web page or XML"),
        DocumentFormat::Image(format) => {
            let picture = picture::rewrite_picture(file, format)?;
            out.say(&Message::Picture(picture)).map_err(Stop::Output)
        }
        _ => tell_text(file, format, out),
    }
}

/// Writes a picture anew in the sizes in which pictures of items are shown.
pub(in crate::import) fn scale_picture_file(mut file: File, out: &mut Output) -> Result<(), Stop> {
    match kind::detect_document_format(&mut file)? {
        DocumentFormat::Image(format) if format != ImageFormat::Svg => {
            let scaled = picture::scale_picture(file, format)?;
            out.say(&Message::Scaled(scaled)).map_err(Stop::Output)
        }
        _ => Err(Refusal::Unsupported("no picture".into()).into()),
    }
}

/// Reads `file` and tells its text.
pub(in crate::import) fn read_document_file(mut file: File, out: &mut Output) -> Result<(), Stop> {
    let format = kind::detect_document_format(&mut file)?;
    tell_text(file, format, out)
}

/// Tells what a document of this format is, then its text.
fn tell_text(file: File, format: DocumentFormat, out: &mut Output) -> Result<(), Stop> {
    let read = match format {
        DocumentFormat::Image(ImageFormat::Svg) => svg::read_svg_text(decode_text(file)?).into(),
        DocumentFormat::Image(_) => DocumentText::from(CollectedText::default()),
        DocumentFormat::Pdf => pdf::read_pdf_text(file)?,
        DocumentFormat::Docx => docx::read_docx_text(file)?.into(),
        DocumentFormat::Xlsx => sheets::read_xlsx_text(file)?.into(),
        DocumentFormat::Html => html::read_html_text(&decode_text(file)?.text).into(),
        DocumentFormat::Text => decode_text(file)?.into(),
    };
    let facts = DocumentFacts { format, pages: read.pages, is_cut: read.collected.is_cut };
    out.say(&Message::Document(facts)).map_err(Stop::Output)?;
    if !read.collected.text.is_empty() {
        out.say(&Message::Text(read.collected.text)).map_err(Stop::Output)?;
    }
    Ok(())
}

/// Reads a file of text in its own encoding, as far as [`MAX_BYTES`].
fn decode_text(file: File) -> Result<CollectedText, Stop> {
    let text = TextFile::open(file)?;
    let mut bytes = Vec::new();
    text.bytes.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let mut collected = CollectedText::default();
    collected.push(&text.cells.decode_lossy(&bytes));
    Ok(collected)
}
