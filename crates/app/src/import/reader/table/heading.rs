//! Header row detection.
//!
//! A price list that people made has a title above its table, its last day of validity, and bands over several columns
//! (*Product*, *Prices*). A header is a row of short, different texts as wide as the table, above columns of another
//! kind, and best of all with known names.

use crate::import::reader::agrofit::Products;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{Knowledge, best_names, is_complete, is_remark};
use celeiro_domain::catalog::{DecimalMark, Price};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::collections::HashSet;

/// Rows among which the header is looked for, and rows that are looked at.
const HEADER_ROWS: usize = 100;
pub(in crate::import::reader) const ROWS: usize = 200;
/// The same where the first rows hold no table.
const FAR_HEADER_ROWS: usize = 1_000;
pub(in crate::import::reader) const FAR_ROWS: usize = 1_100;
/// Cells of a row of a table at least; rows of two also where one of the names above is known.
const TABLE_CELLS: usize = 3;
/// Characters of a name at most: what is longer is a text.
pub(in crate::import::reader) const NAME_CHARS: usize = 80;
/// By how much a row must be likelier than one above it.
const MARGIN: f64 = 0.8;
/// The same where the one above names what a record needs: below it may begin a wider table of other products.
const MARGIN_OF_COMPLETE: f64 = 1.5;

/// A row at the beginning of a table.
#[derive(Debug)]
pub(in crate::import::reader) struct HeadRow {
    pub number: u32,
    pub cells: Vec<Cell<'static>>,
    /// First and last column of its cells that span several.
    pub spans: Vec<(usize, usize)>,
}

/// The row that is likely the header.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::import::reader) struct Heading {
    /// Its place among the rows, from 0.
    pub at: usize,
    /// Names in it that we know, our own remarks included.
    pub known: usize,
    /// Whether it names what a new record needs and every column that a person named.
    pub is_complete: bool,
}

/// The header of these rows; `None` where there is none with anything in it.
pub(in crate::import::reader) fn find_heading(rows: &[HeadRow], known: Knowledge<'_>) -> Option<Heading> {
    find_among(HEADER_ROWS, rows, known)
}

/// Whether `found` is the header of no table, since there is none among the first rows: conditions of sale may
/// fill pages.
pub(in crate::import::reader) fn is_preamble(rows: &[HeadRow], found: Option<Heading>) -> bool {
    if rows.len() <= HEADER_ROWS || found.is_some_and(|found| found.is_complete) {
        return false;
    }
    let least = if found.is_some_and(|found| found.known > 0) { TABLE_CELLS - 1 } else { TABLE_CELLS };
    let is_of_table = |row: &&HeadRow| row.cells.iter().filter(|cell| **cell != Cell::Blank).count() >= least;
    rows.iter().take(HEADER_ROWS).filter(is_of_table).count() * 2 <= HEADER_ROWS
}

/// The header below a long preamble: one that names what a record needs, for nothing else is sure so far down.
pub(in crate::import::reader) fn find_far(rows: &[HeadRow], known: Knowledge<'_>) -> Option<Heading> {
    let is_row =
        |found: &Heading| rows[found.at].cells.iter().filter(|cell| **cell != Cell::Blank).count() > 1;
    find_among(FAR_HEADER_ROWS, rows, known).filter(|found| found.is_complete && is_row(found))
}

/// The header among the first `most` of these rows.
fn find_among(most: usize, rows: &[HeadRow], known: Knowledge<'_>) -> Option<Heading> {
    let looks = scan_rows(most, rows, known);
    let searched = looks.len();
    let make_heading = |at: usize| Heading {
        at,
        known: looks[at].known,
        is_complete: looks[at].is_complete || looks[at].is_agrofit,
    };
    if let Some(at) = (0..searched).find(|at| looks[*at].is_agrofit) {
        return Some(make_heading(at));
    }
    let score = |at: usize| looks[at].score() - if is_band(&looks, at) { 3.0 } else { 0.0 };
    let filled: Vec<(usize, f64)> =
        (0..searched).filter(|at| looks[*at].filled > 0).map(|at| (at, score(at))).collect();
    let best = filled.iter().map(|(_, score)| *score).fold(f64::MIN, f64::max);
    let margin = |at: usize| {
        let is_header = looks[at].is_complete && looks[at].known > 1;
        if is_header { MARGIN_OF_COMPLETE } else { MARGIN }
    };
    filled.iter().find(|(at, score)| *score >= best - margin(*at)).map(|(at, _)| make_heading(*at))
}

