//! Header rows below the first: *à vista* and *a prazo* beneath *Preço*, which is repeated or merged over both, units
//! beneath other names, and repeated names merged over both rows.
//!
//! A first product is never such a row: below the names and codes of records stands nothing, or the name of the
//! column once more, or a word that qualifies it (*interno* below *Código*).

use super::bands::{find_repeated_names, texts_of};
use super::dated::is_date_name;
use super::sub_labels::{is_annotation, is_qualifier, is_term, is_unit};
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{JOINT, field_of, is_key_field};
use crate::import::reader::table::heading::{HeadRow, NAME_CHARS, is_text};
use celeiro_domain::catalog::{DecimalMark, Price};
use celeiro_domain::import::lacks_price;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::collections::{HashMap, HashSet};

/// Rows below a header that belong to it at most.
const LEVELS: usize = 2;

/// Labels of such a row at most: of more, none is looked at, for a sheet may have thousands of columns.
const MAX_LABELS: usize = 100;

/// What the rows right below a header say of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import::reader) struct RowsBelow {
    /// What the columns are called.
    pub names: Vec<String>,
    /// The folded texts of each row, blank ones behind the last left out.
    pub texts: Vec<Vec<String>>,
}

/// The rows right below `rows[at]`, the header of records of `kind`, that belong to it; `names` are what its
/// columns are called without them. `None` where there are none.
pub(in crate::import::reader) fn join_rows_below(
    rows: &[HeadRow],
    at: usize,
    kind: Kind,
    names: Vec<String>,
) -> Option<RowsBelow> {
    let mut header = HeaderColumns::new(rows, at, kind, names)?;
    let mut texts = Vec::new();
    for (place, row) in rows.iter().enumerate().skip(at + 1).take(LEVELS) {
        let is_next = rows[place - 1].number.saturating_add(1) == row.number;
        let Some(labels) = header.read_labels(row, &rows[place + 1..]).filter(|_| is_next) else { break };
        header.add_labels(&labels);
        let mut folded: Vec<String> = texts_of(row).iter().map(|text| normalize_text(text)).collect();
        folded.truncate(folded.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1));
        texts.push(folded);
    }
    (!texts.is_empty()).then_some(RowsBelow { names: header.names, texts })
}

/// A label below a column, by the column's place.
type Labels = Vec<(usize, String)>;

/// The columns of a header, as far as rows below can say more of them.
struct HeaderColumns {
    /// The texts of its cells.
    own: Vec<String>,
    /// The same, folded.
    folded: HashSet<String>,
    names: Vec<String>,
    /// The names at first; a column without one, as to the right of a merged cell, has that of the one before it.
    bases: Vec<String>,
    /// The columns of each base that several share.
    groups: HashMap<String, Vec<usize>>,
    /// Whether what stands in the column says which record it is.
    keys: Vec<bool>,
    /// First and last column of its cells that span several.
    spans: Vec<(usize, usize)>,
}

impl HeaderColumns {
    /// `None` for a header that names no record.
    fn new(rows: &[HeadRow], at: usize, kind: Kind, mut names: Vec<String>) -> Option<Self> {
        let header = rows.get(at)?;
        let width = rows[at..].iter().take(LEVELS + 1).map(|row| row.cells.len()).max()?;
        let mut own = texts_of(header);
        // A cell merged to the end of the row may have nothing behind it.
        own.resize(width, String::new());
        names.resize(width, String::new());
        let bases = spread_names(&names);
        let is_key = |name: &String| field_of(kind, name).is_some_and(|(field, _)| is_key_field(field));
        let keys: Vec<bool> = bases.iter().map(is_key).collect();
        let groups = find_repeated_names(&bases);
        let folded = own.iter().map(|text| normalize_text(text)).collect();
        let spans = header.spans.clone();
        keys.contains(&true).then(|| Self { own, folded, names, bases, groups, keys, spans })
    }

