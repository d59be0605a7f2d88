//! PDF text, page by page.
//!
//! The library panics on unknown fonts and operators: such a page is left out and the others are read. Protected files
//! are opened where reading needs no password.

use super::characters::{Character, GAP, visit_characters};
use super::{CollectedText, DocumentText};
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use celeiro_domain::catalog::PAGE_END;
use pdf_extract::{Document, Object};
use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Pages that are read.
pub(super) const MAX_PAGES: usize = 1_000;

/// Reads the text of a PDF page by page and leaves out pages at which the library fails, unless it fails at all of
/// them.
pub(super) fn read_pdf_text(mut file: File) -> Result<DocumentText, Stop> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let document = open_pdf(&bytes)?;
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    // Where nothing can be decrypted, the library finds no page and does not say why.
    if pages.is_empty() && bytes.windows(8).any(|word| word == b"/Encrypt") {
        return Err(Refusal::Encrypted.into());
    }
    if pages.is_empty() {
        return Err(Refusal::Damaged("no pages".into()).into());
    }
    let mut collected = CollectedText { is_cut: pages.len() > MAX_PAGES, ..CollectedText::default() };
    let mut failed = 0;
    for page in pages.iter().copied().take(MAX_PAGES) {
        let read = catch_unwind(AssertUnwindSafe(|| text_of(&document, page)));
        let mut text = read.ok().flatten();
        failed += usize::from(text.is_none());
        // A page without text is counted all the same.
        let text = text.get_or_insert_default();
        text.push(PAGE_END);
        if !collected.push(text) {
            break;
        }
    }
    if failed == pages.len().min(MAX_PAGES) {
        return Err(Refusal::Damaged("no page can be read".into()).into());
    }
    collected.is_cut |= failed > 0;
    Ok(DocumentText { collected, pages: u32::try_from(pages.len()).ok() })
}

/// Opens a PDF that needs no password for reading.
pub(super) fn open_pdf(bytes: &[u8]) -> Result<Document, Stop> {
    let mut document = Document::load_mem(bytes).map_err(|error| refuse_pdf(&error))?;
    // Some files only forbid printing or copying: they open with a blank password.
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(Refusal::Encrypted.into());
    }
    spell_out_widths(&mut document);
    Ok(document)
}

/// Most widths that are spelt out, of all types together.
const MAX_WIDTHS: usize = 200_000;

/// The library reads widths of letters only where each is given by itself, and takes those given for a
/// range (`first last width`) for none: blanks then appear inside words. So ranges are spelt out.
fn spell_out_widths(document: &mut Document) {
    let is_type = |object: &Object| {
        let subtype = object.as_dict().ok().and_then(|font| font.get(b"Subtype").ok());
        let name = subtype.and_then(|name| name.as_name().ok()).unwrap_or_default();
        matches!(name, b"CIDFontType0" | b"CIDFontType2")
    };
    let types: Vec<_> = document.objects.iter().filter(|(_, o)| is_type(o)).map(|(id, _)| *id).collect();
    let mut room = MAX_WIDTHS;
    for id in types {
        let font = document.objects.get(&id).and_then(|font| font.as_dict().ok());
        let Some(widths) = font.and_then(|font| font.get(b"W").ok()) else { continue };
        let widths = match widths {
            Object::Reference(id) => document.objects.get(id).and_then(|list| list.as_array().ok()),
            other => other.as_array().ok(),
        };
        let Some(spelt) = widths.map(|widths| expand_widths(widths, &mut room)) else { continue };
        if let Some(Object::Dictionary(font)) = document.objects.get_mut(&id) {
            font.set("W", Object::Array(spelt));
        }
    }
}

/// Spells ranges of character widths out as lists, as long as `room` lasts.
fn expand_widths(widths: &[Object], room: &mut usize) -> Vec<Object> {
    let mut spelt = Vec::new();
    let mut rest = widths;
    loop {
        rest = match rest {
            [first, list @ Object::Array(_), rest @ ..] => {
                spelt.extend([first.clone(), list.clone()]);
                rest
            }
            [first, last, width, rest @ ..] => {
                let (Ok(from), Ok(to)) = (first.as_i64(), last.as_i64()) else { return spelt };
                let count =
                    usize::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(0).min(*room);
                *room -= count;
                spelt.extend([first.clone(), Object::Array(vec![width.clone(); count])]);
                rest
            }
            _ => return spelt,
        };
    }
}

/// The refusal of a PDF: a password, or damage in the library's words.
fn refuse_pdf(error: &pdf_extract::Error) -> Stop {
    let text = error.to_string();
    let lower = text.to_lowercase();
    let is_locked = ["password", "decrypt", "encrypt"].iter().any(|word| lower.contains(word));
    match is_locked {
        true => Refusal::Encrypted.into(),
        false => Refusal::of_damage(&text).into(),
    }
}

/// The text of a page; `None` where the library fails at it.
fn text_of(document: &Document, page: u32) -> Option<String> {
    let mut lines = Lines::default();
    visit_characters(document, page, |character| lines.push(&character))?;
    lines.text.push('\n');
    Some(lines.text)
}

/// Puts characters back into lines by where they stand on the page.
#[derive(Default)]
struct Lines {
    text: String,
    /// Where the last character ended.
    end: f64,
    /// The height at which it stood.
    height: f64,
}

impl Lines {
    fn push(&mut self, character: &Character) {
        let moved = (character.height - self.height).abs();
        let is_below =
            moved > character.size * 1.2 || (moved > character.size * 0.5 && character.from < self.end);
        if is_below && !self.text.is_empty() {
            self.text.push('\n');
        } else if character.from > self.end + character.size * GAP && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
        self.text.push_str(character.text);
        (self.end, self.height) = (character.to, character.height);
    }
}
