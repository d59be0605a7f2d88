//! Headers joined from several rows: bands above, rows below, and fields inferred from cells where names are unclear.

pub(in crate::import::reader) mod bands;
mod below;
pub(in crate::import::reader) mod dated;
mod sub_labels;

use crate::import::reader::cell::Cell;
use crate::import::reader::header::{FieldsByCells, Knowledge, best_names, field_of};
use crate::import::reader::table::heading::HeadRow;
use bands::{join_bands, texts_of};
use below::{RowsBelow, join_rows_below};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use celeiro_domain::text::{folds_to, normalize_text};
use dated::find_dated_price;
use std::collections::HashSet;

/// A header with what the rows around it say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import::reader) struct JoinedHeader {
    /// What the columns are called.
    pub names: Vec<String>,
    /// The folded texts of the rows right below the header's own that belong to it.
    below: Vec<Vec<String>>,
    /// The columns that are likely a field although no name says so.
    pub by_cells: FieldsByCells,
    /// Whether the rows around say names of columns.
    pub has_names_around: bool,
}

impl JoinedHeader {
    /// A header whose names say all but what its cells do.
    pub fn of_names(names: Vec<String>, by_cells: FieldsByCells) -> Self {
        Self { names, below: Vec::new(), by_cells, has_names_around: false }
    }

    /// Number of rows right below the header's own that belong to the joined header.
    pub fn rows_below(&self) -> u32 {
        self.below.len() as u32
    }

    /// Whether a row is one of those once more, as where the header comes again on each page.
    pub fn is_row_below(&self, cells: &[Cell<'_>]) -> bool {
        let says = |cell: &Cell<'_>, text: &str| match cell {
            Cell::Blank => text.is_empty(),
            Cell::Text(said) => folds_to(said, text),
            _ => false,
        };
        let is_same = |texts: &Vec<String>| {
            let texts = texts.iter().map(String::as_str).chain(std::iter::repeat(""));
            cells.iter().zip(texts).all(|(cell, text)| says(cell, text))
        };
        self.below.iter().any(|texts| texts.len() <= cells.len() && is_same(texts))
    }
}

/// What the rows above and below `rows[at]`, the header of records of `kind`, say of its columns; `None` where the
/// header says all.
pub(in crate::import::reader) fn join_header(
    rows: &[HeadRow],
    at: usize,
    kind: Kind,
) -> Option<JoinedHeader> {
    let bands = join_bands(rows, at, kind);
    let has_bands = bands.is_some();
    let names = bands.or_else(|| rows.get(at).map(texts_of))?;
    let found = join_rows_below(rows, at, kind, names.clone());
    let has_names_around = has_bands || found.is_some();
    let (names, below) = found.map_or((names, Vec::new()), |RowsBelow { names, texts }| (names, texts));
    let data = rows.get(at + 1 + below.len()..).unwrap_or_default();
    let by_cells = match kind {
        Kind::Items => FieldsByCells {
            price: find_dated_price(&rows[..at], data, &names),
            name: find_item_name(data, &names),
            other_packages: find_other_packages(data, &names),
        },
        Kind::Faqs => FieldsByCells::default(),
    };
    let says_more = has_names_around || by_cells != FieldsByCells::default();
    says_more.then_some(JoinedHeader { names, below, by_cells, has_names_around })
}

