//! Repeated headings below the header: a second table on the sheet may have its columns in another order.
//!
//! A heading in the header's order is a repetition, as where a list is printed page by page. A heading that has the
//! header's names in other places applies to the rows below it: their cells are assigned by name. Below a heading with
//! additional names the meaning of the cells is unknown: the rows belong to another table, and none of them is read by
//! the header. The same holds below a row whose only known names are those of records and prices: *Código*, *Cultivar*,
//! *Ciclo*, *Preço saca*.

use super::cell::{Cell, number_text};
use super::header::{field_of, fold_name, is_key_field, is_remark, speaks_of_price};
use crate::import::reader::table::heading::is_text;
use crate::import::report::{FileFacts, ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
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
    kind: Kind,
    /// Folded, as they stand in the cells of the header.
    folded: Vec<String>,
    /// What the columns are called.
    names: Vec<String>,
    places: HashMap<String, Vec<usize>>,
    /// Columns of our own, which stand before every row.
    remarks: HashSet<usize>,
    /// The columns without which a row names no record: a heading has one of them.
    keys: HashSet<usize>,
    /// The field that each column fills, by its place.
    fields: Vec<Option<RecordField>>,
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
    /// The order of a header of records of `kind`: `cells` as texts, what the columns are called, and which field
    /// each fills.
    pub fn new(
        kind: Kind,
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
        let fields: Vec<Option<RecordField>> = fields.collect();
        let is_key = |at: &usize| fields[*at].is_some_and(is_key_field);
        let keys = (0..fields.len()).filter(is_key).collect();
        Self {
            kind,
            folded,
            names: names.to_vec(),
            places,
            remarks,
            keys,
            fields,
            now: Order::Same,
            moved: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns to the header's order of columns for the next table of the list.
    pub fn restart(&mut self) {
        self.now = Order::Same;
    }

    /// Whether the rows have no column at this place of the header.
    pub fn is_absent(&self, at: usize) -> bool {
        matches!(&self.now, Order::Moved { absent, .. } if absent.contains(&at))
    }

    /// Whether a row that is as wide as no row of the table is of another one, which begins with it or above it.
    pub fn is_of_other_table(&self, cells: &[Cell<'_>]) -> bool {
        matches!(self.now, Order::Other(_)) || matches!(self.find_heading(cells), Some(HeadingRow::Other))
    }

    /// Puts the cells of the row of this number under the names of the header.
    pub fn order_row<'c>(&mut self, number: u32, cells: Vec<Cell<'c>>) -> OrderedRow<'c> {
        let heading = self.find_heading(&cells);
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
    pub fn warnings(&self, facts: &FileFacts) -> impl Iterator<Item = ImportWarning> + use<> {
        let moved = self.moved.iter().map(|row| facts.name_row(*row)).collect();
        let others = self.others.iter().map(|(first, last)| facts.name_rows(*first, *last)).collect();
        let all: [(WarningCode, Vec<String>); 2] =
            [(WarningCode::MovedColumns, moved), (WarningCode::OtherTables, others)];
        all.into_iter()
            .filter(|(_, rows)| !rows.is_empty())
            .map(|(code, rows)| ImportWarning::new(code, rows))
    }

    /// What the row is beside the header; `None` for one that is no heading.
    fn find_heading(&self, cells: &[Cell<'_>]) -> Option<HeadingRow> {
        match self.may_be_heading(cells) {
            true => self.read_heading(cells).or_else(|| self.read_other_heading(cells)),
            false if self.places.len() > 1 && is_without_digits(cells) => self.read_other_heading(cells),
            false => None,
        }
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
        // A row of numbers that are names of columns, too, names no record.
        let has_key = to.iter().flatten().any(|at| self.keys.contains(at));
        let are_texts = filled.iter().all(|at| to[*at].is_some() || is_text(&cells[*at]));
        if !has_moved {
            let is_strange = |at: &usize| to[*at].is_none() && self.is_other_column(*at, &cells[*at]);
            let is_other = has_key && are_texts && filled.iter().any(is_strange);
            return Some(if is_other { HeadingRow::Other } else { HeadingRow::Same });
        }
        match has_key && are_texts {
            true if known.len() == filled.len() => Some(HeadingRow::Moved(to)),
            true => Some(HeadingRow::Other),
            false => None,
        }
    }

    /// A heading that shares too few names with the header to be known by them: all of its cells are texts, one is
    /// called as names or codes of records are, and another as a field or a price is.
    fn read_other_heading(&self, cells: &[Cell<'_>]) -> Option<HeadingRow> {
        let is_filled = |at: &usize| cells[*at] != Cell::Blank && !self.remarks.contains(at);
        let filled: Vec<usize> = (0..cells.len()).filter(is_filled).collect();
        if filled.len() < 2 || !filled.iter().all(|at| is_text(&cells[*at])) {
            return None;
        }
        let texts: Vec<String> = filled.iter().filter_map(|at| cells[*at].clone().into_text()).collect();
        let distinct: HashSet<String> = texts.iter().map(|text| normalize_text(text)).collect();
        let fields: Vec<Option<RecordField>> = texts.iter().map(|text| self.field_of_name(text)).collect();
        let keys = fields.iter().filter(|field| field.is_some_and(is_key_field)).count();
        let others = texts.iter().zip(&fields).filter(|(text, field)| match field {
            Some(field) => !is_key_field(*field),
            None => speaks_of_price(text),
        });
        if keys == 0 || others.count() == 0 || distinct.len() < texts.len() {
            return None;
        }
        // The same columns under other names, as *Cód.* and *Valor*, are the header once more.
        let is_header = filled.iter().zip(&texts).all(|(at, text)| self.is_called_so(*at, text));
        Some(if is_header { HeadingRow::Same } else { HeadingRow::Other })
    }

    /// Whether a text is another name of the field that the column at `at` fills.
    fn is_called_so(&self, at: usize, text: &str) -> bool {
        let own = self.fields.get(at).copied().flatten();
        own.is_some() && self.field_of_name(text) == own
    }

    /// The field of a column that is called so, here or usually.
    fn field_of_name(&self, text: &str) -> Option<RecordField> {
        let place = self.places.get(&normalize_text(text)).and_then(|places| places.first());
        let here = place.and_then(|at| self.fields.get(*at).copied().flatten());
        here.or_else(|| field_of(self.kind, text).map(|(field, _)| field))
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

    /// Whether a text has nothing of the name of the column at `at`, which fills a field.
    fn is_other_column(&self, at: usize, cell: &Cell<'_>) -> bool {
        let fills = self.fields.get(at).copied().flatten().is_some();
        let (Some(text), true) = (text_of(cell), fills && is_text(cell)) else { return false };
        let (own, name) = (fold_name(&self.folded[at]), fold_name(&text));
        let is_related = own.split('_').any(|word| name.split('_').any(|other| other == word));
        !is_related && !self.is_called_so(at, &text)
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
            (Cell::Text(text), Some(folded), Some(name))
                if folds_to(text, folded) || self.is_called_so(at, text) =>
            {
                Cell::text(name.clone())
            }
            _ => cell,
        };
        cells.into_iter().enumerate().map(name).collect()
    }
}

/// Whether a row has several texts and no digit, as headings mostly have and products with prices have not.
fn is_without_digits(cells: &[Cell<'_>]) -> bool {
    let mut texts = 0;
    for cell in cells {
        match cell {
            Cell::Blank => {}
            Cell::Text(text) if !text.bytes().any(|byte| byte.is_ascii_digit()) => texts += 1,
            _ => return false,
        }
    }
    texts > 1
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
mod tests;
