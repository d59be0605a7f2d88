//! Page layout before rendering: positions of texts and lines.

use super::typeface::{Typefaces, Weight};

/// Width of an A4 page in points, of which an inch has 72.
pub(super) const WIDTH: f32 = 595.28;
/// Its height in points.
pub(super) const HEIGHT: f32 = 841.89;

/// Millimetres as points.
pub(super) fn mm(length: f32) -> f32 {
    length * 72.0 / 25.4
}

/// A text in one line; heights are counted from the lower edge of the page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlacedText {
    pub x: f32,
    pub baseline: f32,
    pub size: f32,
    pub weight: Weight,
    pub text: String,
}

/// A filled rectangle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
    /// 0 is black, 1 white.
    pub gray: f32,
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PdfPage {
    pub texts: Vec<PlacedText>,
    pub blocks: Vec<Block>,
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub size: f32,
    pub weight: Weight,
}

impl PdfPage {
    /// Places a text on the PDF page that begins at `x`.
    pub fn put(&mut self, (x, baseline): (f32, f32), style: Style, text: &str) {
        let Style { size, weight } = style;
        self.texts.push(PlacedText { x, baseline, size, weight, text: text.to_owned() });
    }

    /// Places a text on the PDF page that ends at `x`.
    pub fn put_right(&mut self, (x, baseline): (f32, f32), style: Style, text: &str, faces: &Typefaces) {
        let width = faces.of(style.weight).measure(text, style.size);
        self.put((x - width, baseline), style, text);
    }

    /// Draws a horizontal line of half a point on the PDF page.
    pub fn rule(&mut self, (x, y): (f32, f32), width: f32, gray: f32) {
        self.blocks.push(Block { x, y, width, height: 0.5, gray });
    }
}