/// The column called as ours of the packages that has cells of which none is a list, by its place from 0. One list
/// makes it ours: its other cells are then mistakes, and are told as such.
fn find_other_packages(below: &[HeadRow], names: &[String]) -> Option<usize> {
    let is_called = |name: &String| matches!(field_of(Kind::Items, name), Some((RecordField::Packages, _)));
    let at = names.iter().position(is_called)?;
    let is_list = |cell: &Cell<'_>| matches!(cell, Cell::Text(text) if text.trim_start().starts_with('['));
    let mut cells =
        below.iter().filter_map(|row| row.cells.get(at)).filter(|cell| **cell != Cell::Blank).peekable();
    cells.peek()?;
    cells.all(|cell| !is_list(cell)).then_some(at)
}

/// The column called *Item* that has the names of products, by its place from 0: nine of ten cells are words, and most
/// of these differ. In most lists that column counts the rows or has their groups, and another one has the names.
fn find_item_name(below: &[HeadRow], names: &[String]) -> Option<usize> {
    const CALLED: [&str; 4] = ["item", "itens", "artigo", "artigos"];
    let at = names.iter().position(|name| CALLED.contains(&&*normalize_text(name)))?;
    let known = best_names(Knowledge::of_names(Kind::Items), names.iter().map(String::as_str));
    if known.contains_key(&RecordField::Name) {
        return None;
    }
    let is_word = |cell: &Cell<'_>| matches!(cell, Cell::Text(text) if text.chars().filter(|c| c.is_alphabetic()).count() >= 3);
    let cells = below.iter().filter_map(|row| row.cells.get(at)).filter(|cell| **cell != Cell::Blank);
    let (words, others): (Vec<_>, Vec<_>) = cells.partition(|cell| is_word(cell));
    let different: HashSet<String> = words.iter().filter_map(|cell| (*cell).clone().into_text()).collect();
    let is_said = !words.is_empty() && words.len() >= others.len() * 9;
    (is_said && different.len() * 2 > words.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::bands::tests::rows;
    use super::*;

    #[test]
    fn bands_above_and_units_below_are_both_read() {
        let lines = ["|Sul*||Norte*|", "Produto|Preço|Prazo|Preço|Prazo", "|R$|dias|R$|dias", "Pá|1|2|3|4"];
        let found = join_header(&rows(&lines), 1, Kind::Items).unwrap();
        let names = [
            "Produto",
            "Sul / Preço (R$)",
            "Sul / Prazo (dias)",
            "Norte / Preço (R$)",
            "Norte / Prazo (dias)",
        ];
        assert_eq!((found.names, found.below.len()), (names.map(String::from).to_vec(), 1));
    }

    #[test]
    fn rows_below_that_come_again_with_the_header_are_known() {
        let lines = ["Cód.|Produto|Embalagem|Preço|Preço", "|||à vista|a prazo", "1|Enxada|un|10|11"];
        let found = join_header(&rows(&lines), 0, Kind::Items).unwrap();
        let says = |line: &str| found.is_row_below(&rows(&[line])[0].cells);
        assert!(says("|||À VISTA|a prazo") && says("|||à vista|a prazo|"));
        for other in ["|||à vista|", "|||", lines[2], "1|||à vista|a prazo"] {
            assert!(!says(other), "{other}");
        }
    }

    #[test]
    fn a_header_of_one_row_is_joined_for_a_price_by_its_date_alone() {
        let header = "Código|Produto|30/11/2026|30/03/2027";
        let found = join_header(&rows(&[header, "1|Pá|10,50|11"]), 0, Kind::Items).unwrap();
        assert_eq!(
            (found.names.join("|").as_str(), found.by_cells.price, found.below.len()),
            (header, Some(2), 0)
        );
        let twice = ["Código|Produto|Pagamento*|", "||30/11/2026|30/03/2027", "1|Pá|10,50|11"];
        assert_eq!(join_header(&rows(&twice), 0, Kind::Items).unwrap().by_cells.price, Some(2));
        assert_eq!(join_header(&rows(&[header, "1|Pá|sim|não"]), 0, Kind::Items), None);
        assert_eq!(join_header(&rows(&[header, "1|Pá|10,50|11"]), 0, Kind::Faqs), None);
    }

    #[test]
    fn a_column_called_packages_is_ours_where_it_is_blank_or_has_a_list() {
        let find = |cells: [&str; 2]| {
            let lines =
                ["nome|packages".to_owned(), format!("Pá|{}", cells[0]), format!("Enxada|{}", cells[1])];
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            join_header(&rows(&lines), 0, Kind::Items).and_then(|found| found.by_cells.other_packages)
        };
        assert_eq!(find(["12", ""]), Some(1));
        assert_eq!(find(["caixa", "saco"]), Some(1));
        for ours in [["", ""], ["[]", ""], ["12", r#" [{"label": "5 L"}]"#]] {
            assert_eq!(find(ours), None, "{ours:?}");
        }
    }

    #[test]
    fn a_column_called_item_is_the_name_where_its_cells_are_words_and_no_other_is() {
        let find = |header: &str, row: &str| {
            join_header(&rows(&[header, row]), 0, Kind::Items).and_then(|found| found.by_cells.name)
        };
        assert_eq!(find("Item|Volume|R$|Ref", "Enxada larga|1 un|10,50|7"), Some(0));
        assert_eq!(find("Ref|Item|R$", "7|Enxada larga|10,50"), Some(1));
        let groups = ["Item|Ref|R$", "Herbicida|7|1", "Herbicida|8|2", "Herbicida|9|3", "Adubo|10|4"];
        assert_eq!(join_header(&rows(&groups), 0, Kind::Items).and_then(|found| found.by_cells.name), None);
        for (header, row) in [
            ("Item|Ref|R$", "1|7|10,50"),
            ("Item|Produto|R$", "Enxada larga|Enxada|10,50"),
            ("Item|Descrição do produto|R$", "Ferramenta|Enxada|10,50"),
            ("Ref|R$", "7|10,50"),
        ] {
            assert_eq!(find(header, row), None, "{header}");
        }
    }
}
