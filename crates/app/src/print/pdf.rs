//! PDF writer with embedded font subsets.

use super::page::{HEIGHT, PdfPage, WIDTH};
use super::typeface::{Glyph, Typeface, Typefaces, Weight};
use crate::error::AppError;
use celeiro_domain::search::Lang;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::io::Write as _;
use subsetter::GlyphRemapper;

/// The weights in the order of their letters in [`Letters`], each with the name that pages call it by.
const WEIGHTS: [(Weight, Name<'static>); 2] = [(Weight::Regular, Name(b"R")), (Weight::SemiBold, Name(b"B"))];
/// Numbers of glyphs are those of the file itself.
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// How thick the stems of letters are said to be; only programs that replace a font look at it.
const STEM: f32 = 80.0;

/// The letters of one weight that a file uses.
#[derive(Default)]
struct UsedLetters {
    remapper: GlyphRemapper,
    /// By their numbers in the file.
    glyphs: BTreeMap<u16, Glyph>,
}

impl UsedLetters {
    /// The text as numbers of letters, two bytes each.
    fn encode(&mut self, text: &str, face: &Typeface) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len() * 2);
        for letter in text.chars() {
            let glyph = face.glyph(letter);
            let id = self.remapper.remap(glyph.id);
            self.glyphs.entry(id).or_insert(glyph);
            bytes.extend(id.to_be_bytes());
        }
        bytes
    }
}

/// The objects that a font is made of.
struct FontIds {
    font: Ref,
    letters: Ref,
    descriptor: Ref,
    data: Ref,
    unicode: Ref,
}

/// Writes the file.
///
/// # Errors
/// `internal` where the font cannot be cut down.
pub(super) fn write_pdf(
    pages: &[PdfPage],
    title: &str,
    lang: Lang,
    faces: &Typefaces,
) -> Result<Vec<u8>, AppError> {
    let mut next = Ref::new(1);
    let (catalog, tree, info) = (next.bump(), next.bump(), next.bump());
    let fonts = WEIGHTS.map(|_| FontIds {
        font: next.bump(),
        letters: next.bump(),
        descriptor: next.bump(),
        data: next.bump(),
        unicode: next.bump(),
    });
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    let mut pdf = Pdf::new();
    let tag = if lang == Lang::En { "en" } else { "pt-BR" };
    pdf.catalog(catalog).pages(tree).lang(TextStr(tag));
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Celeiro"));
    let count = i32::try_from(pages.len()).map_err(AppError::internal)?;
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(count);
    let mut used = WEIGHTS.map(|_| UsedLetters::default());
    for (page, (id, content)) in pages.iter().zip(&ids) {
        let drawn = compress(&draw_page(page, faces, &mut used))?;
        pdf.stream(*content, &drawn).filter(Filter::FlateDecode);
        let mut object = pdf.page(*id);
        object.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(*content);
        let mut resources = object.resources();
        let mut dictionary = resources.fonts();
        for ((_, name), font) in WEIGHTS.iter().zip(&fonts) {
            dictionary.pair(*name, font.font);
        }
        dictionary.finish();
        resources.finish();
        object.finish();
    }
    for (((weight, _), font), letters) in WEIGHTS.iter().zip(&fonts).zip(&used) {
        write_font(&mut pdf, font, faces.of(*weight), letters)?;
    }
    Ok(pdf.finish())
}

/// The drawing of a page; notes which letters it uses.
fn draw_page(page: &PdfPage, faces: &Typefaces, used: &mut [UsedLetters; 2]) -> Vec<u8> {
    let mut content = Content::new();
    for block in &page.blocks {
        content.set_fill_gray(block.gray);
        content.rect(block.x, block.y, block.width, block.height).fill_nonzero();
    }
    content.set_fill_gray(0.0);
    content.begin_text();
    for placed in &page.texts {
        for ((weight, name), letters) in WEIGHTS.iter().zip(used.iter_mut()) {
            if *weight == placed.weight {
                let bytes = letters.encode(&placed.text, faces.of(*weight));
                content.set_font(*name, placed.size);
                content.set_text_matrix([1.0, 0.0, 0.0, 1.0, placed.x, placed.baseline]);
                content.show(Str(&bytes));
            }
        }
    }
    content.end_text();
    content.finish().into_vec()
}

fn write_font(pdf: &mut Pdf, ids: &FontIds, face: &Typeface, used: &UsedLetters) -> Result<(), AppError> {
    let data = subsetter::subset(face.data, 0, &used.remapper).map_err(AppError::internal)?;
    // Six letters say that it is a part of the font.
    let name = format!("CELEIR+{}", face.name);
    let name = Name(name.as_bytes());
    pdf.type0_font(ids.font)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(ids.letters)
        .to_unicode(ids.unicode);
    let width = |id: u16| used.glyphs.get(&id).map_or(0.0, |glyph| f32::from(glyph.advance));
    let widths = (0..used.remapper.num_gids()).map(|id| face.to_thousandths(width(id)));
    let mut font = pdf.cid_font(ids.letters);
    font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(ids.descriptor);
    font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    font.widths().consecutive(0, widths);
    font.finish();
    let units = |value: i16| face.to_thousandths(f32::from(value));
    let bounds = face.face.global_bounding_box();
    let bounds =
        Rect::new(units(bounds.x_min), units(bounds.y_min), units(bounds.x_max), units(bounds.y_max));
    pdf.font_descriptor(ids.descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(bounds)
        .italic_angle(0.0)
        .ascent(units(face.face.ascender()))
        .descent(units(face.face.descender()))
        .cap_height(units(face.face.capital_height().unwrap_or(660)))
        .stem_v(STEM)
        .font_file2(ids.data);
    let length = i32::try_from(data.len()).map_err(AppError::internal)?;
    let data = compress(&data)?;
    pdf.stream(ids.data, &data).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
    let mut unicode: UnicodeCmap = UnicodeCmap::new(Name(b"Celeiro"), SYSTEM);
    for (id, glyph) in &used.glyphs {
        unicode.pair(*id, glyph.letter);
    }
    let unicode = compress(&unicode.finish().into_vec())?;
    pdf.cmap(ids.unicode, &unicode).filter(Filter::FlateDecode);
    Ok(())
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>, AppError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).map_err(AppError::internal)?;
    encoder.finish().map_err(AppError::internal)
}
