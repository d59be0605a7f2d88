//! Characters of a PDF page with their positions, and the rectangles that are drawn on it.

use pdf_extract::{
    ColorSpace, Document, MediaBox, OutputDev, OutputError, Path, PathOp, Transform, output_doc_page,
};

/// A gap of this part of the type size is a blank that was not written. Kerning is below it, blanks of
/// narrow types are above.
pub(super) const GAP: f64 = 0.18;
/// A gap of this part of the type size is the end of a cell.
pub(super) const CELL_GAP: f64 = 0.9;
/// Least width and height of the frame of a cell, in points.
const LEAST_WIDTH: f64 = 8.0;
const LEAST_HEIGHT: f64 = 5.0;
/// Letters that are one sign in print, and what is typed for them.
const LIGATURES: [(&str, &str); 5] =
    [("\u{fb00}", "ff"), ("\u{fb01}", "fi"), ("\u{fb02}", "fl"), ("\u{fb03}", "ffi"), ("\u{fb04}", "ffl")];

/// A character where it stands; heights grow upwards.
#[derive(Debug)]
pub(super) struct Character<'a> {
    pub from: f64,
    pub to: f64,
    pub height: f64,
    /// The size of its type.
    pub size: f64,
    /// What is typed for it.
    pub text: &'a str,
}

/// A character that is kept, as [`Character`] has it.
#[derive(Debug, Clone)]
pub(super) struct PlacedText {
    pub from: f64,
    pub to: f64,
    pub height: f64,
    pub size: f64,
    pub text: String,
}

/// Groups characters into lines, the highest line first, each from the left to the right. By `share` of its type size a
/// character may stand lower than the highest one of its line, whose height is given.
pub(super) fn group_lines<'c>(
    characters: impl IntoIterator<Item = &'c PlacedText>,
    share: f64,
) -> Vec<(f64, Vec<&'c PlacedText>)> {
    let mut sorted: Vec<&PlacedText> = characters.into_iter().collect();
    sorted.sort_by(|a, b| b.height.total_cmp(&a.height));
    let mut lines: Vec<(f64, Vec<&PlacedText>)> = Vec::new();
    for one in sorted {
        match lines.last_mut() {
            Some((height, line)) if *height - one.height <= one.size * share => line.push(one),
            _ => lines.push((one.height, vec![one])),
        }
    }
    lines.iter_mut().for_each(|(_, line)| line.sort_by(|a, b| a.from.total_cmp(&b.from)));
    lines
}

/// A frame; heights grow upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CellFrame {
    pub left: f64,
    pub right: f64,
    pub bottom: f64,
    pub top: f64,
}

impl CellFrame {
    /// Whether it is large enough for a text.
    pub fn is_cell(&self) -> bool {
        self.right - self.left >= LEAST_WIDTH && self.top - self.bottom >= LEAST_HEIGHT
    }

    /// Whether it goes from below this height to above it.
    pub fn spans(&self, height: f64) -> bool {
        self.bottom <= height && height <= self.top
    }
}

/// Gives each character of a page to `visit`, in the order in which the page prints them; `None` where the
/// library fails at it.
pub(super) fn visit_characters(
    document: &Document,
    page: u32,
    visit: impl FnMut(Character<'_>),
) -> Option<()> {
    visit_page(document, page, visit, |_| ())
}

/// As [`visit_characters`], and gives each rectangle that is drawn to `frame`.
pub(super) fn visit_page(
    document: &Document,
    page: u32,
    visit: impl FnMut(Character<'_>),
    frame: impl FnMut(CellFrame),
) -> Option<()> {
    output_doc_page(document, &mut Visitor { visit, frame }, page).ok()
}

struct Visitor<F, G> {
    visit: F,
    frame: G,
}

impl<F, G: FnMut(CellFrame)> Visitor<F, G> {
    /// The rectangles of a path, upright as they stand on the page.
    fn visit_path(&mut self, place: &Transform, path: &Path) {
        for op in &path.ops {
            let PathOp::Rect(x, y, width, height) = *op else { continue };
            let put = |x: f64, y: f64| {
                (x * place.m11 + y * place.m21 + place.m31, x * place.m12 + y * place.m22 + place.m32)
            };
            let ((left, bottom), (right, top)) = (put(x, y), put(x + width, y + height));
            if [left, bottom, right, top].into_iter().all(f64::is_finite) {
                (self.frame)(CellFrame {
                    left: left.min(right),
                    right: left.max(right),
                    bottom: bottom.min(top),
                    top: bottom.max(top),
                });
            }
        }
    }
}

impl<F: FnMut(Character<'_>), G: FnMut(CellFrame)> OutputDev for Visitor<F, G> {
    fn stroke(
        &mut self,
        place: &Transform,
        _: &ColorSpace,
        _: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        self.visit_path(place, path);
        Ok(())
    }

    fn fill(&mut self, place: &Transform, _: &ColorSpace, _: &[f64], path: &Path) -> Result<(), OutputError> {
        self.visit_path(place, path);
        Ok(())
    }

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
        let text =
            LIGATURES.iter().find(|(sign, _)| *sign == character).map_or(character, |(_, typed)| typed);
        (self.visit)(Character {
            from: place.m31,
            to: place.m31 + width * size,
            height: place.m32,
            size,
            text,
        });
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
