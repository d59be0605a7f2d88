//! The words of a PDF where they stand on the page, line by line, for the table in it.

use super::pdf::{LIGATURES, MAX_PAGES, open_pdf};
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use pdf_extract::{Document, MediaBox, OutputDev, OutputError, Transform, output_doc_page};
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A gap of this part of the type size is a blank that was not written; of that part, the end of a cell.
const GAP: f64 = 0.18;
const CELL_GAP: f64 = 0.9;
/// By how much of the type size characters of one line may stand higher or lower.
const LINE_HEIGHT: f64 = 0.45;
/// Characters that are taken from a file.
const MAX_CHARS: usize = 8 << 20;

/// Text between two gaps of a line.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import::reader) struct PrintedText {
    /// Where it begins and ends, from the left edge of the page.
    pub from: f64,
    pub to: f64,
    pub text: String,
}

/// A line of a page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import::reader) struct PrintedLine {
    /// From the left to the right.
    pub texts: Vec<PrintedText>,
    /// How far it is below the line before it, in sizes of its type; none for the first of a page.
    pub below: Option<f64>,
}

/// Reads all pages; one at which the library fails is left out.
pub(in crate::import::reader) fn read_printed_lines(mut file: File) -> Result<Vec<PrintedLine>, Stop> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let document = open_pdf(&bytes)?;
    let (mut lines, mut room) = (Vec::new(), MAX_CHARS);
    for page in document.get_pages().into_keys().take(MAX_PAGES) {
        let read = catch_unwind(AssertUnwindSafe(|| read_page(&document, page, room)));
        let Some(characters) = read.ok().flatten() else { continue };
        room = room.saturating_sub(characters.len());
        lines.extend(build_lines(characters));
    }
    if lines.is_empty() {
        return Err(Refusal::Unsupported("a PDF without text, as of a scanned page".into()).into());
    }
    Ok(lines)
}

fn read_page(document: &Document, page: u32, room: usize) -> Option<Vec<Character>> {
    let mut found = Characters { room, ..Characters::default() };
    output_doc_page(document, &mut found, page).ok()?;
    Some(found.characters)
}

/// A character where it stands; heights grow upwards.
#[derive(Debug)]
struct Character {
    from: f64,
    to: f64,
    height: f64,
    size: f64,
    text: String,
}

/// The characters of a line, the highest line first.
fn build_lines(mut characters: Vec<Character>) -> Vec<PrintedLine> {
    characters.sort_by(|a, b| b.height.total_cmp(&a.height));
    let mut rows: Vec<(f64, Vec<Character>)> = Vec::new();
    for character in characters {
        match rows.last_mut() {
            Some((height, row)) if *height - character.height <= character.size * LINE_HEIGHT => {
                row.push(character);
            }
            _ => rows.push((character.height, vec![character])),
        }
    }
    let mut before: Option<f64> = None;
    let mut lines = Vec::new();
    for (height, mut row) in rows {
        row.sort_by(|a, b| a.from.total_cmp(&b.from));
        let size = row.iter().map(|one| one.size).fold(f64::MIN_POSITIVE, f64::max);
        let texts = join_characters(row);
        if !texts.is_empty() {
            lines.push(PrintedLine { texts, below: before.map(|before| (before - height) / size) });
            before = Some(height);
        }
    }
    lines
}

/// Characters of a line as texts.
fn join_characters(row: Vec<Character>) -> Vec<PrintedText> {
    let mut texts: Vec<PrintedText> = Vec::new();
    for character in row.into_iter().filter(|one| !one.text.trim().is_empty()) {
        match texts.last_mut() {
            Some(last) if character.from - last.to <= character.size * CELL_GAP => {
                if character.from > last.to + character.size * GAP {
                    last.text.push(' ');
                }
                last.text.push_str(&character.text);
                last.to = last.to.max(character.to);
            }
            _ => texts.push(PrintedText { from: character.from, to: character.to, text: character.text }),
        }
    }
    texts
}

#[derive(Default)]
struct Characters {
    characters: Vec<Character>,
    room: usize,
}

impl OutputDev for Characters {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        character: &str,
    ) -> Result<(), OutputError> {
        let scale = (place.m11 * place.m22 - place.m12 * place.m21).abs().sqrt();
        let size = scale * font_size.abs();
        let is_placed =
            place.m31.is_finite() && place.m32.is_finite() && size.is_finite() && width.is_finite();
        if is_placed && self.characters.len() < self.room {
            let typed =
                LIGATURES.iter().find(|(sign, _)| *sign == character).map_or(character, |(_, typed)| typed);
            self.characters.push(Character {
                from: place.m31,
                to: place.m31 + width * size,
                height: place.m32,
                size,
                text: typed.to_owned(),
            });
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}
