//! Headings below the header: the columns of a second table of a sheet stand in another order.
//!
//! A heading in the order of the header is one that comes again, as where a list is printed page by page. One
//! that has the names of the header in other places rules over the rows below it: their cells are put under
//! the names. Below one with other names beside those nothing is known of the cells: the rows are of another
//! table, and none of them is read by the header.

use super::cell::{Cell, number_text};
use super::header::is_remark;
use super::heading::is_text;
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::text::{folds_to, normalize_text};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Filled cells of a row of which one is a name where the row is a heading.
const FIRST: usize = 3;
/// Headings that are named in a warning.
const MAX_TOLD: usize = 20;

/// A row, with its cells under the names of the header.
#[derive(Debug, PartialEq)]
pub(super) enum OrderedRow<'c> {
    Cells(Vec<Cell<'c>>),
    /// A heading once more; its cells are the names of the columns.
    Heading(Vec<Cell<'c>>),
    /// A row of another table, as it is, and the number of the heading of that.
    Other(u32, Vec<Cell<'c>>),
}

/// The columns of a table, and in which order the rows have them.
#[derive(Debug)]
pub(super) struct ColumnOrder {
    /// Folded, as they stand in the cells of the header.
    folded: Vec<String>,
    /// What the columns are called.
    names: Vec<String>,
    places: HashMap<String, Vec<usize>>,
    /// Columns of our own, which stand before every row.
    remarks: HashSet<usize>,
    /// The columns without which a row names no record: a heading has one of them.
    keys: HashSet<usize>,
    now: Order,
    moved: Vec<u32>,
    /// First and last row below headings with other names.
    others: Vec<(u32, u32)>,
}

#[derive(Debug, Default)]
enum Order {
    /// That of the header.
    #[default]
    Same,
    /// By the place in the row the place in the header, and the columns of the header that are missing.
    Moved { to: Vec<Option<usize>>, absent: HashSet<usize> },
    /// Not known, below the heading in this row.
    Other(u32),
}

/// What a row is beside the header.
enum HeadingRow {
    Same,
    Moved(Vec<Option<usize>>),
    Other,
}

impl ColumnOrder {
    /// The order of a header: `cells` as texts, what the columns are called, and which field each fills.
    pub fn new(
        cells: &[String],
        names: &[String],
        fields: impl Iterator<Item = Option<RecordField>>,
    ) -> Self {
        let folded: Vec<String> = cells.iter().map(|cell| normalize_text(cell)).collect();
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        let is_of_ours = |at: &usize| folded.get(*at).is_some_and(|name| is_remark(name));
        let remarks: HashSet<usize> = (0..folded.len()).filter(is_of_ours).collect();
        for (at, name) in folded.iter().enumerate().filter(|(at, _)| !remarks.contains(at)) {
            if !name.is_empty() {
                places.entry(name.clone()).or_default().push(at);
            }
        }
        let is_key = |field: &Option<RecordField>| {
            use RecordField::{ExternalId, Name, Question, RecordId};
            matches!(field, Some(ExternalId | Name | Question | RecordId))
        };
        let keys = fields.enumerate().filter(|(_, field)| is_key(field)).map(|(at, _)| at).collect();
        Self {
            folded,
            names: names.to_vec(),
            places,
            remarks,
            keys,
            now: Order::Same,
            moved: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Whether the rows have no column at this place of the header.
    pub fn is_absent(&self, at: usize) -> bool {
        matches!(&self.now, Order::Moved { absent, .. } if absent.contains(&at))
    }

    /// Puts the cells of the row of this number under the names of the header.
    pub fn order_row<'c>(&mut self, number: u32, cells: Vec<Cell<'c>>) -> OrderedRow<'c> {
        let heading = if self.may_be_heading(&cells) { self.read_heading(&cells) } else { None };
        let is_heading = heading.is_some();
        match heading {
            Some(HeadingRow::Same) => self.now = Order::Same,
            Some(HeadingRow::Moved(to)) => {
                if self.moved.len() < MAX_TOLD {
                    self.moved.push(number);
                }
                let there: HashSet<usize> = to.iter().flatten().copied().collect();
                let absent =
                    self.places.values().flatten().copied().filter(|at| !there.contains(at)).collect();
                self.now = Order::Moved { to, absent };
            }
            Some(HeadingRow::Other) => {
                self.now = Order::Other(number);
                if self.others.len() < MAX_TOLD {
                    self.others.push((number, number));
                }
            }
            None => {}
        }
        match &self.now {
            Order::Same if !is_heading => OrderedRow::Cells(cells),
            Order::Same => OrderedRow::Heading(self.name_cells(cells)),
            Order::Moved { to, .. } if !is_heading => OrderedRow::Cells(self.move_cells(to, cells)),
            Order::Moved { to, .. } => OrderedRow::Heading(self.name_cells(self.move_cells(to, cells))),
            Order::Other(heading) => {
                let heading = *heading;
                if let Some((_, last)) = self.others.last_mut().filter(|(first, _)| *first == heading) {
                    *last = number;
                }
                OrderedRow::Other(heading, cells)
            }
        }
    }

    /// What a person should know of the order of the rows so far.
    pub fn warnings(&self) -> impl Iterator<Item = ImportWarning> {
        let moved = self.moved.iter().map(u32::to_string).collect();
        let others = self.others.iter().map(|(first, last)| format!("{first}–{last}")).collect();
        let all: [(WarningCode, Vec<String>); 2] =
            [(WarningCode::MovedColumns, moved), (WarningCode::OtherTables, others)];
        all.into_iter()
            .filter(|(_, rows)| !rows.is_empty())
            .map(|(code, rows)| ImportWarning::new(code, rows))
    }

    /// Whether one of the first cells is a name of the header; it is asked of every row.
    fn may_be_heading(&self, cells: &[Cell<'_>]) -> bool {
        let is_filled = |(at, cell): &(usize, &Cell<'_>)| **cell != Cell::Blank && !self.remarks.contains(at);
        let filled = cells.iter().enumerate().filter(is_filled);
        let mut texts = filled.take(FIRST).filter_map(|(_, cell)| match cell {
            Cell::Text(text) => Some(text),
            _ => None,
        });
        self.places.len() > 1
            && texts.any(|text| self.folded.iter().any(|name| !name.is_empty() && folds_to(text, name)))
    }

    fn read_heading(&self, cells: &[Cell<'_>]) -> Option<HeadingRow> {
        let is_filled = |at: &usize| cells[*at] != Cell::Blank && !self.remarks.contains(at);
        let filled: Vec<usize> = (0..cells.len()).filter(is_filled).collect();
        let to = self.places_of(cells, &filled);
        let known: Vec<usize> = filled.iter().copied().filter(|at| to[*at].is_some()).collect();
        let has_moved = known.iter().any(|at| to[*at] != Some(*at));
        if known.len() < 2 || known.len() * 2 <= filled.len() {
            return None;
        }
        if !has_moved {
            return Some(HeadingRow::Same);
        }
        // A row of numbers that are names of columns, too, names no record.
        let has_key = to.iter().flatten().any(|at| self.keys.contains(at));
        let are_texts = filled.iter().all(|at| to[*at].is_some() || is_text(&cells[*at]));
        match has_key && are_texts {
            true if known.len() == filled.len() => Some(HeadingRow::Moved(to)),
            true => Some(HeadingRow::Other),
            false => None,
        }
    }

    /// By the place of each cell that of its name in the header; its own where that has the name, too.
    fn places_of(&self, cells: &[Cell<'_>], filled: &[usize]) -> Vec<Option<usize>> {
        let mut to = vec![None; cells.len()];
        let mut taken = HashSet::new();
        let texts: Vec<(usize, String)> =
            filled.iter().filter_map(|at| Some((*at, normalize_text(&text_of(&cells[*at])?)))).collect();
        for (at, text) in &texts {
            if self.folded.get(*at).is_some_and(|name| name == text) {
                taken.insert(*at);
                to[*at] = Some(*at);
            }
        }
        for (at, text) in &texts {
            if to[*at].is_some() {
                continue;
            }
            let free = self.places.get(text).and_then(|places| places.iter().find(|at| !taken.contains(at)));
            if let Some(free) = free {
                taken.insert(*free);
                to[*at] = Some(*free);
            }
        }
        to
    }

    /// Cells under no name stay where they are, or go to the end where another has their place.
    fn move_cells<'c>(&self, to: &[Option<usize>], cells: Vec<Cell<'c>>) -> Vec<Cell<'c>> {
        let width = self.folded.len().max(cells.len());
        let taken: HashSet<usize> = to.iter().flatten().copied().collect();
        let mut ordered = vec![Cell::Blank; width];
        let mut rest = Vec::new();
        for (at, cell) in cells.into_iter().enumerate() {
            match to.get(at).copied().flatten() {
                Some(place) => ordered[place] = cell,
                None if cell == Cell::Blank => {}
                None if taken.contains(&at) || !self.is_free(at) => rest.push(cell),
                None => ordered[at] = cell,
            }
        }
        ordered.extend(rest);
        ordered
    }

    /// Whether the header has no name at this place, or a remark of ours.
    fn is_free(&self, at: usize) -> bool {
        self.remarks.contains(&at) || self.folded.get(at).is_none_or(String::is_empty)
    }

    /// The names of the columns in place of the texts of a heading, which may lack the bands above them.
    fn name_cells<'c>(&self, cells: Vec<Cell<'c>>) -> Vec<Cell<'c>> {
        let name = |(at, cell): (usize, Cell<'c>)| match (&cell, self.folded.get(at), self.names.get(at)) {
            (Cell::Text(text), Some(folded), Some(name)) if folds_to(text, folded) => {
                Cell::text(name.clone())
            }
            _ => cell,
        };
        cells.into_iter().enumerate().map(name).collect()
    }
}

/// The text of a cell that can be a name; numbers are written out.
fn text_of<'c>(cell: &'c Cell<'_>) -> Option<Cow<'c, str>> {
    match cell {
        Cell::Text(text) | Cell::Digits(text) => Some(Cow::Borrowed(text)),
        Cell::Number(number) => Some(Cow::Owned(number_text(*number))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str) -> Vec<Cell<'static>> {
        line.split('|').map(|text| Cell::text(text.trim().to_owned())).collect()
    }

    fn order(header: &str, keys: &[usize]) -> ColumnOrder {
        let names: Vec<String> = header.split('|').map(str::to_owned).collect();
        let fields = (0..names.len()).map(|at| keys.contains(&at).then_some(RecordField::Name));
        ColumnOrder::new(&names, &names, fields)
    }

    /// What becomes of rows from number 2 on: `=` before a heading, `!` and its row before what is of another
    /// table.
    fn ordered(order: &mut ColumnOrder, rows: &[&str]) -> Vec<String> {
        let line = |cells: Vec<Cell<'_>>| {
            let texts: Vec<String> =
                cells.into_iter().map(|cell| cell.into_text().unwrap_or_default()).collect();
            texts.join("|")
        };
        let row = |(number, row): (u32, &&str)| match order.order_row(number, cells(row)) {
            OrderedRow::Cells(cells) => line(cells),
            OrderedRow::Heading(cells) => format!("={}", line(cells)),
            OrderedRow::Other(heading, cells) => format!("!{heading} {}", line(cells)),
        };
        (2..).zip(rows).map(row).collect()
    }

    fn warnings(order: &ColumnOrder) -> Vec<(WarningCode, Vec<String>)> {
        order.warnings().map(|warning| (warning.code, warning.names)).collect()
    }

    const HEADER: &str = "Código|Nome|Categoria|Fabricante|Preço";

    #[test]
    fn rows_are_read_by_the_heading_above_them() {
        let mut order = order(HEADER, &[1]);
        let rows = [
            "1|Enxada|Ferramentas|Aço|10",
            "CÓDIGO|nome|Fabricante|Categoria|Preço",
            "2|Foice|Aço|Ferramentas|20",
            "Preço|Nome|||Código",
            "30|Pá|solto||3",
            HEADER,
            "4|Ancinho|Ferramentas|Aço|40",
        ];
        let expected = [
            "1|Enxada|Ferramentas|Aço|10",
            "=Código|Nome|Categoria|Fabricante|Preço",
            "2|Foice|Ferramentas|Aço|20",
            "=Código|Nome|||Preço",
            // Under no name, and in the place of a column that is missing.
            "3|Pá|||30|solto",
            "=Código|Nome|Categoria|Fabricante|Preço",
            "4|Ancinho|Ferramentas|Aço|40",
        ];
        assert_eq!(ordered(&mut order, &rows), expected);
        assert_eq!(warnings(&order), [(WarningCode::MovedColumns, vec!["3".into(), "5".into()])]);
    }

    #[test]
    fn columns_that_a_heading_lacks_are_absent_below_it_alone() {
        let mut order = order(HEADER, &[1]);
        ordered(&mut order, &["Nome|Código"]);
        assert_eq!(
            (0..6).map(|at| order.is_absent(at)).collect::<Vec<_>>(),
            [false, false, true, true, true, false]
        );
        ordered(&mut order, &[HEADER]);
        assert!(!(0..6).any(|at| order.is_absent(at)));
    }

    #[test]
    fn rows_below_other_names_are_of_another_table() {
        let mut order = order(HEADER, &[1]);
        let rows =
            ["1|Enxada|||10", "Código|Nome|Fabricante|Peso|Preço", "2|Foice|Aço|3|20", HEADER, "4|Pá|||"];
        let read = ordered(&mut order, &rows);
        assert_eq!(read[1..3], ["!3 Código|Nome|Fabricante|Peso|Preço", "!3 2|Foice|Aço|3|20"]);
        assert_eq!(
            (read[3].as_str(), read[4].as_str()),
            ("=Código|Nome|Categoria|Fabricante|Preço", "4|Pá|||")
        );
        assert_eq!(warnings(&order), [(WarningCode::OtherTables, vec!["3–4".into()])]);
    }

    #[test]
    fn records_with_words_of_the_header_in_them_are_records() {
        let rows = [
            "Nome|Categoria|Enxada|Aço|10",
            "|Código|||",
            "7|Código|Nome|Aço|1",
            "Fabricante|Aço||x|1",
            "||Fabricante|Categoria|",
        ];
        let mut order = order(HEADER, &[1]);
        assert_eq!(ordered(&mut order, &rows), rows, "few names, or no name of a record");
        let sizes = "Produto|PP|GG|10|20";
        let mut order = self::order(sizes, &[0]);
        let rows = ["|GG|PP|20|10", "10|20|PP|GG|"];
        assert_eq!(ordered(&mut order, &rows), rows, "values that are names of columns");
        let mut order = self::order("Nome", &[0]);
        assert_eq!(ordered(&mut order, &["Nome", "x|Nome", ""]), ["Nome", "x|Nome", ""], "one column");
    }

    #[test]
    fn names_of_numbers_that_come_twice_and_remarks_are_in_order_too() {
        let mut order = order("Celeiro: linha|Nome|2024|2025|cor|cor", &[1]);
        let rows =
            ["9|2025|2024|Nome|cor|cor", "10|8,5|7|Enxada|azul|verde", "11|Nome|2024|2025|cor|cor", "x"];
        let expected =
            ["=9|Nome|2024|2025|cor|cor", "10|Enxada|7|8,5|azul|verde", "=11|Nome|2024|2025|cor|cor", "x"];
        assert_eq!(ordered(&mut order, &rows), expected);
    }

    proptest::proptest! {
        /// Whatever the rows are, no filled cell is lost.
        #[test]
        fn no_cell_is_lost(
            header in proptest::collection::vec("[a-e]{0,2}|Celeiro: x", 0..6),
            rows in proptest::collection::vec(proptest::collection::vec("[a-f]{0,2}|[0-9]", 0..9), 0..12)
        ) {
            let fields = header.iter().map(|_| Some(RecordField::Name));
            let mut order = ColumnOrder::new(&header, &header, fields);
            for (number, row) in (2..).zip(&rows) {
                let cells: Vec<Cell<'_>> = row.iter().map(|text| Cell::text(text.clone())).collect();
                let filled = |cells: &[Cell<'_>]| cells.iter().filter(|cell| **cell != Cell::Blank).count();
                let before = filled(&cells);
                let (OrderedRow::Cells(after) | OrderedRow::Heading(after) | OrderedRow::Other(_, after)) =
                    order.order_row(number, cells);
                proptest::prop_assert_eq!(filled(&after), before);
            }
        }
    }
}
