//! Price list layout: a table by category, with headings repeated on every page.

use super::page::{HEIGHT, PdfPage, Style, WIDTH, mm};
use super::rows::{PrintedGroup, PrintedRow};
use super::text::{fit_size, shorten_lines, wrap_text};
use super::typeface::{Typefaces, Weight};
use crate::messages::{translate, translate_with};
use celeiro_domain::search::Lang;

/// The blank edge of a page on the left and the right.
const MARGIN: f32 = 36.0;
/// Where the first line of a page begins.
const TOP: f32 = HEIGHT - 40.0;
/// The lowest baseline of a row; the number of the page stands below.
const BOTTOM: f32 = 52.0;
/// Between the columns.
const GAP: f32 = 8.0;
/// From one baseline to the next.
const LEADING: f32 = 11.0;
/// Above the first line of a row, and below its last.
const PADDING: f32 = 3.0;
/// Lines of a cell at most; longer texts are cut, and say so.
const MAX_LINES: usize = 45;
/// Left edges and widths of the columns: code, product, package, price, unit price.
const COLUMNS: [(f32, f32); 5] = columns([78.0, 178.0, 84.0, 80.0]);
/// The same where no product has packages: what that column would take is the product's.
const COLUMNS_WITHOUT_PACKAGES: [(f32, f32); 5] = columns([78.0, 262.0, 0.0, 80.0]);

const CELL: Style = Style { size: 9.0, weight: Weight::Regular };
const HEAD: Style = Style { size: 8.0, weight: Weight::SemiBold };
const GROUP: Style = Style { size: 11.0, weight: Weight::SemiBold };
const TITLE: Style = Style { size: 18.0, weight: Weight::SemiBold };
const SMALL: Style = Style { size: 8.0, weight: Weight::Regular };

/// The heads of the columns, in their order.
const HEADS: [&str; 5] = ["print.code", "print.product", "print.package", "print.price", "print.unitPrice"];
/// The columns whose amounts end at one edge.
const AMOUNTS: [usize; 2] = [3, 4];
/// The column of packages.
const PACKAGE: usize = 2;

const fn columns(widths: [f32; 4]) -> [(f32, f32); 5] {
    let mut columns = [(MARGIN, 0.0); 5];
    let (mut x, mut at) = (MARGIN, 0);
    while at < 4 {
        columns[at] = (x, widths[at]);
        x += widths[at] + GAP;
        at += 1;
    }
    columns[4] = (x, WIDTH - MARGIN - x);
    columns
}

/// What stands above the table.
pub(super) struct TableHead {
    /// What prices they are.
    pub title: String,
    /// The day, when they are valid.
    pub facts: String,
}

/// Lays the list out.
pub(super) fn lay_out_prices(
    head: &TableHead,
    groups: &[PrintedGroup],
    lang: Lang,
    faces: &Typefaces,
) -> Vec<PdfPage> {
    let mut rows = groups.iter().flat_map(|group| &group.products).flat_map(|product| &product.rows);
    let has_packages = rows.any(|row| !row.package.is_empty());
    let columns = if has_packages { COLUMNS } else { COLUMNS_WITHOUT_PACKAGES };
    let (pages, page) = (Vec::new(), PdfPage::default());
    let mut table = Table { head, lang, faces, columns, has_packages, pages, page, y: TOP };
    table.begin_document();
    for group in groups {
        table.add_group(group);
    }
    table.finish()
}

struct Table<'a> {
    head: &'a TableHead,
    lang: Lang,
    faces: &'a Typefaces,
    columns: [(f32, f32); 5],
    /// Whether the column of packages is there.
    has_packages: bool,
    /// Those that are full.
    pages: Vec<PdfPage>,
    page: PdfPage,
    /// Down to where the page is full.
    y: f32,
}

