//! Shelf labels, three by eight on an A4 page, for sheets of 63.5 × 33.9 mm labels.

use super::page::{Block, HEIGHT, PdfPage, Style, mm};
use super::rows::{PrintedGroup, PrintedProduct, PrintedRow};
use super::text::{fit_size, shorten_lines, wrap_text};
use super::typeface::{Typefaces, Weight};
use crate::messages::{translate, translate_with};
use celeiro_domain::catalog::{Bars, encode_bars};
use celeiro_domain::search::Lang;

/// Labels side by side, and one above the other.
const ACROSS: usize = 3;
const DOWN: usize = 8;
/// In millimetres: a label, from one to the next at its side, and where the first begins.
const LABEL: (f32, f32) = (63.5, 33.9);
const STEP: f32 = 66.0;
const CORNER: (f32, f32) = (7.25, 12.9);
/// The blank edge of a label, in millimetres.
const INSET: f32 = 3.0;
/// A module of bars is no wider, in millimetres: the size that they are designed for.
const MODULE: f32 = 0.33;
/// How high bars are, in points.
const BAR_HEIGHT: f32 = 20.0;

const NAME: Style = Style { size: 8.5, weight: Weight::SemiBold };
const SMALL: Style = Style { size: 7.0, weight: Weight::Regular };
const PRICE: Style = Style { size: 18.0, weight: Weight::SemiBold };
/// Letters of package and code are no smaller, in points; what is longer still is cut.
const SMALLEST: f32 = 5.0;
/// Lines of a name at most; a longer one is cut, and says so.
const NAME_LINES: usize = 2;

/// Lays the labels out, one for each row.
pub(super) fn lay_out_labels(groups: &[PrintedGroup], lang: Lang, faces: &Typefaces) -> Vec<PdfPage> {
    let products = groups.iter().flat_map(|group| &group.products);
    let labels: Vec<(&PrintedProduct, &PrintedRow)> =
        products.flat_map(|product| product.rows.iter().map(move |row| (product, row))).collect();
    let lay_out_page = |labels: &[(&PrintedProduct, &PrintedRow)]| {
        let mut page = PdfPage::default();
        for (at, (product, row)) in labels.iter().enumerate() {
            let x = mm(CORNER.0 + (at % ACROSS) as f32 * STEP);
            let top = HEIGHT - mm(CORNER.1 + (at / ACROSS) as f32 * LABEL.1);
            Label { page: &mut page, left: x, top, lang, faces }.put(&product.name, row);
        }
        page
    };
    labels.chunks(ACROSS * DOWN).map(lay_out_page).collect()
}

/// A label and where it stands.
struct Label<'a> {
    page: &'a mut PdfPage,
    left: f32,
    top: f32,
    lang: Lang,
    faces: &'a Typefaces,
}

impl Label<'_> {
    fn put(&mut self, name: &str, row: &PrintedRow) {
        self.put_frame();
        let (x, width) = (self.left + mm(INSET), mm(LABEL.0 - 2.0 * INSET));
        let top = self.top - mm(INSET);
        let face = self.faces.of(NAME.weight);
        let lines = wrap_text(name, face, NAME.size, width);
        for (at, line) in shorten_lines(lines, NAME_LINES, face, NAME.size, width).iter().enumerate() {
            self.page.put((x, top - 8.0 - at as f32 * 9.5), NAME, line);
        }
        let code = match row.code.is_empty() {
            true => String::new(),
            false => translate_with(self.lang, "print.labelCode", &[("code", row.code.clone())]),
        };
        let facts = [code.as_str(), row.package.as_str()].into_iter().filter(|fact| !fact.is_empty());
        let facts = facts.collect::<Vec<_>>().join(" · ");
        let face = self.faces.of(SMALL.weight);
        let size = fit_size(&facts, face, SMALL.size, width).max(SMALLEST);
        for line in shorten_lines(wrap_text(&facts, face, size, width), 1, face, size, width) {
            self.page.put((x, top - 27.0), Style { size, ..SMALL }, &line);
        }
        self.put_price(row, (x, top - 45.0), width);
        if let Some((ean, bars)) = row.ean.as_deref().and_then(|ean| Some((ean, encode_bars(ean)?))) {
            self.put_bars(ean, &bars, (x, self.top - mm(LABEL.1 - INSET)), width);
        }
    }

    /// A line around the label, for those who cut them from plain paper.
    fn put_frame(&mut self) {
        let (width, height) = (mm(LABEL.0), mm(LABEL.1));
        let (left, bottom) = (self.left, self.top - height);
        let lines = [
            (left, bottom, width, 0.25),
            (left, self.top, width, 0.25),
            (left, bottom, 0.25, height),
            (left + width, bottom, 0.25, height),
        ];
        let frame = lines.map(|(x, y, width, height)| Block { x, y, width, height, gray: 0.8 });
        self.page.blocks.extend(frame);
    }

    /// The price large, and beside it what a unit costs.
    fn put_price(&mut self, row: &PrintedRow, (x, baseline): (f32, f32), width: f32) {
        let on_request = translate(self.lang, "print.onRequest");
        let (price, room) = match (row.price.is_empty(), row.unit_price.is_empty()) {
            (true, _) => (&on_request, width),
            (false, true) => (&row.price, width),
            (false, false) => (&row.price, width * 0.62),
        };
        let size = fit_size(price, self.faces.of(PRICE.weight), PRICE.size, room);
        self.page.put((x, baseline), Style { size, ..PRICE }, price);
        if !row.unit_price.is_empty() {
            let size = fit_size(&row.unit_price, self.faces.of(SMALL.weight), SMALL.size, width * 0.36);
            let style = Style { size, ..SMALL };
            self.page.put_right((x + width, baseline), style, &row.unit_price, self.faces);
        }
    }

    /// The bars with their number below, from the lower left corner.
    fn put_bars(&mut self, ean: &str, bars: &Bars, (x, bottom): (f32, f32), width: f32) {
        let (before, after) = (f32::from(bars.quiet_left), f32::from(bars.quiet_right));
        let module = mm(MODULE).min(width / (before + bars.modules.len() as f32 + after));
        let first = x + before * module;
        self.page.put((first, bottom), Style { size: 6.5, ..SMALL }, ean);
        let mut at = 0;
        for run in bars.modules.chunk_by(|a, b| a == b) {
            if run.first() == Some(&true) {
                let block = Block {
                    x: first + at as f32 * module,
                    y: bottom + 7.0,
                    width: run.len() as f32 * module,
                    height: BAR_HEIGHT,
                    gray: 0.0,
                };
                self.page.blocks.push(block);
            }
            at += run.len();
        }
    }
}