    /// The labels in a row that belongs to the header; `below` are the rows beneath it.
    fn read_labels(&self, row: &HeadRow, below: &[HeadRow]) -> Option<Labels> {
        let texts = texts_of(row);
        let filled: Vec<usize> = (0..texts.len()).filter(|at| !texts[*at].is_empty()).collect();
        let repeats = |at: &usize| {
            let own = &self.own[*at];
            !own.is_empty() && normalize_text(own) == normalize_text(&texts[*at])
        };
        let (again, told): (Vec<usize>, Vec<usize>) = filled.into_iter().partition(repeats);
        if told.len() > MAX_LABELS {
            return None;
        }
        let (keys, told): (Vec<usize>, Vec<usize>) = told.into_iter().partition(|at| self.keys[*at]);
        let is_merged = again.iter().any(|at| self.keys[*at]);
        let is_name = |at: &usize| self.folded.contains(&normalize_text(&texts[*at]));
        let is_label = |at: &usize| {
            let is_number =
                is_merged && again.len() > 1 && self.is_spanned(*at) && !is_blank(&row.cells[*at]);
            (is_number || is_label_text(&row.cells[*at])) && !is_name(at)
        };
        if told.is_empty() || !told.iter().all(is_label) || !keys.iter().all(|at| is_qualifier(&texts[*at])) {
            return None;
        }
        // Words below the names of records leave no doubt only beside labels that are sure.
        let is_sure = |at: &usize| is_term(&texts[*at]) || is_unit(&texts[*at]);
        let is_clear = match () {
            () if is_merged => true,
            () if !keys.is_empty() => told.iter().all(is_sure),
            () => told.iter().any(|at| is_unit(&texts[*at]) || is_above_amounts(below, *at)),
        };
        let is_alone = keys.is_empty() && told.len() == 1;
        let labels: Labels = keys.iter().chain(&told).map(|at| (*at, texts[*at].clone())).collect();
        let fits = labels.iter().all(|label| self.takes_label(label, &labels, is_alone));
        (is_clear && fits).then_some(labels)
    }

    /// Whether a column takes its label, one of `labels`; `is_alone` where nothing else stands in the row.
    fn takes_label(&self, (at, label): &(usize, String), labels: &Labels, is_alone: bool) -> bool {
        if self.keys[*at] {
            return true;
        }
        let Some(columns) = self.list_columns_of_name(*at, labels) else {
            return is_annotation(label) || (!is_alone && (is_term(label) || is_date_name(label)));
        };
        // The title of a group of products may stand below a column without a name, too.
        let is_sure = !is_alone || is_unit(label) || !self.own[*at].is_empty() || self.is_spanned(*at);
        is_sure && can_tell_apart(&columns, labels)
    }

    /// The columns that share the name of the one at `at`; `None` where it has that for itself, since those to
    /// its right have neither a name nor one of `labels`.
    fn list_columns_of_name(&self, at: usize, labels: &Labels) -> Option<Vec<usize>> {
        let columns = self.groups.get(&normalize_text(&self.bases[at])).filter(|_| !self.keys[at])?;
        let is_used =
            |column: &usize| !self.names[*column].is_empty() || labels.iter().any(|label| label.0 == *column);
        let columns: Vec<usize> = columns.iter().copied().filter(is_used).collect();
        (columns.len() > 1).then_some(columns)
    }

    /// Whether a cell of the header that is merged over several columns stands above the one at `at`.
    fn is_spanned(&self, at: usize) -> bool {
        self.spans.iter().any(|(first, last)| (*first..=*last).contains(&at))
    }

    /// Puts labels into the names of their columns: behind a name that others have too, as below a band; else
    /// in brackets, which leave a name what it is.
    fn add_labels(&mut self, labels: &Labels) {
        for (at, label) in labels {
            let group = self.list_columns_of_name(*at, labels);
            let is_beside =
                |other: &&(usize, String)| other.0 != *at && group.iter().flatten().any(|to| *to == other.0);
            let folded = normalize_text(label);
            // What is the same everywhere, as a currency is, tells nothing apart.
            let is_shared = labels.iter().filter(is_beside).any(|(_, other)| normalize_text(other) == folded);
            if is_shared {
                continue;
            }
            let name = if self.names[*at].is_empty() { &self.bases[*at] } else { &self.names[*at] };
            self.names[*at] = match (group, name.is_empty()) {
                (_, true) => label.clone(),
                (Some(_), false) => format!("{name}{JOINT}{label}"),
                (None, false) => format!("{name} ({})", label.trim_matches(['(', ')'])),
            };
        }
    }
}

