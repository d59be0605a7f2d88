//! Rows that say part of themselves by the row above: ditto marks, and a name that stands once above its variants.
//!
//! `"` and `idem` repeat the cell above. Where the names of a table stand in the first row of their variants alone,
//! the rows below have them too. Where no code tells the variants apart, what differs between them stands behind the
//! name, since records of one name without a code are one record. The first pass over the table learns, the second
//! applies.

use super::beside::PART_ROWS;
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{Columns, Target};
use celeiro_domain::catalog::{DecimalMark, Price, RecordField};
use celeiro_domain::import::lacks_price;
use celeiro_domain::text::normalize_text;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What a cell says that repeats the one above it.
const DITTOS: [&str; 9] = ["\"", "”", "“", "''", "´´", "〃", "idem", "idem acima", "ditto"];
/// Beginnings of names of columns of units and sizes, in which `"` is an inch.
const OF_UNITS: [&str; 6] = ["un", "medida", "bitola", "diam", "poleg", "tamanho"];
/// Filled cells of a row of a product, and names of which it is said, at least.
const LEAST_CELLS: usize = 3;
const LEAST_NAMES: usize = 2;
/// Names that are looked at; after so many without a row below them there are hardly any.
const MOST_NAMES: usize = 5_000;
const EARLY_NAMES: usize = 100;

/// What rows of a table say by the rows above them.
#[derive(Debug, Default)]
pub(super) struct RowsAbove {
    has_dittos: bool,
    /// By the number of the table, one of several of a list.
    groups: BTreeMap<u32, NameGroups>,
    /// The cells of the row above.
    above: Vec<Cell<'static>>,
    /// The name that was told last, and how many cells its row fills.
    name: Option<String>,
    filled: usize,
}

