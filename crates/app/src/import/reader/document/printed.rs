//! Words of a PDF with their positions, line by line, for table detection.

use super::characters::{CELL_GAP, CellFrame, Character, GAP, PlacedText, group_lines, visit_page};
use super::drawn::{DrawnPage, DrawnRow, read_drawn_rows};
use super::pdf::{MAX_PAGES, open_pdf};
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use pdf_extract::Document;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// By how much of the type size characters of one line may stand higher or lower.
const LINE_HEIGHT: f64 = 0.45;
/// Characters that are taken from a file.
const MAX_CHARS: usize = 8 << 20;
/// Frames of a page, and characters of a file, among which drawn tables are looked for.
const MAX_FRAMES: usize = 20_000;
const MAX_DRAWN_CHARS: usize = 500_000;

/// Text between two gaps of a line.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import::reader) struct PrintedText {
    /// Where it begins and ends, from the left edge of the page.
    pub from: f64,
    pub to: f64,
    pub text: String,
    /// Whether only its digits tell it from the text before it: the gap would be a blank between words.
    pub follows: bool,
}

/// A line of a page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import::reader) struct PrintedLine {
    /// From the left to the right.
    pub texts: Vec<PrintedText>,
    /// How far it is below the line before it, in sizes of its type; none for the first of a page.
    pub below: Option<f64>,
}

/// What is printed in a PDF.
pub(in crate::import::reader) struct PrintedPages {
    /// The lines of all pages.
    pub lines: Vec<PrintedLine>,
    /// The rows of tables with frames around their cells; none where there are no such tables.
    pub drawn: Vec<DrawnRow>,
    /// The numbers of pages of which nothing, or not all, was read: `3`, `1001–1200`.
    pub unread: Vec<String>,
}

/// Reads all pages; one at which the library fails, as a scanned one, is left out and told.
pub(in crate::import::reader) fn read_printed_pages(mut file: File) -> Result<PrintedPages, Stop> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let document = open_pdf(&bytes)?;
    let (mut lines, mut room) = (Vec::new(), MAX_CHARS);
    let mut unread = Vec::new();
    // None where there is too much to look for drawn tables: one of which a part is missing is none.
    let mut drawn: Option<Vec<DrawnPage>> = Some(Vec::new());
    let mut count = 0;
    for (at, page) in document.get_pages().into_keys().enumerate() {
        let may_read = at < MAX_PAGES && room > 0;
        let read = || catch_unwind(AssertUnwindSafe(|| read_page(&document, page, room)));
        let (characters, frames) = if may_read { read().ok().flatten() } else { None }.unwrap_or_default();
        room = room.saturating_sub(characters.len());
        // Where there is no room left, the page may be cut.
        if room == 0 || characters.iter().all(|one| one.text.trim().is_empty()) {
            unread.push(page);
        }
        lines.extend(build_lines(&characters));
        count += characters.len();
        drawn = drawn.filter(|_| count <= MAX_DRAWN_CHARS);
        if let Some(pages) = &mut drawn {
            pages.push(DrawnPage { characters, frames });
        }
    }
    if lines.is_empty() {
        return Err(Refusal::Unsupported("a PDF without text, as of a scanned page".into()).into());
    }
    let drawn = read_drawn_rows(&drawn.unwrap_or_default());
    Ok(PrintedPages { lines, drawn, unread: join_numbers(&unread) })
}

/// Increasing numbers, those that follow each other as one: `3`, `5–7`.
fn join_numbers(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let name = |run: &[u32]| match run {
        [first, .., last] => format!("{first}–{last}"),
        run => run.iter().map(u32::to_string).collect(),
    };
    runs.map(name).collect()
}

/// The characters and the frames of a page.
fn read_page(document: &Document, page: u32, room: usize) -> Option<(Vec<PlacedText>, Vec<CellFrame>)> {
    let (mut characters, mut frames) = (Vec::new(), Vec::new());
    let take_character = |one: Character<'_>| {
        let is_placed = [one.from, one.to, one.height, one.size].into_iter().all(f64::is_finite);
        if is_placed && characters.len() < room {
            let Character { from, to, height, size, text } = one;
            characters.push(PlacedText { from, to, height, size, text: text.to_owned() });
        }
    };
    let take_frame = |frame| {
        if frames.len() < MAX_FRAMES {
            frames.push(frame);
        }
    };
    visit_page(document, page, take_character, take_frame)?;
    Some((characters, frames))
}

/// The lines of a page, the highest one first.
fn build_lines(characters: &[PlacedText]) -> Vec<PrintedLine> {
    let mut before: Option<f64> = None;
    let mut lines = Vec::new();
    for (height, row) in group_lines(characters, LINE_HEIGHT) {
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
fn join_characters<'c>(row: impl IntoIterator<Item = &'c PlacedText>) -> Vec<PrintedText> {
    let mut texts: Vec<PrintedText> = Vec::new();
    for character in row.into_iter().filter(|one| !one.text.trim().is_empty()) {
        match texts.last_mut() {
            Some(last) if goes_on(last, character) => {
                if character.from > last.to + character.size * GAP {
                    last.text.push(' ');
                }
                last.text.push_str(&character.text);
                last.to = last.to.max(character.to);
            }
            last => {
                let follows = last.is_some_and(|last| character.from - last.to <= character.size * CELL_GAP);
                let PlacedText { from, to, ref text, .. } = *character;
                texts.push(PrintedText { from, to, text: text.clone(), follows });
            }
        }
    }
    texts
}

/// Whether a character belongs to the text before it. A digit behind a gap behind a digit begins another number: with
/// a blank between, two numbers would be taken for one.
fn goes_on(text: &PrintedText, next: &PlacedText) -> bool {
    let gap = next.from - text.to;
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let are_digits = is_digit(text.text.chars().next_back()) && is_digit(next.text.chars().next());
    gap <= next.size * if are_digits { GAP } else { CELL_GAP }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters of a line of the size 10, each 5 wide, with their left edges.
    fn characters(texts: &[(f64, &str)]) -> Vec<PlacedText> {
        let of_text = |(from, text): &(f64, &str)| -> Vec<PlacedText> {
            let place = |at: usize| from + 5.0 * at as f64;
            let one = |(at, c): (usize, char)| PlacedText {
                from: place(at),
                to: place(at) + 5.0,
                height: 0.0,
                size: 10.0,
                text: c.to_string(),
            };
            text.chars().enumerate().map(one).collect()
        };
        texts.iter().flat_map(of_text).collect()
    }

    #[test]
    fn a_gap_between_digits_ends_a_text_and_one_between_words_is_a_blank() {
        let line = characters(&[(0.0, "Milho"), (30.0, "20"), (43.0, "kg"), (60.0, "12"), (74.0, "345,00")]);
        let texts: Vec<String> = join_characters(&line).into_iter().map(|one| one.text).collect();
        assert_eq!(texts, ["Milho 20 kg 12", "345,00"]);
    }

    #[test]
    fn pages_that_follow_each_other_are_told_as_one() {
        assert_eq!(join_numbers(&[2, 5, 6, 7, 9, 10]), ["2", "5–7", "9–10"]);
        assert!(join_numbers(&[]).is_empty());
    }
}