/// Whether labels tell the columns of one name apart, or are units and need not. The first column may go without
/// one, as the one that is meant where nothing is said.
fn can_tell_apart(columns: &[usize], labels: &Labels) -> bool {
    let label_of = |at: &usize| labels.iter().find(|(column, _)| column == at).map(|(_, label)| label);
    let said: Vec<&String> = columns.iter().filter_map(label_of).collect();
    let distinct: HashSet<String> = said.iter().map(|label| normalize_text(label)).collect();
    let are_told = columns.iter().skip(1).all(|at| label_of(at).is_some());
    (distinct.len() == said.len() && are_told) || said.iter().all(|label| is_unit(label))
}

/// Whether most cells of a column in these rows are no texts; so where there are no rows.
fn is_above_amounts(below: &[HeadRow], at: usize) -> bool {
    let list_filled = || below.iter().filter_map(|row| row.cells.get(at)).filter(|cell| !is_blank(cell));
    list_filled().filter(|cell| !is_text(cell)).count() * 2 >= list_filled().count()
}

/// Whether nothing stands in a cell.
fn is_blank(cell: &Cell<'_>) -> bool {
    *cell == Cell::Blank
}

/// A short text that is no amount and does not stand in place of one: `30/60/90`, `balcão`.
fn is_label_text(cell: &Cell<'_>) -> bool {
    let Cell::Text(text) = cell else { return false };
    text.chars().any(char::is_alphanumeric)
        && text.chars().count() <= NAME_CHARS
        && Price::read(text, Some(DecimalMark::Comma)).is_err()
        && !lacks_price(text)
}

/// The name of each column; where it has none, as to the right of a merged cell, that of the one before it.
fn spread_names(names: &[String]) -> Vec<String> {
    let spread = names.iter().scan("", |last, name| {
        if !name.is_empty() {
            *last = name;
        }
        Some((*last).to_owned())
    });
    spread.collect()
}

#[cfg(test)]
mod tests {
    use super::super::bands::tests::rows;
    use super::*;

    /// The names of the columns and how many rows below the first belong to it.
    fn join(lines: &[&str]) -> Option<(String, usize)> {
        join_parsed(&rows(lines))
    }

    fn join_parsed(rows: &[HeadRow]) -> Option<(String, usize)> {
        let found = join_rows_below(rows, 0, Kind::Items, texts_of(&rows[0]))?;
        Some((found.names.join("|"), found.texts.len()))
    }

    const HEADER: &str = "Cód.|Produto|Embalagem|Preço|Preço";
    const DATA: &str = "1|Enxada|un|10|11";

    #[test]
    fn rows_below_a_header_tell_its_columns_apart() {
        let joined = "Cód.|Produto|Embalagem|Preço / à vista|Preço / a prazo".to_owned();
        assert_eq!(join(&[HEADER, "|||à vista|a prazo", "|||R$|R$", DATA]), Some((joined.clone(), 2)));
        assert_eq!(join(&[HEADER, "|||à vista|a prazo", DATA]), Some((joined.clone(), 1)));
        // A cell merged over both has its name in the first.
        let merged = "Cód.|Produto|Embalagem|Preço*|";
        assert_eq!(join(&[merged, "|||à vista|a prazo", DATA]), Some((joined, 1)));
        let currencies = "Cód.|Produto|Embalagem|Preço / R$|Preço / US$".to_owned();
        assert_eq!(join(&[HEADER, "|||R$|US$", DATA]), Some((currencies, 1)));
        assert_eq!(join(&["Preço|Preço", "à vista|a prazo", "1|2"]), None, "names no record");
        assert_eq!(join(&["Produto||Cor", "Enxada|azul|", "Pá|verde|"]), None, "records");
        let mut apart = rows(&[HEADER, "|||à vista|a prazo"]);
        apart[1].number = 3;
        assert_eq!(join_parsed(&apart), None);
    }