impl Table<'_> {
    /// The title, with as many lines as it needs, and the heads of the columns.
    fn begin_document(&mut self) {
        let (head, width) = (self.head, WIDTH - 2.0 * MARGIN);
        self.put_lines(&head.title, TITLE, 21.0, width);
        self.y -= 2.0;
        self.put_lines(&head.facts, SMALL, 10.0, width);
        self.y -= 6.0;
        self.put_heads();
    }

    fn begin_page(&mut self) {
        self.pages.push(std::mem::take(&mut self.page));
        self.y = TOP - SMALL.size;
        let size = fit_size(&self.head.title, self.faces.of(SMALL.weight), SMALL.size, WIDTH / 2.0);
        self.page.put((MARGIN, self.y), Style { size, ..SMALL }, &self.head.title);
        self.y -= 4.0;
        self.put_heads();
    }

    fn put_lines(&mut self, text: &str, style: Style, leading: f32, width: f32) {
        for line in wrap_text(text, self.faces.of(style.weight), style.size, width) {
            self.y -= leading;
            self.page.put((MARGIN, self.y), style, &line);
        }
    }

    fn put_heads(&mut self) {
        self.y -= LEADING;
        for (at, key) in HEADS.iter().enumerate() {
            if at == PACKAGE && !self.has_packages {
                continue;
            }
            let (x, width) = self.columns[at];
            let text = translate(self.lang, key);
            match AMOUNTS.contains(&at) {
                true => self.page.put_right((x + width, self.y), HEAD, &text, self.faces),
                false => self.page.put((x, self.y), HEAD, &text),
            }
        }
        self.y -= 4.0;
        self.page.rule((MARGIN, self.y), WIDTH - 2.0 * MARGIN, 0.0);
    }

    fn add_group(&mut self, group: &PrintedGroup) {
        let name = match group.category.is_empty() {
            true => translate(self.lang, "print.noCategory"),
            false => group.category.clone(),
        };
        let mut is_headed = false;
        for product in &group.products {
            for (at, row) in product.rows.iter().enumerate() {
                let mut cells = self.wrap_cells(if at == 0 { &product.name } else { "" }, row);
                let heading = if is_headed { 0.0 } else { self.group_height(&name) };
                if self.y - heading - row_height(&cells) < BOTTOM {
                    self.begin_page();
                    // The name of a product and its category are told again where they go on.
                    cells = self.wrap_cells(&product.name, row);
                    self.put_group(&name);
                } else if !is_headed {
                    self.put_group(&name);
                }
                is_headed = true;
                self.put_row(&cells, row);
            }
        }
    }

    fn wrap_group(&self, name: &str) -> Vec<String> {
        let (face, width) = (self.faces.of(GROUP.weight), WIDTH - 2.0 * MARGIN);
        shorten_lines(wrap_text(name, face, GROUP.size, width), 3, face, GROUP.size, width)
    }

    fn group_height(&self, name: &str) -> f32 {
        6.0 + self.wrap_group(name).len() as f32 * 14.0
    }

    fn put_group(&mut self, name: &str) {
        self.y -= 6.0;
        for line in self.wrap_group(name) {
            self.y -= 12.0;
            self.page.put((MARGIN, self.y), GROUP, &line);
            self.y -= 2.0;
        }
    }

    /// The lines of code, product and package.
    fn wrap_cells(&self, product: &str, row: &PrintedRow) -> [Vec<String>; 3] {
        let face = self.faces.of(CELL.weight);
        let mut at = 0;
        [row.code.as_str(), product, row.package.as_str()].map(|text| {
            let (_, width) = self.columns[at];
            at += 1;
            shorten_lines(wrap_text(text, face, CELL.size, width), MAX_LINES, face, CELL.size, width)
        })
    }

    fn put_row(&mut self, cells: &[Vec<String>; 3], row: &PrintedRow) {
        let first = self.y - PADDING - CELL.size;
        for (lines, (x, _)) in cells.iter().zip(self.columns) {
            for (at, line) in lines.iter().enumerate() {
                self.page.put((x, first - at as f32 * LEADING), CELL, line);
            }
        }
        let on_request = translate(self.lang, "print.onRequest");
        let price = if row.price.is_empty() { &on_request } else { &row.price };
        for (at, text) in AMOUNTS.into_iter().zip([price, &row.unit_price]) {
            let (x, width) = self.columns[at];
            // An amount is never broken: one in two lines would be read as two.
            let size = fit_size(text, self.faces.of(CELL.weight), CELL.size, width);
            self.page.put_right((x + width, first), Style { size, ..CELL }, text, self.faces);
        }
        self.y -= row_height(cells);
        self.page.rule((MARGIN, self.y), WIDTH - 2.0 * MARGIN, 0.85);
    }

    /// The pages with their numbers.
    fn finish(mut self) -> Vec<PdfPage> {
        self.pages.push(self.page);
        let pages = self.pages.len();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let places = [("page", (at + 1).to_string()), ("pages", pages.to_string())];
            let text = translate_with(self.lang, "print.page", &places);
            page.put_right((WIDTH - MARGIN, mm(10.0)), SMALL, &text, self.faces);
        }
        self.pages
    }
}

fn row_height(cells: &[Vec<String>; 3]) -> f32 {
    let lines = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    lines as f32 * LEADING + 2.0 * PADDING
}
