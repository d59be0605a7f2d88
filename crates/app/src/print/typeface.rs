//! The embedded font and its glyph widths.

use crate::error::AppError;
use ttf_parser::Face;

/// What is printed for a letter that the font does not have.
pub(super) const MISSING: char = '□';

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/SourceSans3-Regular.ttf");
const SEMI_BOLD: &[u8] = include_bytes!("../../assets/fonts/SourceSans3-SemiBold.ttf");

/// How heavy a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    SemiBold,
}

/// A letter of the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Its width in the font's units.
    pub advance: u16,
    /// What it is read as.
    pub letter: char,
}

/// The font in one weight.
pub(super) struct Typeface {
    /// The name by which files call it.
    pub name: &'static str,
    /// The whole font file.
    pub data: &'static [u8],
    /// What is read of it.
    pub face: Face<'static>,
}

/// The font in both weights.
pub(super) struct Typefaces {
    regular: Typeface,
    semi_bold: Typeface,
}

impl Typefaces {
    /// Loads the fonts that printed documents embed.
    ///
    /// # Errors
    /// `internal` where one is damaged.
    pub fn load() -> Result<Self, AppError> {
        Ok(Self {
            regular: Typeface::read("SourceSans3-Regular", REGULAR)?,
            semi_bold: Typeface::read("SourceSans3-SemiBold", SEMI_BOLD)?,
        })
    }

    /// The printed font of a weight.
    pub fn of(&self, weight: Weight) -> &Typeface {
        match weight {
            Weight::Regular => &self.regular,
            Weight::SemiBold => &self.semi_bold,
        }
    }
}

impl Typeface {
    fn read(name: &'static str, data: &'static [u8]) -> Result<Self, AppError> {
        let face = Face::parse(data, 0).map_err(AppError::internal)?;
        Ok(Self { name, data, face })
    }

    /// Glyph that is printed for a letter.
    pub fn glyph(&self, letter: char) -> Glyph {
        let find = |letter: char| {
            let id = self.face.glyph_index(letter)?;
            Some(Glyph { id: id.0, advance: self.face.glyph_hor_advance(id).unwrap_or_default(), letter })
        };
        let unknown = Glyph { id: 0, advance: self.face.units_per_em(), letter: MISSING };
        find(letter).or_else(|| find(MISSING)).unwrap_or(unknown)
    }

    /// Measures the width of a printed text, in points.
    pub fn measure(&self, text: &str, size: f32) -> f32 {
        let units: f32 = text.chars().map(|letter| f32::from(self.glyph(letter).advance)).sum();
        units * size / f32::from(self.face.units_per_em())
    }

    /// Converts the font's units to thousandths of its size, as PDF files have them.
    pub fn to_thousandths(&self, units: f32) -> f32 {
        units * 1000.0 / f32::from(self.face.units_per_em())
    }
}