    #[test]
    fn names_merged_over_both_rows_belong_to_the_header() {
        let header = "Código|Produto|Preço*||Fornecedor";
        let joined = "Código|Produto|Preço / À vista|Preço / 30/60/90|Fornecedor".to_owned();
        let data = "1|Enxada|10|11|Alfa";
        let below = "Código|Produto|À vista|30/60/90|Fornecedor";
        assert_eq!(join(&[header, below, data]), Some((joined.clone(), 1)));
        // As in a CSV, which has nothing in the cells that are merged.
        assert_eq!(
            join(&["Código|Produto|Preço||Fornecedor", "||À vista|30/60/90|", data]),
            Some((joined, 1))
        );
        for other in [
            "Código|Produto|Preço||Fornecedor",
            "Código|Produto|Fornecedor|Preço|",
            "1|Produto|À vista|30/60/90|Alfa",
            "Código|Enxada|10|11|Alfa",
        ] {
            assert_eq!(join(&[header, other, data]), None, "{other}");
        }
        let twice = "Produto|Preço|Preço";
        assert_eq!(join(&[twice, "Produto|10|11", "Pá|12|13"]), None, "a product that is called so");
    }

    #[test]
    fn units_and_single_words_below_a_header_belong_to_it() {
        let unit = "Código|Produto|Peso (kg)|Preço (R$/sc)".to_owned();
        let header = "Código|Produto|Peso|Preço";
        assert_eq!(join(&[header, "||kg|R$/sc", "1|Semente|20|80"]), Some((unit, 1)));
        let currency = "Código|Produto|Peso|Preço (R$)".to_owned();
        assert_eq!(join(&[header, "|||R$", "1|Semente|20|80"]), Some((currency, 1)));
        // A column without a name that is not used makes no second price of the first.
        let wide = "Código|Produto|Preço (R$)|".to_owned();
        assert_eq!(join(&["Código|Produto|Preço|", "||R$|", "1|Semente|20|"]), Some((wide, 1)));
        let three = "Cód.|Produto|Embalagem (L/kg)|Preço / à vista|Preço / a prazo".to_owned();
        assert_eq!(join(&[HEADER, "||(L/kg)|à vista|a prazo", "|||R$|R$", DATA]), Some((three, 2)));
        let promotion = "Código|Produto|Preço|Preço / promoção".to_owned();
        assert_eq!(join(&["Código|Produto|Preço|Preço", "|||promoção", "1|Pá|2|1"]), Some((promotion, 1)));
        let day = "Código|Produto|À vista (até 15/11/26)|Prazo / 30 dd|Prazo / 30/04/27".to_owned();
        let header = "Código|Produto|À vista|Prazo|Prazo";
        assert_eq!(join(&[header, "||até 15/11/26|30 dd|30/04/27", "1|Pá|2|3|4"]), Some((day, 1)));
        let words = "Código (interno)|Produto (comercial)|Preço / à vista|Preço / a prazo".to_owned();
        let below = "interno|comercial|à vista|a prazo";
        assert_eq!(join(&["Código|Produto|Preço|Preço", below, "1|Pá|2|1"]), Some((words, 1)));
    }

    #[test]
    fn first_products_and_titles_are_no_rows_of_a_header() {
        for other in [
            "|||10|11",
            "2|||à vista|a prazo",
            "|Pá||a combinar|a consultar",
            "A1|Pá|||",
            "A1|Pá||sob consulta|consulte",
            "|Pá|||",
            "|G|||",
            "A|G|un|à vista|a prazo",
            "interno|Pá||à vista|a prazo",
            "|comercial||sob consulta|-",
            "Pá|Enxada|Foice|Balde|Corda",
            "||Pá|Enxada|Foice",
            "|||à vista|",
            "|||à vista|à vista",
            "HERBICIDAS||||",
            "|HERBICIDAS|||",
            "||HERBICIDAS||",
            "||à vista|a prazo",
            "Cód.|Produto|Embalagem|Preço|Preço",
        ] {
            assert_eq!(join(&[HEADER, other, DATA]), None, "{other}");
        }
        for (header, other, data) in [
            ("Produto|Preço|Preço", "kg|à vista|a prazo", "Pá|1|2"),
            ("Produto|Preço|Preço", "Comercial|sob consulta|consulte", "Pá|1|2"),
            ("Produto|Grupo||Preço", "|Herbicidas||", "Pá|a|b|1"),
            ("Produto|Grupo||Preço", "||Herbicidas|", "Pá|a|b|1"),
            ("Código|Denominação|Denominação|Vlr", "|Enxada|Larga|", "1|Pá|Curta|3"),
            ("nome|preço", "Produto|Preço", "Pá|1"),
        ] {
            assert_eq!(join(&[header, other, data]), None, "{header}: {other}");
        }
    }
}