impl RowsAbove {
    /// Looks at a row in the first pass; a ditto mark is blank there.
    pub fn survey(&mut self, number: u32, columns: &Columns, cells: &mut [Cell<'_>]) {
        let filled = count_filled(cells);
        for (at, cell) in cells.iter_mut().enumerate() {
            if is_ditto(cell) && may_repeat(columns, at) {
                self.has_dittos = true;
                *cell = Cell::Blank;
            }
        }
        self.groups.entry(number / PART_ROWS).or_default().take(columns, cells, filled);
    }

    /// The rows from here on are of another table.
    pub fn restart(&mut self) {
        (self.above, self.name, self.filled) = (Vec::new(), None, 0);
    }

    /// Fills in a row in the second pass what the rows above it say.
    pub fn complete(&mut self, number: u32, columns: &Columns, cells: &mut [Cell<'_>]) {
        if self.has_dittos {
            self.repeat_cells(columns, cells);
        }
        let groups = self.groups.get(&(number / PART_ROWS)).filter(|groups| groups.tell_names_once());
        let (Some(groups), Some(at)) = (groups, find_name(columns)) else { return };
        let filled = count_filled(cells);
        if filled < LEAST_CELLS || at >= cells.len() {
            return;
        }
        let name = match cells[at].clone().into_text() {
            Some(name) => {
                (self.name, self.filled) = (Some(name.clone()), filled);
                name
            }
            None if is_variant(filled, self.filled) => match &self.name {
                Some(name) => name.clone(),
                None => return,
            },
            None => return,
        };
        let differences = groups.list_differences(columns);
        let texts = differences.iter().filter_map(|at| cells.get(*at)?.clone().into_text());
        let whole: Vec<String> = std::iter::once(name).chain(texts).collect();
        cells[at] = Cell::text(whole.join(" "));
    }

    /// Puts the cells above in place of ditto marks.
    fn repeat_cells(&mut self, columns: &Columns, cells: &mut [Cell<'_>]) {
        if self.above.len() < cells.len() {
            self.above.resize(cells.len(), Cell::Blank);
        }
        // A title of a group between two rows of products repeats nothing and is repeated by nothing.
        let is_product = count_filled(cells) >= LEAST_CELLS;
        for (at, cell) in cells.iter_mut().enumerate() {
            if is_ditto(cell) {
                if may_repeat(columns, at) && self.above[at] != Cell::Blank {
                    *cell = self.above[at].clone();
                }
            } else if is_product {
                self.above[at] = cell.clone().into_owned();
            }
        }
    }
}

/// What the names of a table and the rows below them show.
#[derive(Debug, Default)]
struct NameGroups {
    names: HashSet<String>,
    /// Rows without a name below one.
    below: usize,
    has_code: bool,
    /// Whether the first row has no name, or a name comes again.
    is_other: bool,
    /// The texts of the row that has the name, and how many of its cells are filled.
    first: Vec<String>,
    filled: usize,
    /// The columns that differ below a name, and those that have amounts.
    differing: BTreeSet<usize>,
    amounts: BTreeSet<usize>,
}

impl NameGroups {
    fn take(&mut self, columns: &Columns, cells: &[Cell<'_>], filled: usize) {
        let Some(at) = find_name(columns).filter(|_| !self.is_other && filled >= LEAST_CELLS) else { return };
        let texts: Vec<String> =
            cells.iter().map(|cell| cell.clone().into_text().unwrap_or_default()).collect();
        self.has_code |= (0..cells.len()).any(|at| is_code(columns, at) && cells[at] != Cell::Blank);
        self.amounts.extend((0..cells.len()).filter(|at| is_amount(&cells[*at])));
        let name = texts.get(at).map(|name| normalize_text(name)).unwrap_or_default();
        if !name.is_empty() {
            self.is_other = !self.names.insert(name) || self.names.len() > self.most_names();
            (self.first, self.filled) = (texts, filled);
        } else if self.names.is_empty() {
            self.is_other = true;
        } else if is_variant(filled, self.filled) {
            self.below += 1;
            let differs = |at: &usize| !texts[*at].is_empty() && self.first.get(*at) != Some(&texts[*at]);
            self.differing.extend((0..texts.len()).filter(differs));
        }
    }

    /// How many names there may be for the rows below them.
    fn most_names(&self) -> usize {
        self.below.clamp(EARLY_NAMES, MOST_NAMES)
    }

    /// Whether names stand in the first row of their variants alone.
    fn tell_names_once(&self) -> bool {
        !self.is_other && self.names.len() >= LEAST_NAMES && self.below >= self.names.len()
    }

    /// The columns that tell the variants of a name apart where no code does.
    fn list_differences(&self, columns: &Columns) -> Vec<usize> {
        let is_attribute = |at: &usize| matches!(columns.targets.get(*at), Some(Target::Attribute(_)));
        let told = self.differing.iter().filter(|at| !self.has_code && !self.amounts.contains(*at));
        told.copied().filter(is_attribute).collect()
    }
}

/// Whether a row without a name is a variant of the one above it, whose row fills so many cells: a subtotal fills few.
fn is_variant(filled: usize, of_name: usize) -> bool {
    filled * 3 >= of_name
}

fn count_filled(cells: &[Cell<'_>]) -> usize {
    cells.iter().filter(|cell| **cell != Cell::Blank).count()
}

fn find_name(columns: &Columns) -> Option<usize> {
    columns.targets.iter().position(|target| *target == Target::Field(RecordField::Name))
}

fn is_code(columns: &Columns, at: usize) -> bool {
    let field = columns.targets.get(at).and_then(Target::field);
    matches!(field, Some(RecordField::ExternalId | RecordField::RecordId))
}

/// Whether a cell of a column may repeat the one above: a code names one record, and `"` beside a size is an inch.
fn may_repeat(columns: &Columns, at: usize) -> bool {
    let is_of_units = match columns.targets.get(at) {
        Some(Target::Attribute(name)) => {
            let folded = normalize_text(name);
            OF_UNITS.iter().any(|unit| folded.starts_with(unit))
        }
        _ => false,
    };
    !is_of_units && !is_code(columns, at)
}

fn is_ditto(cell: &Cell<'_>) -> bool {
    const MOST_BYTES: usize = 16;
    let Cell::Text(text) = cell else { return false };
    text.len() <= MOST_BYTES && DITTOS.iter().any(|mark| mark.eq_ignore_ascii_case(text.trim()))
}

/// Whether a cell is a number, a price or words in place of one.
fn is_amount(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Blank => false,
        Cell::Text(text) => Price::read(text, Some(DecimalMark::Comma)).is_ok() || lacks_price(text),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::reader::header::Knowledge;
    use celeiro_domain::search::Kind;

    fn read_cells(row: &str) -> Vec<Cell<'static>> {
        row.split('|').map(|text| Cell::text(text.to_owned())).collect()
    }

    /// The rows below a header as they are after both passes, with bars between their cells.
    fn complete_rows(header: &str, rows: &[&str]) -> Vec<String> {
        let names: Vec<String> = header.split('|').map(str::to_owned).collect();
        let columns = Columns::read(Knowledge::of_names(Kind::Items), &names);
        let mut above = RowsAbove::default();
        for row in rows {
            above.survey(2, &columns, &mut read_cells(row));
        }
        let mut complete = |row: &&str| {
            let mut cells = read_cells(row);
            above.complete(2, &columns, &mut cells);
            let texts: Vec<String> =
                cells.into_iter().map(|cell| cell.into_text().unwrap_or_default()).collect();
            texts.join("|")
        };
        rows.iter().map(&mut complete).collect()
    }

    #[test]
    fn a_ditto_mark_repeats_the_cell_above_but_no_code_and_no_inch() {
        let rows = ["1|Pá|Aço|mm|9,50", "2|Foice|\"|\"|8,50", "TÍTULO||||", "idem|Enxada|Idem|mm|7,50"];
        assert_eq!(
            complete_rows("Código|Produto|Material|Unidade|Preço", &rows),
            ["1|Pá|Aço|mm|9,50", "2|Foice|Aço|\"|8,50", "TÍTULO||||", "idem|Enxada|Aço|mm|7,50"]
        );
    }

    #[test]
    fn a_name_that_stands_once_is_that_of_the_variants_below_and_tells_them_apart_without_codes() {
        let rows = [
            "AV 68|GDM|s/ tratamento|sc 40 kg|285,00",
            "|\"|TSI|bag 5 MM|6.412,00",
            "AV 71|TMG|s/ tratamento|sc 40 kg|292,00",
            "|\"|TSI|bag 5 MM|consultar",
            "||||99,00",
        ];
        assert_eq!(
            complete_rows("Cultivar|Marca|Tratamento|Embalagem|Preço", &rows),
            [
                "AV 68 s/ tratamento sc 40 kg|GDM|s/ tratamento|sc 40 kg|285,00",
                "AV 68 TSI bag 5 MM|GDM|TSI|bag 5 MM|6.412,00",
                "AV 71 s/ tratamento sc 40 kg|TMG|s/ tratamento|sc 40 kg|292,00",
                "AV 71 TSI bag 5 MM|TMG|TSI|bag 5 MM|consultar",
                "||||99,00",
            ]
        );
        let coded = ["1|Decis|1 L|90", "2||5 L|400", "3|Karate|1 L|80", "4||5 L|350"];
        let whole = ["1|Decis|1 L|90", "2|Decis|5 L|400", "3|Karate|1 L|80", "4|Karate|5 L|350"];
        assert_eq!(complete_rows("Código|Produto|Embalagem|Preço", &coded), whole);
    }

    #[test]
    fn a_name_that_is_missing_here_and_there_stays_missing() {
        for rows in [
            &["1|Pá|un|9", "2|Foice|un|8", "3||un|7"][..],
            &["1||un|9", "2|Foice|un|8", "3||un|7", "4|Pá|un|7", "5||un|6"],
            &["1|Pá|un|9", "2||un|8", "3|Foice|un|7", "4||un|7", "5|Pá|un|6"],
        ] {
            assert_eq!(complete_rows("Código|Produto|Embalagem|Preço", rows), rows);
        }
    }
}
