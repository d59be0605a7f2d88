//! PDF, page by page.
//!
//! The library panics on fonts and operators that it does not know: such a page is left out and the
//! others are read. Protected files are opened where no password is needed for reading.

use super::{Collected, Read};
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use pdf_extract::{Document, PlainTextOutput, output_doc_page};
use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Pages that are read.
const MAX_PAGES: usize = 1_000;

pub(super) fn read(mut file: File) -> Result<Read, Stop> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let document = open(&bytes)?;
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    if pages.is_empty() {
        return Err(Refusal::Damaged("no pages".into()).into());
    }
    let mut collected = Collected { is_cut: pages.len() > MAX_PAGES, ..Collected::default() };
    let mut failed = 0;
    for page in pages.iter().copied().take(MAX_PAGES) {
        let read = catch_unwind(AssertUnwindSafe(|| text_of(&document, page)));
        match read.ok().flatten() {
            Some(text) if !collected.push(&text) => break,
            Some(_) => {}
            None => failed += 1,
        }
    }
    if failed == pages.len().min(MAX_PAGES) {
        return Err(Refusal::Damaged("no page can be read".into()).into());
    }
    collected.is_cut |= failed > 0;
    Ok(Read { collected, pages: u32::try_from(pages.len()).ok() })
}

fn open(bytes: &[u8]) -> Result<Document, Stop> {
    let mut document = Document::load_mem(bytes).map_err(|error| refusal(&error))?;
    // Some files only forbid printing or copying: they open with a blank password.
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(Refusal::Encrypted.into());
    }
    Ok(document)
}

fn refusal(error: &pdf_extract::Error) -> Stop {
    let text = error.to_string();
    let lower = text.to_lowercase();
    let is_locked = ["password", "decrypt", "encrypt"].iter().any(|word| lower.contains(word));
    match is_locked {
        true => Refusal::Encrypted.into(),
        false => Refusal::Damaged(text.chars().take(200).collect()).into(),
    }
}

fn text_of(document: &Document, page: u32) -> Option<String> {
    let mut text = String::new();
    let mut output = PlainTextOutput::new(&mut text);
    output_doc_page(document, &mut output, page).ok()?;
    drop(output);
    text.push('\n');
    Some(text)
}