/// A row of names over the names: the next row has more of them.
fn is_band(looks: &[HeadingScan], at: usize) -> bool {
    let below = looks[at + 1..].iter().find(|look| look.filled > 0);
    let (here, Some(next)) = (&looks[at], below) else { return false };
    let is_above_names = next.texts >= 0.9 && next.filled > here.filled;
    let is_sparse = here.is_merged || (here.coverage <= 0.5 && next.coverage >= 0.75);
    is_above_names && is_sparse && (here.is_merged || next.typed > 0.0 || next.known > 0)
}

/// What speaks for a row.
#[derive(Debug, Default)]
struct HeadingScan {
    filled: usize,
    /// Share of the table's columns in which it has something.
    coverage: f64,
    /// Share of its cells that are short texts with letters.
    texts: f64,
    /// Share of its texts that differ.
    different: f64,
    /// Share of the table's columns in which it has a text, and the rows below have none.
    typed: f64,
    known: usize,
    is_complete: bool,
    is_merged: bool,
    is_agrofit: bool,
}

impl HeadingScan {
    fn score(&self) -> f64 {
        let names = 0.6 * self.known.min(4) as f64 + if self.is_complete { 1.0 } else { 0.0 };
        3.0 * self.coverage + 1.5 * self.texts + 0.5 * self.different + 1.5 * self.typed + names
    }
}

/// Looks at the first `most` rows, each with what stands below it.
fn scan_rows(most: usize, rows: &[HeadRow], known: Knowledge<'_>) -> Vec<HeadingScan> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    // By column: cells below that hold something, and those of them that are no texts.
    let mut below = vec![(0_usize, 0_usize); width];
    let mut looks = Vec::new();
    for (at, row) in rows.iter().enumerate().rev() {
        if at < most {
            looks.push(scan_row(row, rows.len() - at - 1, &below, known));
        }
        for (cell, (filled, others)) in row.cells.iter().zip(&mut below) {
            *filled += usize::from(*cell != Cell::Blank);
            *others += usize::from(*cell != Cell::Blank && !is_text(cell));
        }
    }
    looks.reverse();
    looks
}

/// What speaks for a row as the header; `below` counts filled cells and those without text, by column.
fn scan_row(row: &HeadRow, rows_below: usize, below: &[(usize, usize)], known: Knowledge<'_>) -> HeadingScan {
    let filled: Vec<usize> = (0..row.cells.len()).filter(|at| row.cells[*at] != Cell::Blank).collect();
    let is_used = |at: usize| below[at].0 > 0 && below[at].0 * 4 >= rows_below;
    let used = (0..below.len()).filter(|at| is_used(*at)).count();
    let is_name = |at: usize| is_text(&row.cells[at]);
    let covered = filled.iter().filter(|at| is_used(**at)).count();
    let typed =
        filled.iter().filter(|at| is_name(**at) && is_used(**at) && below[**at].1 * 2 >= below[**at].0);
    let share = |part: usize, of: usize| if of == 0 { 0.0 } else { part as f64 / of as f64 };
    let names: Vec<String> =
        row.cells.iter().map(|cell| cell.clone().into_text().unwrap_or_default()).collect();
    let folded: HashSet<String> = filled.iter().map(|at| normalize_text(&names[*at])).collect();
    let remarks = names.iter().filter(|name| is_remark(name)).count();
    HeadingScan {
        filled: filled.len(),
        coverage: if used == 0 { 1.0 } else { share(covered, used) },
        texts: share(filled.iter().filter(|at| is_name(**at)).count(), filled.len()),
        different: share(folded.len(), filled.len()),
        typed: share(typed.count(), used),
        known: remarks + best_names(known, names.iter().map(String::as_str)).len(),
        is_complete: is_complete(known, &names),
        is_merged: !row.spans.is_empty(),
        is_agrofit: is_agrofit(known, &names),
    }
}

/// Whether the table is that of the ministry.
pub(in crate::import::reader) fn is_agrofit(known: Knowledge<'_>, names: &[String]) -> bool {
    known.kind == Kind::Items && known.map.is_empty() && Products::of_header(names).is_some()
}

/// A short text with a letter in it that is no price: what a name of a column is.
pub(in crate::import::reader) fn is_text(cell: &Cell<'_>) -> bool {
    let Cell::Text(text) = cell else { return false };
    let has_letters = text.chars().any(char::is_alphabetic);
    has_letters && text.chars().count() <= NAME_CHARS && Price::read(text, Some(DecimalMark::Comma)).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: Knowledge<'static> = Knowledge::of_names(Kind::Items);

    /// Rows of cells separated by bars; `+` before a row with merged cells.
    fn heading_row(rows: &[&str]) -> usize {
        let row = |(at, line): (usize, &&str)| {
            let (spans, line) = line.strip_prefix('+').map_or((vec![], *line), |rest| (vec![(0, 1)], rest));
            let cell = |text: &str| match text.trim().parse::<f64>() {
                Ok(number) => Cell::Number(number),
                Err(_) => Cell::text(text.trim().to_owned()),
            };
            HeadRow { number: at as u32 + 1, cells: line.split('|').map(cell).collect(), spans }
        };
        let rows: Vec<HeadRow> = rows.iter().enumerate().map(row).collect();
        find_heading(&rows, ITEMS).unwrap().at
    }

    #[test]
    fn titles_and_bands_are_no_headers() {
        let title = "+AGRO SUL – TABELA DE PREÇOS|||||";
        let until = "+Válida até 30/11/2026|||||";
        let bands = "+Produto|||Preço||";
        let header = "Cód.|Descrição do item|Marca|À vista|Prazo|Estoque";
        let data = ["101|Enxada|Aço|10.5|11|3", "102|Pá|Aço|20|21.5|1", "103|Foice|Sul|7|8|0"];
        assert_eq!(heading_row(&[&[title, until, bands, header][..], &data].concat()), 3);
        let known = "Código|Nome|Marca|Preço|Prazo|Estoque";
        assert_eq!(heading_row(&[&[title, "|||||", bands, known][..], &data].concat()), 3);
        // As a CSV that was saved from such a workbook, without its merged cells.
        assert_eq!(heading_row(&[&["Produto|||Preço||", header][..], &data].concat()), 1);
        assert_eq!(
            heading_row(&[&["Empresa:|Agro Sul||||", "Data:|30/11/2026||||", header][..], &data].concat()),
            2
        );
    }

    #[test]
    fn a_plain_header_is_the_first_row() {
        assert_eq!(heading_row(&["nome|preço", "Enxada|10", "Pá|20"]), 0);
        assert_eq!(heading_row(&["Denominação|Vlr", "Enxada|10", "Pá|20"]), 0);
        assert_eq!(heading_row(&["Material|Local", "Enxada|Sul", "Pá|Norte"]), 0, "texts below texts");
        assert_eq!(heading_row(&["nome||cor", "Enxada|x|azul", "Pá|y|verde"]), 0, "a column without a name");
        assert_eq!(heading_row(&["nome", "Produto", "Preço"]), 0, "products called like columns");
        assert_eq!(heading_row(&["id|nome|preço"]), 0);
        assert_eq!(heading_row(&["nome|preço|obs", "Enxada|a combinar|usada", "Pá|20|nova", "Foice|3|"]), 0);
    }

    #[test]
    fn a_header_is_looked_for_far_below_where_no_table_is_above_it() {
        let row = |at: usize, line: &str| {
            let cells = line.split('|').map(|text| Cell::text(text.to_owned())).collect();
            HeadRow { number: at as u32 + 1, cells, spans: Vec::new() }
        };
        let rows = |above: &str, header: &str| -> Vec<HeadRow> {
            let lines = (0..400).map(|at| match at {
                250 => header.to_owned(),
                0..250 => above.replace('#', &at.to_string()),
                _ => format!("{at}|Produto {at}|Marca|{at},50"),
            });
            lines.enumerate().map(|(at, line)| row(at, &line)).collect()
        };
        let find_row = |rows: &[HeadRow]| {
            let near = find_heading(rows, ITEMS);
            let far = if is_preamble(rows, near) { find_far(rows, ITEMS) } else { None };
            far.or(near).unwrap().at
        };
        let header = "Código|Nome|Fabricante|Preço";
        assert_eq!(find_row(&rows("Condição # de venda|||", header)), 250);
        assert_eq!(find_row(&rows("#.|Condição de venda # a prazo||", header)), 250);
        assert_eq!(
            find_row(&rows("Ref. #|Enxada #|Aço|#,50", header)),
            0,
            "a table without names that are known"
        );
        assert_eq!(
            find_row(&rows("Condição # de venda|||", "Artigo|Denominação|Aço|Custo")),
            0,
            "nothing is sure"
        );
        assert!(!is_preamble(&rows("Condição #|||", header)[..100], None), "all was looked at");
    }

    #[test]
    fn a_header_of_two_rows_is_the_lower_one() {
        // Cells merged over both rows speak for the lower one, too.
        assert_eq!(
            heading_row(&["+Código|Nome|Preço|", "Código|Nome|À vista|Prazo", "1|Enxada|2|3", "2|Pá|3|4"]),
            1
        );
    }
}
